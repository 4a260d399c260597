"""Paints what stands around the cells of a matrix: title, axes, labels and the legend of its colours."""

from collections.abc import Callable, Iterator
from unicodedata import east_asian_width

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter

from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.legend import HEIGHT, paint_legend
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import PAD
from gui.widgets.matrix_layout import AXIS, UPRIGHT, MatrixLayout, along
from gui.widgets.matrix_painter import Marks, corner
from gui.widgets.painting import SMALL, TINY, Texts, font, hatch
from gui.widgets.plain import visible

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
SWATCH, KEY_GAP = 14, 14
Colours = tuple[QColor, QColor | None]  # text, ground
Swatch = Callable[[QPainter, QRect], None]


class FramePainter:
    """One painting of a matrix's surroundings."""

    def __init__(self, data: MatrixData, layout: MatrixLayout, theme: Theme, texts: Texts) -> None:
        self.data, self.layout, self.theme, self.texts = data, layout, theme, texts

    def title(self, painter: QPainter) -> None:
        """The strip in the colour of its role, with the size of the matrix at its end."""
        if not self.layout.title_h:
            return
        text, ground = self.theme.role(self.data.role)
        strip = QRect(0, 0, self.layout.view.width(), self.layout.title_h - 4)
        painter.fillRect(strip, ground)
        painter.fillRect(0, 0, 3, strip.height(), text if self.data.role else self.theme.colour("edge"))
        inner = strip.adjusted(PAD + 2, 0, -PAD, 0)
        metrics, small = self.texts.metrics(SMALL, bold=True), numbers.shape(self.data.rows, self.data.cols)
        least = inner.width() - self.texts.width(small, TINY) - PAD
        title = metrics.elidedText(self.data.title, Qt.TextElideMode.ElideRight, least)
        self._write(painter, inner, LEFT, title, text, bold=True)
        room = inner.width() - self.texts.width(title, SMALL, bold=True) - PAD
        size = next((size for size in (self.data.size, small) if 0 < self.texts.width(size, TINY) < room), "")
        self._write(painter, inner, RIGHT, size, self.theme.colour("muted"), TINY)

    def axes(self, painter: QPainter) -> None:
        """Which way rows and columns run, in words."""
        layout, corner = self.layout, self.layout.left - PAD
        above = QRect(0, layout.top - 2 * AXIS, corner, AXIS)
        if layout.axis_h:  # level labels: the axis has its own line over them
            above = QRect(layout.left + 2, layout.title_h, max(layout.view.width() - layout.left, 0), AXIS)
        self._axis(painter, above, LEFT if layout.axis_h else RIGHT, along(self.data.col_axis))
        lift = 5 if layout.row_stride > 1 else 0  # the first label reaches over its row
        beside = QRect(0, layout.top - AXIS - lift, corner, AXIS)
        self._axis(painter, beside, RIGHT, along(self.data.row_axis, "\u2193"))

    def labels(self, painter: QPainter, offset: QPoint, marks: Marks) -> None:
        """The names of the rows and columns that are seen."""
        rows, cols = self.layout.visible(offset)
        painter.save()
        body = self.layout.body
        over = UPRIGHT // 2 if self.layout.row_stride > 1 else 0  # a label may be taller than its row
        painter.setClipRect(0, body.y() - over, self.layout.left, body.height() + 2 * over)
        for row in rows:
            if not _crowded(row, marks.row, self.layout.row_stride, self.layout.cell_h):
                self.row_label(painter, row, offset, self._colours("q", row == marks.row))
        over = UPRIGHT if self.layout.col_stride > 1 else 0
        painter.setClipRect(body.x() - over, 0, body.width() + 2 * over, body.y())
        for col in cols:
            if not _crowded(col, marks.col, self.layout.col_stride, self.layout.cell_w):
                self.col_label(painter, col, offset, self._colours("k", col == marks.col))
        painter.restore()

    def row_label(self, painter: QPainter, row: int, offset: QPoint, colours: Colours) -> None:
        """The name of one row, right before its cells."""
        if row % self.layout.row_stride and colours[1] is None:
            return
        cell = self.layout.cell(row, 0, offset)
        size = self.layout.label_px
        height = max(cell.height(), UPRIGHT if size == SMALL else 0)
        box = QRect(0, cell.center().y() - height // 2, self.layout.left - 3, height)
        text = self.texts.elided(visible(self.data.row_labels[row]), size, box.width() - PAD)
        self._label(painter, box, text, colours, RIGHT, size)

    def col_label(self, painter: QPainter, col: int, offset: QPoint, colours: Colours) -> None:
        """The name of one column, above its cells: level, or upright where it is too wide for that."""
        if col % self.layout.col_stride and colours[1] is None:
            return
        layout, cell = self.layout, self.layout.cell(0, col, offset)
        top = layout.title_h + layout.axis_h
        box = QRect(cell.x(), top, cell.width(), layout.top - top - 2)
        text = visible(self.data.col_labels[col])
        if layout.rotated and (ideograph := _ideograph(text)):
            self._stack(painter, box, ideograph, colours)
            return
        if layout.rotated:
            self._upright(painter, box, text, colours)
            return
        wide = max(self.texts.width(text, SMALL) + 4, cell.width())
        box = QRect(cell.center().x() - wide // 2, box.y(), wide, box.height())
        self._label(painter, box, text, colours, CENTRE)

    def legend(self, painter: QPainter) -> None:
        """The colours from one end of the scale to the other, with the numbers they stand for."""
        if not self.layout.legend_h:
            return
        box, data = self.legend_box(), self.data
        parts = data.scale, data.ends, data.digits, data.beyond, data.log
        taken = paint_legend(painter, box, self.theme, self.texts, *parts) if data.coloured else QRect()
        left = taken.right() + KEY_GAP if taken.isValid() else box.x()
        for swatch, word in self._keys():
            width = (SWATCH + 5 if swatch else 0) + self.texts.width(word, TINY)
            if left + width <= self.layout.view.width():
                self._key(painter, QRect(left, box.y(), width, HEIGHT), swatch, word)
                left += width + KEY_GAP

    def legend_box(self) -> QRect:
        """Where the legend stands."""
        body = self.layout.body
        room = self.layout.view.width() - body.x() - PAD
        return QRect(body.x(), body.y() + body.height() + 6, room, self.layout.legend_h)

    def _keys(self) -> Iterator[tuple[Swatch | None, str]]:
        """What else the cells show, as pictures and words."""
        if self.data.hidden.any():
            yield self._masked, self.data.masked_as or numbers.masked()
        if self.data.marked is not None and self.data.marked.any():
            yield self._changed, QCoreApplication.translate("matrix", "changed")
        if any(self.data.beyond):
            largest = numbers.short(self.data.largest, self.data.digits)
            yield None, QCoreApplication.translate("matrix", "largest {0}").format(largest)

    def _key(self, painter: QPainter, box: QRect, swatch: Swatch | None, word: str) -> None:
        if swatch:
            swatch(painter, QRect(box.x(), box.y(), SWATCH, HEIGHT))
            box = box.adjusted(SWATCH + 5, 0, 0, 0)
        self._write(painter, box.adjusted(0, -4, 4, 4), LEFT, word, self.theme.colour("muted"), TINY)

    def _masked(self, painter: QPainter, box: QRect) -> None:
        hatch(painter, box, self.theme)

    def _changed(self, painter: QPainter, box: QRect) -> None:
        painter.setPen(self.theme.colour("edge"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(0, 0, -1, -1))
        corner(painter, box, self.theme)

    def _axis(self, painter: QPainter, box: QRect, align: Qt.AlignmentFlag, text: str) -> None:
        text = self.texts.metrics(TINY).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        self._write(painter, box, align, text, self.theme.colour("muted"), TINY)

    def _colours(self, role: str, marked: bool) -> Colours:
        if marked:
            return self.theme.colour(role), self.theme.colour(f"{role}_tint")
        return self.theme.colour("muted"), None

    def _label(
        self, painter: QPainter, box: QRect, text: str, colours: Colours, align: Qt.AlignmentFlag,
        size: int = SMALL,
    ) -> None:  # fmt: skip
        if colours[1] is not None:
            painter.fillRect(box, colours[1])
        inner = box.adjusted(2, 0, -PAD // 2 if align == RIGHT else 0, 0)
        self._write(painter, inner, align, text, colours[0], size)

    def _stack(self, painter: QPainter, box: QRect, lines: tuple[str, ...], colours: Colours) -> None:
        """Lines that are level, one above the other, the last one just above the cells."""
        wide = max(box.width(), UPRIGHT + 2)
        for place, line in enumerate(reversed(lines), 1):
            y = box.y() + box.height() - place * UPRIGHT
            at = QRect(box.center().x() - wide // 2, y, wide, UPRIGHT)
            self._label(painter, at, line, colours, CENTRE)

    def _upright(self, painter: QPainter, box: QRect, text: str, colours: Colours) -> None:
        painter.save()
        painter.translate(box.x(), box.y() + box.height())
        painter.rotate(-90)
        across = max(box.width(), 16)
        turned = QRect(0, (box.width() - across) // 2, box.height(), across)
        self._label(painter, turned, self.texts.elided(text, SMALL, box.height() - 4), colours, LEFT)
        painter.restore()

    def _write(
        self, painter: QPainter, box: QRect, align: Qt.AlignmentFlag, text: str, colour: QColor,
        pixels: int = SMALL, bold: bool = False,
    ) -> None:  # fmt: skip
        painter.setFont(font(pixels, bold))
        painter.setPen(colour)
        painter.drawText(box, align | Qt.TextFlag.TextSingleLine, text)


def _ideograph(text: str) -> tuple[str, ...]:
    """A Chinese character and what counts it, which stands below; empty for all else."""
    wide = [east_asian_width(sign) in "WF" for sign in text]
    return tuple(filter(None, (text[0], text[1:]))) if wide and wide[0] and not any(wide[1:]) else ()


def _crowded(index: int, marked: int | None, stride: int, size: float) -> bool:
    """Whether a label would run into that of the marked row or column, where not each has room for one."""
    return stride > 1 and marked is not None and 0 < abs(index - marked) * size < UPRIGHT

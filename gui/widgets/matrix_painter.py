"""Paints the cells of a matrix: colours, hatching, grid, numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, isfinite

import numpy as np
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygon

from gui.colormaps import word
from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.blocks import resize, resize_levels
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_layout import MatrixLayout
from gui.widgets.painting import Texts, font, hatch, is_vector

Written = list[tuple[str, str]]  # text and colour of each cell
KEPT_ROWS = 1024
HATCHED = 6  # points; smaller masked cells are plain
GRIDDED = 12
CORNER = 7


@dataclass(frozen=True)
class Marks:
    """What an owner points out in a matrix."""

    row: int | None = None  # the query's
    col: int | None = None
    revealed: int | None = None  # the last row that is shown; None: all


class CellPicture:
    """The colours of all cells as an image, built once per matrix, theme and (for tiny cells) size."""

    def __init__(self, data: MatrixData, theme: Theme, rows: int, cols: int) -> None:
        levels = resize_levels(data.levels, rows, cols, data.scale)
        pixels = theme.lut(data.scale)[levels]
        pixels[resize(data.undefined, rows, cols, np.logical_or)] = word(theme.panel)
        tiny = (rows, cols) != data.values.shape
        ground = theme.hatch if tiny else theme.hatch_ground
        pixels[resize(data.hidden, rows, cols, np.logical_and)] = word(ground)
        self.pixels = np.ascontiguousarray(pixels)  # QImage looks into this memory: keep it
        self.written: dict[object, Written] = {}  # numbers of a part of a row, in a form
        self.image = QImage(self.pixels.data, cols, rows, cols * 4, QImage.Format.Format_RGB32)


def picture_size(data: MatrixData, layout: MatrixLayout, density: float) -> tuple[int, int]:
    """One pixel per cell, or one per pixel of the screen where cells are smaller than that."""
    rows, cols = data.values.shape
    tall, wide = layout.content.height() * density, layout.content.width() * density
    return max(min(rows, int(tall)), 1), max(min(cols, int(wide)), 1)


class CellPainter:
    """One painting of the visible cells."""

    def __init__(self, data: MatrixData, layout: MatrixLayout, theme: Theme, texts: Texts) -> None:
        self.data, self.layout, self.theme, self.texts = data, layout, theme, texts
        self.inks = theme.ink_levels(data.scale)

    def paint(self, painter: QPainter, picture: CellPicture, offset: QPoint, marks: Marks) -> None:
        """All cells that are seen, clipped to their part of the view."""
        body = self.layout.body
        if body.isEmpty():
            return
        painter.save()
        painter.setClipRect(self._revealed(body, offset, marks))
        self._image(painter, picture, offset)
        rows, cols = self.layout.visible(offset)
        self._hatching(painter, rows, cols, offset)
        self._grid(painter, rows, cols, offset)
        self._numbers(painter, picture, rows, cols, offset)
        self._corners(painter, rows, cols, offset)
        painter.restore()

    def lines(self, painter: QPainter, offset: QPoint, marks: Marks) -> None:
        """Along the row and the column that are pointed out."""
        layout, body, (row, col) = self.layout, self.layout.body, (marks.row, marks.col)
        painter.setClipRect(body)
        if row is not None and row < layout.rows:
            box = layout.cell(row, 0, offset)
            for y in (box.y() - 1, box.bottom() - 1):
                painter.fillRect(body.x(), y, body.width(), 2, self.theme.colour("q"))
        if col is not None and col < layout.cols:
            box = layout.cell(0, col, offset)
            for x in (box.x() - 1, box.right() - 1):
                painter.fillRect(x, body.y(), 2, body.height(), self.theme.colour("k"))

    def _revealed(self, body: QRect, offset: QPoint, marks: Marks) -> QRect:
        if marks.revealed is None:
            return body
        bottom = self.layout.top + self.layout.y(marks.revealed + 1) - offset.y()
        return body.intersected(QRect(body.x(), body.y(), body.width(), max(bottom - body.y(), 0)))

    def _image(self, painter: QPainter, picture: CellPicture, offset: QPoint) -> None:
        content, body = self.layout.content, self.layout.body
        x, y = picture.image.width() / content.width(), picture.image.height() / content.height()
        source = QRectF(offset.x() * x, offset.y() * y, body.width() * x, body.height() * y)
        painter.drawImage(QRectF(body), picture.image, source)

    def _hatching(self, painter: QPainter, rows: range, cols: range, offset: QPoint) -> None:
        if min(self.layout.cell_w, self.layout.cell_h) < HATCHED or not self.data.hidden.any():
            return
        for row in rows:
            for first, last in _runs(self.data.hidden[row, cols.start : cols.stop]):
                left = self.layout.cell(row, cols.start + first, offset)
                right = self.layout.cell(row, cols.start + last, offset)
                hatch(painter, left.united(right), self.theme)

    def _grid(self, painter: QPainter, rows: range, cols: range, offset: QPoint) -> None:
        if min(self.layout.cell_w, self.layout.cell_h) < GRIDDED:
            return
        body, line = self.layout.body, self.theme.colour("panel")
        density = painter.device().devicePixelRatioF()
        for row in rows:
            y, height = _hairline(self.layout.cell(row, 0, offset).bottom() + 1, density)
            painter.fillRect(QRectF(body.x(), y, body.width(), height), line)
        for col in cols:
            x, width = _hairline(self.layout.cell(0, col, offset).right() + 1, density)
            painter.fillRect(QRectF(x, body.y(), width, body.height()), line)

    def _numbers(
        self, painter: QPainter, picture: CellPicture, rows: range, cols: range, offset: QPoint
    ) -> None:
        if not self.layout.number_px:
            return
        density = painter.device().devicePixelRatioF()
        number = self._text_of_number if is_vector(painter) else self._number
        lefts = [self.layout.cell(0, col, offset).x() for col in cols]
        for row in rows:
            top = self.layout.cell(row, 0, offset).y()
            for left, (text, colour) in zip(lefts, self._known_texts(picture, row, cols), strict=True):
                if text:
                    number(painter, left, top, text, colour, density)

    def _corners(self, painter: QPainter, rows: range, cols: range, offset: QPoint) -> None:
        """A corner in the colour of warnings on each cell that was changed by hand."""
        if self.data.marked is None:
            return
        for row, col in np.argwhere(self.data.marked[rows.start : rows.stop, cols.start : cols.stop]):
            corner(
                painter,
                self.layout.cell(rows.start + int(row), cols.start + int(col), offset),
                self.theme,
            )

    def _number(self, painter: QPainter, left: int, top: int, text: str, colour: str, density: float) -> None:
        drawn = self.texts.drawn(text, colour, self.layout.number_px, density)
        x = left + (int(self.layout.cell_w) - 1 - drawn.width) // 2
        painter.drawPixmap(x, top + (int(self.layout.cell_h) - 1 - drawn.height) // 2, drawn.pixmap)

    def _text_of_number(
        self, painter: QPainter, left: int, top: int, text: str, colour: str, density: float
    ) -> None:
        """Where a pixmap would stay pixels."""
        painter.setFont(font(self.layout.number_px))
        painter.setPen(QColor(colour))
        box = QRect(left, top, int(self.layout.cell_w) - 1, int(self.layout.cell_h) - 1)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _known_texts(self, picture: CellPicture, row: int, cols: range) -> Written:
        """The texts of a row, made once for each part of it that comes into sight."""
        asked = row, cols, self.layout.form, self.layout.number_px, self.layout.cell_w
        found = picture.written.get(asked)
        if found is None:
            if len(picture.written) >= KEPT_ROWS:
                picture.written.clear()
            found = picture.written[asked] = self._texts(row, cols)
        return found

    def _texts(self, row: int, cols: range) -> Written:
        """Text and colour of each cell of a row; no text where it is masked."""
        part, data = slice(cols.start, cols.stop), self.data
        inks = self.inks[data.levels[row, part]].tolist()
        values, hidden = data.values[row, part].tolist(), data.hidden[row, part].tolist()
        return [
            ("", "") if mask else self._text(value, ink)
            for value, ink, mask in zip(values, inks, hidden, strict=True)
        ]

    def _text(self, value: float, ink: int) -> tuple[str, str]:
        if not isfinite(value):
            word = numbers.undefined()
            fits = self.texts.width(word, self.layout.number_px) < self.layout.cell_w
            return word if fits else "?", self.theme.muted
        text = numbers.short(value, self.layout.form.digits)
        colour = self.theme.faint if numbers.is_zero(text) else self.theme.inks[ink]
        return numbers.bare(text) if self.layout.form.bare else text, colour


def corner(painter: QPainter, box: QRect, theme: Theme) -> None:
    """Mark a cell as changed by hand."""
    size = min(CORNER, box.width(), box.height())
    tip = QPoint(box.right(), box.top())
    painter.setBrush(theme.colour("warning"))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygon([tip, tip - QPoint(size, 0), tip + QPoint(0, size)]))


def _hairline(edge: int, density: float) -> tuple[float, float]:
    """Start and thickness of the line before an edge, which also covers a pixel that the edge cuts."""
    last = ceil(edge * density)
    first = floor(edge * density) - max(int(density), 1)
    return first / density, (last - first) / density


def _runs(flags: np.ndarray) -> Iterator[tuple[int, int]]:
    """First and last place of each unbroken run of True."""
    edges = np.flatnonzero(np.diff(flags.astype(np.int8), prepend=0, append=0))
    for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        yield start, stop - 1

"""Paints one token's view: headings, vectors as strips of colour, numbers, weights as bars."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from gui.colormaps import diverging_levels
from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.matrix_painter import corner
from gui.widgets.painting import SMALL, TINY, Texts, font, hatch
from gui.widgets.word_layout import EDGE, HEAD, WEIGHT, WordLayout
from gui.widgets.word_story import Part, WordStory

ONE_LINE = Qt.TextFlag.TextSingleLine
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | ONE_LINE
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | ONE_LINE
VECTORS, NUMBERS = ("k", "v"), ("scores", "scaled", "masked", "weights")
WAITING = 0.3  # opacity of what is made but not used yet
REACH = 6  # of the ground of a column beyond it
DIGITS, OF_WEIGHT = 2, 4


class WordPainter:
    """Paints one picture; all that it needs is handed to it."""

    def __init__(
        self, painter: QPainter, story: WordStory, layout: WordLayout, theme: Theme, texts: Texts
    ) -> None:
        self.painter, self.story, self.layout, self.theme, self.texts = painter, story, layout, theme, texts

    def paint(self) -> None:
        """Everything but rings."""
        layout = self.layout
        for name, part in self.story.parts.items():
            if part.moment == "now":
                self.painter.fillRect(self._ground(name), self._tint(part))
        for name in (*VECTORS, *NUMBERS):
            self._heading(name)
        self._note()
        self._own("q", self._name("q"))
        self._own("z", self._name("z"))
        self.painter.setClipRect(layout.keys_box)
        for row in self._rows():
            self._label(row)
            for name in VECTORS:
                self._strip(name, row)
            for name in NUMBERS:
                self._number(name, row)
        self.painter.setClipping(False)

    def _name(self, own: str) -> str:
        """The label of the query's line or of the sum's."""
        return f"{self.story.parts[own].title}  {self.story.tokens[self.story.query]}"

    def _rows(self) -> range:
        layout = self.layout
        first = layout.shift.y() // layout.row
        seen = -(-layout.keys_box.height() // layout.row) + 1
        return range(first, min(first + seen, layout.keys))

    def _ground(self, name: str) -> QRect:
        return self.layout.column(name).adjusted(-REACH, 0, REACH, 0)

    def _tint(self, part: Part) -> QColor:
        return self.theme.colour(f"{part.role}_tint" if part.role else "accent_tint")

    def _ink(self, part: Part) -> QColor:
        if part.moment == "later":
            return self.theme.colour("faint")
        return self.theme.colour(part.role or ("accent" if part.moment == "now" else "muted"))

    def _heading(self, name: str) -> None:
        part, box = self.story.parts[name], self.layout.column(name)
        box.setHeight(HEAD)
        self._text(box, LEFT if name in VECTORS else RIGHT, part.title, self._ink(part), part.moment == "now")
        if name == "weights":
            return
        if name in VECTORS and part.shown:
            self._text(box, RIGHT, f"±{numbers.short(part.limit)}", self.theme.colour("muted"))
            box.setLeft(box.x() + self.texts.width(part.title, TINY, bold=True) + REACH)
            self._text(box, LEFT, numbers.shape(*part.values.shape), self.theme.colour("muted"))

    def _note(self) -> None:
        """Beside the query, above the numbers."""
        top, height = self.layout.line(-1)
        left, right = self.layout.column("scores").x() + EDGE, self.layout.column("v").x() - REACH
        text = self.texts.metrics(TINY).elidedText(self.story.note, Qt.TextElideMode.ElideRight, right - left)
        self._text(QRect(left, top, right - left, height), LEFT, text, self.theme.colour("warning"))

    def _own(self, name: str, label: str) -> None:
        part, layout = self.story.parts[name], self.layout
        top, height = layout.line(-1 if name == "q" else layout.keys)
        column = layout.column(name)
        if name == "q":
            box = QRect(EDGE - layout.shift.x(), top, layout.label, height)
        else:
            end = column.x() - REACH - EDGE
            box = QRect(end - layout.label - 2 * WEIGHT, top, layout.label + 2 * WEIGHT, height)
        colour = self._ink(part)
        self._text(box, RIGHT, label if self.story.there(name, 0) else "", colour, part.moment == "now")
        self._strip(name, 0)

    def _label(self, row: int) -> None:
        top, height = self.layout.line(row)
        box = QRect(EDGE - self.layout.shift.x(), top, self.layout.label, height)
        chosen = row == self.story.query
        colour = self.theme.colour("q" if chosen else "text")
        text = self.texts.elided(self.story.tokens[row], SMALL, box.width(), chosen)
        self._text(box, RIGHT, text, colour, chosen, SMALL)

    def _strip(self, name: str, row: int) -> None:
        """A vector as a line of coloured cells."""
        part, layout = self.story.parts[name], self.layout
        if not self.story.there(name, row):
            return
        top, height = layout.line({"q": -1, "z": layout.keys}.get(name, row))
        inset = 2 if name in ("q", "z") else 1
        box = QRect(layout.column(name).x(), top + inset, layout.column(name).width(), height - 2 * inset)
        colours = colours_of(part, row, self.theme)
        image = QImage(colours.data, colours.shape[1], 1, colours.nbytes, QImage.Format.Format_RGB32)
        self.painter.setOpacity(WAITING if part.moment == "waiting" else 1)
        self.painter.drawImage(box, image)
        self.painter.setOpacity(1)
        if part.marked is not None:
            for col in np.flatnonzero(part.marked[row]):
                cell = QRect(box.x() + int(col) * layout.cell, box.y(), layout.cell, box.height())
                corner(self.painter, cell, self.theme)

    def _number(self, name: str, row: int) -> None:
        part, layout = self.story.parts[name], self.layout
        if not self.story.there(name, row):
            return
        (left, width), (top, height) = layout.columns[name], layout.line(row)
        box = QRect(left - layout.shift.x(), top, width, height)
        value = float(part.values[row, 0])
        if name == "weights":
            self._bar(QRect(box.x() + WEIGHT + EDGE, top, width - WEIGHT - EDGE, height), value, part)
            box.setWidth(WEIGHT)
        if value == -np.inf:
            hatch(self.painter, box.adjusted(0, 1, 0, -1), self.theme)
        colour = self.theme.colour("text" if part.moment == "now" else "muted")
        self._text(box, RIGHT, written(name, value), colour)
        if part.marked is not None and part.marked[row, 0]:
            corner(self.painter, box, self.theme)

    def _bar(self, track: QRect, weight: float, part: Part) -> None:
        track = track.adjusted(0, track.height() // 4, 0, -(track.height() // 4))
        self.painter.fillRect(track, self.theme.colour("line"))
        track.setWidth(bar_width(track.width(), weight))
        self.painter.fillRect(track, self.theme.colour("accent"))

    def _text(
        self,
        box: QRect,
        align: Qt.AlignmentFlag | Qt.TextFlag,
        text: str,
        colour: QColor,
        bold: bool = False,
        pixels: int = TINY,
    ) -> None:
        self.painter.setFont(font(pixels, bold))
        self.painter.setPen(colour)
        self.painter.drawText(box, align, text)


def colours_of(part: Part, row: int, theme: Theme) -> NDArray[np.uint32]:
    """The colours of a vector, as RGB32 words.  [1, features]"""
    levels = diverging_levels(part.shades[row : row + 1], part.limit)
    return np.ascontiguousarray(theme.lut("signed")[levels])


def bar_width(room: int, weight: float) -> int:
    """How long the bar of a weight is where 1 fills the room."""
    return round(room * weight) if np.isfinite(weight) else 0


def written(name: str, value: float) -> str:
    """A number of a column as it stands there."""
    if value == -np.inf:
        return numbers.masked()
    return numbers.short(value, OF_WEIGHT if name == "weights" else DIGITS)

"""A plane behind whose words all words of a vocabulary can be shown, the most frequent ones by name."""

from collections.abc import Iterator, Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QToolButton, QWidget

from engine.density import Density
from gui.widgets import numbers
from gui.widgets.density_layer import DensityLayer, Scene, write
from gui.widgets.density_names import Name
from gui.widgets.painting import TINY
from gui.widgets.plain import visible
from gui.widgets.plane_axes import LEFT_WIDTH
from gui.widgets.plane_bar import SelectionBar
from gui.widgets.plane_lasso import LassoPlot
from gui.widgets.plane_painter import PlanePainter
from gui.widgets.plane_plot import NOTE_PAD

EXACT = 6  # digits in a tooltip


class CrowdPlot(LassoPlot):
    """``upright`` is a button in the upper right corner, which may be hidden; ``foot`` what may lie over the axis."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.crowd = DensityLayer(self.texts)
        self.upright = QToolButton(self)
        self.upright.hide()
        self.foot: SelectionBar | None = None
        self._named: tuple[Name, ...] | None = None

    def set_crowd(self, density: Density | None, words: Sequence[str]) -> None:
        """Show all words of a vocabulary, the most frequent first, or none."""
        if density is not self.crowd.density:
            self.crowd.show(density, words)
            self.moved()

    def before(self) -> tuple[frozenset[str], list[QRectF]]:
        """The words before the crowd, and what is taken by them on the screen."""
        raise NotImplementedError

    @property
    def named(self) -> tuple[Name, ...]:
        """The words of the crowd that are named."""
        if self._named is None:
            words, taken = self.before()
            self._named = self.crowd.names(self.sight(), [*taken, *self.kept_free()], words)
        return self._named

    def name(self, word: str | None) -> Name | None:
        return next((one for one in self.named if one.word == word), None)

    def sight(self) -> Scene:
        return Scene(self.view, self.frame, self.theme, self.devicePixelRatioF())

    def moved(self) -> None:
        self._named = None
        corner = self.frame.topRight()
        self.upright.adjustSize()
        self.upright.move(round(corner.x()) - self.upright.width() - 2, round(corner.y()) + 2)
        if self.foot is not None:
            self.foot.fit(self.width() - LEFT_WIDTH - 4)
            self.foot.move(LEFT_WIDTH + 4, self.height() - self.foot.height() - 1)
        self.viewport().update()

    def kept_free(self) -> Iterator[QRectF]:
        yield from self.corners()
        if self.note():
            yield self.note_box()

    def corners(self) -> Iterator[QRectF]:
        """What is taken in the corners whatever the words: buttons, and how to read the crowd."""
        for widget in (self.corner, self.upright, self.foot):
            if widget is not None and widget.isVisible():
                yield QRectF(widget.geometry())
        if self.crowd_note():
            yield self._crowd_box()

    def crowd_note(self) -> str:
        """How to read the crowd: both ends of its scale."""
        found = self.crowd.picture(self.sight())
        if found is None or self.crowd.density is None:
            return ""
        if found.most <= 1:
            return self.tr("{0} words; a dot each").format(f"{len(self.crowd.density):,}")
        more = self.tr("darker: more") if self.theme.name == "light" else self.tr("brighter: more")
        return self.tr("{0} words; {1} (1 to {2} on a dot)").format(
            f"{len(self.crowd.density):,}", more, f"{found.most:,}"
        )

    def paint_crowd(self, painter: QPainter) -> None:
        self.crowd.paint(painter, self.sight())

    def paint_names(self, painter: QPainter, shown: Sequence[Name]) -> None:
        write(painter, shown, self.theme, self.hover)

    def paint_notes(self, drawn: PlanePainter) -> None:
        """In the corners, over everything."""
        if note := self.note():
            drawn.note(self.note_box(), note)
        if note := self.crowd_note():
            drawn.note(self._crowd_box(), note)

    def tell(self, thing: str) -> str:
        """Of a word of the crowd."""
        name, density = self.name(thing), self.crowd.density
        if name is None or density is None:
            return ""
        x, y = (
            numbers.short(float(value), EXACT) for value in density.points(np.array([name.rank], np.int32))[0]
        )
        place = self.tr("word {0} by frequency, at ({1}, {2})").format(f"{name.rank + 1:,}", x, y)
        return "\n".join((visible(name.word), place, self.tr("A click adds it to the chosen words.")))

    def _crowd_box(self) -> QRectF:
        """The upper left corner of the plane."""
        width, height = (
            self.texts.width(self.crowd_note(), TINY) + NOTE_PAD,
            self.texts.metrics(TINY).height(),
        )
        corner = self.frame.topLeft()
        return QRectF(corner.x() + 2, corner.y() + 2, width, height)

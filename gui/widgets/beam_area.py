"""A beam as it is drawn: steps from left to right, hypotheses as boxes, the winner's way lit.  Mouse and keys come in
BeamTree.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from gui.widgets.beam_layout import HEAD, BeamLayout, Place
from gui.widgets.beam_painter import BeamPainter, Node, width_of
from gui.widgets.painted_area import PaintedArea

MARGIN = 40  # of the neighbourhood that stays in sight


class BeamArea(PaintedArea):
    """``winner`` are the places of the winner's way; ``choice``, ``current`` and ``hover`` are ringed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.levels: tuple[tuple[Node, ...], ...] = ()
        self.winner: tuple[Place, ...] = ()
        self.start = ""
        self.current: Place | None = None
        self.choice: Place | None = None
        self.hover: Place | None = None
        self.tooltip_for: Callable[[int, int], str] | None = None
        self._living: frozenset[Place] = frozenset()
        self.arranged = BeamLayout((), (), 0, 0)

    def show_levels(self, levels: Sequence[Sequence[Node]], way: Sequence[int], start: str) -> None:
        """Show another beam; ``way``: the winner's rank at each step, ``start``: what stands at the beginning."""
        self.levels, self.start = tuple(map(tuple, levels)), start
        self.winner = tuple(enumerate(way))
        self.current = self.hover = self.choice = None
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)
        self.relayout()
        self._living = self._with_descendants()
        self.setAccessibleDescription("")
        self.invalidate()

    def describe(self, place: Place) -> str:
        """What there is to say of a hypothesis, in the owner's words."""
        return self.tooltip_for(*place) if self.tooltip_for else self.node(place).token

    def box(self, place: Place) -> QRect:
        """Where a hypothesis lies in the view."""
        return self.arranged.box(place).translated(-self.offset())

    def relayout(self) -> None:
        widths = tuple(max(width_of(node, self.texts) for node in kept) for kept in self.levels)
        parents = tuple(tuple(node.parent for node in kept) for kept in self.levels)
        view = self.viewport().size()
        self.arranged = BeamLayout(parents, widths, view.width(), view.height())
        whole = self.arranged.size if self.levels else QSize()
        for bar, size, room in (
            (self.horizontalScrollBar(), whole.width(), view.width()),
            (self.verticalScrollBar(), whole.height(), view.height()),
        ):
            bar.setRange(0, max(size - room, 0))
            bar.setPageStep(max(room, 0))
            bar.setSingleStep(HEAD)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 140)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        place = self.arranged.at(point + self.offset())
        return (self.describe(place), self.box(place)) if place else ("", QRect())

    def paint_picture(self, painter: QPainter) -> None:
        if not self.levels:
            return
        brush, wins = self._brush(painter), frozenset(self.winner)
        places = [(step, rank) for step, kept in enumerate(self.levels) for rank in range(len(kept))]
        for place in sorted(places, key=wins.__contains__):
            brush.edge(place, "accent" if place in wins else "edge", 2.5 if place in wins else 1)
        brush.start(self.start)
        seen = self.viewport().rect().translated(self.offset()).adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        for place in places:
            if self.arranged.box(place).intersects(seen):
                brush.node(place, self.node(place), place in wins, place not in self._living)
        painter.fillRect(
            QRect(self.offset(), QSize(self.viewport().width(), HEAD)), self.theme.colour("panel")
        )
        for step in range(len(self.levels)):
            brush.heading(step, self.offset().y())
        painter.resetTransform()

    def paint_over(self, painter: QPainter) -> None:
        brush = self._brush(painter)
        pointed = self.hover or (self.current if self.hasFocus() else None)
        if pointed:
            for place in self.arranged.way(pointed):
                brush.edge(place, "text", 2)
        for ringed, colour, width in (
            (self.choice, "result", 2.0),
            (self.hover, "muted", 1.0),
            (self.current if self.hasFocus() else None, "focus", 2.0),
        ):
            if ringed:
                brush.ring(ringed, colour, width)
        painter.resetTransform()
        if self.hasFocus() and self.current is None:
            painter.setPen(self.theme.colour("focus"))
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def _brush(self, painter: QPainter) -> BeamPainter:
        painter.translate(-self.offset())
        return BeamPainter(painter, self.arranged, self.theme, self.texts)

    def _with_descendants(self) -> frozenset[Place]:
        """Hypotheses from which the end was reached."""
        ends = [
            (step, rank)
            for step, kept in enumerate(self.levels)
            for rank, node in enumerate(kept)
            if node.ended or step == len(self.levels) - 1
        ]
        return frozenset(place for end in ends for place in self.arranged.way(end))

    def node(self, place: Place) -> Node:
        """The hypothesis at a place."""
        step, rank = place
        return self.levels[step][rank]

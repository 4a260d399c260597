"""Arcs over the tokens of a sentence: as wide as the weight with which one token looks at another."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QHelpEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.theme import LIGHT, Theme
from gui.widgets import numbers
from gui.widgets.plain import tooltip
from gui.widgets.token_strip import TokenStrip

HEIGHT, TALL = 38, 64  # as little as can be told apart, and where there is room
LEAST = 0.01  # weights below it are not drawn
WIDEST = 10.0  # points at weight 1
PALEST = 0.45  # opacity at weight 0
LOWEST = 12.0  # height of an arc between neighbours; one over the whole sentence fills the room
LOOP = 7.0  # half the width of an arc from a token to itself
TOUCH = 7.0  # an arc is at least so wide under the mouse


class Arc(NamedTuple):
    """A drawn weight: which token looks at which, and what that makes of the line."""

    query: int
    key: int
    weight: float
    width: float
    opacity: float
    path: QPainterPath


class Arcs(QWidget):
    """Lies above a token strip of the same width, whose chips it asks for their places."""

    def __init__(self, strip: TokenStrip, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.strip = strip
        self.weights: tuple[float, ...] = ()
        self.chosen: int | None = None
        self.looked_at = False
        self.hover: tuple[int, int] | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme from now on."""
        if theme is not self.theme:
            self.theme = theme
            self.update()

    def set_weights(self, weights: Sequence[float], chosen: int | None, looked_at: bool) -> None:
        """The weights between the chosen token and each token.  ``looked_at``: it is the one that is looked at."""
        self.weights, self.chosen, self.looked_at = tuple(map(float, weights)), chosen, looked_at
        self.hover = None
        self.setAccessibleDescription("\n".join(self.describe(*pair) for pair in self._pairs()))
        self.update()

    def describe(self, query: int, key: int) -> str:
        """An arc in words."""
        weight = self.weights[query if self.looked_at else key]
        return self.tr("from “{0}” to “{1}”: {2}").format(
            self.strip.label(query), self.strip.label(key), numbers.reading(weight)
        )

    def drawn(self) -> list[Arc]:
        """The arcs at the chips' present places, the widest last."""
        chips = self.strip.chips()
        if self.chosen is None or len(chips) != len(self.weights):
            return []
        arcs = [self._arc(query, key, chips) for query, key in self._pairs()]
        return sorted(arcs, key=lambda arc: arc.weight)

    def arc_at(self, point: QPointF) -> Arc | None:
        """The widest arc under a point."""
        stroker = QPainterPathStroker()
        for arc in reversed(self.drawn()):
            stroker.setWidth(max(arc.width, TOUCH))
            if stroker.createStroke(arc.path).contains(point):
                return arc
        return None

    def point_at(self, token: int | None) -> None:
        """Bring out the arc to or from a token, such as the one under the mouse."""
        pair = None if token is None or self.chosen is None else self._pair(token)
        self._set_hover(pair)

    def sizeHint(self) -> QSize:
        return QSize(200, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for arc in self.drawn():
                away = self.hover is not None and (arc.query, arc.key) != self.hover
                painter.setOpacity(arc.opacity * (0.35 if away else 1))
                painter.strokePath(arc.path, self._pen(arc))
        finally:
            painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        arc = self.arc_at(event.position())
        self._set_hover((arc.query, arc.key) if arc else None)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            arc = self.arc_at(QPointF(event.pos()))
            text = tooltip(self.describe(arc.query, arc.key)) if arc else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        if event.type() == QEvent.Type.Leave:
            self._set_hover(None)
        return super().event(event)

    def _pair(self, token: int) -> tuple[int, int]:
        """Who looks and who is looked at, between the chosen token and another."""
        assert self.chosen is not None
        return (token, self.chosen) if self.looked_at else (self.chosen, token)

    def _pairs(self) -> list[tuple[int, int]]:
        heavy = (i for i, weight in enumerate(self.weights) if isfinite(weight) and weight >= LEAST)
        return [] if self.chosen is None else [self._pair(i) for i in heavy]

    def _arc(self, query: int, key: int, chips: Sequence[QRect]) -> Arc:
        weight = self.weights[query if self.looked_at else key]
        width, opacity = WIDEST * weight, PALEST + (1 - PALEST) * weight
        start, end = (chips[i].center().x() + 0.5 for i in (query, key))
        whole = chips[-1].center().x() - chips[0].center().x()
        return Arc(
            query, key, weight, width, opacity, self._path(start, end, abs(end - start) / max(whole, 1))
        )

    def _path(self, start: float, end: float, share: float) -> QPainterPath:
        """From the foot at the query up and down to the key; the higher, the more of the sentence it spans."""
        rise = LOWEST + (self.height() - WIDEST / 2 - 1 - LOWEST) * share
        if start == end:
            start, end = start - LOOP, end + LOOP
        path = QPainterPath(QPointF(start, self.height()))
        top = self.height() - rise * 4 / 3  # of the handles, so that the curve itself rises by `rise`
        path.cubicTo(QPointF(start, top), QPointF(end, top), QPointF(end, self.height()))
        return path

    def _pen(self, arc: Arc) -> QPen:
        """The query's colour at one end, the key's at the other."""
        start, end = arc.path.elementAt(0).x, arc.path.currentPosition().x()
        blend = QLinearGradient(start, 0, end, 0)
        blend.setColorAt(0, QColor(self.theme.q))
        blend.setColorAt(1, QColor(self.theme.k))
        pen = QPen(QBrush(blend), arc.width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        return pen

    def _set_hover(self, pair: tuple[int, int] | None) -> None:
        if pair != self.hover:
            self.hover = pair
            self.update()

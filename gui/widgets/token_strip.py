"""A sentence's tokens as chips; each can be shaded by the weight it receives, one of them is the query."""

from collections.abc import Collection, Sequence
from math import inf, isfinite

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from gui.colormaps import LOG_LOW, log_levels, sequential_levels
from gui.widgets import numbers
from gui.widgets.copying import Copies, tsv
from gui.widgets.flow_area import FlowArea
from gui.widgets.painting import BODY, TINY, pill
from gui.widgets.plain import distinct
from gui.widgets.token_chip import CHIP, DOT, NUMBER, PAD, RADIUS, Badge, ChipPictures, Look

LEAST, LIMIT = 30, 180  # widths
LINEAR, LOGARITHMIC = (0.0, 1.0), (LOG_LOW, 1.0)  # ends of the scales
NOTHING = "\u2013"  # in place of the weight of a token that is left out


class TokenStrip(FlowArea):
    """Chips in lines.  Arrows, Home and End or a click choose the query."""

    chosen = Signal(int)
    arranged = Signal()  # the chips lie in other places

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tokens: tuple[str, ...] = ()
        self.badges: tuple[Badge | None, ...] = ()
        self._labels: tuple[str, ...] = ()
        self.weights: tuple[float, ...] | None = None
        self.limits, self.log = LINEAR, False
        self.hidden: frozenset[int] = frozenset()
        self.faint: frozenset[int] = frozenset()
        self.spans: tuple[tuple[int, int], ...] = ()
        self.looked_at = False
        self.other: tuple[str, bool] | None = None
        self.query: int | None = None
        self._levels: tuple[int, ...] = ()  # of the weights on the colour scale
        self._pictures = ChipPictures()
        self.copies = Copies(self)
        self.addActions(list(self.copies.actions))

    def set_tokens(
        self,
        texts: Sequence[str],
        badges: Sequence[Badge | None] = (),
        spans: Sequence[tuple[int, int]] = (),
    ) -> None:
        """Show other tokens; their weights and the query are forgotten.  ``spans``: the tokens, from the first up to an
        end, that each of them is made of, where that is not always one.
        """
        if badges and len(badges) != len(texts):
            raise ValueError(f"{len(badges)} badges for {len(texts)} tokens")
        self.tokens, self.badges = tuple(texts), tuple(badges) or (None,) * len(texts)
        self.spans = tuple(spans) or tuple((i, i + 1) for i in range(len(texts)))
        self._labels = distinct(self.tokens, [first + 1 for first, _ in self.spans])
        self.weights, self.query, self.hover = None, None, None
        self.hidden = self.faint = frozenset()
        self._changed()

    def set_weights(
        self,
        weights: Sequence[float] | None,
        limits: tuple[float, float] | None = None,
        looked_at: bool = False,
        log: bool = False,
        hidden: Collection[int] = (),
        other: tuple[str, bool] | None = None,
    ) -> None:
        """Shade the tokens by weight, from 0 to 1 unless ``limits`` says otherwise; -inf stands for a masked token, NaN
        for an undefined weight.  ``log``: on a logarithmic scale.  ``hidden``: tokens that are left out of the weights.

        ``looked_at``: the chosen token is the one that is looked at, and the weights are those of each token for it.
        ``other``: a token elsewhere that all weights are of, and whether it is the one that looks.
        """
        if weights is not None and len(weights) != len(self.tokens):
            raise ValueError(f"{len(weights)} weights for {len(self.tokens)} tokens")
        self.weights = None if weights is None else tuple(float(w) for w in weights)
        self.limits, self.log = limits or (LOGARITHMIC if log else LINEAR), log
        self.looked_at, self.hidden, self.other = looked_at, frozenset(hidden), other
        levels = log_levels if log else sequential_levels
        self._levels = tuple(levels(np.array(self.weights or ()), *self.limits).tolist())
        self._changed()

    def set_query(self, index: int | None) -> None:
        """Ring a token as the query, without a signal."""
        self.query = index if index is not None and 0 <= index < len(self.tokens) else None
        if self.query is not None:
            self.show_chip(self.query)
        self.setAccessibleDescription("" if self.query is None else self.describe(self.query))
        self.invalidate()

    def set_faint(self, indices: Collection[int]) -> None:
        """Show these tokens as ones that are not there yet."""
        if self.faint != frozenset(indices):
            self.faint = frozenset(indices)
            self.invalidate()

    def describe(self, index: int) -> str:
        """The whole token and all that is known of it, a line each."""
        badge = self.badges[index]
        lines = [self._labels[index], self._place(index)]
        if badge:
            lines.append(badge.text)
        if self.weights is not None:
            lines.append(self._weight(index))
        return "\n".join(lines)

    def number(self) -> str:
        """The weight of the token that is looked from."""
        if self.query is None or self.weights is None:
            return ""
        return numbers.exported(self.weights[self.query])

    def tsv(self) -> str:
        """Every token with its weight, in all digits."""
        weights = map(numbers.exported, self.weights) if self.weights else [""] * len(self.tokens)
        return tsv([("token", "weight"), *zip(self._labels, weights, strict=True)])

    def _place(self, index: int) -> str:
        (first, end), count = self.spans[index], self.spans[-1][1]
        if end - first == 1:
            return self.tr("token {0} of {1}").format(end, count)
        return self.tr("tokens {0} to {1} of {2}").format(first + 1, end, count)

    def label(self, index: int) -> str:
        """A token as it is written: one that occurs more than once with its place."""
        return self._labels[index]

    def chips(self) -> list[QRect]:
        """Where each token's chip lies, in the strip's own coordinates."""
        return [self._chip(i).translated(self.viewport().pos()) for i in range(len(self.boxes))]

    def relayout(self) -> None:
        super().relayout()
        self.arranged.emit()

    def widths(self) -> list[int]:
        return [self._width(i) for i in range(len(self.tokens))]

    def line_height(self) -> int:
        return CHIP + (NUMBER if self.weights is not None else 0)

    def tip_at(self, point: QPoint) -> tuple[str, QRect]:
        index = self.index_at(point)
        return ("", QRect()) if index is None else (self.describe(index), self.box(index))

    def paint_chip(self, painter: QPainter, index: int, box: QRect) -> None:
        self._pictures.paint(painter, box.topLeft(), self._look(index, box.width()), self.theme, self.texts)

    def paint_over(self, painter: QPainter) -> None:
        nothing = QColor(Qt.GlobalColor.transparent)
        if self.hover is not None and self.hover < len(self.boxes):
            chip = self._chip(self.hover)
            pill(painter, chip, nothing, self.theme.colour("muted"), RADIUS)
        if self.query is not None:
            pill(painter, self._chip(self.query), nothing, self.theme.colour(self._side), RADIUS, 2)
        if self.hasFocus():
            around = self.viewport().rect() if self.query is None else self._chip(self.query)
            reach = 0 if self.query is None else 3
            box = around.adjusted(-reach, -reach, reach, reach)
            pill(painter, box, nothing, self.theme.colour("focus"), RADIUS + reach, 1.5)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.index_at(event.position().toPoint()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.stepped(event.key(), self.query)
        if index is None:
            event.ignore()
            return
        self._choose(index)

    def _choose(self, index: int | None) -> None:
        if index is not None and index != self.query:
            self.set_query(index)
            self.chosen.emit(index)

    def _changed(self) -> None:
        self.relayout()
        self.updateGeometry()
        self.set_query(self.query)

    @property
    def _side(self) -> str:
        """The colour of the chosen token: it looks, or is looked at."""
        return "k" if self.looked_at else "q"

    def _chip(self, index: int) -> QRect:
        box = self.box(index)
        return QRect(box.x(), box.y(), box.width(), CHIP)

    def _width(self, index: int) -> int:
        text = self.texts.width(self._labels[index], BODY) + 2 * PAD
        text += DOT if self.badges[index] else 0
        number = 0 if self.weights is None else self.texts.width(self._number(index), TINY)
        return max(min(text, LIMIT), number, LEAST)

    def _weight(self, index: int) -> str:
        """A token's weight in words, and between which tokens it stands."""
        if index in self.hidden:
            return self.tr("no weight: hidden tokens are left out")
        weight = numbers.reading((self.weights or ())[index])
        if self.other:
            text, looks = self.other
            ends = (text, self.label(index)) if looks else (self.label(index), text)
        elif self.query is None:
            return self.tr("weight {0}").format(weight)
        else:
            ends = self.label(self.query), self.label(index)
            ends = ends[::-1] if self.looked_at else ends
        return self.tr("from “{0}” to “{1}”: weight {2}").format(*ends, weight)

    def _number(self, index: int) -> str:
        if index in self.hidden:
            return NOTHING
        weight = (self.weights or ())[index]
        return numbers.masked() if weight == -inf else numbers.short(weight)

    def _look(self, index: int, width: int) -> Look:
        ground, ink, hatched = self._colours(index)
        number = None if self.weights is None else self._number(index)
        below = self.theme.colour(self._side if index == self.query else "muted")
        badge = self.badges[index]
        return Look(
            self._labels[index], width, ground.rgba(), ink.rgba(), hatched, badge, number, below.rgba()
        )

    def _colours(self, index: int) -> tuple[QColor, QColor, bool]:
        """Of a chip's ground and of a text on it, and whether it is hatched."""
        colour = self.theme.colour
        if index in self.faint:
            return colour("panel"), colour("edge"), False
        weight = None if self.weights is None else self.weights[index]
        if weight is None or not isfinite(weight):
            return colour("raised"), colour("text" if weight is None else "muted"), weight == -inf
        level = self._levels[index]
        ground = QColor.fromRgb(int(self.theme.lut("weights")[level]))
        return ground, QColor(self.theme.inks[int(self.theme.ink_levels("weights")[level])]), False

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._pictures.forget()
        super().changeEvent(event)

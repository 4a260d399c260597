"""One head's output for the token looked from: weight times value of every token, laid end to end as arrows."""

from html import escape
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QToolButton, QWidget

from engine.head_sum import ORDERS, HeadSum, chain
from engine.names import block
from gui.parts.plane_page import PlanePage
from gui.theme import THEMES
from gui.view import shown
from gui.widgets import numbers
from gui.widgets.notice import clipped
from gui.widgets.plain import distinct
from gui.widgets.quantities import percent
from gui.widgets.sum_picture import Chain
from gui.widgets.sum_plot import SumPlot
from gui.wording import numbered, sentence, short_head

EXACT = 6  # digits in a tooltip


class HeadSumPart(PlanePage):
    """Shows `Results.head_sum`."""

    page: ClassVar[str] = "sum"
    prefix: ClassVar[str] = "plane.sum"
    watches: ClassVar[frozenset[str]] = frozenset({"head_sum", "plane_page", "sum_order", "theme", "failed"})

    def build(self) -> None:
        self.plot = SumPlot(self)
        self.plot.setAccessibleName(self.tr("Weighted values, laid end to end"))
        self.plot.picked.connect(self._on_picked)
        self.in_order = QToolButton(self)
        self.in_order.setObjectName("plane.sum.order")
        self.in_order.setText(self.tr("In order"))
        self.in_order.setCheckable(True)
        self.in_order.setAutoRaise(True)
        self.in_order.setToolTip(
            self.tr(
                "Lay the arrows in the order of the sentence, instead of the largest weight first: "
                "they lead to the same sum"
            )
        )
        self.in_order.clicked.connect(self._on_order)
        self.lay_out(self.plot, self.tr("Show all arrows again (Home)"))
        self.caption.setToolTip(
            self.tr(
                "The plane goes through zero and is fitted to the values of all tokens in this head, without moving "
                "them to their middle first (singular values). So what adds up in all dimensions adds up here too. "
                "A large weight on a short value adds little. Point at an arrow: dashed is its value before it is "
                "weighted. The arrow keys lead from arrow to arrow."
            )
        )

    def beside(self) -> QWidget:
        return self.in_order

    def show_page(self) -> None:
        found = self.session.results.head_sum
        if found is None or found.frame.kept is None:
            self.show_message(self._missing(found))
            return
        order = self.session.state.sum_order
        self.in_order.setChecked(order == "place")
        self.plot.set_titles(*(self._axis(axis, kept) for axis, kept in enumerate(found.frame.kept)))
        self.plot.set_data(arrows(found, order))
        self.show_plot(self._caption(found), self._reading(found))

    def _missing(self, found: HeadSum | None) -> str:
        failed = self.session.results.failed
        error = failed.get("head_sum") or failed.get("overview")
        if error:
            return sentence(error)
        if found is None:
            return self.tr("Adding up the head’s values…")
        return self.tr("Every value of this head is zero: there is nothing to add.")

    def _axis(self, axis: int, kept: float) -> str:
        return self.tr("Direction {0}: {1} of squared length").format(axis + 1, percent(kept))

    def _caption(self, found: HeadSum) -> str:
        theme = THEMES[self.session.state.theme]

        def coloured(name: str, text: str) -> str:
            return f'<b style="color:{theme.colour(name).name()}">{escape(text)}</b>'

        word = coloured("q", clipped(numbered(found.run.tokens.texts, found.query)))
        parts = coloured("v", self.tr("weight × value")), coloured("result", "z")
        head = self.tr("layer {0}, head {1}").format(found.layer + 1, found.head + 1)
        kept = percent(sum(found.frame.kept or ()))
        if found.by_hand:
            pattern = self.tr(
                "{0}, {1}: {2}, end to end, no longer leads to {3}, which was changed by hand; the plane keeps {4}."
            )
        else:
            pattern = self.tr("{0}, {1}: {2}, end to end, is {3}; the plane keeps {4}.")
        return pattern.format(word, head, *parts, kept)

    def _reading(self, found: HeadSum) -> str:
        text = self.tr("A long arrow: that token gives much to z. Kept is a share of squared length,")
        kept = percent(sum(found.frame.kept or ()))
        if found.z_kept is None:
            return text + " " + self.tr("here of the values.")
        return text + " " + self.tr("{0} of the values’ and {1} of z’s.").format(kept, percent(found.z_kept))

    @Slot(bool)
    def _on_order(self, in_order: bool) -> None:
        self.session.set(sum_order="place" if in_order else "weight")

    @Slot(int)
    def _on_picked(self, thing: int) -> None:
        """The weight of an arrow is opened; the sum is shown where it was made."""
        found, order = self.session.results.head_sum, self.session.state.sum_order
        if found is None:
            return
        at = f"{block(found.layer)}attn."
        if thing == len(found.weights):
            self.session.set(**shown(found.run, f"{at}z", (found.head, found.query, 0)))
        else:
            key = int(ORDERS[order](found.weights)[thing])
            self.session.set(cell=(f"{at}weights", (found.head, found.query, key)), trail=())


def arrows(found: HeadSum, order: str) -> Chain:
    """What is drawn of a head's sum."""
    keys, names = ORDERS[order](found.weights), distinct(found.run.tokens.texts)
    x, y = found.z.tolist()
    return Chain(
        chain(found.arrows[keys]),
        found.values[keys],
        found.weights[keys],
        tuple(f"{names[key]} {numbers.short(float(found.weights[key]))}" for key in keys),
        _tr("sum") if found.by_hand else "z",
        lambda thing: told(found, int(keys[thing]) if thing < len(keys) else None),
        (x, y) if found.by_hand else None,
        _tr("z, changed"),
    )


def told(found: HeadSum, key: int | None) -> str:
    """All that is known of the arrow of a token, or of the sum."""
    query = numbered(found.run.tokens.texts, found.query)
    size = found.run.model.sizes.d_head
    if key is None:
        first = _tr("sum of all arrows of {0}, {1}").format(query, short_head(found.layer, found.head))
        lines = [first, _place("Σ", found.total, None, size)]
        lines.append(_place("z", found.z, found.z_length, size))
        return "\n".join((*lines, _tr("A click shows the step that makes it.")))
    return "\n".join(
        (
            _tr("from {0} to {1}").format(query, numbered(found.run.tokens.texts, key)),
            _tr("weight {0}").format(_exact(found.weights[key])),
            _place(_tr("value"), found.values[key], found.value_lengths[key], size),
            _place(_tr("weight × value"), found.arrows[key], found.lengths[key], size),
            _tr("A click opens the weight’s arithmetic."),
        )
    )


def _place(name: str, at: np.ndarray, length: float | None, size: int) -> str:
    """An arrow's coordinates, and its length here and in all dimensions."""
    text = _tr("{0} ({1}, {2}), length {3} in the plane").format(
        name, *map(_exact, at), _exact(float(np.hypot(*at)))
    )
    return text if length is None else text + _tr(", {0} in {1} dimensions").format(_exact(length), size)


def _exact(value: float) -> str:
    return numbers.short(float(value), EXACT)


def _tr(text: str) -> str:
    return QCoreApplication.translate("head_sum", text)

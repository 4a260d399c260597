"""All heads below each other in the order of a measure, with its number; those beyond a bound are left out."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QDoubleSpinBox, QLabel

from gui.characters import DIGITS, ORDERS, amount, in_full, name_of, ordered, reach
from gui.panes.base import Pane
from gui.results import Overview
from gui.theme import THEMES
from gui.view import view_of
from gui.widgets import numbers
from gui.widgets.painting import SMALL, font
from gui.widgets.ranked_list import RankedList, Row
from gui.widgets.rows import column, row
from gui.wording import short_head

STEP = 0.05


class HeadsListPart(Pane):
    """A click on a line chooses its head."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"overview", "layer", "head", "order", "bound", "theme", "heads_view"}
    )

    def build(self) -> None:
        self._side, self._count = QLabel(self), QLabel(self)
        self._count.setObjectName("heads.count")
        for label in (self._side, self._count):
            label.setProperty("tone", "muted")
            label.setFont(font(SMALL))
        self._bound = QDoubleSpinBox(self)
        self._bound.setObjectName("heads.bound")
        self._bound.setDecimals(DIGITS)
        self._bound.setSingleStep(STEP)
        self._bound.setKeyboardTracking(False)
        self._bound.setAccessibleName(self.tr("Bound of the measure"))
        self._bound.valueChanged.connect(self._on_bound)
        self.list = RankedList(self)
        self.list.setObjectName("heads.list")
        self.list.chosen.connect(self._on_chosen)
        layout = column(self)
        layout.addLayout(row(self._side, self._bound, None, self._count))
        layout.addWidget(self.list, 1)

    def refresh(self) -> None:
        state, overview = self.session.state, self.session.results.overview
        self.list.set_theme(THEMES[state.theme])
        if overview is None or state.heads_view != "list":
            return
        self._show_bound(overview)
        self.list.tooltip_for = self._tip
        self.list.set_rows(self._rows(overview))
        view, sizes = view_of(state, overview.run), overview.run.model.sizes
        self.list.set_chosen(view.layer, view.head)
        order = ORDERS.get(state.order)
        by = self.tr("by {0}").format(name_of(order.character)) if order else ""
        self._count.setText(
            self.tr("{0} of {1} heads {2}")
            .format(len(self.list.rows), sizes.layers * sizes.heads, by)
            .strip()
        )

    def _show_bound(self, overview: Overview) -> None:
        order = ORDERS.get(self.session.state.order)
        for widget in (self._side, self._bound):
            widget.setVisible(order is not None)
        if order is None:
            return
        self._side.setText(self.tr("at least") if order.largest_first else self.tr("at most"))
        largest, bound = reach(overview, order), self.session.state.bound
        self._bound.blockSignals(True)
        self._bound.setRange(0, largest)
        self._bound.setValue((0 if order.largest_first else largest) if bound is None else bound)
        self._bound.blockSignals(False)

    def _rows(self, overview: Overview) -> list[Row]:
        state = self.session.state
        order, heads = ORDERS.get(state.order), ordered(state, overview)
        if order is None:
            return [Row((one.layer, one.head), short_head(one.layer, one.head), "", 0) for one in heads]
        end = reach(overview, order)
        return [
            Row(
                (one.layer, one.head),
                short_head(one.layer, one.head),
                amount(order.character, one.value),
                one.value / end if one.value == one.value else 0,
                numbers.exported(one.value),
            )
            for one in heads
        ]

    def _tip(self, layer: int, head: int) -> str:
        overview = self.session.results.overview
        return in_full(overview, layer, head) if overview else ""

    @Slot(float)
    def _on_bound(self, value: float) -> None:
        order, overview = ORDERS.get(self.session.state.order), self.session.results.overview
        if order and overview:
            everything = 0 if order.largest_first else reach(overview, order)
            self.session.set(bound=None if value == everything else value)

    @Slot(int, int)
    def _on_chosen(self, layer: int, head: int) -> None:
        self.session.set(layer=layer, head=head)

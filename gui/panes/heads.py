"""All heads: at a glance, in order of a measure, or by the weight between two tokens; a click chooses one."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QStackedWidget

from engine.heads import Pictures
from gui.characters import ORDERS, amount, in_full, in_short, stepped_back
from gui.colormaps import LOG_LOW
from gui.panes.base import Pane
from gui.parts.heads_list import HeadsListPart
from gui.parts.heads_pair import HeadsPairPart
from gui.parts.reading import ReadingPart
from gui.reading import SWITCHES, told
from gui.results import Overview
from gui.theme import THEMES
from gui.view import view_of
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.painting import SMALL, font
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments
from gui.wording import head_title, layer_title, sentence

VIEWS = ("grid", "list", "pair")
LEAST_WIDTH = 70  # of the box, in a small window
SHORT = 11  # letters of an order's name that the closed box must show


class HeadsPane(Pane):
    """Three ways to look at the same heads, with what holds for all of them above."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {
            "overview",
            "pictures",
            "layer",
            "head",
            "theme",
            "failed",
            "heads_view",
            "order",
            "bound",
            *SWITCHES,
        }
    )

    def build(self) -> None:
        self._views, self._order = Segments(self), QComboBox(self)
        self._views.setObjectName("heads.view")
        self._views.chosen.connect(self._on_view)
        self._fill_orders()
        self._switches = ReadingPart(self.session, self)
        self._switches.menu.setObjectName("heads.switches")
        self._caption, self._note = self._label("heads.caption"), self._label("heads.note")
        self.grid = HeadsGrid(self)
        self.grid.setObjectName("heads.grid")
        self.grid.set_note(self.tr("from query ↓  to key →"))
        self.grid.tooltip_for = self._tip
        self.grid.chosen.connect(self._on_chosen)
        self.list, self.pair = HeadsListPart(self.session, self), HeadsPairPart(self.session, self)
        self._pages = QStackedWidget(self)
        for page in (self.grid, self.list, self.pair):
            self._pages.addWidget(page)
        layout = column(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.addLayout(row(self._views, None, self._order, self._switches))
        layout.addWidget(self._caption)
        layout.addWidget(self._note)
        layout.addWidget(self._pages, 1)
        self._shown: tuple[Pictures, bool] | None = None

    def _fill_orders(self) -> None:
        self._order.setObjectName("heads.order")
        self._order.setAccessibleName(self.tr("Order of the heads"))
        self._order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._order.setMinimumContentsLength(SHORT)
        self._order.setMinimumWidth(LEAST_WIDTH)
        self._order.addItem(self.tr("as they are"), "")
        for place, (key, order) in enumerate(ORDERS.items(), start=1):
            self._order.addItem(order.name, key)
            self._order.setItemData(place, order.meaning, Qt.ItemDataRole.ToolTipRole)
        self._order.activated.connect(self._on_order)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setFont(font(SMALL))
        return label

    def refresh(self) -> None:
        state, overview = self.session.state, self.session.results.overview
        place = VIEWS.index(state.heads_view)
        titles = (self.tr("Grid"), self.tr("List"), self.tr("From–to"))
        self._views.show_titles(titles, place)
        self._pages.setCurrentIndex(place)
        self._order.setVisible(state.heads_view != "pair")
        self._order.setCurrentIndex(self._order.findData(state.order))
        self._order.setToolTip(ORDERS[state.order].meaning if state.order else self.tr("Order of the heads"))
        self.grid.set_theme(THEMES[state.theme])
        if overview is None:
            self._caption.setText(self.tr("Every head's weights will show here."))
        else:
            self._show_heads(overview)
        self._show_note(overview)

    def _show_heads(self, overview: Overview) -> None:
        state, pictures = self.session.state, self.session.results.pictures
        view, sizes = view_of(state, overview.run), overview.run.model.sizes
        if pictures is not None and pictures.run is overview.run:  # else they are still being made
            self._show_pictures(pictures, state.log_colour)
            self.grid.set_faint(stepped_back(state, overview))
            self.grid.set_chosen(view.layer, view.head)
        place = f"{layer_title(view.layer, sizes.layers)}, {head_title(view.head, sizes.heads)}"
        self._caption.setText(f"{place}: {in_short(overview, view.layer, view.head)}")
        self._caption.setToolTip(in_full(overview, view.layer, view.head))

    def _show_pictures(self, pictures: Pictures, log: bool) -> None:
        if self._shown != (pictures, log):
            self._shown = pictures, log
            self.grid.set_heads(pictures.thumbs, (LOG_LOW, 1.0) if log else (0.0, 1.0), log)

    def _tip(self, layer: int, head: int) -> str:
        overview = self.session.results.overview
        return in_full(overview, layer, head) if overview else ""

    def _show_note(self, overview: Overview | None) -> None:
        lines = [self._faint_note(overview), self._reading_note(overview), self._undefined_note()]
        text = " ".join(line for line in lines if line)
        self._note.setText(text)
        self._note.setVisible(bool(text))

    def _faint_note(self, overview: Overview | None) -> str:
        state = self.session.state
        if overview is None or not state.order or state.heads_view != "grid":
            return ""
        order = ORDERS[state.order]
        values = overview.characters[order.character]
        if np.isnan(values).all():
            return self.tr("“{0}” is undefined for this sentence.").format(order.name)
        ends = [amount(order.character, float(end)) for end in (np.nanmax(values), np.nanmin(values))]
        strong, weak = ends if order.largest_first else ends[::-1]
        if state.bound is None:
            return self.tr("Clear: {0} ({1}); faint: {2}.").format(order.name, order.prefix + strong, weak)
        bound = amount(order.character, state.bound)
        side = self.tr("at least {0}") if order.largest_first else self.tr("at most {0}")
        text = self.tr("Clear: {0}, {1}; faint: the others.")
        return text.format(order.name, order.prefix + side.format(bound))

    def _reading_note(self, overview: Overview | None) -> str:
        text = told(overview.run.tokens, self.session.state.reading) if overview else ""
        return f"{text} {self.tr('Measures are of all tokens.')}" if text else ""

    def _undefined_note(self) -> str:
        results = self.session.results
        if error := results.failed.get("pictures") or results.failed.get("ranking"):
            return sentence(error)
        if results.pictures is None or results.pictures.reading != self.session.state.reading:
            return ""
        if odd := int((~results.pictures.defined).sum()):
            return self.tr("In {0} heads a row has nothing left: it is undefined and drawn as 0.").format(odd)
        return ""

    @Slot(int)
    def _on_view(self, place: int) -> None:
        self.session.set(heads_view=VIEWS[place])

    @Slot(int)
    def _on_order(self, place: int) -> None:
        self.session.set(order=self._order.itemData(place), bound=None)

    @Slot(int, int)
    def _on_chosen(self, layer: int, head: int) -> None:
        self.session.set(layer=layer, head=head)

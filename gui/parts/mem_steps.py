"""A step of the decoder with its cache: which tokens are computed and which were kept, and what that costs."""

from functools import partial
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout

from engine.sequences.work import Ledger
from gui.parts.mem_cost import CostPart, shown_step
from gui.parts.mem_kept import KeptPart
from gui.parts.mem_page import MemoryPage
from gui.widgets.matrix_data import MatrixData
from gui.widgets.plain import distinct
from gui.widgets.rows import column
from gui.wording.caching import about_both

LEAST = 230  # height of a matrix


class StepsView(MemoryPage):
    """A click on a row goes to its step."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "steps"
    watches: ClassVar[frozenset[str]] = frozenset({"ledger", "mem_page", "mem_cache", "mem_step", "theme"})

    def build(self) -> None:
        tips = (
            self.tr("Which tokens are computed in each step with the cache"),
            self.tr("Which tokens are computed in each step without the cache"),
        )
        names = "computed.cached", "computed.again"
        self.cached, self.again = (self.matrix(name, tip) for name, tip in zip(names, tips, strict=True))
        area, inner = self.scrolled("step")
        layout = QGridLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        for place, view in enumerate((self.cached, self.again)):
            view.activated.connect(self._on_cell)
            view.tooltip_for = partial(self._tip, view is self.cached)
            view.setMinimumHeight(LEAST)
            layout.addWidget(view, 0, place)
            layout.setRowStretch(place, 1)
            layout.setColumnStretch(place, 1)
        layout.addWidget(CostPart(self.session, inner), 1, 0)
        layout.addWidget(KeptPart(self.session, inner), 1, 1)
        self._same = self.label("same")
        whole = column(self)
        whole.addWidget(area, 1)
        whole.addWidget(self._same)
        self._drawn: Ledger | None = None

    def show_page(self) -> None:
        found, state = self.session.results.ledger, self.session.state
        if found is None:
            return
        step = shown_step(state, found)
        for view in (self.cached, self.again):
            view.set_theme(self.theme)
        if found is not self._drawn:
            self._drawn = found
            self.cached.set_data(self._computed(found, True))
            self.again.set_data(self._computed(found, False))
            self.cached.fit()
            self.again.fit()
        for view in (self.cached, self.again):
            view.set_current((step, step))
        self._same.setText(about_both(found, step))

    def _computed(self, found: Ledger, cached: bool) -> MatrixData:
        """1 where the row of a token is computed in a step, 0 where it was kept; later tokens are not there yet."""
        count = len(found.steps)
        names = distinct(tuple(found.run.model.target_words.decode(found.run.read)))
        rows = np.eye(count) if cached else np.ones((count, count))
        return MatrixData(
            rows,
            names,
            names,
            row_axis=self.tr("when reading"),
            col_axis=self.tr("token"),
            title=self.tr("Computed with the cache") if cached else self.tr("Computed without it"),
            scale="weights",
            limits=(0.0, 1.0),
            masked=np.triu(np.ones((count, count), np.bool_), k=1),
            masked_as=self.tr("not there yet"),
            digits=0,
            meaning=self.tr("1: keys and values of this token are computed in this step; 0: they were kept"),
        )

    def _tip(self, cached: bool, step: int, token: int) -> str:
        names = self.cached.data.row_labels if self.cached.data else ()
        if not names:
            return ""
        if token > step:
            return self.tr("“{0}” is not there yet when “{1}” is read").format(names[token], names[step])
        what = self.tr("kept") if cached and token < step else self.tr("computed")
        pattern = self.tr("when “{0}” is read, keys and values of “{1}” are {2}")
        return pattern.format(names[step], names[token], what)

    @Slot(int, int)
    def _on_cell(self, step: int, token: int) -> None:
        self.session.set(mem_step=step)

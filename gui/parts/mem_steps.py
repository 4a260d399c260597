"""A step of the decoder with its cache: which rows are computed and which were kept, and what that costs."""

from functools import partial
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QVBoxLayout

from engine.sequences.cache import cached_path
from engine.sequences.work import Ledger
from gui.parts.mem_cost import CostPart, shown_step
from gui.parts.mem_page import MemoryPage, counted, small
from gui.widgets.matrix_data import MatrixData
from gui.widgets.plain import distinct
from gui.widgets.rows import column, row
from gui.wording import head_title, layer_title

LEAST = 190  # height of a matrix


class StepsView(MemoryPage):
    """A click on a row goes to its step."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "steps"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"ledger", "mem_page", "mem_cache", "mem_step", "mem_layer", "mem_head", "theme"}
    )

    def build(self) -> None:
        self.cached = self.matrix("computed.cached", self.tr("Rows that are computed with the cache"))
        self.again = self.matrix("computed.again", self.tr("Rows that are computed without the cache"))
        self.keys = self.matrix("keys", self.tr("The keys that are kept in one head"))
        for view in (self.cached, self.again):
            view.activated.connect(self._on_cell)
            view.tooltip_for = partial(self._tip, view is self.cached)
        self.keys.activated.connect(self._on_key)
        self._layer, self._head = QComboBox(self), QComboBox(self)
        for combo, name, tip in (
            (self._layer, "layer", self.tr("Layer of the decoder")),
            (self._head, "head", self.tr("Head of this layer")),
        ):
            combo.setObjectName(f"memory.{name}")
            combo.setToolTip(tip)
            combo.setAccessibleName(tip)
        self._layer.activated.connect(self._on_layer)
        self._head.activated.connect(self._on_head)
        self._same = self.label("same")
        area, inner = self.scrolled("step")
        right = QVBoxLayout()
        right.addLayout(row(QLabel(self.tr("Kept in"), inner), self._layer, self._head, None))
        right.addWidget(self.keys, 1)
        layout = QGridLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.cached, 0, 0)
        layout.addWidget(self.again, 0, 1)
        layout.addWidget(CostPart(self.session, inner), 1, 0)
        layout.addLayout(right, 1, 1)
        for place in range(2):
            layout.setRowStretch(place, 1)
            layout.setColumnStretch(place, 1)
        for view in (self.cached, self.again, self.keys):
            view.setMinimumHeight(LEAST)
        whole = column(self)
        whole.addWidget(area, 1)
        whole.addWidget(self._same)
        self._drawn: Ledger | None = None
        self._opens = "", 0  # the array that is drawn, and which head of it

    def show_page(self) -> None:
        found, state = self.session.results.ledger, self.session.state
        if found is None:
            return
        step = shown_step(state, found)
        for view in (self.cached, self.again, self.keys):
            view.set_theme(self.theme)
        if found is not self._drawn:
            self._drawn = found
            self.cached.set_data(self._computed(found, True))
            self.again.set_data(self._computed(found, False))
            self.cached.fit()
            self.again.fit()
        for view in (self.cached, self.again):
            view.set_current((step, step))
        self._same.setText(self._about(found, step))
        self._show_keys(found, step)

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
            col_axis=self.tr("row of"),
            title=self.tr("With the cache") if cached else self.tr("Without it"),
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

    def _about(self, found: Ledger, step: int) -> str:
        """That both ways give the same, and what is kept of the source."""
        lines = [
            self.tr("Both ways give the same logits: they differ by {0} at most.").format(
                small(found.steps[step].difference)
            )
        ]
        if found.source_bytes:
            lines.append(
                self.tr(
                    "Keys and values of the source are computed once and stay: {0} bytes, {1} multiply-adds."
                ).format(counted(found.source_bytes), counted(found.once))
            )
        if found.state_bytes is not None:
            lines.append(
                self.tr(
                    "The recurrent net is the GRU with one fixed vector: its state has {0} numbers for any text."
                ).format(counted(found.state_numbers or 0))
            )
        return " ".join(lines)

    def _show_keys(self, found: Ledger, step: int) -> None:
        state, sizes = self.session.state, found.run.model.sizes
        layer, head = min(state.mem_layer, sizes.layers - 1), min(state.mem_head, sizes.heads - 1)
        _fill(self._layer, [layer_title(i, sizes.layers) for i in range(sizes.layers)], layer)
        _fill(self._head, [head_title(i, sizes.heads) for i in range(sizes.heads)], head)
        path = cached_path(f"decoder.blocks.{layer}.attn.k", step)
        self._opens = path, head
        keys = found.run.steps[step][path][head]
        names = distinct(tuple(found.run.model.target_words.decode(found.run.read[: step + 1])))
        self.keys.set_data(
            MatrixData(
                keys,
                names,
                tuple(str(i + 1) for i in range(keys.shape[1])),
                row_axis=self.tr("token"),
                col_axis=self.tr("feature of the head"),
                title=self.tr("Keys kept"),
                role="k",
                meaning=self.tr("Keys of all tokens so far in one head; each step adds the last row"),
            )
        )
        self.keys.fit()

    @Slot(int, int)
    def _on_cell(self, step: int, token: int) -> None:
        self.session.set(mem_step=step)

    @Slot(int, int)
    def _on_key(self, token: int, feature: int) -> None:
        """Open the number where it was kept."""
        path, head = self._opens
        self.session.set(cell=(path, (head, token, feature)), trail=())

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        self.session.set(mem_layer=layer)

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self.session.set(mem_head=head)


def _fill(combo: QComboBox, titles: list[str], current: int) -> None:
    """Offer these titles and show one of them, without a signal."""
    if [combo.itemText(i) for i in range(combo.count())] != titles:
        combo.clear()
        combo.addItems(titles)
    combo.setCurrentIndex(current)

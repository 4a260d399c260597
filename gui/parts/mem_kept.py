"""What the decoder keeps in one of its heads: keys and values of all tokens so far."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QLabel

from engine.sequences.cache import KEPT, cached_path
from engine.sequences.work import Ledger
from engine.steps.base import Array
from gui.parts.mem_cost import shown_step
from gui.parts.mem_page import MemoryPage
from gui.theme import Role
from gui.widgets.matrix_data import MatrixData
from gui.widgets.plain import distinct
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments
from gui.wording import head_title, layer_title

ROLES: Mapping[str, Role] = {"k": "k", "v": "v"}
LEAST = 190  # height of a matrix


class KeptPart(MemoryPage):
    """A click on a number opens it where it was kept."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "steps"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"ledger", "mem_page", "mem_cache", "mem_step", "mem_layer", "mem_head", "mem_kept", "cell", "theme"}
    )

    def build(self) -> None:
        self._layer = self._combo("layer", self.tr("Layer of the decoder"))
        self._layer.activated.connect(self._on_layer)
        self._head = self._combo("head", self.tr("Head of this layer"))
        self._head.activated.connect(self._on_head)
        self._kept = Segments(self)
        self._kept.setObjectName("memory.kept.what")
        self._kept.setProperty("low", True)
        self._kept.chosen.connect(self._on_kept)
        self.keys = self.matrix(
            "keys", self.tr("What is kept in one head: click a number to see where it was made")
        )
        self.keys.activated.connect(self._on_key)
        self.keys.setMinimumHeight(LEAST)
        layout = column(self)
        layout.addLayout(row(QLabel(self.tr("Kept in"), self), self._layer, self._head, self._kept, None))
        layout.addWidget(self.keys, 1)
        self._opens = "", 0  # the array that is drawn, and which head of it

    def _combo(self, name: str, tip: str) -> QComboBox:
        made = QComboBox(self)
        made.setObjectName(f"memory.{name}")
        made.setToolTip(tip)
        made.setAccessibleName(tip)
        return made

    def show_page(self) -> None:
        found, state = self.session.results.ledger, self.session.state
        self.keys.set_theme(self.theme)
        if found is None:
            return
        sizes, step = found.run.model.sizes, shown_step(state, found)
        layer, head = min(state.mem_layer, sizes.layers - 1), min(state.mem_head, sizes.heads - 1)
        _fill(self._layer, [layer_title(i, sizes.layers) for i in range(sizes.layers)], layer)
        _fill(self._head, [head_title(i, sizes.heads) for i in range(sizes.heads)], head)
        self._show_choice()
        self._opens = cached_path(f"decoder.blocks.{layer}.attn.{state.mem_kept}", step), head
        self.keys.set_data(self._picture(found, found.run.steps[step][self._opens[0]][head]))
        self.keys.fit()
        self.keys.set_current(self._opened())

    def _show_choice(self) -> None:
        titles = (self.tr("keys"), self.tr("values"))
        self._kept.show_titles(titles, KEPT.index(self.session.state.mem_kept))
        tips = self.tr("What later tokens are compared with"), self.tr("What later tokens mix")
        for button, tip in zip(self._kept.buttons(), tips, strict=True):
            button.setToolTip(tip)

    def _picture(self, found: Ledger, kept: Array) -> MatrixData:
        what = self.session.state.mem_kept
        read = found.run.model.target_words.decode(found.run.read[: len(kept)])
        return MatrixData(
            kept,
            distinct(tuple(read)),
            tuple(str(i + 1) for i in range(kept.shape[1])),
            row_axis=self.tr("token"),
            col_axis=self.tr("feature of the head"),
            title=self.tr("Keys kept") if what == "k" else self.tr("Values kept"),
            role=ROLES[what],
            meaning=self.tr("Of all tokens so far, in one head; each step adds the last row"),
        )

    def _opened(self) -> tuple[int, int] | None:
        """The cell whose arithmetic is open, if it is among these."""
        opened, (path, head) = self.session.state.cell, self._opens
        if opened is None or opened[0] != path or opened[1][0] != head:
            return None
        return opened[1][1], opened[1][2]

    @Slot(int, int)
    def _on_key(self, token: int, feature: int) -> None:
        path, head = self._opens
        self.session.set(cell=(path, (head, token, feature)), trail=())

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        self.session.set(mem_layer=layer)

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self.session.set(mem_head=head)

    @Slot(int)
    def _on_kept(self, place: int) -> None:
        self.session.set(mem_kept=KEPT[place])


def _fill(combo: QComboBox, titles: list[str], current: int) -> None:
    """Offer these titles and show one of them, without a signal."""
    if [combo.itemText(i) for i in range(combo.count())] != titles:
        combo.clear()
        combo.addItems(titles)
    combo.setCurrentIndex(current)

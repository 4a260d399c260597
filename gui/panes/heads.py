"""All heads at a glance: a thumbnail of every head's weights; a click chooses."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout

from gui.panes.base import Pane
from gui.theme import THEMES
from gui.view import view_of
from gui.widgets.heads_grid import HeadsGrid
from gui.wording import head_title, layer_title


class HeadsPane(Pane):
    """Layers down, heads across."""

    watches: ClassVar[frozenset[str]] = frozenset({"overview", "layer", "head", "theme", "failed"})

    def build(self) -> None:
        self._caption = QLabel(self)
        self._caption.setObjectName("heads.caption")
        self._caption.setWordWrap(True)
        self.grid = HeadsGrid(self)
        self.grid.setObjectName("heads.grid")
        self.grid.chosen.connect(self._on_chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.addWidget(self._caption)
        layout.addWidget(self.grid, 1)
        self._shown: object = None

    def refresh(self) -> None:
        state, overview = self.session.state, self.session.results.overview
        self.grid.set_theme(THEMES[state.theme])
        if overview is None:
            self._caption.setText(self.tr("Every head's weights will show here."))
            return
        if overview is not self._shown:
            self._shown = overview
            self.grid.set_heads(overview.thumbs)
        view, sizes = view_of(state, overview.run), overview.run.model.sizes
        self.grid.set_chosen(view.layer, view.head)
        place = f"{layer_title(view.layer, sizes.layers)}, {head_title(view.head, sizes.heads)}"
        self._caption.setText(
            self.tr("Rows: from query, columns: to key; stronger is more weight. Ringed: {0}.").format(place)
        )

    @Slot(int, int)
    def _on_chosen(self, layer: int, head: int) -> None:
        self.session.set(layer=layer, head=head)

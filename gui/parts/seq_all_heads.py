"""Every layer and head of one kind of attention as small pictures; a click looks at one of them."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot

from gui.panes.base import Pane
from gui.seq_changes import weights_of_layers
from gui.seq_view import SequenceView
from gui.theme import THEMES
from gui.translation import LOOK, looked, to_layer
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.rows import column
from gui.wording import attention_title, short_head


class AllHeadsPart(Pane):
    """Hidden for models without heads, and where its owner has no room for it."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "theme"} | LOOK)

    def build(self) -> None:
        self.grid = HeadsGrid(self)
        self.grid.setObjectName("translation.heads")
        self.grid.chosen.connect(self._on_head)
        self._drawn: object = None
        self._room = True
        column(self).addWidget(self.grid)

    def set_room(self, room: bool) -> None:
        """Whether there is room for it."""
        self._room = room
        self.refresh()

    def refresh(self) -> None:
        state = self.session.state
        view = looked(state, self.session.results)
        self.grid.set_theme(THEMES[state.theme])
        several = view is not None and not view.run.model.recurrent
        self.setVisible(several and self._room)
        if view is None or not several or not self._room:
            return
        at = view.run, view.moment.attention
        if at != self._drawn:
            self._drawn = at
            self._show(view)
        self.grid.set_chosen(view.moment.layer, view.head)

    def _show(self, view: SequenceView) -> None:
        self.grid.setAccessibleName(attention_title(view.moment.attention))
        self.grid.tooltip_for = short_head
        self.grid.set_heads(np.stack(weights_of_layers(view)))

    @Slot(int, int)
    def _on_head(self, layer: int, head: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**to_layer(view, layer), seq_head=head)

"""Which of a Transformer's kinds of attention, layers and heads is looked at."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QToolButton

from gui.pages import SEQ_ATTENTIONS
from gui.panes.base import Pane
from gui.seq_changes import head_off, with_edit
from gui.seq_view import SequenceView
from gui.translation import LOOK, looked, to_attention, to_layer
from gui.widgets.rows import row
from gui.widgets.segments import Segments
from gui.wording import attention_tip, attention_title, head_title, layer_title


class SequenceHeadsPart(Pane):
    """Hidden for models without heads."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "seq_changes"} | LOOK)

    def build(self) -> None:
        self.kinds = Segments(self)
        self.kinds.setObjectName("translation.attention")
        self.kinds.setAccessibleName(self.tr("Kinds of attention"))
        self.kinds.chosen.connect(self._on_kind)
        self.layer = self._combo("layer", self.tr("Layer (Alt+Up, Alt+Down)"))
        self.head = self._combo("head", self.tr("Head (Alt+PgUp, Alt+PgDn)"))
        self.layer.activated.connect(self._on_layer)
        self.head.activated.connect(self._on_head)
        self.off = QToolButton(self)
        self.off.setObjectName("translation.head_off")
        self.off.setText(self.tr("Switch off"))
        self.off.setToolTip(self.tr("What if this head gave nothing? The rest is computed again (Ctrl+H)"))
        self.off.clicked.connect(self._on_off)
        layout = row(self.kinds, None, self.layer, self.head, self.off)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)

    def _combo(self, name: str, tip: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setObjectName(f"translation.{name}")
        combo.setToolTip(tip)
        combo.setAccessibleName(tip)
        return combo

    def refresh(self) -> None:
        view = looked(self.session.state, self.session.results)
        several = view is not None and not view.run.model.recurrent
        self.setVisible(several)
        if view is None or not several:
            return
        titles = tuple(attention_title(kind) for kind in SEQ_ATTENTIONS)
        self.kinds.show_titles(titles, SEQ_ATTENTIONS.index(view.moment.attention))
        for button, kind in zip(self.kinds.buttons(), SEQ_ATTENTIONS, strict=True):
            button.setToolTip(attention_tip(kind))
        sizes = view.sizes
        _fill(self.layer, [layer_title(i, sizes.layers) for i in range(sizes.layers)], view.moment.layer)
        _fill(self.head, [head_title(i, sizes.heads) for i in range(sizes.heads)], view.head)
        self.off.setEnabled(head_off(view) not in self.session.state.seq_changes)

    def _view(self) -> SequenceView | None:
        return looked(self.session.state, self.session.results)

    @Slot(int)
    def _on_kind(self, place: int) -> None:
        if view := self._view():
            self.session.set(**to_attention(view, SEQ_ATTENTIONS[place]))

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        if view := self._view():
            self.session.set(**to_layer(view, layer))

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self.session.set(seq_head=head)

    @Slot()
    def _on_off(self) -> None:
        view = self._view()
        if view is not None and (edit := head_off(view)):
            self.session.set(**with_edit(self.session.state, edit))


def _fill(combo: QComboBox, titles: list[str], current: int) -> None:
    if [combo.itemText(i) for i in range(combo.count())] != titles:
        combo.clear()
        combo.addItems(titles)
    combo.setCurrentIndex(current)

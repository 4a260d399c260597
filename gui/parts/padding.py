"""Padding at the step of the mask: how many tokens fill the sentence up, and whether they are masked."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QSpinBox

from gui.panes.base import Pane
from gui.view import View, view_of
from gui.whatif import padded, padding_of

MOST = 16  # tokens; enough to see what padding does


class PaddingPart(Pane):
    """``offers``: whether the step of the mask is looked at, in a model that can fill up."""

    watches: ClassVar[frozenset[str]] = frozenset({"trace", "stage", "step", "layer", "changes"})

    def build(self) -> None:
        self.offers = False
        self.count, self.masked = QSpinBox(self), QCheckBox(self.tr("masked"), self)
        self.count.setObjectName("attention.padding")
        self.count.setToolTip(
            self.tr("Tokens that fill the sentence up, as where sentences of several lengths run together")
        )
        self.count.valueChanged.connect(self._on_changed_by_hand)
        self.masked.setObjectName("attention.padding.masked")
        self.masked.setToolTip(
            self.tr("Nobody may look at the padding: then it changes nothing for the others")
        )
        self.masked.setChecked(True)
        self.masked.clicked.connect(self._on_changed_by_hand)
        label = QLabel(self.tr("padding"), self)
        label.setBuddy(self.count)
        self.count.setAccessibleName(self.tr("Padding tokens"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (label, self.count, self.masked):
            layout.addWidget(widget)

    def refresh(self) -> None:
        view = self._view()
        self.offers = view is not None and view.stage == "mask" and view.run.model.padding is not None
        self.setVisible(self.offers)
        if view is None or not self.offers:
            return
        now = padding_of(self.session.state.changes)
        count = now.count if now else 0
        self.count.blockSignals(True)
        self.count.setRange(0, max(count, min(MOST, count + _room(view))))
        self.count.setValue(count)
        self.count.blockSignals(False)
        self.masked.setEnabled(now is not None)
        self.masked.setChecked(now is None or not now.seen)

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot()
    def _on_changed_by_hand(self) -> None:
        if view := self._view():
            changes = self.session.state.changes
            seen = not self.masked.isChecked()
            self.session.set(changes=padded(changes, self.count.value(), seen, view))


def _room(view: View) -> int:
    """How many more tokens the model takes."""
    return view.run.model.sizes.max_tokens - len(view.run.tokens)

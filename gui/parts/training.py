"""The training view: dropout on in every layer, as a change that can be taken back."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton

from engine.steps import Dropout
from gui.panes.base import Pane
from gui.view import view_of
from gui.whatif import training


class TrainingPart(Pane):
    """A switch at the steps of dropout; ``offers`` says whether this is one."""

    watches: ClassVar[frozenset[str]] = frozenset({"trace", "stage", "step", "layer", "changes"})

    def build(self) -> None:
        self.offers = False
        self.switch = QToolButton(self)
        self.switch.setObjectName("attention.training")
        self.switch.setCheckable(True)
        self.switch.setText(self.tr("Training view"))
        self.switch.setToolTip(
            self.tr(
                "Drop numbers at random in every layer, as in training; everything after it is computed again"
            )
        )
        self.switch.clicked.connect(self._on_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.switch)

    def refresh(self) -> None:
        shown = self.session.results.trace
        step = shown.trace.step(view_of(self.session.state, shown.run).step.output) if shown else None
        self.offers = step is not None and isinstance(step.operation, Dropout)
        self.setVisible(self.offers)
        if step and self.offers:
            self.switch.setChecked(bool(step.operation.variant))

    @Slot(bool)
    def _on_clicked(self, on: bool) -> None:
        self.session.set(changes=training(self.session.state.changes, on))

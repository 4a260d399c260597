"""What can be set at the step of a translation: the temperature of a softmax, a divisor, an epsilon."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit

from engine.names import time_of
from engine.recipes import Step
from gui.panes.base import Pane
from gui.parts.parameters import WIDTH, value_of, written
from gui.seq_changes import parameter, with_edit
from gui.translation import LOOK, looked
from gui.widgets.undoing import ModestLineEdit
from gui.wording import PARAMETERS

NAMES = ("temperature", "divisor", "epsilon")


class SequenceParametersPart(Pane):
    """Enter in a box makes the change; hidden for a step at which nothing can be set."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed"} | LOOK)

    def build(self) -> None:
        self.boxes: dict[str, QLineEdit] = {}
        self._labels: dict[str, QLabel] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for name in NAMES:
            box = self.boxes[name] = ModestLineEdit(self)
            box.setObjectName(f"translation.parameter.{name}")
            box.setProperty("parameter", name)
            box.setMaximumWidth(WIDTH)
            box.editingFinished.connect(self._on_edited)
            label = self._labels[name] = QLabel(self.tr(PARAMETERS[name]), self)
            label.setBuddy(box)
            box.setAccessibleName(label.text())
            layout.addWidget(label)
            layout.addWidget(box)

    def refresh(self) -> None:
        step = self._step()
        offered = step.operation.parameters if step else {}
        for name, box in self.boxes.items():
            box.setVisible(name in offered)
            self._labels[name].setVisible(name in offered)
            if step and name in offered:
                box.setText(written(value_of(step, name)))
                box.setToolTip(self._tip(step, name))
        self.setVisible(any(name in offered for name in NAMES))

    def _tip(self, step: Step, name: str) -> str:
        low, high = map(written, step.operation.parameters[name])
        if time_of(step.output) is None:
            return self.tr("From {0} to {1}; Enter changes it for this layer").format(low, high)
        return self.tr("From {0} to {1}; Enter changes it for every token").format(low, high)

    def _step(self) -> Step | None:
        view = looked(self.session.state, self.session.results)
        return view.step if view else None

    @Slot()
    def _on_edited(self) -> None:
        box, step = self.sender(), self._step()
        assert isinstance(box, QLineEdit)
        name = box.property("parameter")
        offered = step.operation.parameters if step else {}
        if step is None or name not in offered or box.text() == written(value_of(step, name)):
            return
        try:
            value = float(box.text().replace(",", "."))
        except ValueError:
            self.refresh()
            return
        self.session.set(**with_edit(self.session.state, parameter(step, name, value)))

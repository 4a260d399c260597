"""The parameters of the step that is looked at, each with a box to change it."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit

from engine.edits import SetParameter
from engine.recipes import Step
from gui.panes.base import Pane
from gui.view import view_of
from gui.whatif import PARAMETERS
from gui.widgets.undoing import ModestLineEdit

WIDTH = 76


class ParametersPart(Pane):
    """Enter in a box makes the change; hidden for a step without parameters."""

    watches: ClassVar[frozenset[str]] = frozenset({"trace", "stage", "step", "changes"})

    def build(self) -> None:
        self.boxes: dict[str, QLineEdit] = {}
        self._labels: dict[str, QLabel] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for name, title in PARAMETERS.items():
            box = ModestLineEdit(self)
            box.setObjectName(f"attention.parameter.{name}")
            box.setProperty("parameter", name)
            box.setMaximumWidth(WIDTH)
            box.editingFinished.connect(self._on_edited)
            label = QLabel(self.tr(title), self)
            label.setBuddy(box)
            box.setAccessibleName(label.text())
            layout.addWidget(label)
            layout.addWidget(box)
            self.boxes[name], self._labels[name] = box, label
        layout.addStretch(1)

    def refresh(self) -> None:
        step = self._step()
        names = step.operation.parameters if step else {}
        self.setVisible(bool(names))
        for name, box in self.boxes.items():
            box.setVisible(name in names)
            self._labels[name].setVisible(name in names)
            if step and name in names:
                low, high = names[name]
                box.setText(f"{self._value(step, name):g}")
                box.setToolTip(
                    self.tr("From {0} to {1}; Enter changes it for this layer").format(f"{low:g}", f"{high:g}")
                )

    def _step(self) -> Step | None:
        shown = self.session.results.trace
        if shown is None:
            return None
        output = view_of(self.session.state, shown.run).step.output
        return shown.trace.step(output)

    def _value(self, step: Step, name: str) -> float:
        value = getattr(step.operation, name)
        return float(getattr(step.operation, "by") if value is None else value)  # noqa: B009

    @Slot()
    def _on_edited(self) -> None:
        box, step = self.sender(), self._step()
        assert isinstance(box, QLineEdit)
        name = box.property("parameter")
        if step is None or box.text() == f"{self._value(step, name):g}":
            return
        try:
            value = float(box.text().replace(",", "."))
        except ValueError:
            self.refresh()
            return
        edit = SetParameter(f"{step.address}.{name}", value)
        kept = tuple(c for c in self.session.state.changes if not isinstance(c, SetParameter) or c.path != edit.path)
        self.session.set(changes=(*kept, edit))

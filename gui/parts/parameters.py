"""What can be set at the step that is looked at: its parameters, its choices, the training view, padding."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from engine.recipes import Step
from gui.panes.base import Pane
from gui.parts.padding import PaddingPart
from gui.parts.training import TrainingPart
from gui.view import view_of
from gui.whatif import with_parameter
from gui.widgets.undoing import ModestLineEdit
from gui.wording import CHOICES, PARAMETERS

WIDTH = 76
NARROW = 56  # beside the switch of training
OF_TRAINING = ("rate", "seed")  # shown only while it is on
FOR_ALL = "dropout"  # a step whose parameters hold in every layer


class ParametersPart(Pane):
    """Enter in a box makes the change; hidden for a step at which nothing can be set."""

    watches: ClassVar[frozenset[str]] = frozenset({"trace", "stage", "step", "layer", "changes"})

    def build(self) -> None:
        self.boxes: dict[str, QLineEdit] = {}
        self._labels: dict[str, QLabel] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.training, self.padding = TrainingPart(self.session, self), PaddingPart(self.session, self)
        layout.addWidget(self.training)
        self.function = QComboBox(self)
        for name, title in PARAMETERS.items():
            field = self.function if name == "function" else self._box(name)
            self._labels[name] = self._label(title, field)
            layout.addWidget(self._labels[name])
            layout.addWidget(field)
        self._fill_functions()
        layout.addWidget(self.padding)
        layout.addStretch(1)

    def _box(self, name: str) -> QLineEdit:
        box = ModestLineEdit(self)
        box.setObjectName(f"attention.parameter.{name}")
        box.setProperty("parameter", name)
        box.setMaximumWidth(NARROW if name in OF_TRAINING else WIDTH)
        box.editingFinished.connect(self._on_edited)
        self.boxes[name] = box
        return box

    def _label(self, title: str, field: QWidget) -> QLabel:
        label = QLabel(self.tr(title), self)
        label.setBuddy(field)
        field.setAccessibleName(label.text())
        return label

    def _fill_functions(self) -> None:
        self.function.setObjectName("attention.parameter.function")
        for function, title in CHOICES.items():
            self.function.addItem(self.tr(title), function)
        self.function.setToolTip(
            self.tr("What scores a query and a key in this layer; the model was trained with dot products")
        )
        self.function.activated.connect(self._on_function)

    def refresh(self) -> None:
        step = self._step()
        names = self._names(step) if step else ()
        for name, box in self.boxes.items():
            box.setVisible(name in names)
            if step and name in names:
                box.setText(written(value_of(step, name)))
                box.setToolTip(self._tip(step, name))
        choices = step.operation.choices if step else {}
        self.function.setVisible("function" in choices)
        if step and "function" in choices:
            self.function.setCurrentIndex(self.function.findData(getattr(step.operation, "function")))  # noqa: B009
        for name, label in self._labels.items():
            label.setVisible(name in names or name in choices)
        self.setVisible(bool(names or choices) or self.training.offers or self.padding.offers)

    def _names(self, step: Step) -> tuple[str, ...]:
        off = OF_TRAINING if not step.operation.variant else ()
        return tuple(name for name in step.operation.parameters if name not in off)

    def _tip(self, step: Step, name: str) -> str:
        low, high = map(written, step.operation.parameters[name])
        if step.operation.title == FOR_ALL:
            return self.tr("From {0} to {1}; Enter changes it for all layers").format(low, high)
        return self.tr("From {0} to {1}; Enter changes it for this layer").format(low, high)

    def _step(self) -> Step | None:
        shown = self.session.results.trace
        if shown is None:
            return None
        output = view_of(self.session.state, shown.run).step.output
        return shown.trace.step(output)

    @Slot()
    def _on_edited(self) -> None:
        box, step = self.sender(), self._step()
        assert isinstance(box, QLineEdit)
        name = box.property("parameter")
        if (
            step is None
            or name not in step.operation.parameters
            or box.text() == written(value_of(step, name))
        ):
            return
        try:
            value = float(box.text().replace(",", "."))
        except ValueError:
            self.refresh()
            return
        self.session.set(changes=with_parameter(self.session.state.changes, step, name, value))

    @Slot(int)
    def _on_function(self, place: int) -> None:
        if step := self._step():
            changes = with_parameter(
                self.session.state.changes, step, "function", self.function.itemData(place)
            )
            self.session.set(changes=changes)


def value_of(step: Step, name: str) -> float:
    value: float | None = getattr(step.operation, name)
    return float(getattr(step.operation, "by")) if value is None else value  # noqa: B009


def written(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"

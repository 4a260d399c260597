"""Boxes for numbers that take effect when the typing is over; what is typed beyond a limit becomes that limit."""

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

Numbers = QSpinBox | QDoubleSpinBox


class CountBox(QSpinBox):
    """For whole numbers."""

    def validate(self, text: str, place: int) -> object:
        return _told(self, super().validate(text, place), text, place)

    def fixup(self, text: str) -> str:
        value = _number(self, text)
        return super().fixup(text) if value is None else self.textFromValue(int(_held(self, value)))


class RealBox(QDoubleSpinBox):
    """For all others."""

    def validate(self, text: str, place: int) -> object:
        return _told(self, super().validate(text, place), text, place)

    def fixup(self, text: str) -> str:
        value = _number(self, text)
        return super().fixup(text) if value is None else self.textFromValue(_held(self, value))


def spin(parent: QWidget | None, name: str, limits: tuple[int, int], tip: str) -> CountBox:
    """A box for a whole number within limits."""
    box = CountBox(parent)
    box.setRange(*limits)
    box.setGroupSeparatorShown(True)
    _prepare(box, name, tip)
    return box


def real_spin(
    parent: QWidget | None, name: str, limits: tuple[float, float], step: float, tip: str
) -> RealBox:
    box = RealBox(parent)
    box.setRange(*limits)
    box.setSingleStep(step)
    _prepare(box, name, tip)
    return box


def put(box: Numbers, value: float) -> None:
    """Show a number without a signal."""
    before = box.blockSignals(True)
    box.setValue(value)  # type: ignore[arg-type]
    box.blockSignals(before)


def _prepare(box: Numbers, name: str, tip: str) -> None:
    box.setObjectName(name)
    box.setKeyboardTracking(False)
    box.setToolTip(tip)
    box.setAccessibleName(tip)


def _number(box: Numbers, text: str) -> float | None:
    """What is written there, whether within the limits or not."""
    value, good = box.locale().toDouble(text.strip().replace(box.locale().groupSeparator(), ""))
    return value if good else None


def _told(box: Numbers, answer: object, text: str, place: int) -> object:
    """A number beyond the limits can still become one within."""
    state = answer[0] if isinstance(answer, tuple) else answer
    beyond = state == QValidator.State.Invalid and _number(box, text) is not None
    return (QValidator.State.Intermediate, text, place) if beyond else answer


def _held(box: Numbers, value: float) -> float:
    return min(max(value, box.minimum()), box.maximum())

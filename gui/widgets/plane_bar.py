"""A small bar that says how many words are selected and what can be done with them."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QWidget

from gui.widgets.rows import row


class SelectionBar(QFrame):
    """``asked`` carries the key of the button that was pressed.  Hidden while nothing is selected."""

    asked = Signal(str)

    def __init__(self, buttons: Mapping[str, tuple[str, str]], parent: QWidget | None = None) -> None:
        """``buttons``: text and explanation by key."""
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.said = QLabel(self)
        self.buttons = {key: self._button(key, *words) for key, words in buttons.items()}
        layout: QHBoxLayout = row(self.said, *self.buttons.values())
        layout.setContentsMargins(6, 0, 2, 0)
        self.setLayout(layout)
        self.hide()

    def setObjectName(self, name: str) -> None:
        super().setObjectName(name)
        self.said.setObjectName(f"{name}.said")
        for key, button in self.buttons.items():
            button.setObjectName(f"{name}.{key}")

    def say(self, text: str, enabled: Mapping[str, bool]) -> None:
        """Say what is selected; an empty text hides the bar."""
        self.said.setText(text)
        self.setAccessibleName(text)
        for key, button in self.buttons.items():
            button.setEnabled(enabled.get(key, True))
        self.setVisible(bool(text))
        self.raise_()

    def fit(self, room: int) -> None:
        """As wide as it likes; without its text where that is wider than the room."""
        self.said.show()
        if self.sizeHint().width() > room:
            self.said.hide()
        self.adjustSize()

    def _button(self, key: str, text: str, explanation: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(explanation)
        button.setAutoRaise(True)
        button.setProperty("key", key)
        button.clicked.connect(self._on_clicked)
        return button

    @Slot()
    def _on_clicked(self) -> None:
        sender: QObject = self.sender()
        self.asked.emit(sender.property("key"))

"""A button that shows which of several things is chosen, and offers the others in a menu that explains each."""

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class Choice(NamedTuple):
    """What stands on the button, what in the menu, and what it means."""

    short: str
    text: str
    explanation: str


class ChoiceMenu(QToolButton):
    """``chosen`` carries the key of what was chosen."""

    chosen = Signal(str)

    def __init__(self, choices: Mapping[str, Choice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = choices
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu, group = QMenu(self), QActionGroup(self)
        menu.setToolTipsVisible(True)
        for key, choice in choices.items():
            action = menu.addAction(choice.text)
            action.setToolTip(choice.explanation)
            action.setCheckable(True)
            action.setData(key)
            group.addAction(action)
        menu.triggered.connect(self._on_triggered)
        self.setMenu(menu)

    def show_choice(self, key: str) -> None:
        """Show what is chosen, without a signal."""
        self.setText(f"{self._choices[key].short} ▾")
        for action in self.menu().actions():
            action.setChecked(action.data() == key)

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())

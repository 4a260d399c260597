"""A button with a menu of switches that can be on or off, each by itself."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class SwitchMenu(QToolButton):
    """``switched`` carries the key of a switch and whether it is on now."""

    switched = Signal(str, bool)

    def __init__(
        self, title: str, switches: Mapping[str, tuple[str, str]], parent: QWidget | None = None
    ) -> None:
        """``switches``: text and explanation by key."""
        super().__init__(parent)
        self.setText(f"{title} ▾")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._actions = {key: self._action(key, *words) for key, words in switches.items()}
        self._menu.triggered.connect(self._on_triggered)
        self.setMenu(self._menu)

    def set_on(self, on: Mapping[str, bool]) -> None:
        """Show which switches are on, without a signal."""
        for key, action in self._actions.items():
            action.setChecked(on[key])

    def _action(self, key: str, text: str, explanation: str) -> QAction:
        action = self._menu.addAction(text)
        action.setToolTip(explanation)
        action.setCheckable(True)
        action.setData(key)
        return action

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.switched.emit(action.data(), action.isChecked())

"""A small button that says how fast playing goes, with a menu to choose another speed."""

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget


class PaceButton(QToolButton):
    """``chosen`` carries the id of a speed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stage.pace")
        self.setAutoRaise(True)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self._menu.setObjectName("stage.paces")
        self.setMenu(self._menu)
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_triggered)
        self._titles: Mapping[str, tuple[str, str]] = {}
        self._pace = ""

    def set_paces(self, titles: Mapping[str, tuple[str, str]]) -> None:
        """Offer speeds from slow to fast: by id, what stands on the button and what in the menu."""
        self._titles = titles
        for pace, (_, title) in titles.items():
            action = self._menu.addAction(title)
            action.setObjectName(f"stage.pace.{pace}")
            action.setCheckable(True)
            action.setData(pace)
            self._group.addAction(action)

    def show_pace(self, pace: str) -> None:
        """Show the speed that is chosen, without a signal."""
        if pace == self._pace:
            return
        self._pace = pace
        short, title = self._titles[pace]
        self.setText(short)
        self.setToolTip(self.tr("Speed of playing: {0} (+ and − in the bar of steps)").format(title))
        self.setAccessibleName(self.toolTip())
        for action in self._group.actions():
            action.setChecked(action.data() == pace)

    def step(self, offset: int) -> None:
        """Choose the next faster or slower speed."""
        paces = list(self._titles)
        self.chosen.emit(paces[min(max(paces.index(self._pace) + offset, 0), len(paces) - 1)])

    @Slot(QAction)
    def _on_triggered(self, action: QAction) -> None:
        self.chosen.emit(action.data())

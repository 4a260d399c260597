"""A row of titles of which one is chosen."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QButtonGroup, QToolButton, QWidget


class Segments(QWidget):
    """``chosen`` carries the place of the title that was clicked.  Hidden when there is nothing to choose."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, vertical: bool = False) -> None:
        super().__init__(parent)
        self.setProperty("stacked", vertical)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        along = QBoxLayout.Direction.TopToBottom if vertical else QBoxLayout.Direction.LeftToRight
        self._row = QBoxLayout(along, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(1)
        self._row.addStretch(1)
        self._titles: tuple[str, ...] = ()

    def show_titles(self, titles: tuple[str, ...], current: int) -> None:
        """Offer these titles; the buttons are made anew only when the titles differ."""
        if titles != self._titles:
            self._titles = titles
            for button in self._group.buttons():
                self._group.removeButton(button)
                button.hide()
                button.deleteLater()
            for place, title in enumerate(titles):
                self._add(place, title)
        self._group.button(current).setChecked(True)
        self.setVisible(len(titles) > 1)

    def buttons(self) -> list[QAbstractButton]:
        """The titles' buttons, in order."""
        return self._group.buttons()

    def _add(self, place: int, title: str) -> None:
        button = QToolButton(self)
        button.setObjectName(f"{self.objectName()}.{place}")
        button.setText(title)
        button.setCheckable(True)
        button.setAutoRaise(True)
        self._group.addButton(button, place)
        self._row.insertWidget(place, button)

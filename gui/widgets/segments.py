"""A row of titles of which one is chosen."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QButtonGroup, QToolButton, QWidget

DOWN, ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight


class Segments(QWidget):
    """``chosen`` carries the place of the title that was clicked.  Hidden when there is nothing to choose."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, vertical: bool = False) -> None:
        super().__init__(parent)
        self.setProperty("stacked", vertical)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.chosen)
        self._row = QBoxLayout(DOWN if vertical else ACROSS, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(1)
        self._row.addStretch(1)
        self._titles: tuple[str, ...] = ()

    def set_vertical(self, vertical: bool) -> None:
        """Stand one above the other, or side by side."""
        self._row.setDirection(DOWN if vertical else ACROSS)

    def show_titles(self, titles: tuple[str, ...], current: int) -> None:
        """Offer these titles; buttons are added or taken away only when there are more or fewer than before."""
        if len(titles) < 2:
            self.hide()
            return
        if titles != self._titles:
            self._titles = titles
            for place, title in enumerate(titles):
                self._button(place).setText(title)
            for button in self._group.buttons()[len(titles) :]:
                self._group.removeButton(button)
                button.hide()
                button.deleteLater()
        self._group.button(current).setChecked(True)
        self.show()

    def buttons(self) -> list[QAbstractButton]:
        """The titles' buttons, in order."""
        return self._group.buttons()

    def _button(self, place: int) -> QAbstractButton:
        """The button of a place, made when there was none."""
        if found := self._group.button(place):
            return found
        button = QToolButton(self)
        button.setObjectName(f"{self.objectName()}.{place}")
        button.setCheckable(True)
        button.setAutoRaise(True)
        self._group.addButton(button, place)
        self._row.insertWidget(place, button)
        self._in_order(button, place)
        button.show()  # by itself it would come only with the next turn of the event loop
        return button

    def _in_order(self, button: QWidget, place: int) -> None:
        """Let one tab to a new button after the one beside it, the first where the row itself stands; else they would
        come last of all.
        """
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt takes no heed of what cannot have it
        self.setTabOrder(self._group.button(place - 1) or self, button)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

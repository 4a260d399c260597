"""What can be done to one token: mask it, let it be seen again, replace it, cut it from the sentence."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from engine.edits import Edit
from gui.view import View
from gui.whatif import cut_token, mask_token, unmask_token
from gui.wording import numbered

Make = Callable[[View, int], Edit]


class TokenMenu(QMenu):
    """``chosen`` carries the change; ``replacing`` asks for another token in the place of this one."""

    chosen = Signal(object)
    replacing = Signal(int)

    def __init__(self, parent: QWidget, view: View, place: int) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._view, self._place = view, place
        token = numbered(view.run.tokens.texts, place)
        self._makes: list[Make] = []
        self._add(self.tr("Mask “{0}”: nobody may look at it").format(token), mask_token)
        self._add(self.tr("Let “{0}” be seen again").format(token), unmask_token)
        if view.run.tokens.is_padding(place):
            return
        replaces = self.addAction(self.tr("Replace “{0}” with…").format(token).replace("&", "&&"))
        replaces.triggered.connect(self._on_replacing)
        self._add(self.tr("Cut “{0}” from the sentence").format(token), cut_token)

    def _add(self, text: str, make: Make) -> None:
        action = QAction(text.replace("&", "&&"), self)
        action.setData(len(self._makes))
        action.triggered.connect(self._on_triggered)
        self._makes.append(make)
        self.addAction(action)

    @Slot()
    def _on_replacing(self) -> None:
        self.replacing.emit(self._place)

    @Slot()
    def _on_triggered(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        self.chosen.emit(self._makes[sender.data()](self._view, self._place))

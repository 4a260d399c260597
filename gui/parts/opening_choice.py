"""Asks which of several: a file of an archive, a tensor, or the list that an array's words are in."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.widgets.plain import visible

SIZE = (480, 300)


class ChoiceDialog(QDialog):
    """``chosen`` carries the name; ``elsewhere`` that it is none of these, where there may be others (``more``)."""

    chosen = Signal(str)
    elsewhere = Signal()

    def __init__(self, question: str, names: Sequence[str], more: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("opening.choice")
        self.setWindowTitle(self.tr("Open word vectors"))
        text = QLabel(question, self)
        text.setObjectName("opening.choice.question")
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setObjectName("opening.choice.list")
        self.list.setToolTip(self.tr("Enter or a double click opens it"))
        self.list.setAccessibleName(question)
        for name in names:
            item = QListWidgetItem(visible(name), self.list)
            item.setData(Qt.ItemDataRole.UserRole, name)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(names))
        layout = QVBoxLayout(self)
        for widget, stretch in ((text, 0), (self.list, 1), (self._buttons(bool(names), more), 0)):
            layout.addWidget(widget, stretch)
        self.resize(SIZE[0], SIZE[1] if names else self.sizeHint().height())
        self.list.itemActivated.connect(self._on_activated)

    def _buttons(self, some: bool, more: str) -> QDialogButtonBox:
        box, roles = QDialogButtonBox(self), QDialogButtonBox.ButtonRole
        if some:
            ok = box.addButton(self.tr("Open"), roles.AcceptRole)
            ok.setObjectName("opening.choice.open")
            ok.setToolTip(self.tr("Go on with the one that is marked"))
            ok.setDefault(True)
        if more:
            other = box.addButton(more, roles.ActionRole)
            other.setObjectName("opening.choice.more")
            other.setToolTip(self.tr("Look for it in any folder"))
            other.setDefault(not some)
            other.clicked.connect(self._on_more)
        cancel = box.addButton(self.tr("Cancel"), roles.RejectRole)
        cancel.setObjectName("opening.choice.cancel")
        cancel.setToolTip(self.tr("Open nothing. The word vectors in use stay."))
        box.accepted.connect(self._on_activated)
        box.rejected.connect(self.reject)
        return box

    @Slot()
    def _on_activated(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole))
            self.accept()

    @Slot()
    def _on_more(self) -> None:
        self.elsewhere.emit()
        self.accept()

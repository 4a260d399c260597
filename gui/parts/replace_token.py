"""A token gives way to another: the text is typed, and must be one token of the model."""

from typing import ClassVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from engine.edits import ReplaceToken
from engine.text import Spelling
from gui.session import Session
from gui.view import View
from gui.widgets.plain import visible
from gui.widgets.undoing import ModestLineEdit
from gui.wording import numbered, tr

LONGEST = 100  # characters of a token
NAMED = 6  # pieces


class ReplaceTokenDialog(QDialog):
    """``chosen`` carries the change.  Esc cancels; what does not fit is said while it is typed."""

    chosen = Signal(object)
    WATCHES: ClassVar[frozenset[str]] = frozenset({"spelled"})

    def __init__(self, session: Session, view: View, place: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._model = session, view.run.model
        self._position = view.run.tokens.came_from(place)
        self.setWindowTitle(self.tr("Replace a token"))
        title = QLabel(self.tr("Replace “{0}” with").format(numbered(view.run.tokens.texts, place)), self)
        title.setTextFormat(Qt.TextFormat.PlainText)
        self.entry = ModestLineEdit(self)
        self.entry.setObjectName("replace.text")
        self.entry.setMaxLength(LONGEST)
        self.entry.setToolTip(self.tr("A word or a piece of one that is a single token of this model"))
        self.entry.setAccessibleName(title.text())
        title.setBuddy(self.entry)
        self.remark = QLabel(self)
        self.remark.setObjectName("replace.remark")
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        self.remark.setWordWrap(True)
        self._buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        self._lay_out(title)
        self.entry.textChanged.connect(self._on_typed)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        session.changed.connect(self._on_changed)
        self._show()

    def _lay_out(self, title: QLabel) -> None:
        layout = QVBoxLayout(self)
        for widget in (title, self.entry, self.remark, self._buttons):
            layout.addWidget(widget)
        self.remark.setMinimumWidth(320)
        self.remark.setMinimumHeight(2 * self.remark.fontMetrics().lineSpacing())

    def accept(self) -> None:
        """Make the change, if the text is one token."""
        found = self._found()
        if found is not None and found.number is not None:
            self.chosen.emit(ReplaceToken(self._position, found.pieces[0], found.number, found.special))
            super().accept()

    def _found(self) -> Spelling | None:
        """How the model reads what stands there; None as long as it has not said."""
        found = self._session.results.spelled
        return found if found is not None and found.text == self.entry.text() else None

    def _show(self) -> None:
        found, text = self._found(), self.entry.text().strip()
        ok = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(text) and found is not None and found.number is not None)
        self.remark.setText(spelling_in_words(found, self._model.trained) if text and found else "")

    @Slot()
    def _on_typed(self) -> None:
        if self.entry.text().strip():
            self._session.requested.emit("spell", self.entry.text())
        self._show()

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        if names & self.WATCHES:
            self._show()


def spelling_in_words(found: Spelling, of_pieces: bool) -> str:
    """Whether a text can stand for a token, and why not.  ``of_pieces``: or the model reads whole words only."""
    text, pieces = visible(found.text.strip()), [visible(piece) for piece in found.pieces]
    if found.number is not None:
        return tr("One token: “{0}”.", pieces[0])
    if len(pieces) > 1:
        shown = " · ".join(pieces[:NAMED]) + (" · …" if len(pieces) > NAMED else "")
        return tr("“{0}” is not one token: it falls into {1}: {2}.", text, len(pieces), shown)
    if of_pieces:
        return tr("The model does not know “{0}”: it would read [UNK].", text)
    return tr("“{0}” has no vector: this layer does not know it.", text)

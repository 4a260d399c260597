"""Whose undo it is: an edit's own only while it has something to undo, else the window's."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

UNDOING = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


def is_undo(event: QKeyEvent) -> bool:
    """Whether a key means undo or redo."""
    return any(event.matches(key) for key in UNDOING)


def left_to_the_window(edit: QLineEdit, event: QEvent) -> bool:
    """Whether an edit should not claim a key, because it has nothing to undo or redo.  The event is ignored then."""
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
        return False
    own = {UNDOING[0]: edit.isUndoAvailable(), UNDOING[1]: edit.isRedoAvailable()}
    left = any(event.matches(key) and not available for key, available in own.items())
    if left:
        event.ignore()
    return left


class ModestLineEdit(QLineEdit):
    """A line whose undo and redo are the window's while it has none of its own."""

    def event(self, event: QEvent) -> bool:
        return False if left_to_the_window(self, event) else super().event(event)

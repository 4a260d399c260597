"""What the desk for distances tells a person: its parts by name, and its sentences as they are read."""

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel


def part(pane, kind, name):
    return pane.findChild(kind, f"distance.{name}")


def plain(label):
    """The text of a label without its markup."""
    document = QTextDocument()
    document.setHtml(label.text())
    return document.toPlainText()


def said(pane, name):
    """A sentence, if it is in sight."""
    label = part(pane, QLabel, name)
    return plain(label) if label.isVisible() else ""

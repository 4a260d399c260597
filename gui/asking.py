"""Asks for a file, in a box that stops nothing."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_for_file(
    parent: QWidget, name: str, title: str, kinds: str, then: Callable[[str], None], suggested: str = ""
) -> None:
    """``then`` is given the path, if one is chosen.  ``kinds`` are Qt's filters; ``suggested`` a name for a new file,
    none where one is to be opened.
    """
    dialog = QFileDialog(parent, title, str(Path.home() / suggested) if suggested else str(Path.home()))
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setNameFilters(kinds.split(";;"))
    if suggested:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(suggested).suffix.removeprefix("."))
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(then)
    dialog.open()

"""Copying what a widget shows: a menu and keys, the same wherever there are numbers."""

from collections.abc import Iterable, Sequence
from typing import Protocol, cast

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QWidget

from gui.widgets.plain import visible

NUMBER, TABLE = "Ctrl+Shift+C", "Ctrl+C"
QUOTE = '"'


class Table(Protocol):
    """``number`` is what is current there, empty for nothing; ``tsv`` all of it.  Both have all digits."""

    def number(self) -> str: ...
    def tsv(self) -> str: ...


def tsv(rows: Iterable[Sequence[str]]) -> str:
    """Rows as the clipboard takes them, a line each.  `rows_of` reads them."""
    return "".join("\t".join(map(_written, row)) + "\n" for row in rows)


def _written(cell: str) -> str:
    """Tabs and line feeds are written out.  What begins with a quotation mark is quoted: programs for tables would
    take it for the beginning of a quoted cell, which does not end with the line.
    """
    shown = visible(cell) if "\t" in cell or "\n" in cell else cell
    return QUOTE + shown.replace(QUOTE, 2 * QUOTE) + QUOTE if shown.startswith(QUOTE) else shown


def rows_of(text: str) -> list[list[str]]:
    """The cells of `tsv`.  Only line feeds end a row: a word may hold other characters that Unicode counts as the end
    of a line.
    """
    return [[_read(cell) for cell in line.split("\t")] for line in text.removesuffix("\n").split("\n")]


def _read(cell: str) -> str:
    return cell[1:-1].replace(2 * QUOTE, QUOTE) if cell.startswith(QUOTE) else cell


class Copies(QObject):
    """What a `Table` offers to copy, as actions for its own menu or another one.  Its parent is the widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.actions = (
            self._action(self.tr("Copy number"), NUMBER, self.copy_number),
            self._action(self.tr("Copy table"), TABLE, self.copy_table),
        )

    def _action(self, text: str, keys: str, slot: object) -> QAction:
        action = QAction(text, self.parent())
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(slot)
        return action

    @Slot()
    def copy_number(self) -> None:
        if text := self._table().number():
            QGuiApplication.clipboard().setText(text)

    @Slot()
    def copy_table(self) -> None:
        QGuiApplication.clipboard().setText(self._table().tsv())

    def _table(self) -> Table:
        return cast(Table, self.parent())


def offer_copies(widget: QWidget) -> Copies:
    """Give a `Table` the keys and, as its context menu, the actions."""
    copies = Copies(widget)
    widget.addActions(list(copies.actions))
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    return copies

"""The table of commands: id, menu, text, shortcut and what each does to the session or the window."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from gui.session import Session
from gui.theme import THEMES
from gui.view import View, view_of

if TYPE_CHECKING:
    from gui.main_window import MainWindow

Changes = dict[str, Any]


@dataclass(frozen=True)
class Command:
    """A menu entry.  ``change`` gives the changes of state at a view; ``call`` names the window's method."""

    id: str
    menu: str
    text: str
    shortcut: str = ""
    change: Callable[[View], Changes] | None = None
    call: str = ""
    rule: bool = False  # a line above it


def _layer(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"layer": min(max(view.layer + offset, 0), view.run.model.sizes.layers - 1)}


def _head(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"head": min(max(view.head + offset, 0), view.run.model.sizes.heads - 1)}


def _stage(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"stage": view.beside(offset), "step": ""}


FAR = 1000

COMMANDS: tuple[Command, ...] = (
    Command("file.report", "File", "Save the walk-through as a page…", "Ctrl+S", call="save_report"),
    Command("file.quit", "File", "Quit", "Ctrl+Q", call="close", rule=True),
    Command("edit.undo", "Edit", "Undo", "Ctrl+Z", call="undo"),
    Command("edit.redo", "Edit", "Redo", "Ctrl+Shift+Z", call="redo"),
    Command("edit.sentence", "Edit", "Type a sentence", "Ctrl+L", call="focus_sentence", rule=True),
    Command("edit.search", "Edit", "Search for a word", "Ctrl+F", call="focus_search"),
    Command("go.next", "Go", "Next step", "Alt+Right", change=_stage(1)),
    Command("go.previous", "Go", "Previous step", "Alt+Left", change=_stage(-1)),
    Command("go.first", "Go", "First step", "Alt+Home", change=_stage(-FAR)),
    Command("go.last", "Go", "Last step", "Alt+End", change=_stage(FAR)),
    Command("go.play", "Go", "Play or pause", "Ctrl+Space", call="play"),
    Command("go.layer_up", "Go", "Next layer", "Alt+Up", change=_layer(1), rule=True),
    Command("go.layer_down", "Go", "Previous layer", "Alt+Down", change=_layer(-1)),
    Command("go.head_up", "Go", "Next head", "Alt+PgDown", change=_head(1)),
    Command("go.head_down", "Go", "Previous head", "Alt+PgUp", change=_head(-1)),
    Command("view.theme", "View", "Light or dark", "Ctrl+T", call="turn_theme"),
    Command("view.layout", "View", "Arrange the panes anew", "", call="arrange"),
    Command("help.guide", "Help", "How to use this", "F1", call="show_guide"),
    Command("help.names", "Help", "Names of the arrays", "", call="show_names"),
    Command("help.about", "Help", "About", "", call="show_about", rule=True),
)


class Commands(QObject):
    """Makes the menus of the table and carries its commands out."""

    def __init__(self, session: Session, window: "MainWindow") -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            menu = self.menus.get(command.menu) or self._menu(command.menu)
            if command.rule:
                menu.addSeparator()
            menu.addAction(self._action(command))

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(self.tr(title))
        menu.setObjectName(f"menu.{title.lower()}")
        self.menus[title] = menu
        return menu

    def _action(self, command: Command) -> QAction:
        action = QAction(self.tr(command.text), self._window)
        action.setObjectName(command.id)
        action.setShortcut(QKeySequence(command.shortcut))
        action.setData(command.id)
        action.triggered.connect(self._on_triggered)
        return action

    @Slot()
    def _on_triggered(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        command = next(command for command in COMMANDS if command.id == sender.data())
        if command.call:
            getattr(self._window, command.call)()
        elif command.change and (overview := self._session.results.overview):
            self._session.set(**command.change(view_of(self._session.state, overview.run)))


def other_theme(name: str) -> str:
    """The theme that the switch leads to."""
    names = list(THEMES)
    return names[(names.index(name) + 1) % len(names)]

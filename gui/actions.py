"""The table of commands: id, menu, text, shortcut and what each does to the session or the window."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from engine.edits import Edit
from engine.run import Run
from gui import whatif
from gui.seq_commands import ACTS
from gui.session import Session
from gui.state import State
from gui.theme import THEMES
from gui.translation import looked
from gui.view import View, back, forward, view_of

if TYPE_CHECKING:
    from gui.main_window import MainWindow

Changes = dict[str, Any]


@dataclass(frozen=True)
class Command:
    """A menu entry.  ``change`` gives the changes of state at a view, ``edit`` a change of the run, ``trail``
    those that open another number, ``choice`` those that need no run; ``call`` names a method of the window's or of
    what it has.  What looks at the walk through attention can be done at its desk only.
    """

    id: str
    menu: str
    text: str
    shortcut: str = ""
    change: Callable[[View], Changes] | None = None
    call: str = ""
    edit: Callable[[View], Edit] | None = None
    trail: Callable[[State, Run | None], Changes] | None = None
    choice: tuple[str, object] | None = None
    rule: bool = False  # a line above it


def _layer(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"layer": min(max(view.layer + offset, 0), view.run.model.sizes.layers - 1)}


def _head(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"head": min(max(view.head + offset, 0), view.run.model.sizes.heads - 1)}


def _token(offset: int) -> Callable[[View], Changes]:
    return lambda view: {"query": min(max(view.query + offset, 0), len(view.run.tokens) - 1), "anchor": None}


def _sight(**changes: object) -> Callable[[View], Changes]:
    return lambda view: changes


def _step(offset: int) -> Callable[[View], Changes]:
    return lambda view: view.beside(offset)


def _end(last: bool) -> Callable[[View], Changes]:
    return lambda view: view.end(last)


def _unchanged(view: View) -> Changes:
    return {"changes": ()}


# Calls that a desk's own pane answers where it can, else the window.
OF_THE_DESK = frozenset({"focus_sentence", "play", "focus_step"})
DESK_COMMANDS: Mapping[str, str] = {
    "attention": "Attention step by step",
    "translation": "Translation",
    "distance": "How far apart are two words?",
    "scoring": "Scoring and aligning",
    "memory": "One token after another",
}

COMMANDS: tuple[Command, ...] = (
    Command("file.open", "File", "Open a session…", "Ctrl+O", call="sessions.open"),
    Command("file.save", "File", "Save the session", "Ctrl+S", call="sessions.save"),
    Command("file.save_as", "File", "Save the session as…", "Ctrl+Shift+S", call="sessions.save_as"),
    Command(
        "file.open_vectors", "File", "Open word vectors…", "Ctrl+Shift+O", call="vectors.open", rule=True
    ),
    Command("file.shipped_vectors", "File", "Back to the shipped word vectors", call="vectors.use_shipped"),
    Command("file.about_vectors", "File", "About these word vectors…", call="vectors.about"),
    Command("file.picture", "File", "Save picture…", "Ctrl+P", call="files.save_picture", rule=True),
    Command("file.table", "File", "Save table as CSV…", "Ctrl+Shift+E", call="files.save_table"),
    Command("file.vectors", "File", "Save the chosen words’ vectors…", call="files.save_vectors"),
    Command("file.report", "File", "Save the walk-through as a page…", "Ctrl+E", call="files.save_report"),
    Command("file.quit", "File", "Quit", "Ctrl+Q", call="close", rule=True),
    Command("edit.undo", "Edit", "Undo", "Ctrl+Z", call="undo"),
    Command("edit.redo", "Edit", "Redo", "Ctrl+Shift+Z", call="redo"),
    Command("edit.sentence", "Edit", "Type a sentence", "Ctrl+L", call="focus_sentence", rule=True),
    Command("edit.search", "Edit", "Search for a word", "Ctrl+F", call="focus_search"),
    Command("go.next", "Go", "Next step", "Alt+Right", change=_step(1)),
    Command("go.previous", "Go", "Previous step", "Alt+Left", change=_step(-1)),
    Command("go.first", "Go", "First step", "Alt+Home", change=_end(False)),
    Command("go.last", "Go", "Last step", "Alt+End", change=_end(True)),
    Command("go.play", "Go", "Play or pause", "Ctrl+Space", call="play"),
    Command("go.layer_up", "Go", "Next layer", "Alt+Up", change=_layer(1), rule=True),
    Command("go.layer_down", "Go", "Previous layer", "Alt+Down", change=_layer(-1)),
    Command("go.head_up", "Go", "Next head", "Alt+PgDown", change=_head(1)),
    Command("go.head_down", "Go", "Previous head", "Alt+PgUp", change=_head(-1)),
    Command("go.token_next", "Go", "Look from the next token", "Alt+Shift+Right", change=_token(1)),
    Command("go.token_before", "Go", "Look from the token before", "Alt+Shift+Left", change=_token(-1)),
    Command("go.back", "Go", "Back to the number before", "Backspace", trail=back, rule=True),
    Command("go.forward", "Go", "Forward again", "Shift+Backspace", trail=forward),
    Command("go.arithmetic", "Go", "To the arithmetic", "F6", call="focus_arithmetic"),
    Command("go.matrix", "Go", "To the step's numbers", "Shift+F6", call="focus_step"),
    Command("view.one_word", "View", "One word", "Ctrl+1", change=_sight(one_word=True)),
    Command("view.matrices", "View", "Matrices", "Ctrl+2", change=_sight(one_word=False)),
    Command("view.looks", "View", "Where it looks", "Ctrl+3", change=_sight(direction="looks")),
    Command("view.looked_at", "View", "Who looks at it", "Ctrl+4", change=_sight(direction="looked_at")),
    Command("view.compare", "View", "Compare two sentences", "Ctrl+B", call="show_compare"),
    Command("whatif.head", "What if", "Switch this head off", "Ctrl+H", edit=whatif.head_off),
    Command("whatif.token", "What if", "Mask the token looked from", "Ctrl+M", edit=whatif.mask_token),
    Command("whatif.later", "What if", "Mask all later tokens", "Ctrl+Shift+M", edit=whatif.mask_later),
    Command("whatif.cut", "What if", "Cut the token looked from", "Ctrl+K", edit=whatif.cut_token),
    Command("whatif.replace", "What if", "Replace the token looked from…", "Ctrl+R", call="replace_token"),
    Command("whatif.padding", "What if", "Add a padding token", edit=whatif.more_padding),
    Command("whatif.training", "What if", "Dropout, as in training", edit=whatif.in_training),
    Command("whatif.positions", "What if", "Take the positions away", edit=whatif.no_positions, rule=True),
    Command("whatif.shuffle", "What if", "Shuffle the words", edit=whatif.shuffled),
    Command("whatif.nothing", "What if", "Remove all changes", "Ctrl+0", change=_unchanged, rule=True),
    *(
        Command(
            f"view.desk.{desk}", "View", text, f"Ctrl+Alt+{place}", choice=("desk", desk), rule=place == 1
        )
        for place, (desk, text) in enumerate(DESK_COMMANDS.items(), start=1)
    ),
    Command("view.theme", "View", "Light or dark", "Ctrl+T", call="turn_theme", rule=True),
    Command("view.layout", "View", "Arrange the panes anew", "", call="arrange"),
    Command("help.guide", "Help", "How to use this", "F1", call="help.show_guide"),
    Command("help.names", "Help", "Names of the arrays", "", call="help.show_names"),
    Command("help.about", "Help", "About", "", call="help.show_about", rule=True),
)


class Commands(QObject):
    """Makes the menus of the table and carries its commands out."""

    def __init__(self, session: Session, window: "MainWindow") -> None:
        super().__init__(window)
        self._session, self._window = session, window
        self.menus: dict[str, QMenu] = {}
        self._actions: dict[str, QAction] = {}
        for command in COMMANDS:
            menu = self.menus.get(command.menu) or self._menu(command.menu)
            if command.rule:
                menu.addSeparator()
            self._actions[command.id] = self._action(command)
            menu.addAction(self._actions[command.id])
        self._fit_to_desk()
        session.changed.connect(self._on_changed)

    def _menu(self, title: str) -> QMenu:
        menu = self._window.menuBar().addMenu(self.tr(title))
        menu.setObjectName(f"menu.{title.lower()}")
        self.menus[title] = menu
        return menu

    def add_menu(self, menu: str, before: str, within: QMenu) -> None:
        """A menu within a menu, above the command ``before``."""
        actions = {action.objectName(): action for action in self.menus[menu].actions()}
        self.menus[menu].insertMenu(actions[before], within)

    def _action(self, command: Command) -> QAction:
        action = QAction(self.tr(command.text), self._window)
        action.setObjectName(command.id)
        action.setShortcut(QKeySequence(command.shortcut))
        action.setData(command.id)
        action.setCheckable(command.choice is not None)
        action.triggered.connect(self._on_triggered)
        return action

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        if "desk" in names:
            self._fit_to_desk()

    def _fit_to_desk(self) -> None:
        """Mark the desk; what would change the walk out of sight cannot be done."""
        desk = self._session.state.desk
        for command in COMMANDS:
            action = self._actions[command.id]
            if command.choice:
                action.setChecked(command.choice == ("desk", desk))
            elif command.change or command.edit:
                action.setEnabled(desk == "attention" or (desk == "translation" and command.id in ACTS))

    @Slot()
    def _on_triggered(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        command = next(command for command in COMMANDS if command.id == sender.data())
        own = self._window.docks.own(command.call) if command.call in OF_THE_DESK else None
        if own:
            own()
        elif command.call:
            attrgetter(command.call)(self._window)()
        elif command.choice:
            name, value = command.choice
            self._session.set(**{name: value})
            self._fit_to_desk()  # a command that is chosen again would lose its mark
        else:
            self._look(command)

    def _look(self, command: Command) -> None:
        """Carry out what depends on where the user looks."""
        state, overview = self._session.state, self._session.results.overview
        if state.desk == "translation" and command.id in ACTS:
            if view := looked(state, self._session.results):
                self._session.set(**ACTS[command.id](state, view))
            return
        if command.trail:
            self._session.set(**command.trail(state, overview.run if overview else None))
        elif overview and command.edit:
            edit = command.edit(view_of(state, overview.run))
            self._session.set(changes=whatif.added(state.changes, edit))
        elif overview and command.change:
            self._session.set(**command.change(view_of(state, overview.run)))


def other_theme(name: str) -> str:
    """The theme that the switch leads to."""
    names = list(THEMES)
    return names[(names.index(name) + 1) % len(names)]

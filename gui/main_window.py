"""The window: docks, menus, theme, and what it remembers.  Layout only; all choices lie in the session."""

from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Commands, other_theme
from gui.dock_menu import DockMenu
from gui.docks import Docks
from gui.dropping import FileDrops
from gui.files import Files
from gui.help import Help
from gui.panes.attention import AttentionPane
from gui.panes.compare import ComparePane
from gui.panes.heads import HeadsPane
from gui.panes.inspector import InspectorPane
from gui.panes.similarity import SimilarityPane
from gui.panes.words import WordsPane
from gui.parts.desks import DesksPart
from gui.remembering import LastSession, Layout, remember_layout, remembered_layout
from gui.session import Session
from gui.session_files import SessionFiles, dropped_file
from gui.theme import THEMES, apply
from gui.vector_files import VectorFiles, is_session
from gui.wording import sentence

MINIMUM = QSize(900, 600)


class MainWindow(QMainWindow):
    """Panes in docks.  ``remember``: keep size, layout and theme for the next start."""

    def __init__(self, session: Session, remember: bool = True, settings: QSettings | None = None) -> None:
        super().__init__()
        self.session, self._remember = session, remember
        self._settings = settings or QSettings()
        self.setObjectName("main")
        self.setWindowTitle(self.tr("Attention Explorer"))
        self.setMinimumSize(MINIMUM)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.docks = Docks(self, session)
        self.words, self.similarity = WordsPane(session), SimilarityPane(session)
        self.attention, self.heads, self.inspector = (
            AttentionPane(session),
            HeadsPane(session),
            InspectorPane(session),
        )
        self.compare = ComparePane(session)
        self._plane_holder = QWidget()
        self._add_docks()
        self.files, self.sessions = Files(session, self), SessionFiles(session, self)
        self.vectors = VectorFiles(session, self, self._settings if remember else None)
        self.help = Help(self)
        self.commands = Commands(session, self)
        self.commands.add_menu("File", "file.shipped_vectors", self.vectors.recent_menu)
        DockMenu(self.docks, self.commands.menus["View"])
        self.announcement = DesksPart(session, self.menuBar()).announcement
        for source in (self.files, self.sessions, self.vectors):
            source.said.connect(self.announcement.say)
        self.vectors.coming.connect(self._show_words)
        self.setAcceptDrops(True)
        self._drops = FileDrops(self)
        self._drops.dropped.connect(self.open_any)
        self.docks.built.connect(self._drops.watch)
        self._last: LastSession | None = None
        self._told: Exception | None = None  # the error that was announced last
        self.complete = False
        self._order_tabs()
        session.changed.connect(self._on_changed)

    def _order_tabs(self) -> None:
        """The order of reading, for the Tab key."""
        self.attention.order_tabs()

    def build_late_panes(self) -> None:
        """Build what needs the slow import of pyqtgraph, after the window was first painted."""
        from gui.panes.plane import PlanePane

        layout = QVBoxLayout(self._plane_holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(PlanePane(self.session))
        self._drops.watch(self)
        self.docks.build_panes()
        self.complete = True

    def _add_docks(self) -> None:
        beside_title: dict[QWidget, QWidget] = {
            self.attention: self.attention.models,
            self.similarity: self.similarity.pages,
        }
        for name, title, pane in (
            ("words", self.tr("Words"), self.words),
            ("plane", self.tr("Plane"), self._plane_holder),
            ("similarity", self.tr("Similarity"), self.similarity),
            ("attention", self.tr("Attention"), self.attention),
            ("heads", self.tr("All heads"), self.heads),
            ("inspector", self.tr("Arithmetic"), self.inspector),
            ("compare", self.tr("Compare"), self.compare),
        ):
            self.docks.add(name, title, pane, beside_title.get(pane))
        self.docks.seen.connect(self._on_seen)
        self.docks.show_desk(self.session.state.desk)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.window_resized(event.oldSize(), event.size())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What lies between the docks are the lines that a person moves."""
        self.docks.now.own_way = True
        super().mousePressEvent(event)

    def arrange(self) -> None:
        """Show all panes where they stand by default at this size."""
        self.docks.arrange()

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        app = QApplication.instance()
        if "theme" in names and isinstance(app, QApplication):
            apply(app, THEMES[self.session.state.theme])
        if names & {"saved", "failed"}:
            self._say_what_was_saved(names)
        if "desk" in names:
            self.docks.show_desk(self.session.state.desk)
        elif "cell" in names:
            self._show_arithmetic()

    def _show_arithmetic(self) -> None:
        """Of a number that was opened, where the desk has a place for it."""
        if "inspector" not in self.docks.here:
            return
        if self.session.state.cell:
            self.docks.bring("inspector")
        if self.docks.desk != "attention":
            self.docks.share_out()

    def _say_what_was_saved(self, names: frozenset[str]) -> None:
        results = self.session.results
        error = results.failed.get("saved") or results.failed.get("session_read")
        if error is not None and error is not self._told:
            self.announcement.say(sentence(error))
        elif "saved" in names and results.saved:
            self.announcement.say(self.tr("Saved: {0}").format(results.saved.path))
        self._told = error

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.announcement.say(sentence(error))

    # what the commands call

    def undo(self) -> None:
        self.session.undo_stack.undo()

    def redo(self) -> None:
        self.session.undo_stack.redo()

    @Slot()
    def _show_words(self) -> None:
        self.docks.bring("words")

    @Slot(str)
    def open_any(self, path: str) -> None:
        """A session or word vectors, told by content."""
        (self.sessions.open_file if is_session(path) else self.vectors.open_file)(path)

    def focus_sentence(self) -> None:
        self.docks.bring("words")
        self.words.focus_sentence()

    def replace_token(self) -> None:
        self.docks.bring("attention")
        self.attention.replace_token()

    def focus_search(self) -> None:
        self.docks.bring("words")
        self.words.focus_search()

    def play(self) -> None:
        self.docks.bring("attention")
        self.attention.play()

    def focus_arithmetic(self) -> None:
        self.docks.bring("inspector")
        self.inspector.focus_terms()

    def focus_step(self) -> None:
        self.docks.bring("attention")
        self.attention.focus_step()

    def show_compare(self) -> None:
        self.docks.bring("compare")

    @Slot(str, bool)
    def _on_seen(self, name: str, seen: bool) -> None:
        """The comparison is made while its pane is in sight, so that typing stays quick without it."""
        if name == "compare" and self.isVisible():  # a window that closes has nothing more to ask for
            self.session.set(comparing=seen)

    def turn_theme(self) -> None:
        self.session.set(theme=other_theme(self.session.state.theme))

    # what is remembered, and what is dropped on the window

    def restore(self) -> None:
        """Bring back size, layout and theme of the last time."""
        found = remembered_layout(self._settings)
        if found.theme in THEMES:
            self.session.set(theme=found.theme)
        if found.geometry is not None:
            self.restoreGeometry(found.geometry)
        self.docks.restore(found.desk, found.docks, found.hidden)

    def keep_session(self, path: Path) -> None:
        """From now on write the session to ``path`` whenever it has changed, and when the window closes."""
        self._last = LastSession(self.session, path, self)
        self._last.failed.connect(self._on_failed)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._remember:
            docks, theme = self.docks, self.session.state.theme
            kept = Layout(self.saveGeometry(), docks.saved(), docks.desk, docks.hidden(), theme)
            remember_layout(self._settings, kept)
        if self._last:
            self._last.write()
        self.session.undo_stack.clear()  # whose commands Python and Qt might otherwise both end
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if path := dropped_file(event.mimeData()):
            self.open_any(path)
            event.acceptProposedAction()

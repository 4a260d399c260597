"""The window: docks, menus, theme, and what it remembers.  Layout only; all choices lie in the session."""

from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QAction, QCloseEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from gui.actions import Commands, other_theme
from gui.arrangement import arrange, leave_out_titles, share_out, size_class
from gui.help import GuideWindow, about_html, guide_html, names_html
from gui.panes.attention import AttentionPane
from gui.panes.compare import ComparePane
from gui.panes.heads import HeadsPane
from gui.panes.inspector import InspectorPane
from gui.panes.similarity import SimilarityPane
from gui.panes.words import WordsPane
from gui.session import Session
from gui.theme import THEMES, apply
from gui.wording import sentence

LAYOUT_VERSION = 2
SHOWN_FOR = 10_000  # ms
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
        self._docks: dict[str, QDockWidget] = {}
        self._guides: dict[str, GuideWindow] = {}
        self.words, self.similarity = WordsPane(session), SimilarityPane(session)
        self.attention, self.heads, self.inspector = (
            AttentionPane(session),
            HeadsPane(session),
            InspectorPane(session),
        )
        self.compare = ComparePane(session)
        self._plane_holder = QWidget()
        self._add_docks()
        self.commands = Commands(session, self)
        self._add_dock_switches()
        self.announcement = QLabel(self)
        self.announcement.setObjectName("announcement")
        self.announcement.setProperty("tone", "badge")
        self.announcement.hide()
        self._hush = QTimer(self)
        self._hush.setSingleShot(True)
        self._hush.timeout.connect(self.announcement.hide)
        self.menuBar().setCornerWidget(self.announcement)
        self.complete = False
        self._order_tabs()
        self._arranged = False
        self._hidden: set[str] = set()  # docks that the person has closed
        self._own_way = False  # whether the person has moved the lines between the docks
        session.changed.connect(self._on_changed)

    def _order_tabs(self) -> None:
        """The order of reading, for the Tab key."""
        pane = self.attention
        row = [*pane.models.controls(), pane.strip, *pane.lit.directions.buttons(), pane.bar]
        row += [*pane.one.switch.buttons(), pane.one.word, *pane.steps.views, pane.steps.output]
        for before, after in pairwise(row):
            QWidget.setTabOrder(before, after)

    def build_late_panes(self) -> None:
        """Build what needs the slow import of pyqtgraph, after the window was first painted."""
        from gui.panes.plane import PlanePane

        layout = QVBoxLayout(self._plane_holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(PlanePane(self.session))
        self.complete = True

    def _add_docks(self) -> None:
        for name, title, pane in (
            ("words", self.tr("Words"), self.words),
            ("plane", self.tr("Plane"), self._plane_holder),
            ("similarity", self.tr("Similarity"), self.similarity),
            ("attention", self.tr("Attention"), self.attention),
            ("heads", self.tr("All heads"), self.heads),
            ("inspector", self.tr("Arithmetic"), self.inspector),
            ("compare", self.tr("Compare"), self.compare),
        ):
            dock = QDockWidget(title, self)
            dock.setObjectName(f"dock.{name}")
            dock.setWidget(pane)
            if pane is self.attention:
                dock.setTitleBarWidget(_TitleBar(title, self.attention.models))
            self._docks[name] = dock
        self._docks["compare"].visibilityChanged.connect(self._on_compare_seen)

    def _add_dock_switches(self) -> None:
        menu = self.commands.menus["View"]
        menu.addSeparator()
        for name, dock in self._docks.items():
            action = dock.toggleViewAction()
            action.setData(name)
            action.triggered.connect(self._on_dock_switched)
            menu.addAction(action)

    @Slot(bool)
    def _on_dock_switched(self, shown: bool) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        (self._hidden.discard if shown else self._hidden.add)(sender.data())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._own_way:
            return
        if size_class(event.oldSize()) != size_class(event.size()) or not self._arranged:
            self._arranged = True
            arrange(self, self._docks, self._hidden)
        else:
            share_out(self, self._docks)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """What lies between the docks are the lines that a person moves: from then on sizes are theirs."""
        self._own_way = True
        super().mousePressEvent(event)

    def arrange(self) -> None:
        """Show all panes where they stand by default at this size."""
        self._arranged, self._own_way = True, False
        self._hidden.clear()
        arrange(self, self._docks)

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        app = QApplication.instance()
        if "theme" in names and isinstance(app, QApplication):
            apply(app, THEMES[self.session.state.theme])
        if names & {"saved", "failed"}:
            self._say_what_was_saved(names)
        if "cell" in names and self.session.state.cell:
            self._docks["inspector"].show()
            self._docks["inspector"].raise_()

    def _say_what_was_saved(self, names: frozenset[str]) -> None:
        results = self.session.results
        if error := results.failed.get("saved"):
            self._announce(sentence(error))
        elif "saved" in names and results.saved:
            self._announce(self.tr("Saved: {0}").format(results.saved.path))

    def _announce(self, text: str) -> None:
        """Say something in the corner of the menu bar, where it takes no room from the panes."""
        self.announcement.setText(text)
        self.announcement.setToolTip(text)
        self.announcement.show()
        self._hush.start(SHOWN_FOR)

    # what the commands call

    def undo(self) -> None:
        self.session.undo_stack.undo()

    def redo(self) -> None:
        self.session.undo_stack.redo()

    def focus_sentence(self) -> None:
        self._bring("words")
        self.words.focus_sentence()

    def focus_search(self) -> None:
        self._bring("words")
        self.words.focus_search()

    def play(self) -> None:
        self._bring("attention")
        self.attention.play()

    def show_compare(self) -> None:
        self._bring("compare")

    @Slot(bool)
    def _on_compare_seen(self, seen: bool) -> None:
        """The comparison is made while its pane is in sight, so that typing stays quick without it."""
        if self.isVisible():  # a window that closes has nothing more to ask for
            self.session.set(comparing=seen)

    def turn_theme(self) -> None:
        self.session.set(theme=other_theme(self.session.state.theme))

    def _bring(self, name: str) -> None:
        self._docks[name].show()
        self._docks[name].raise_()

    def show_guide(self) -> None:
        self._show_help("guide", self.tr("How to use Attention Explorer"), guide_html())

    def show_names(self) -> None:
        self._show_help("names", self.tr("Names of the arrays"), names_html())

    def show_about(self) -> None:
        self._show_help("about", self.tr("About Attention Explorer"), about_html())

    def _show_help(self, name: str, title: str, html: str) -> None:
        if name not in self._guides:
            self._guides[name] = GuideWindow(title, html, self)
        self._guides[name].show()
        self._guides[name].raise_()

    def save_report(self) -> None:
        """Ask where the page shall go, then have it written."""
        dialog = QFileDialog(
            self, self.tr("Save the walk-through"), str(Path.home() / "attention-report.html")
        )
        dialog.setObjectName("report.file")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Web page (*.html)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._on_report_file)
        dialog.open()

    @Slot(str)
    def _on_report_file(self, path: str) -> None:
        self.session.requested.emit("report", path)

    # what is remembered

    def restore(self) -> None:
        """Bring back size, layout and theme of the last time; what cannot be read is passed over."""
        theme = self._settings.value("theme", "")
        if theme in THEMES:
            self.session.set(theme=theme)
        geometry, layout = self._settings.value("geometry"), self._settings.value("layout")
        self._own_way = isinstance(layout, QByteArray)
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        hidden = self._settings.value("hidden", "")
        self._hidden = {name for name in str(hidden).split() if name in self._docks}
        if isinstance(layout, QByteArray):
            self._arranged = self._own_way = self.restoreState(layout, LAYOUT_VERSION)
            leave_out_titles(self, self._docks)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._remember:
            self._settings.setValue("geometry", self.saveGeometry())
            self._settings.setValue("hidden", " ".join(sorted(self._hidden)))
            # A layout that is the program's own is made anew for the size of the next window.
            self._settings.setValue("layout", self.saveState(LAYOUT_VERSION) if self._own_way else "")
            self._settings.setValue("theme", self.session.state.theme)
        super().closeEvent(event)


class _TitleBar(QWidget):
    """A dock's title with controls beside it: room that the pane itself does not have."""

    def __init__(self, title: str, beside: QWidget) -> None:
        super().__init__()
        self.setObjectName("dock.title")
        label = QLabel(title)
        label.setProperty("tone", "muted")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 10, 2)
        row.setSpacing(16)
        row.addWidget(label)
        row.addWidget(beside, 1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Beside a number that is being edited: it must not tear the dock off the window."""
        event.accept()

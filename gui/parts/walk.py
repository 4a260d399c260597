"""The way through the steps: the bar of stages, where one is, playing at a chosen speed, and the check of a step."""

from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QMenuBar, QWidget

from gui import playing
from gui.panes.base import Pane
from gui.parts.check import CheckPart
from gui.results import LayerTrace
from gui.theme import THEMES
from gui.view import View, view_of
from gui.widgets.fitting_label import FittingLabel
from gui.widgets.stage_bar import StageBar
from gui.wording import pace_titles, place_titles, stage_tip, stage_title


class WalkPart(Pane):
    """Escape or any click stops playing.  The label ``place`` is left to whoever places the part."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "theme", "layer", "stage", "step", "playing", "pace", "filled"}
    )

    def build(self) -> None:
        self.bar = StageBar(self)
        self.bar.setObjectName("attention.step")
        self.bar.pace.set_paces(pace_titles())
        self.place = FittingLabel(self.parentWidget())
        self.place.setObjectName("attention.place")
        self.place.setProperty("tone", "muted")
        self._stages: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.tick)
        self._listening = False
        self.bar.chosen.connect(self._on_stage)
        self.bar.moved.connect(self._on_moved)
        self.bar.play_pressed.connect(self.play)
        self.bar.pace.chosen.connect(self._on_pace)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.bar, 1)
        layout.addWidget(CheckPart(self.session, self))

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        self.bar.set_look(THEMES[state.theme], state.playing)
        self.bar.pace.show_pace(state.pace)
        self._listen(state.filled is not None)
        if shown is None:
            return
        view = view_of(state, shown.run)
        if view.stages != self._stages:
            self._stages = view.stages
            titles = tuple(stage_title(stage) for stage in view.stages)
            self.bar.set_stages(titles, tuple(stage_tip(stage) for stage in view.stages))
        self.bar.set_current(view.stages.index(view.stage), view.moves)
        self.place.set_texts(place_titles(view))
        self._keep_time(shown, view)

    def _keep_time(self, shown: LayerTrace, view: View) -> None:
        """Wait for the next row while playing, and not otherwise."""
        state = self.session.state
        if not state.playing:
            self._timer.stop()
        elif not self._timer.isActive() and view.layer == shown.layer:  # else its answer is on its way
            rows, row = playing.rows_of(state, view, shown.trace), playing.filled_to(state, view) or 0
            self._timer.start(playing.PACES[state.pace].wait(rows, row + 1 >= rows))

    def _listen(self, on: bool) -> None:
        """Hear of keys and clicks anywhere in the program, but only while there is something to stop."""
        app = QApplication.instance()
        if on != self._listening and app is not None:
            self._listening = on
            (app.installEventFilter if on else app.removeEventFilter)(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and self._is_elsewhere(watched):
            self.stop()
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        stopping = event.key() == Qt.Key.Key_Escape and QApplication.activePopupWidget() is None
        if stopping:
            self.stop()
        return stopping

    def _is_elsewhere(self, watched: QObject) -> bool:
        """Whether a click there is not about playing."""
        own = self.bar.play, self.bar.pace
        return (
            isinstance(watched, QWidget) and watched not in own and not isinstance(watched, QMenu | QMenuBar)
        )

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.stop()

    @Slot()
    def play(self) -> None:
        """Start, or pause and keep the place."""
        if view := self._view():
            self.session.set(**playing.toggled(self.session.state, view))

    def stop(self) -> None:
        """Play no longer; the step is seen whole."""
        self.session.set(**playing.stopped())

    @Slot()
    def tick(self) -> None:
        """The next row, or the next step."""
        self._timer.stop()
        shown, view = self.session.results.trace, self._view()
        if shown is not None and view is not None and view.layer == shown.layer:
            self.session.set(**playing.ticked(self.session.state, view, shown.trace))

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot(str)
    def _on_pace(self, pace: str) -> None:
        self._timer.stop()  # the row that is waited for comes at the new speed
        self.session.set(pace=pace)

    @Slot(int)
    def _on_stage(self, place: int) -> None:
        self.session.set(stage=self._stages[place], step="")

    @Slot(str)
    def _on_moved(self, move: str) -> None:
        if view := self._view():
            self.session.set(**view.moved(move))

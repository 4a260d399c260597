"""The way through a translation: the four parts of an attention model over the bar of stages, and playing."""

from typing import ClassVar

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout

from gui.panes.base import Pane
from gui.playing import PACES
from gui.seq_walk import part_of
from gui.theme import THEMES
from gui.translation import LOOK, looked
from gui.widgets.part_row import PartRow
from gui.widgets.rows import column
from gui.widgets.stage_bar import StageBar
from gui.wording import pace_titles, seq_part_tip, seq_part_title, seq_stage_tip, seq_stage_title

ROWS = 4  # rows' time of playing attention for which a stage is looked at


class SequenceWalkPart(Pane):
    """A move goes on to the next stage, and from the last to the next word or token."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"translation", "failed", "theme", "seq_playing", "pace"} | LOOK
    )

    def build(self) -> None:
        self.bar, self.parts = StageBar(self), PartRow(self)
        self.bar.setObjectName("translation.step")
        self.bar.setAccessibleName(self.tr("Stages"))
        self.bar.say(
            self.tr("To the first word that is read (Home)"),
            self.tr("To the last token that is written (End)"),
            self.tr("Play: stage by stage to the end of the translation (Space, Ctrl+Space)"),
        )
        self.bar.pace.set_paces(pace_titles())
        self.parts.setObjectName("translation.parts")
        self._shown: object = None
        self._stages: tuple[str, ...] = ()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.tick)
        self.bar.chosen.connect(self._on_stage)
        self.bar.moved.connect(self._on_moved)
        self.bar.play_pressed.connect(self.play)
        self.bar.pace.chosen.connect(self._on_pace)
        layout = column(self)
        layout.setSpacing(0)
        layout.addWidget(self.parts)
        across = QHBoxLayout()
        across.addWidget(self.bar, 1)
        layout.addLayout(across)
        self.parts.follow(self.bar)

    def refresh(self) -> None:
        state = self.session.state
        self.bar.set_look(THEMES[state.theme], state.seq_playing)
        self.parts.set_theme(THEMES[state.theme])
        self.bar.pace.show_pace(state.pace)
        view = looked(state, self.session.results)
        if view is None:
            self._timer.stop()
            return
        recurrent = view.run.model.recurrent
        stages = view.stages
        if (stages, recurrent) != self._shown:
            self._shown, self._stages = (stages, recurrent), stages
            self.bar.set_stages(
                tuple(seq_stage_title(stage, recurrent) for stage in stages),
                tuple(seq_stage_tip(stage, recurrent) for stage in stages),
            )
            parts = [part_of(stage, recurrent) for stage in stages]
            self.parts.show_parts([(seq_part_title(part), seq_part_tip(part)) for part in parts])
        self.bar.set_current(stages.index(view.moment.stage), view.moves)
        self.parts.set_current(stages.index(view.moment.stage))
        if state.seq_playing and not self._timer.isActive():
            self._timer.start(ROWS * PACES[state.pace].row)
        elif not state.seq_playing:
            self._timer.stop()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.session.set(seq_playing=False)

    @Slot()
    def play(self) -> None:
        """Start, or pause and keep the place; from the end it begins anew."""
        state = self.session.state
        view = looked(state, self.session.results)
        if state.seq_playing or view is None:
            self.session.set(seq_playing=False)
            return
        start = {} if "next" in view.moves else view.moved("first")
        self.session.set(**start, seq_playing=True)

    @Slot()
    def tick(self) -> None:
        """The next stage; after the last it stops."""
        view = looked(self.session.state, self.session.results)
        if view is None or "next" not in view.moves:
            self.session.set(seq_playing=False)
        else:
            self.session.set(**view.moved("next"), seq_playing=True)

    @Slot(str)
    def _on_pace(self, pace: str) -> None:
        self._timer.stop()
        self.session.set(pace=pace)

    @Slot(int)
    def _on_stage(self, place: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**view.to_stage(self._stages[place]))

    @Slot(str)
    def _on_moved(self, move: str) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**view.moved(move))

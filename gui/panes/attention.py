"""Attention, one step at a time: model, layer, head, query; formula; what goes in and what comes out."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from engine.formulas import formula_key
from engine.names import key
from engine.recipes import Step
from engine.trace import Trace
from gui.faces import Face, face
from gui.panes.base import Pane
from gui.parts.changes import ChangesPart
from gui.parts.check import CheckPart
from gui.parts.one_word import OneWordPart
from gui.parts.parameters import ParametersPart
from gui.parts.sentence_lit import SentenceLitPart
from gui.session import LayerTrace, State
from gui.theme import THEMES
from gui.view import View, anchored, view_of
from gui.widgets import numbers
from gui.widgets.formula_view import FormulaView
from gui.widgets.model_bar import ModelBar
from gui.widgets.notice import Notice
from gui.widgets.rows import column
from gui.widgets.segments import Segments
from gui.widgets.stage_bar import StageBar
from gui.widgets.step_view import StepView
from gui.wording import head_title, layer_title, notices, stage_sentence, stage_tip, stage_title, step_title

ROOMY = (520, 420)  # heights beyond which arcs are drawn over the sentence: above matrices, above one word
LOW = 330  # height below which the numbers need the room of the formula
PACE = 1600  # ms for each step while playing
FORMULA_HEIGHT = 56


class AttentionPane(Pane):
    """Redraws from ``results.trace``, which may lag behind the state until the engine has answered.

    Its ``models`` bar is left to whoever places the pane: the window puts it beside the title.
    """

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "overview", "failed", "source", "heads", "d_head", "seed", "theme"}
        | {"layer", "head", "query", "anchor", "stage", "step", "cell", "difference", "one_word"}
    )

    def build(self) -> None:
        self.models, self.bar = ModelBar(self), StageBar(self)
        self._lit = SentenceLitPart(self.session, self)
        self.lit, self.strip = self._lit.lit, self._lit.strip
        self.bar.setObjectName("attention.step")
        self._notice = Notice(self)
        self._notice.setObjectName("attention.notice")
        self._changes, self._parameters = ChangesPart(self.session, self), ParametersPart(self.session, self)
        self._sentence = self._label("attention.sentence")
        self.formula = FormulaView(self)
        self.formula.setObjectName("attention.formula")
        self.formula.setFixedHeight(FORMULA_HEIGHT)
        self.steps, self.one = StepView(self), OneWordPart(self.session, self)
        self._body = QStackedWidget(self)
        self._body.addWidget(self.steps)
        self._body.addWidget(self.one)
        self.parts = Segments(self)
        self.parts.setObjectName("attention.part")
        self._timer = QTimer(self)
        self._timer.setInterval(PACE)
        self._faces: list[Face] = []
        self._drawn: object = None
        self._stages: tuple[str, ...] = ()
        self._connect()
        self._lay_out()

    def _connect(self) -> None:
        self.models.chosen.connect(self._on_model)
        self.bar.chosen.connect(self._on_stage)
        self.bar.moved.connect(self._on_moved)
        self.bar.play_pressed.connect(self.play)
        self.steps.activated.connect(self._on_cell)
        self.parts.chosen.connect(self._on_part)
        self._timer.timeout.connect(self._on_tick)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.parts)
        words.addWidget(self._sentence)
        self._told = QWidget(self)  # the step in formula and words
        middle = QHBoxLayout(self._told)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(12)
        middle.addWidget(self.formula, 5)
        middle.addWidget(self._parameters)
        middle.addLayout(words, 6)
        middle.addWidget(self.one.switch)
        walk = QHBoxLayout()
        walk.addWidget(self.bar, 1)
        walk.addWidget(CheckPart(self.session, self))
        self._run = QWidget(self)  # all that needs a run
        below = column(self._run)
        below.addWidget(self._lit)
        below.addLayout(walk)
        below.addWidget(self._told)
        below.addWidget(self._body, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.setSpacing(4)
        layout.addWidget(self._notice, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._changes)
        layout.addWidget(self._run, 1)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        theme = THEMES[state.theme]
        self.models.show_source(state.source, state.heads, state.d_head, state.seed)
        self.formula.set_theme(theme)
        self.steps.set_theme(theme)
        self.bar.set_look(theme, self._timer.isActive())
        stale = shown is not None and "overview" in self.session.results.failed and not _is_of(shown, state)
        self._show_notice(shown is not None and not stale)
        self._run.setVisible(shown is not None and not stale)
        if shown is None or stale:
            self.models.show_nothing()
            return
        view = view_of(state, shown.run)
        self._show_place(view)
        if view.layer == shown.layer:
            self._show_step(shown, view)

    def _show_notice(self, shown: bool) -> None:
        results = self.session.results
        lines = [escape(line) for line in notices(results, shown)]
        self._notice.say(lines, "error" if {"overview", "changes"} & results.failed.keys() else "warning")

    def _show_place(self, view: View) -> None:
        model = view.run.model
        self.models.badge.show()
        self.models.badge.setProperty("tone", "badge" if model.trained else "caution")
        self.models.badge.style().polish(self.models.badge)
        self.models.badge.setText(self.tr("trained") if model.trained else self.tr("untrained"))
        self.models.badge.setToolTip(
            model.name if model.trained else self.tr("These weights were drawn at random and have learnt nothing.")
        )
        layers = tuple(layer_title(i, model.sizes.layers) for i in range(model.sizes.layers))
        heads = tuple(head_title(i, model.sizes.heads) for i in range(model.sizes.heads))
        self.models.show_place(layers, view.layer, heads, view.head)
        if view.stages != self._stages:
            self._stages = view.stages
            titles = tuple(stage_title(stage) for stage in view.stages)
            self.bar.set_stages(titles, tuple(stage_tip(stage) for stage in view.stages))
        self.bar.set_current(view.stages.index(view.stage), view.moves)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """Arcs are drawn where what is below can spare the room; one word's view needs less of it than matrices.  In a
        very low pane numbers come before words.
        """
        needed = ROOMY[self._body.currentWidget() is self.one]
        self.lit.set_room(self.height() if self.height() > needed else 0)
        self._told.setVisible(self.height() > LOW)

    def _show_step(self, shown: LayerTrace, view: View) -> None:
        step = shown.trace.step(view.step.output) or view.step  # with the parameters that are in force
        self.formula.set_formula(formula_key(step))
        self._sentence.setText(stage_sentence(view, shown.trace))
        self.parts.show_titles(tuple(step_title(step) for step in view.steps), view.steps.index(view.step))
        size = shown.trace[step.output].shape
        self._sentence.setToolTip(f"{step.output}  {numbers.shape(*size)}\n{step.numpy}")
        told = self.one.tells(view)
        self._body.setCurrentWidget(self.one if told else self.steps)
        self._share_height()
        if not told:
            self._show_matrices(shown, view, step)

    def _show_matrices(self, shown: LayerTrace, view: View, step: Step) -> None:
        by_head = "head" in step.axes or "kv_head" in step.axes
        against = shown.unchanged if self.session.state.difference else None
        looked_at = shown, step, view.head, against
        if looked_at != self._drawn:
            self._drawn = looked_at
            self._show_faces(shown, view, step, by_head, against)
        self._mark(view)

    def _show_faces(
        self, shown: LayerTrace, view: View, step: Step, by_head: bool, against: Trace | None
    ) -> None:
        faces = [face(shown.trace, path, view, by_head, against) for path in step.inputs]
        output = face(shown.trace, step.output, view, by_head, against)
        assert output is not None
        self._faces = [*(found for found in faces if found is not None), output]
        self.steps.show_step([found.data for found in self._faces[:-1]], output.data)

    def _mark(self, view: View) -> None:
        """Shade the query's row and ring the opened cell."""
        rows = [view.query if found.of_query else None for found in self._faces]
        self.steps.highlight(rows[:-1], rows[-1])
        path, cell = self.session.state.cell or ("", ())
        for found, matrix in zip(self._faces, self.steps.shown_views(), strict=True):
            matrix.set_current(found.place(cell) if found.path == path else None)

    @Slot()
    def play(self) -> None:
        """Start or stop walking through the steps; from the last step it begins anew."""
        if self._timer.isActive():
            self._timer.stop()
        elif view := self._view():
            self._timer.start()
            if "next" not in view.moves:
                self.session.set(**view.end(last=False))
        self.refresh()

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot()
    def _on_tick(self) -> None:
        view = self._view()
        if view is None or "next" not in view.moves:
            self.play()
        else:
            self.session.set(**view.moved("next"))

    @Slot(str, object)
    def _on_model(self, name: str, value: object) -> None:
        view = self._view()
        kept = {"anchor": anchored(self.session.state, view.run)} if view and name == "source" else {}
        self.session.set(**{name: value}, **kept)

    @Slot(int)
    def _on_stage(self, place: int) -> None:
        self.session.set(stage=self._stages[place], step="")

    @Slot(str)
    def _on_moved(self, move: str) -> None:
        if view := self._view():
            self.session.set(**view.moved(move))

    @Slot(int)
    def _on_part(self, place: int) -> None:
        if view := self._view():
            self.session.set(step=key(view.steps[place].output))

    @Slot(int, int, int)
    def _on_cell(self, place: int, row: int, col: int) -> None:
        found = self._faces[place]
        changes = {"query": row, "anchor": None} if found.of_query else {}
        self.session.set(cell=(found.path, found.cell(row, col)), trail=(), **changes)


def _is_of(shown: LayerTrace, state: State) -> bool:
    """Whether the model on show is the one that was chosen."""
    return shown.run.model.trained == (state.source == "minilm")

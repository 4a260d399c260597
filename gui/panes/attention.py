"""Attention, one step at a time: model, layer, head, query; formula; what goes in and what comes out."""

from html import escape
from itertools import pairwise
from typing import ClassVar

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from engine.formulas import formula_key
from engine.names import key
from gui.one_word import told
from gui.panes.base import Pane
from gui.parts.changes import ChangesPart
from gui.parts.one_word import OneWordPart
from gui.parts.parameters import ParametersPart
from gui.parts.sentence_lit import SentenceLitPart
from gui.parts.step_matrices import StepMatricesPart
from gui.parts.walk import WalkPart
from gui.reading import SWITCHES
from gui.results import LayerTrace
from gui.state import State
from gui.theme import THEMES
from gui.view import View, anchored, view_of
from gui.widgets import numbers
from gui.widgets.formula_view import FormulaView
from gui.widgets.model_bar import ModelBar
from gui.widgets.notice import Notice
from gui.widgets.rows import column
from gui.widgets.segments import Segments
from gui.wording import head_title, layer_title, notices, stage_sentence, step_title

ROOMY = (512, 412)  # heights beyond which arcs are drawn over the sentence: above matrices, above one word
LOW = 322  # height below which the numbers need the room of the formula and the sentence
FORMULA_HEIGHT = 56


class AttentionPane(Pane):
    """Redraws from ``results.trace``, which may lag behind the state until the engine has answered.

    Its ``models`` bar is left to whoever places the pane: the window puts it beside the title.
    """

    watches: ClassVar[frozenset[str]] = frozenset(
        {"trace", "overview", "failed", "source", "heads", "d_head", "seed", "theme"}
        | {"layer", "head", "query", "anchor", "stage", "step", "difference", "one_word"}
        | {*SWITCHES}
    )

    def build(self) -> None:
        self.models, self.walk = ModelBar(self), WalkPart(self.session, self)
        self.bar = self.walk.bar
        self._lit = SentenceLitPart(self.session, self)
        self.lit, self.strip = self._lit.lit, self._lit.strip
        self.scale = self._lit.scale.menu
        self._notice = Notice(self)
        self._notice.setObjectName("attention.notice")
        self._changes, self._parameters = ChangesPart(self.session, self), ParametersPart(self.session, self)
        self._sentence = self._label("attention.sentence")
        self.formula = FormulaView(self)
        self.formula.setObjectName("attention.formula")
        self.formula.setFixedHeight(FORMULA_HEIGHT)
        self._matrices, self.one = StepMatricesPart(self.session, self), OneWordPart(self.session, self)
        self.steps = self._matrices.steps
        self._body = QStackedWidget(self)
        self._body.addWidget(self._matrices)
        self._body.addWidget(self.one)
        self.parts = Segments(self)
        self.parts.setObjectName("attention.part")
        self._titles: list[QAbstractButton] = []
        self.models.chosen.connect(self._on_model)
        self.parts.chosen.connect(self._on_part)
        self._lay_out()

    def _lay_out(self) -> None:
        place = QHBoxLayout()
        place.addWidget(self.parts)
        place.addWidget(self.walk.place, 1)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addLayout(place)
        words.addWidget(self._sentence)
        self._told = QWidget(self)  # the step in formula and words
        middle = QHBoxLayout(self._told)
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(12)
        middle.addWidget(self.formula, 5)
        middle.addWidget(self._parameters)
        middle.addLayout(words, 6)
        middle.addWidget(self.one.switch)
        self._run = QWidget(self)  # all that needs a run
        self._run.installEventFilter(self)
        below = column(self._run)
        below.addWidget(self._lit)
        below.addWidget(self.walk)
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
            model.name
            if model.trained
            else self.tr("These weights were drawn at random and have learnt nothing.")
        )
        layers = tuple(layer_title(i, model.sizes.layers) for i in range(model.sizes.layers))
        heads = tuple(head_title(i, model.sizes.heads) for i in range(model.sizes.heads))
        self.models.show_place(layers, view.layer, heads, view.head)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What stands above the sentence takes room from it, as a lower pane does."""
        if watched is self._run and event.type() == QEvent.Type.Resize:
            self._share_height()
        return False

    def _share_height(self) -> None:
        """Arcs are drawn where what is below can spare the room; one word's view needs less of it than matrices.  In a
        very low pane numbers come before words.
        """
        height, needed = self._run.height(), ROOMY[self._body.currentWidget() is self.one]
        self.lit.set_room(height if height > needed else 0)
        high = height > LOW
        self.formula.setVisible(high)
        self._sentence.setVisible(high)
        self.one.switch.set_vertical(high)

    def _show_step(self, shown: LayerTrace, view: View) -> None:
        step = shown.trace.step(view.step.output) or view.step  # with the parameters that are in force
        self.formula.set_formula(formula_key(step))
        self._sentence.setText(stage_sentence(view, shown.trace))
        self.parts.show_titles(tuple(step_title(step) for step in view.steps), view.steps.index(view.step))
        if self.parts.buttons() != self._titles:  # new ones come last
            self.order_tabs()
        size = shown.trace[step.output].shape
        self._sentence.setToolTip(f"{step.output}  {numbers.shape(*size)}\n{step.numpy}")
        self._body.setCurrentWidget(self.one if told(self.session.state, view) else self._matrices)
        self._share_height()

    def play(self) -> None:
        """Start playing the walk, or pause it."""
        self.walk.play()

    def focus_step(self) -> None:
        """Bring the keyboard to the numbers of the step, where the opened one is among them."""
        shown = self._body.currentWidget()
        target = self.one.word if shown is self.one else self.steps.in_use()
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def replace_token(self) -> None:
        """Ask what is to stand in the place of the token that is looked from."""
        self._lit.replace()

    def order_tabs(self) -> None:
        """The order of reading, for the Tab key."""
        self._titles = self.parts.buttons()
        parts = self._lit, self.walk, self._parameters, self.parts, self.one.switch, self.one
        stops = [*self.models.controls(), *(stop for part in parts for stop in _stops(part))]
        stops += [*self.steps.views, self.steps.output]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _view(self) -> View | None:
        shown = self.session.results.trace
        return view_of(self.session.state, shown.run) if shown else None

    @Slot(str, object)
    def _on_model(self, name: str, value: object) -> None:
        view = self._view()
        kept = {"anchor": anchored(self.session.state, view.run)} if view and name == "source" else {}
        self.session.set(**{name: value}, **kept)

    @Slot(int)
    def _on_part(self, place: int) -> None:
        if view := self._view():
            self.session.set(step=key(view.steps[place].output))


def _stops(part: QWidget) -> list[QWidget]:
    """What takes the keyboard in a part, in the order in which it was made."""
    found = (part, *part.findChildren(QWidget))
    here = (widget for widget in found if widget.window() is part.window())  # not in a menu
    return [widget for widget in here if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]


def _is_of(shown: LayerTrace, state: State) -> bool:
    """Whether the model on show is the one that was chosen."""
    return shown.run.model.trained == (state.source == "minilm")

"""The page that walks through a translation: word after word is read, token after token is written."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.formulas import formula_key
from engine.names import key
from gui.panes.base import Pane
from gui.parts.seq_alignment import AlignmentPart
from gui.parts.seq_all_heads import AllHeadsPart
from gui.parts.seq_changed import ChangedPart
from gui.parts.seq_heads import SequenceHeadsPart
from gui.parts.seq_likeliest import LikeliestPart
from gui.parts.seq_lit import SentencesPart
from gui.parts.seq_matrices import SequenceMatricesPart
from gui.parts.seq_parameters import SequenceParametersPart
from gui.parts.seq_walk import SequenceWalkPart
from gui.seq_view import SequenceView
from gui.theme import THEMES
from gui.translation import LOOK, looked
from gui.widgets import numbers
from gui.widgets.formula_view import FormulaView
from gui.widgets.rows import column
from gui.widgets.segments import Segments
from gui.wording import seq_guide, seq_sentence, seq_step_title

FORMULA_HEIGHT = 64
WORDS_HEIGHT = 68  # of titles and two lines: the numbers below stay where they are from stage to stage
LOW = 450  # height below which the numbers need the room of the formula and the sentence
HIGH = 760  # from this height on all heads stand beside the likeliest tokens
LEAST_BODY = 120  # of the numbers
LEAST = 260  # and below which they need all that there is
SHARES = {False: (4, 3), True: (2, 3)}  # of the width: for the step, and for alignment and likeliest tokens
DOWN, ACROSS = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight


class StepsPart(Pane):
    """All that one can look at at a moment of the walk; nothing where there is no translation."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "theme", "seq_prefix"} | LOOK)

    def build(self) -> None:
        self.guide, self.sentence = self._label("guide"), self._label("said")
        self.guide.setProperty("tone", "title")
        self.changed = ChangedPart(self.session, self)
        self.lit, self.heads = SentencesPart(self.session, self), SequenceHeadsPart(self.session, self)
        self.walk = SequenceWalkPart(self.session, self)
        self.formula = FormulaView(self)
        self.formula.setObjectName("translation.formula")
        self.formula.setFixedHeight(FORMULA_HEIGHT)
        self.parts = Segments(self)
        self.parts.setObjectName("translation.part")
        self.parts.chosen.connect(self._on_part)
        self.parameters = SequenceParametersPart(self.session, self)
        self.matrices = SequenceMatricesPart(self.session, self)
        self.alignment, self.likeliest = AlignmentPart(self.session, self), LikeliestPart(self.session, self)
        self.all_heads = AllHeadsPart(self.session, self)
        self._low = False
        self._lay_out()

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.parts)
        words.addWidget(self.sentence)
        self._told = QWidget(self)
        told = QHBoxLayout(self._told)
        told.setContentsMargins(0, 0, 0, 0)
        told.setSpacing(12)
        told.addWidget(self.formula, 5)
        told.addWidget(self.parameters)
        told.addLayout(words, 6)
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._beside.setSpacing(6)
        self._beside.addWidget(self.alignment, 8)
        self._beside.addWidget(self.all_heads, 6)
        self._beside.addWidget(self.likeliest, 7)
        self._body = QWidget(self)
        self._body.setMinimumHeight(
            LEAST_BODY
        )  # else what stands in it would keep the pane from becoming low
        self._across = QHBoxLayout(self._body)
        self._across.setContentsMargins(0, 0, 0, 0)
        self._across.setSpacing(10)
        self._across.addWidget(self.matrices)
        self._across.addLayout(self._beside)
        for half in (self.matrices, self.alignment, self.all_heads, self.likeliest):
            half.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        layout = column(self)
        layout.setSpacing(3)
        for widget in (self.guide, self.changed, self.lit, self.heads, self.walk, self._told):
            layout.addWidget(widget)
        layout.addWidget(self._body, 1)
        self._all = (self.guide, self.lit, self.walk, self._told, self._body)

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(f"translation.{name}")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def refresh(self) -> None:
        state = self.session.state
        self.formula.set_theme(THEMES[state.theme])
        view = looked(state, self.session.results)
        for widget in self._all:
            widget.setVisible(view is not None)
        self._share_height()
        if view is not None:
            self._show(view, state.seq_prefix)

    def _show(self, view: SequenceView, prefix: tuple[int, ...]) -> None:
        recurrent = view.run.model.recurrent
        self.guide.setText(seq_guide(view, len(prefix) == view.moment.place + 1))
        self.sentence.setText(seq_sentence(view))
        self.formula.set_formula(formula_key(view.step))
        titles = tuple(seq_step_title(step, recurrent) for step in view.steps)
        self.parts.show_titles(titles, view.steps.index(view.step))
        size = view.trace[view.step.output].shape
        self.sentence.setToolTip(f"{view.step.output}  {numbers.shape(*size)}\n{view.step.numpy}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self) -> None:
        """In a low pane numbers come before words, and stand side by side."""
        extra = sum(one.sizeHint().height() for one in (self.changed, self.heads) if not one.isHidden())
        low, shown = self.height() - extra < LOW, self._body.isVisibleTo(self)
        for words in (self.guide, self._told):
            words.setVisible(shown and self.height() > LEAST)
        for words in (self.formula, self.sentence, self.walk.parts):
            words.setVisible(not low)
        self._told.setMinimumHeight(0 if low else WORDS_HEIGHT)
        if low is not self._low:
            self._low = low
            for part in (self.alignment, self.matrices):
                part.set_legend(not low)
        self.lit.set_lines(1 if low else 2)
        room = self.height() >= HIGH or (not low and self.likeliest.isHidden())
        self.all_heads.set_room(room)
        self._beside.setDirection(ACROSS if low else DOWN)
        for place, share in enumerate(SHARES[low]):
            self._across.setStretch(place, share)

    def focus_step(self) -> None:
        """Bring the keyboard to the numbers of the step."""
        self.matrices.focus()

    @Slot(int)
    def _on_part(self, place: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(seq_step=key(view.steps[place].output), seq_stage=view.moment.stage)

"""Translation: a sentence is read and written step by step, and pages beside that compare models and ways to write."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget

from gui.pages import SEQ_PAGES
from gui.panes.base import Pane
from gui.parts.seq_beam import BeamPart
from gui.parts.seq_beside import BesidePart
from gui.parts.seq_choice import ChoicePart
from gui.parts.seq_language import LanguagePart
from gui.parts.seq_scores import ScoresPart
from gui.parts.seq_source import SourcePart
from gui.parts.seq_steps import StepsPart
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments

WRITING = "language"  # the one page of the model that reads no source
PARTS: Mapping[str, type[Pane]] = {
    "steps": StepsPart,
    BeamPart.page: BeamPart,
    BesidePart.page: BesidePart,
    ScoresPart.page: ScoresPart,
    WRITING: LanguagePart,
}


class TranslationPane(Pane):
    """What is translated, by which model and how; below it one of the pages."""

    watches: ClassVar[frozenset[str]] = frozenset({"seq_page", "seq_model"})

    def build(self) -> None:
        self.choice, self.source = ChoicePart(self.session, self), SourcePart(self.session, self)
        self.pages = Segments(self)
        self.pages.setObjectName("translation.page")
        self.pages.setAccessibleName(self.tr("Pages of the translation"))
        self.pages.chosen.connect(self._on_page)
        self.parts: dict[str, Pane] = {}
        self._stack = QStackedWidget(self)
        layout = column(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.addWidget(self.choice)
        layout.addWidget(self.source)
        across = row(self.pages, self.source.origin)
        across.setStretchFactor(self.source.origin, 1)
        layout.addLayout(across)
        layout.addWidget(self._stack, 1)

    def refresh(self) -> None:
        state = self.session.state
        writing = state.seq_model == WRITING
        self.pages.show_titles(self._titles(), SEQ_PAGES.index(state.seq_page))
        for button, tip in zip(self.pages.buttons(), self._tips(), strict=True):
            button.setToolTip(tip)
        self.pages.setVisible(not writing)
        self.source.setVisible(not writing)
        self._stack.setCurrentWidget(self._part(WRITING if writing else state.seq_page))

    def _titles(self) -> tuple[str, ...]:
        return self.tr("Step by step"), self.tr("Beam"), self.tr("Side by side"), self.tr("Scores by length")

    def _tips(self) -> tuple[str, ...]:
        return (
            self.tr("Walk through the model: word after word is read, token after token is written"),
            self.tr("All that beam search weighs: the likeliest ways to go on at each step"),
            self.tr("The same sentence by the fixed vector and by attention, beside each other"),
            self.tr("How well each model translates held-out sentences, by their length"),
        )

    def _part(self, page: str) -> Pane:
        """The part of a page, made when it is first asked for."""
        if page not in self.parts:
            part = self.parts[page] = PARTS[page](self.session, self._stack)
            self._stack.addWidget(part)
        return self.parts[page]

    def focus_sentence(self) -> None:
        """Ready to type a sentence over the one that is there."""
        self.source.focus()

    def play(self) -> None:
        """Start playing the walk, or pause it."""
        self._walking().walk.play()

    def focus_step(self) -> None:
        """Bring the keyboard to the numbers of the step."""
        self._walking().focus_step()

    def _walking(self) -> StepsPart:
        """The page of the walk, brought to the front."""
        self.session.set(seq_page="steps")
        page = self._part("steps")
        assert isinstance(page, StepsPart)
        return page

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(seq_page=SEQ_PAGES[place])

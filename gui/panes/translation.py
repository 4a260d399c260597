"""Translation: a sentence is read and written step by step, and pages beside that compare models and ways to write."""

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from gui.panes.base import Pane
from gui.parts.seq_choice import ChoicePart
from gui.parts.seq_source import SourcePart
from gui.parts.seq_steps import StepsPart
from gui.state import SEQ_PAGES
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments

# Pages, and the parts of gui.parts that are built when one of them is first looked at.
PAGES: Mapping[str, tuple[str, str]] = {
    "steps": ("seq_steps", "StepsPart"),
    "beam": ("seq_beam", "BeamPart"),
    "beside": ("seq_beside", "BesidePart"),
    "lengths": ("seq_scores", "ScoresPart"),
}
WRITING = ("seq_language", "LanguagePart")  # the one page of the language model


class TranslationPane(Pane):
    """What is translated, by which model and how; below it one of the pages."""

    watches: ClassVar[frozenset[str]] = frozenset({"seq_page", "seq_model"})

    def build(self) -> None:
        self.choice, self.source = ChoicePart(self.session, self), SourcePart(self.session, self)
        self.pages = Segments(self)
        self.pages.setObjectName("translation.page")
        self.pages.setAccessibleName(self.tr("Pages of the translation"))
        self.pages.chosen.connect(self._on_page)
        self.parts: dict[tuple[str, str], QWidget] = {}
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
        writing = state.seq_model == "language"
        self.pages.show_titles(self._titles(), SEQ_PAGES.index(state.seq_page))
        for button, tip in zip(self.pages.buttons(), self._tips(), strict=True):
            button.setToolTip(tip)
        self.pages.setVisible(not writing)
        self.source.setVisible(not writing)
        self._stack.setCurrentWidget(self._part(WRITING if writing else PAGES[state.seq_page]))

    def _titles(self) -> tuple[str, ...]:
        return self.tr("Step by step"), self.tr("Beam"), self.tr("Side by side"), self.tr("Scores by length")

    def _tips(self) -> tuple[str, ...]:
        return (
            self.tr("Walk through the model: word after word is read, token after token is written"),
            self.tr("All that beam search weighs: the likeliest ways to go on at each step"),
            self.tr("The same sentence by the fixed vector and by attention, beside each other"),
            self.tr("How well each model translates held-out sentences, by their length"),
        )

    def _part(self, page: tuple[str, str]) -> QWidget:
        """The part of a page, made when it is first asked for."""
        if page not in self.parts:
            module, name = page
            self.parts[page] = getattr(import_module(f"gui.parts.{module}"), name)(self.session, self._stack)
            self._stack.addWidget(self.parts[page])
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
        page = self._part(PAGES["steps"])
        assert isinstance(page, StepsPart)
        return page

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(seq_page=SEQ_PAGES[place])

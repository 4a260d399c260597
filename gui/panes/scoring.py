"""Scoring and aligning: a laboratory of score functions, why scores are scaled, and attention as a dictionary."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gui.panes.base import Pane
from gui.parts.lab_dictionary import LabDictionaryPart
from gui.parts.lab_page import PAGES, LabPage
from gui.parts.lab_parameters import LabParametersPart
from gui.parts.lab_scale import LabScalePart
from gui.parts.lab_scores import LabScoresPart
from gui.parts.lab_source import LabSourcePart
from gui.parts.lab_weights import LabWeightsPart
from gui.parts.lab_words import LabWordsPart
from gui.widgets.segments import Segments

PARTS: tuple[type[LabPage], ...] = (
    LabSourcePart,
    LabWordsPart,
    LabParametersPart,
    LabScalePart,
    LabDictionaryPart,
)
FILLING: frozenset[type[LabPage]] = frozenset({LabScalePart, LabDictionaryPart})
ALL = 100  # stretch of what takes the height that is left
ROOMY, OF_A_KEY = (
    (900, 690),
    40,
)  # width and height, and height of each key, that leave room to tell of all ways


class ScoringPane(Pane):
    """Three pages, of which one is seen."""

    watches: ClassVar[frozenset[str]] = frozenset({"lab_page", "lab_source", "lab_laid"})

    def build(self) -> None:
        self.pages = Segments(self)
        self.pages.setObjectName("scoring.page")
        self.pages.chosen.connect(self._on_page)
        self.parts: dict[type[LabPage], LabPage] = {kind: kind(self.session, self) for kind in PARTS}
        self.scores, self.weights = LabScoresPart(self.session, self), LabWeightsPart(self.session, self)
        self.parts |= {LabScoresPart: self.scores, LabWeightsPart: self.weights}
        body, scrolled = QWidget(self), QScrollArea(self)
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(6)
        for kind, part in self.parts.items():
            inner.addWidget(part, ALL if kind in FILLING else 0)
        inner.addStretch(1)
        scrolled.setWidget(body)
        scrolled.setWidgetResizable(True)
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setStyleSheet("QScrollArea { border: none; background: transparent; }")
        scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body.setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 8)
        layout.setSpacing(6)
        layout.addWidget(self.pages)
        layout.addWidget(scrolled, 1)

    def refresh(self) -> None:
        state = self.session.state
        titles = self.tr("Laboratory"), self.tr("Why scale?"), self.tr("Dictionary")
        tips = (
            self.tr("Ways to score and to align beside each other, on vectors of your choice"),
            self.tr("What the size of the vectors does to softmax, and what dividing by √d is good for"),
            self.tr("Attention as a dictionary that also answers to words it does not hold"),
        )
        self.pages.show_titles(titles, PAGES.index(state.lab_page))
        for button, tip in zip(self.pages.buttons(), tips, strict=True):
            button.setToolTip(tip)
        for kind, part in sorted(self.parts.items(), key=lambda one: self._seen(one[0])):
            part.setVisible(self._seen(kind))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Tell of all ways where all rows have room beside that."""
        laid = self.session.results.lab_laid
        high = ROOMY[1] + OF_A_KEY * (len(laid.lab.given.keys) if laid else 0)
        roomy = self.width() >= ROOMY[0] and self.height() >= high
        for part in (self.scores, self.weights):
            part.way.set_roomy(roomy)

    def _seen(self, kind: type[LabPage]) -> bool:
        """Whether a part belongs to what is looked at."""
        state = self.session.state
        here = state.lab_page in kind.pages
        if kind is LabWordsPart and state.lab_page == "laboratory":
            return state.lab_source == "words"
        return here

    @Slot(int)
    def _on_page(self, place: int) -> None:
        self.session.set(lab_page=PAGES[place])

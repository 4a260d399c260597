"""The numbers that some ways to score bring along: drawn by a seed, plain, or trained; and it is said which."""

from typing import ClassVar

from PySide6.QtCore import Slot

from engine.laboratory_parameters import STARTS
from gui.parts.lab_page import MOST_SEED, LabPage, label_of, muted, narrow_spin
from gui.widgets.number_box import put
from gui.widgets.rows import row
from gui.widgets.segments import Segments


class LabParametersPart(LabPage):
    """One switch and a seed for all of them."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory",)
    watches: ClassVar[frozenset[str]] = frozenset({"lab_page", "lab_start", "lab_seed", "lab_laid"})

    def build(self) -> None:
        self.starts = Segments(self)
        self.starts.setObjectName("scoring.start")
        self.starts.setProperty("low", True)
        tip = self.tr("The start of the random numbers: another seed, other parameters")
        self.seed = narrow_spin(self, "scoring.seed", (0, MOST_SEED), tip)
        self._seed_title = label_of(self.tr("Se&ed"), self.seed)
        self._said = muted(self, "scoring.parameters")
        layout = row(label_of(self.tr("Parameters"), self.starts), self.starts, self._seed_title, self.seed)
        layout.addWidget(self._said, 1)
        layout.setSpacing(6)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.starts.chosen.connect(self._on_start)
        self.seed.valueChanged.connect(self._on_seed)

    def show_page(self) -> None:
        state, laid = self.session.state, self.session.results.lab_laid
        self.starts.show_titles((self.tr("Drawn"), self.tr("Identity")), STARTS.index(state.lab_start))
        tips = (
            self.tr("W, U, b, c and v are random numbers"),
            self.tr("W and U are the identity, which changes nothing, and b and c are 0; v is random still"),
        )
        for button, tip in zip(self.starts.buttons(), tips, strict=True):
            button.setToolTip(tip)
        put(self.seed, state.lab_seed)
        self._said.setText(self._about(laid.source if laid else state.lab_source))

    def _about(self, source: str) -> str:
        """What was trained and what was not."""
        told = {
            "words": self.tr(
                "Untrained: W, U, b, c and v were not learned, so their scores mean nothing yet."
            ),
            "head": self.tr(
                "The head itself scores by scaled dot. W, U, b, c and v are untrained: drawn, not learned."
            ),
            "translation": self.tr(
                "Additive has the model’s own, trained parameters. All others are untrained."
            ),
        }
        return told[source]

    @Slot(int)
    def _on_start(self, place: int) -> None:
        self.session.set(lab_start=STARTS[place])

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(lab_seed=seed)

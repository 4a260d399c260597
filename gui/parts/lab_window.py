"""What can be set of the ways to align: where the window is and how far it reaches, and the seed of what is drawn."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton

from gui.parts.lab_page import MOST_SEED, LabPage, label_of, narrow_spin
from gui.widgets.number_box import put
from gui.widgets.rows import row


class LabWindowPart(LabPage):
    """Places count from 1."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_laid", "lab_centre", "lab_reach", "lab_draw"}
    )

    def build(self) -> None:
        tip = self.tr("The place of the key in the middle of the window")
        self.centre = narrow_spin(self, "scoring.centre", (1, 1), tip)
        tip = self.tr(
            "How many places the window reaches to both sides. The bell’s σ is half of that; 0: one key alone"
        )
        self.reach = narrow_spin(self, "scoring.reach", (0, 1), tip)
        self.draw = narrow_spin(
            self, "scoring.draw", (0, MOST_SEED), self.tr("The seed of the key that is drawn")
        )
        self._again = QToolButton(self)
        self._again.setObjectName("scoring.again")
        self._again.setText(self.tr("Draw again"))
        self._again.setToolTip(self.tr("Draw another key, with the next seed"))
        layout = row(label_of(self.tr("Window around &place"), self.centre), self.centre)
        for widget in (
            label_of(self.tr("±"), self.reach),
            self.reach,
            label_of(self.tr("Seed of the &draw"), self.draw),
            self.draw,
            self._again,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.setSpacing(6)
        layout.setContentsMargins(0, 2, 0, 0)
        self.setLayout(layout)
        self.centre.valueChanged.connect(self._on_centre)
        self.reach.valueChanged.connect(self._on_reach)
        self.draw.valueChanged.connect(self._on_draw)
        self._again.clicked.connect(self._on_again)

    def show_page(self) -> None:
        state, laid = self.session.state, self.session.results.lab_laid
        count = len(laid.lab.given.keys) if laid else 1
        for box in (self.centre, self.reach):
            box.blockSignals(True)
            box.setMaximum(count)
            box.blockSignals(False)
        put(self.centre, min(state.lab_centre, count - 1) + 1)
        put(self.reach, min(state.lab_reach, count))
        put(self.draw, state.lab_draw)

    @Slot(int)
    def _on_centre(self, place: int) -> None:
        self.session.set(lab_centre=place - 1)

    @Slot(int)
    def _on_reach(self, reach: int) -> None:
        self.session.set(lab_reach=reach)

    @Slot(int)
    def _on_draw(self, seed: int) -> None:
        self.session.set(lab_draw=seed)

    @Slot()
    def _on_again(self) -> None:
        self.session.set(lab_draw=(self.session.state.lab_draw + 1) % (MOST_SEED + 1))

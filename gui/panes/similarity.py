"""How alike words are: the pair in numbers, the matrix over all chosen words, the nearest neighbours."""

from PySide6.QtWidgets import QGridLayout

from gui.panes.base import Pane
from gui.parts.likeness import LikenessPart
from gui.parts.neighbours import NeighboursPart
from gui.parts.pair import PairPart


class SimilarityPane(Pane):
    """The three parts: pair and matrix side by side, neighbours below."""

    def build(self) -> None:
        layout = QGridLayout(self)
        layout.setContentsMargins(8, 4, 8, 2)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(2)
        layout.addWidget(PairPart(self.session, self), 0, 0)
        layout.addWidget(LikenessPart(self.session, self), 0, 1)
        layout.addWidget(NeighboursPart(self.session, self), 1, 0, 1, 2)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(1, 1)
        layout.setRowStretch(0, 1)

    def refresh(self) -> None:
        """Each part does so itself."""

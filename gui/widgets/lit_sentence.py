"""A sentence that lights up: its tokens shaded by weight, arcs above them, and a switch for the direction."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from gui.theme import Theme
from gui.widgets.arcs import HEIGHT, TALL, Arcs
from gui.widgets.segments import Segments
from gui.widgets.token_strip import TokenStrip

LINES = 2  # of tokens in sight; what is below needs the room


class LitSentence(QWidget):
    """Arcs are drawn where all tokens stand in one line, as high as the owner allows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = TokenStrip(self)
        self.strip.shown_lines = LINES
        self.arcs = Arcs(self.strip, self)
        self.directions = Segments(self, vertical=True)
        self.directions.setObjectName("attention.direction")
        self._show_direction(False)
        self._room = 0
        over = QVBoxLayout()
        over.setSpacing(0)
        over.addWidget(self.arcs)
        over.addWidget(self.strip)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(over, 1)
        layout.addWidget(self.directions, 0, Qt.AlignmentFlag.AlignBottom)
        self.strip.hovered.connect(self._on_hovered)
        self.strip.arranged.connect(self._fit)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme from now on."""
        self.strip.set_theme(theme)
        self.arcs.set_theme(theme)

    def light(self, weights: Sequence[float], chosen: int, looked_at: bool) -> None:
        """Shade the strip's tokens and draw arcs by the weights between the chosen token and each."""
        self.strip.set_query(chosen)
        self.strip.set_weights(weights, looked_at=looked_at)
        self.arcs.set_weights(weights, chosen, looked_at)
        self._show_direction(looked_at)

    def set_room(self, height: int) -> None:
        """How high the pane is that shows the sentence: arcs need some of it; 0 for no arcs."""
        self._room = height
        self._fit()

    def _show_direction(self, looked_at: bool) -> None:
        titles = self.tr("where it looks"), self.tr("who looks at it")
        self.directions.show_titles(titles, int(looked_at))

    @Slot()
    def _fit(self) -> None:
        """Show arcs if there is room, as high as a share of it."""
        boxes = self.strip.boxes
        one_line = bool(boxes) and boxes[0].y() == boxes[-1].y()
        self.arcs.setFixedHeight(min(max(self._room // 10, HEIGHT), TALL))
        self.arcs.setVisible(self._room > 0 and one_line)
        self.arcs.update()

    @Slot(object)
    def _on_hovered(self, token: object) -> None:
        self.arcs.point_at(token if isinstance(token, int) else None)

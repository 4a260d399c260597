"""A sentence that lights up: its tokens shaded by weight, arcs above them, and a switch for the direction."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.theme import Theme
from gui.widgets.arcs import HEIGHT, TALL, Arcs
from gui.widgets.painting import SMALL, font
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
        self.flag = QLabel(self)
        self.flag.setObjectName("attention.reading")
        self.flag.setProperty("tone", "caution")
        self.flag.setFont(font(SMALL))
        self.flag.setWordWrap(True)
        self.flag.setTextFormat(Qt.TextFormat.PlainText)
        self.flag.hide()
        self._lay_out()
        self.strip.hovered.connect(self._on_hovered)
        self.strip.arranged.connect(self._fit)

    def _lay_out(self) -> None:
        over, self._beside, layout = QVBoxLayout(), QHBoxLayout(), QHBoxLayout(self)
        over.setSpacing(0)
        for widget in (self.arcs, self.strip, self.flag):
            over.addWidget(widget)
        self._beside.setSpacing(2)
        self._beside.addWidget(self.directions, 0, Qt.AlignmentFlag.AlignBottom)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)  # the strip has a margin of its own
        layout.addLayout(over, 1)
        layout.addLayout(self._beside)

    def add_legend(self, legend: QWidget) -> None:
        """Stand the legend of the colours between the words and the switch."""
        self._beside.insertWidget(0, legend, 0, Qt.AlignmentFlag.AlignBottom)

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colours of a theme from now on."""
        self.strip.set_theme(theme)
        self.arcs.set_theme(theme)

    def light(
        self,
        weights: Sequence[float],
        chosen: int,
        looked_at: bool,
        log: bool = False,
        hidden: Collection[int] = (),
    ) -> None:
        """Shade the strip's tokens and draw arcs by the weights between the chosen token and each."""
        self.strip.set_query(chosen)
        self.strip.set_weights(weights, looked_at=looked_at, log=log, hidden=hidden)
        self.arcs.set_weights(weights, chosen, looked_at)
        self._show_direction(looked_at)

    def set_flag(self, text: str) -> None:
        """Say what the weights are, where they are not as they ran."""
        self.flag.setText(text)
        self.flag.setVisible(bool(text))

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

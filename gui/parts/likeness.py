"""The matrix: how alike all chosen words are, by the metric of one's choice."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QStackedWidget

from gui.metrics import FACES, picture
from gui.panes.base import Pane
from gui.session import LikenessMatrix
from gui.theme import THEMES
from gui.widgets.matrix_layout import LEAST_HEIGHT, LEGEND, PAD
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL
from gui.widgets.rows import column, row
from gui.wording import sentence

SHORT = 8  # letters of a metric's name that the closed box must show
LEAST = 2  # words that make a matrix worth looking at


class LikenessPart(Pane):
    """A click on a cell takes its row as A and its column as B."""

    watches: ClassVar[frozenset[str]] = frozenset({"matrix", "metric", "pair", "theme", "failed"})

    def build(self) -> None:
        self._shown: LikenessMatrix | None = None
        self._metric = QComboBox(self)
        self._metric.setObjectName("similarity.metric")
        self._metric.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._metric.setMinimumContentsLength(SHORT)
        self._metric.setAccessibleName(self.tr("Metric of the matrix and the neighbours"))
        for key, face in FACES.items():
            self._metric.addItem(face.name, key)
            self._metric.setItemData(self._metric.count() - 1, face.meaning, Qt.ItemDataRole.ToolTipRole)
        self._metric.activated.connect(self._on_metric)
        title = QLabel(self.tr("By &metric"), self)
        title.setProperty("tone", "muted")
        title.setBuddy(self._metric)
        self._message = QLabel(self)
        self._message.setObjectName("similarity.message")
        self._message.setProperty("tone", "muted")
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self._view = MatrixView(self)
        self._view.setObjectName("similarity.matrix")
        self._view.tooltip_for = self._tip
        self._view.activated.connect(self._on_cell)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        self._pages.addWidget(self._view)
        layout = column(self)
        layout.addLayout(row(title, None, self._metric))
        layout.addWidget(self._pages, 1)

    def refresh(self) -> None:
        state, results = self.session.state, self.session.results
        self._metric.setCurrentIndex(list(FACES).index(state.metric))
        self._metric.setToolTip(FACES[state.metric].meaning)
        self._view.set_theme(THEMES[state.theme])
        matrix = results.matrix
        enough = matrix is not None and len(matrix.words) >= LEAST
        self._pages.setCurrentWidget(self._view if enough else self._message)
        if matrix is None or not enough:
            failed = results.failed.get("matrix")
            hint = self.tr("With two words or more, their matrix stands here.") if matrix else ""
            self._message.setText(sentence(failed) if failed else hint)
            return
        if matrix is not self._shown:
            self._shown = matrix
            self._view.set_data(picture(matrix.words, matrix.metric, matrix.grid))
        self._view.set_legend(self._has_room())
        places = [matrix.words.index(word) for word in state.pair if word in matrix.words]
        self._view.set_current((places[0], places[1]) if len(places) == 2 else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._view.set_legend(self._has_room())

    def _has_room(self) -> bool:
        """Whether the ends of the scale can be written under the matrix without making it scroll."""
        words = self._shown.words if self._shown else ()
        labels = max((self._view.texts.width(clipped(word), SMALL) for word in words), default=0)
        return self._view.height() >= labels + PAD + len(words) * LEAST_HEIGHT + LEGEND

    def _tip(self, at: int, to: int) -> str:
        matrix = self._shown
        if matrix is None:
            return ""
        face, value = FACES[matrix.metric], matrix.grid.at(at, to)
        words = clipped(matrix.words[at]), clipped(matrix.words[to])
        return self.tr("{0} and {1}: {2} {3}").format(*words, face.name, face.text(value, 8))

    @Slot(int)
    def _on_metric(self, place: int) -> None:
        self.session.set(metric=list(FACES)[place])

    @Slot(int, int)
    def _on_cell(self, at: int, to: int) -> None:
        if self._shown is not None and at != to:
            self.session.set(pair=(self._shown.words[at], self._shown.words[to]))

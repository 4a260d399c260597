"""The matrix: how alike all chosen words are, by the metric of one's choice."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QStackedWidget, QToolButton

from engine.errors import DataFileError
from gui.metrics import FACES, nearness, picture
from gui.parts.likeness_page import LikenessPage, in_colour
from gui.results import LikenessMatrix
from gui.theme import THEMES
from gui.widgets.matrix_layout import UPRIGHT
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.rows import column, row
from gui.wording import sentence

SHORT = 5  # letters of a metric's name that the closed box must show
WIDE = 330  # from this width on the row has room for all its controls
LEAST = 2  # words that make a matrix worth looking at


class LikenessPart(LikenessPage):
    """A click on a cell takes its row as A and its column as B."""

    pages: ClassVar[tuple[str, ...]] = ("pair", "matrix")
    watches: ClassVar[frozenset[str]] = frozenset(
        {"matrix", "metric", "pair", "clustered", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._shown: LikenessMatrix | None = None
        self._metric = self._metrics()
        self._nearness = QLabel(self)
        self._nearness.setObjectName("similarity.nearness")
        self._nearness.setProperty("tone", "muted")
        self._nearness.setFont(font(TINY))
        self._nearness.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._nearness.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._title = QLabel(self.tr("&Metric"), self)
        self._title.setProperty("tone", "muted")
        self._title.setBuddy(self._metric)
        self._grouped = self._switch()
        self._line = QLabel(self)
        self._line.setObjectName("similarity.cell")
        self._line.setFont(font(SMALL))
        self._line.setTextFormat(Qt.TextFormat.RichText)
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
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
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        layout = column(self)
        top = row(self._title, self._metric, self._grouped, self._nearness)
        top.setStretch(3, 1)
        layout.addLayout(top)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._line)

    def _metrics(self) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName("similarity.metric")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(SHORT)
        box.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        box.setFont(font(SMALL))
        box.setStyleSheet("QComboBox { padding: 3px 0 3px 6px; }")  # the row is narrow
        box.setAccessibleName(self.tr("Metric of the matrix and the neighbours"))
        for key, face in FACES.items():
            box.addItem(face.name, key)
            box.setItemData(box.count() - 1, face.meaning, Qt.ItemDataRole.ToolTipRole)
        box.activated.connect(self._on_metric)
        return box

    def _switch(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("similarity.clustered")
        button.setText(self.tr("In groups"))
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setToolTip(
            self.tr("Put like words beside each other, by hierarchical clustering with average linkage")
        )
        button.clicked.connect(self._on_grouped)
        return button

    def minimumSizeHint(self) -> QSize:
        """Title and switch are there where there is room for them; they never ask for it."""
        widest = max(part.minimumSizeHint().width() for part in (self._metric, self._pages))
        return QSize(widest, super().minimumSizeHint().height())

    def hasHeightForWidth(self) -> bool:
        """The picture takes what room there is, and asks for none."""
        return False

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        self._grouped.setChecked(state.clustered)
        self._make_room()
        self._metric.setCurrentIndex(list(FACES).index(state.metric))
        colour = self.tr("In the matrix, {0}.").format(nearness(state.metric, state.theme))
        self._metric.setToolTip(f"{FACES[state.metric].meaning} {colour}")
        self._view.set_theme(THEMES[state.theme])
        matrix = results.matrix
        enough = matrix is not None and len(matrix.words) >= LEAST
        self._pages.setCurrentWidget(self._view if enough else self._message)
        self._nearness.setVisible(enough)
        self._line.setVisible(enough and state.likeness_page == "matrix")
        if matrix is None or not enough:
            self._message.setText(self._missing())
            return
        self._line.setText(self._of_the_pair(matrix))
        self._nearness.setText(nearness(matrix.metric, state.theme))
        if matrix is not self._shown:
            self._shown = matrix
            self._arrange(matrix)
        places = [matrix.words.index(word) for word in state.pair if word in matrix.words]
        self._view.set_current((places[0], places[1]) if len(places) == 2 else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        if self._shown is not None:
            self._arrange(self._shown)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._shown is not None:  # until now the view had another size
            self._arrange(self._shown)

    def _make_room(self) -> None:
        """What the colours mean is said before anything else that the row may have."""
        roomy = self.width() >= WIDE
        self._title.setVisible(roomy)
        self._grouped.setVisible(roomy)

    def _of_the_pair(self, matrix: LikenessMatrix) -> str:
        """The number of the pair, where the picture is too small for numbers."""
        places = [matrix.words.index(word) for word in self.session.state.pair if word in matrix.words]
        if len(places) < 2:
            return ""
        names = (in_colour(self.theme, key, matrix.words[at]) for key, at in zip("ab", places, strict=True))
        face, value = FACES[matrix.metric], matrix.grid.at(places[0], places[1])
        return self.tr("{0} and {1}: {2} {3}").format(*names, escape(face.name), face.text(value))

    def _missing(self) -> str:
        failed = self.session.results.failed.get("matrix")
        if failed:  # a missing file is told beside
            return "" if isinstance(failed, DataFileError) else sentence(failed)
        return (
            self.tr("With two words or more, their matrix stands here.")
            if self.session.results.matrix
            else ""
        )

    def _arrange(self, matrix: LikenessMatrix) -> None:
        """All cells in sight: with as many digits as there is room for, without the scale's ends, without numbers."""
        face, view, current = FACES[matrix.metric], self._view, self._view.current
        view.unzoom()
        for legend in (True, False):
            view.set_legend(legend)
            for digits in range(face.digits, face.fewest - 1, -1):
                view.set_data(picture(matrix.words, matrix.metric, matrix.grid, digits))
                if self._complete():
                    view.set_current(current)
                    return
        view.set_legend(True)
        view.fit()
        arranged = view.arranged
        view.set_legend(arranged is not None and arranged.cell_h >= UPRIGHT)
        view.set_current(current)

    def _complete(self) -> bool:
        """Whether all cells are seen and can be read."""
        arranged = self._view.arranged
        return arranged is not None and arranged.content == arranged.body.size() and arranged.number_px > 0

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

    @Slot(bool)
    def _on_grouped(self, on: bool) -> None:
        self.session.set(clustered=on)

    @Slot(int, int)
    def _on_cell(self, at: int, to: int) -> None:
        if self._shown is not None and at != to:
            self.session.set(pair=(self._shown.words[at], self._shown.words[to]))

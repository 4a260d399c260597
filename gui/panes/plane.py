"""The chosen words as arrows in a plane, with the angle between the two of the pair."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget

from engine.words import Plane, WordsReport
from gui.chosen import as_first, clicked, known_as, readout
from gui.panes.base import Pane
from gui.parts.remark import briefly
from gui.theme import THEMES
from gui.widgets import numbers
from gui.widgets.arrow_picture import Arrow, Arrows
from gui.widgets.arrow_plot import ArrowPlot
from gui.widgets.notice import clipped
from gui.widgets.plain import visible
from gui.widgets.quantities import angle, percent
from gui.widgets.rows import column

EXACT = 8  # digits in a tooltip
FAILURES = ("vectors", "described")


class PlanePane(Pane):
    """Shows `WordsReport.plane`; without one it says what is missing."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"words", "described", "pair", "vectors", "theme", "failed"}
    )

    def build(self) -> None:
        self._caption = QLabel(self)
        self._caption.setObjectName("plane.caption")
        self._caption.setTextFormat(Qt.TextFormat.RichText)
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._caption.setWordWrap(True)
        self._caption.setToolTip(
            self.tr(
                "The plane's origin is the middle (the mean) of the chosen words, not zero: PCA puts it there. "
                "Seen from it, angles are others than those between the vectors, even where the plane keeps everything."
            )
        )
        self._message = QLabel(self)
        self._message.setObjectName("plane.message")
        self._message.setProperty("tone", "muted")
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        self.plot = ArrowPlot(self)
        self.plot.setObjectName("plane.plot")
        self.plot.setAccessibleName(self.tr("The chosen words in the plane"))
        self.plot.corner.setObjectName("plane.fit")
        self.plot.corner.setText(self.tr("Fit"))
        self.plot.corner.setToolTip(self.tr("Show all words again (Home)"))
        self.plot.picked.connect(self._on_picked)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        self._pages.addWidget(self.plot)
        layout = column(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addWidget(self._caption)
        layout.addWidget(self._pages, 1)

    def refresh(self) -> None:
        theme, report = THEMES[self.session.state.theme], self.session.results.described
        self.plot.set_theme(theme)
        plane = report.plane if report else None
        self._caption.setVisible(plane is not None)
        self._pages.setCurrentWidget(self.plot if plane else self._message)
        if report is None or plane is None:
            self._message.setText(self._missing(report))
            return
        names = [known_as(report, word) for word in self.session.state.pair]
        a, b = (*names, None, None)[:2]
        self._show(report, plane, a, b)
        self._caption.setText(self._comparison(report, plane, a, b))

    def _missing(self, report: WordsReport | None) -> str:
        failed = [self.session.results.failed[n] for n in FAILURES if n in self.session.results.failed]
        if failed:
            return briefly(failed[0])
        if report is None:
            return self.tr("Reading the word vectors…")
        if len(self.session.state.words) > 1:
            return self.tr("A plane needs two words that have a vector. Choose some more.")
        if report.words:
            return self.tr("One word alone spans no plane. Add a second one.")
        return self.tr("Choose two words, and they stand here as arrows.")

    def _show(self, report: WordsReport, plane: Plane, a: str | None, b: str | None) -> None:
        arrows = (
            Arrow(word, *plane.coordinates[word], self._tip(report, plane, word)) for word in report.words
        )
        pair = readout(plane.pairs, a, b) if a and b else None
        known = pair is not None and pair.angle_degrees is not None
        written = self.tr("{0} in the plane").format(angle(pair.angle_degrees)) if pair and known else ""
        self.plot.set_titles(self._axis(plane, 0), self._axis(plane, 1))
        self.plot.set_data(Arrows(tuple(arrows), a, b, written))

    def _axis(self, plane: Plane, axis: int) -> str:
        if plane.explained is None:
            return self.tr("Component {0}").format(axis + 1)
        share = percent(plane.explained[axis])
        return self.tr("Component {0}: {1} of variance").format(axis + 1, share)

    def _tip(self, report: WordsReport, plane: Plane, word: str) -> str:
        x, y = (numbers.short(value, EXACT) for value in plane.coordinates[word])
        lengths = (numbers.short(norms[word], EXACT) for norms in (plane.norms, report.norms))
        return "\n".join(
            (
                visible(word),
                self.tr("in the plane at ({0}, {1}) from the middle of the chosen words").format(x, y),
                self.tr("length {0} in the plane, {1} in {2}").format(*lengths, self._dimensions()),
                self.tr("A click compares it with the word clicked before, Shift+click makes it A."),
            )
        )

    def _dimensions(self) -> str:
        vectors = self.session.results.vectors
        return self.tr("{0} dimensions").format(vectors.dim) if vectors else self.tr("all dimensions")

    def _comparison(self, report: WordsReport, plane: Plane, a: str | None, b: str | None) -> str:
        """What the picture says of the pair, and what is true; as HTML."""
        seen, true = (readout(one.pairs, a, b) if a and b else None for one in (plane, report))
        if a is None or b is None or seen is None or true is None:
            return escape(self.tr("Click two words to compare them."))
        names = [self._coloured(name, word) for name, word in (("pair_a", a), ("pair_b", b))]
        if seen.angle_degrees is None:
            text = self.tr(
                "{0} and {1}: no angle in the plane, for an arrow without length has no direction."
            )
            return text.format(*names)
        angles = angle(seen.angle_degrees), angle(true.angle_degrees)
        text = self.tr("{0} and {1}: {2} seen from the words’ middle, {3} in {4}.").format(
            *names, *angles, self._dimensions()
        )
        if len(report.words) == 2:
            text += " " + self.tr("From there, two words always lie opposite.")
        return text

    def _coloured(self, name: str, word: str) -> str:
        colour = THEMES[self.session.state.theme].colour(name).name()
        return f'<b style="color:{colour}">{escape(clipped(word))}</b>'

    @Slot(str, bool)
    def _on_picked(self, name: str, first: bool) -> None:
        report, state = self.session.results.described, self.session.state
        word = next((word for word in state.words if report and known_as(report, word) == name), None)
        if word is not None:
            self.session.set(pair=(as_first if first else clicked)(state.pair, word))

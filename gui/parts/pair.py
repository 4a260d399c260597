"""The pair: which two words, every number about them in all dimensions and in the plane, and what the plane loses."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolButton

from engine.similarity import PairReadout
from engine.words import Plane, WordsReport
from gui.chosen import as_first, as_second, known_as, readout
from gui.measures import MEASURES
from gui.parts.likeness_page import LikenessPage, in_colour
from gui.parts.plane_said import means
from gui.parts.remark import briefly
from gui.widgets.notice import QUOTED, clipped
from gui.widgets.painting import SMALL, font
from gui.widgets.quantities import angle, percent
from gui.widgets.readout_table import ReadoutRow, ReadoutTable
from gui.widgets.rows import column, row

FAILURES = ("vectors", "described")
ROOMY = 208  # height from which the sentence has room below the table
WHOLE = 1 - 1e-9  # of the variance, within rounding


class PairPart(LikenessPage):
    """Two boxes to choose A and B, a table, a sentence.  A click on a number takes it apart."""

    pages: ClassVar[tuple[str, ...]] = ("pair",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"words", "described", "plane", "pair", "vectors", "measure", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._letters = [QLabel(letter, self) for letter in "AB"]
        self._boxes = [self._box(letter) for letter in "AB"]
        self._swap = QToolButton(self)
        self._swap.setObjectName("similarity.swap")
        self._swap.setText("⇄")
        self._swap.setToolTip(self.tr("Swap A and B"))
        self._swap.setAccessibleName(self._swap.toolTip())
        self._table = ReadoutTable(self)
        self._table.setObjectName("similarity.table")
        self._table.setAccessibleName(self.tr("The pair in numbers"))
        self._table.setCursor(Qt.CursorShape.PointingHandCursor)
        self._table.taken.connect(self._on_row)
        self._sentence = QLabel(self)
        self._sentence.setObjectName("similarity.sentence")
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._sentence.setWordWrap(True)
        self._sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._sentence.setFont(font(SMALL))
        layout = column(self)
        self._swap.setFixedWidth(20)
        self._swap.setStyleSheet("QToolButton { padding: 3px 0; }")
        layout.addLayout(row(self._letters[0], self._boxes[0], self._swap, self._letters[1], self._boxes[1]))
        layout.addWidget(self._table)
        layout.addWidget(self._sentence)
        layout.addStretch(1)
        self._boxes[0].activated.connect(self._on_a)
        self._boxes[1].activated.connect(self._on_b)
        self._swap.clicked.connect(self._on_swap)

    def _box(self, letter: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(f"similarity.{letter.lower()}")
        box.setAccessibleName(self.tr("Word {0}").format(letter))
        box.setToolTip(self.tr("Word {0} of the pair").format(letter))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(2)
        box.setMinimumWidth(60)
        box.setFont(font(SMALL))
        box.setStyleSheet("QComboBox { padding: 3px 0 3px 6px; }")  # long words need the room
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return box

    def show_page(self) -> None:
        self._refresh_boxes()
        report, pair = self.session.results.described, self.session.state.pair
        a, b = (*(known_as(report, word) if report else None for word in pair), None, None)[:2]
        true = readout(report.pairs, a, b) if report and a and b else None
        self._table.setVisible(true is not None)
        self._make_room()
        if report is None or a is None or b is None or true is None:
            self._sentence.setText(escape(self._missing(report)))
            return
        plane, measure = self._plane(report, a, b), self.session.state.measure
        seen = readout(plane.pairs, a, b) if plane else None
        self._table.mark_row(list(MEASURES).index(measure) if measure else None)
        self._table.show_rows((self._dimensions(), self.tr("plane")), self._rows(true, seen, plane))
        self._sentence.setText(self._loss(plane, a, b, true, seen))
        middle = self.tr(
            "PCA puts the plane's origin into the middle (the mean) of the chosen words, and angles in the plane "
            "are seen from there. So they differ from the true ones even where no variance is lost."
        )
        self._sentence.setToolTip(middle if plane and plane.method == "pca" else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The numbers come before the sentence, which must not press them together; so do a number's terms."""
        table = not self._table.isHidden()
        self._sentence.setVisible(not table or (not self.session.state.measure and self.height() >= ROOMY))

    def _plane(self, report: WordsReport, a: str, b: str) -> Plane | None:
        """The map that is looked at; until it is there, the first one."""
        plane = self.session.results.plane
        return plane if plane and a in plane.coordinates and b in plane.coordinates else report.plane

    def _refresh_boxes(self) -> None:
        state = self.session.state
        for place, (letter, box) in enumerate(zip(self._letters, self._boxes, strict=True)):
            words = [box.itemData(i) for i in range(box.count())]
            if words != list(state.words):
                box.clear()
                for word in state.words:
                    box.addItem(clipped(word), word)
            box.setCurrentIndex(state.words.index(state.pair[place]) if place < len(state.pair) else -1)
            box.setEnabled(len(state.words) > 1)
            letter.setText(in_colour(self.theme, "ab"[place], "AB"[place]))
        self._swap.setEnabled(len(state.pair) == 2)

    def _dimensions(self) -> str:
        vectors = self.session.results.vectors
        return self.tr("{0}-d").format(vectors.dim) if vectors else self.tr("all")

    def _rows(self, true: PairReadout, seen: PairReadout | None, plane: Plane | None) -> list[ReadoutRow]:
        then = self.tr("A click takes it apart.")
        return [
            ReadoutRow(
                face.name,
                f"{face.meaning}\n{face.plain}\n{then}",
                (getattr(true, key), self._on_plane(plane, seen, key)),
                face.unit,
            )
            for key, face in MEASURES.items()
        ]

    def _on_plane(self, plane: Plane | None, seen: PairReadout | None, key: str) -> float | str | None:
        if plane is None or seen is None:
            return None
        return getattr(seen, key) if means(plane, key) else "–"

    def _missing(self, report: WordsReport | None) -> str:
        state, results = self.session.state, self.session.results
        failed = [results.failed[name] for name in FAILURES if name in results.failed]
        if failed:
            return briefly(failed[0])
        if report is None:
            return self.tr("Reading the word vectors…")
        if len(state.pair) < 2:
            return self.tr("Choose two words, and they are compared here.")
        unknown = [word for word in state.pair if known_as(report, word) is None]
        if unknown:
            return self.tr("“{0}” has no vector: there is nothing to compare.").format(
                clipped(unknown[0], QUOTED)
            )
        return self.tr("A and B are the same word.")

    def _loss(self, plane: Plane | None, a: str, b: str, true: PairReadout, seen: PairReadout | None) -> str:
        """What the plane keeps and what it makes of the pair, as HTML."""
        words = in_colour(self.theme, "a", a), in_colour(self.theme, "b", b)
        if plane is not None and seen is not None and plane.method != "pca":
            return self._on_a_map(plane, words, true, seen)
        if plane is None or seen is None or plane.explained is None:
            return self.tr("All chosen words have the same vector: the plane shows a single point.")
        kept, apart = percent(sum(plane.explained)), angle(true.angle_degrees)
        if true.angle_degrees is None:
            text = self.tr("The plane keeps {0} of the variance. A vector without length makes no angle.")
        elif seen.angle_degrees is None:
            text = self.tr("The plane keeps {0} of the variance but no angle; {1} and {2} are {4} apart.")
        elif len(plane.coordinates) == 2:
            text = self.tr(
                "Two words span only a line: from its middle {1} and {2} are {3} apart, in truth {4}."
            )
        elif sum(plane.explained) > WHOLE:
            text = self.tr(
                "The plane loses nothing, but its origin is the words’ middle: "
                "from there {1} and {2} are {3} apart, in truth {4}."
            )
        else:
            text = self.tr(
                "The plane keeps {0} of the variance. From the words’ middle {1} and {2} are {3} apart, in truth {4}."
            )
        return text.format(kept, *words, angle(seen.angle_degrees), apart)

    def _on_a_map(self, plane: Plane, words: tuple[str, str], true: PairReadout, seen: PairReadout) -> str:
        """The same of another map than the first."""
        if not means(plane, "angle_degrees"):
            text = self.tr("On this map angles mean nothing; in truth {0} and {1} are {3} apart.")
        elif plane.method == "pair":
            text = self.tr("On this map {0} and {1} are {2} apart; in truth {3}.")
        else:
            text = self.tr("On this map {0} and {1} are {2} apart, seen from its origin; in truth {3}.")
        return text.format(*words, angle(seen.angle_degrees), angle(true.angle_degrees))

    @Slot(int)
    def _on_a(self, place: int) -> None:
        self.session.set(pair=as_first(self.session.state.pair, self.session.state.words[place]))

    @Slot(int)
    def _on_b(self, place: int) -> None:
        self.session.set(pair=as_second(self.session.state.pair, self.session.state.words[place]))

    @Slot(int)
    def _on_row(self, row: int) -> None:
        """The number that is apart already is put together again."""
        measure = list(MEASURES)[row]
        self.session.set(measure="" if measure == self.session.state.measure else measure)

    @Slot()
    def _on_swap(self) -> None:
        self.session.set(pair=self.session.state.pair[::-1])

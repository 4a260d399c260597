"""The pair: which two words, every number about them in all dimensions and in the plane, and what the plane loses."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolButton

from engine.similarity import PairReadout
from engine.words import WordsReport
from gui.chosen import as_first, as_second, known_as, readout
from gui.metrics import FACES
from gui.panes.base import Pane
from gui.parts.remark import briefly
from gui.theme import THEMES
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL, font
from gui.widgets.quantities import angle, percent
from gui.widgets.readout_table import ReadoutRow, ReadoutTable
from gui.widgets.rows import column, row

FAILURES = ("vectors", "described")
WHOLE = 1 - 1e-9  # of the variance, within rounding


class PairPart(Pane):
    """Two boxes to choose A and B, a table, a sentence."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"words", "described", "pair", "vectors", "theme", "failed"}
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
        self._sentence = QLabel(self)
        self._sentence.setObjectName("similarity.sentence")
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._sentence.setWordWrap(True)
        self._sentence.setFont(font(SMALL))
        self._sentence.setToolTip(
            self.tr(
                "PCA puts the plane's origin into the middle (the mean) of the chosen words, and angles in the plane "
                "are seen from there. So they differ from the true ones even where no variance is lost."
            )
        )
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

    def refresh(self) -> None:
        self._refresh_boxes()
        report, pair = self.session.results.described, self.session.state.pair
        a, b = (*(known_as(report, word) if report else None for word in pair), None, None)[:2]
        true = readout(report.pairs, a, b) if report and a and b else None
        self._table.setVisible(true is not None)
        if report is None or a is None or b is None or true is None:
            self._sentence.setText(escape(self._missing(report)))
            return
        seen = readout(report.plane.pairs, a, b) if report.plane else None
        self._table.show_rows((self._dimensions(), self.tr("plane")), self._rows(true, seen))
        self._sentence.setText(self._loss(report, a, b, true, seen))

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
            letter.setText(self._coloured("ab"[place], "AB"[place]))
        self._swap.setEnabled(len(state.pair) == 2)

    def _dimensions(self) -> str:
        vectors = self.session.results.vectors
        return self.tr("{0}-d").format(vectors.dim) if vectors else self.tr("all")

    def _rows(self, true: PairReadout, seen: PairReadout | None) -> list[ReadoutRow]:
        rows = [(key, FACES[key].name, FACES[key].meaning, FACES[key].unit) for key in FACES]
        length = self.tr("The length of the vector: the root of the sum of its squared coordinates.")
        norms = [("norm_a", self.tr("norm of A"), length, ""), ("norm_b", self.tr("norm of B"), length, "")]
        table = (rows[0], *norms, *rows[1:])
        return [
            ReadoutRow(name, meaning, (getattr(true, key), getattr(seen, key) if seen else None), unit)
            for key, name, meaning, unit in table
        ]

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
            return self.tr("“{0}” has no vector: there is nothing to compare.").format(clipped(unknown[0]))
        return self.tr("A and B are the same word.")

    def _loss(self, report: WordsReport, a: str, b: str, true: PairReadout, seen: PairReadout | None) -> str:
        """What the plane keeps and what it makes of the pair, as HTML."""
        words = self._coloured("a", clipped(a)), self._coloured("b", clipped(b))
        plane = report.plane
        if plane is None or seen is None or plane.explained is None:
            return self.tr("All chosen words have the same vector: the plane shows a single point.")
        kept, apart = percent(sum(plane.explained)), angle(true.angle_degrees)
        if true.angle_degrees is None:
            text = self.tr("The plane keeps {0} of the variance. A vector without length makes no angle.")
        elif seen.angle_degrees is None:
            text = self.tr("The plane keeps {0} of the variance but no angle; {1} and {2} are {4} apart.")
        elif len(report.words) == 2:
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

    def _coloured(self, letter: str, text: str) -> str:
        colour = THEMES[self.session.state.theme].colour(f"pair_{letter}").name()
        return f'<b style="color:{colour}">{escape(text)}</b>'

    @Slot(int)
    def _on_a(self, place: int) -> None:
        self.session.set(pair=as_first(self.session.state.pair, self.session.state.words[place]))

    @Slot(int)
    def _on_b(self, place: int) -> None:
        self.session.set(pair=as_second(self.session.state.pair, self.session.state.words[place]))

    @Slot()
    def _on_swap(self) -> None:
        self.session.set(pair=self.session.state.pair[::-1])

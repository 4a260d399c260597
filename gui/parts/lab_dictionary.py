"""A dictionary as a table of keys and values, asked in three ways."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QToolButton

from engine.dictionary import AT, FUNCTIONS, HOTTEST, LARGEST, LookUp
from engine.steps.base import Array
from gui.parts.lab_answers import LabAnswers
from gui.parts.lab_page import LabPage, label_of, muted
from gui.widgets import numbers
from gui.widgets.bar_rows import BarColumn, BarRows
from gui.widgets.bar_table import BarTable
from gui.widgets.notice import Notice, clipped
from gui.widgets.number_box import put, real_spin
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.wording.laboratory import METRICS, lab_tr

SHORT, WIDTH = 18, 92
VALUE, SCORE, WEIGHT, SHARE = range(4)  # columns
ARRAYS = {SCORE: "scores", WEIGHT: "weights"}


class LabDictionaryPart(LabPage):
    """Values are typed into their column; a click on a score, a weight or the answer opens its arithmetic."""

    pages: ClassVar[tuple[str, ...]] = ("dictionary",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_look", "lab_function", "lab_temperature", "lab_values", "cell", "theme", "failed"}
    )

    def build(self) -> None:
        self.metrics = Segments(self)
        self.metrics.setObjectName("scoring.metric")
        self.metrics.setProperty("low", True)
        tip = self.tr(
            "Scores are divided by it before softmax. 0 takes the nearest key alone, a large one the mean of all; "
            "attention divides dot products by √d, which is 10 for vectors of 100 numbers"
        )
        self.temperature = real_spin(self, "scoring.temperature", (0.0, HOTTEST), 0.25, tip)
        self.temperature.setMaximumWidth(WIDTH)
        self.temperature.setAccessibleName(self.tr("Temperature"))
        self.plain = QToolButton(self)
        self.plain.setObjectName("scoring.plain_values")
        self.plain.setText(self.tr("Default values"))
        self.plain.setToolTip(self.tr("10 for the first key, 20 for the second, and so on"))
        self.table = BarTable(self)
        self.table.setObjectName("scoring.dictionary")
        self.table.setAccessibleName(self.tr("Keys with their values, scores and weights"))
        self._told, self._notice = muted(self, "scoring.dictionary.told"), Notice(self)
        self._notice.setObjectName("scoring.dictionary.notice")
        self.answers = LabAnswers(self)
        layout = column(self)
        line = row(label_of(self.tr("Nearness"), self.metrics), self.metrics)
        line.addWidget(label_of(self.tr("&Temperature"), self.temperature))
        line.addWidget(self.temperature)
        line.addWidget(self.plain)
        line.addStretch(1)
        line.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.answers)
        layout.addWidget(titled(self.tr("&Dictionary"), self.table))
        layout.addWidget(self._notice)
        layout.addWidget(self.table, 100)
        layout.addWidget(self._told)
        layout.addStretch(1)
        self._connect()

    def _connect(self) -> None:
        self.metrics.chosen.connect(self._on_metric)
        self.temperature.valueChanged.connect(self._on_temperature)
        self.plain.clicked.connect(self._on_plain)
        self.table.edited.connect(self._on_edited)
        self.table.opened.connect(self._on_opened)
        self.answers.opened.connect(self._on_answer)

    def show_page(self) -> None:
        state = self.session.state
        self.metrics.show_titles(
            tuple(lab_tr(METRICS[f]) for f in FUNCTIONS), FUNCTIONS.index(state.lab_function)
        )
        for button, tip in zip(self.metrics.buttons(), self._metric_tips(), strict=True):
            button.setToolTip(tip)
        put(self.temperature, state.lab_temperature)
        self.plain.setEnabled(bool(state.lab_values))
        found = None if "lab_look" in self.session.results.failed else self.session.results.lab_look
        self.table.set_theme(self.theme)
        for widget in (self.table, self.answers):
            widget.setVisible(found is not None)
        self._told.setText(
            self.tr(
                "A value that nobody gave is 10 times the place of its key. Double-click a value, or type over it, to "
                "give another one; emptied, it is the default again. An exact match needs the very word; the others "
                "compare vectors."
            )
        )
        self._notice.say([])
        if found is not None:
            self._show(found)

    def _metric_tips(self) -> tuple[str, ...]:
        return (
            self.tr("Multiply number by number and add up: the larger, the nearer"),
            self.tr("The dot product of the directions alone, from −1 to 1"),
            self.tr(
                "Minus half the squared distance: 0 is nearest; its softmax is a Gaussian of the distance"
            ),
        )

    def _show(self, found: LookUp) -> None:
        scores, weights = (_of_entries(found, values) for values in (found.scores, found.weights))
        shares = [
            None if weight is None else weight * entry.value
            for weight, entry in zip(weights, found.entries, strict=True)
        ]
        nothing, without = numbers.undefined(), self.tr("no vector to compare")
        why = tuple("" if entry.place is not None else without for entry in found.entries)
        gave = self.tr("given by you")
        columns = (
            BarColumn(
                self.tr("value"),
                self.tr("What the dictionary holds for the key. Double-click to change it."),
                tuple(entry.value for entry in found.entries),
                digits=2,
                limit=0.0,
                editable=True,
                notes=tuple(gave if entry.given else "" for entry in found.entries),
            ),
            BarColumn(
                self.tr("score"),
                self.tr("How near the key is to the word"),
                tuple(scores),
                nothing,
                notes=why,
            ),
            BarColumn(
                self.tr("weight"),
                self.tr("Softmax of the scores"),
                tuple(weights),
                nothing,
                1.0,
                weights=True,
            ),
            BarColumn(
                self.tr("weight × value"),
                self.tr("What the key adds to the soft answer"),
                tuple(shares),
                nothing,
                digits=2,
            ),
        )
        titles = tuple(clipped(entry.word, SHORT) for entry in found.entries)
        self.table.show_rows(
            BarRows(titles, columns, tips=tuple(e.word for e in found.entries)), None, self._marked(found)
        )
        self.answers.show_answers(found, self.theme)

    def _marked(self, found: LookUp) -> tuple[int, int] | None:
        for place, name in ARRAYS.items():
            if cell := self.marked(f"{AT}{name}"):
                return next(((i, place) for i, e in enumerate(found.entries) if e.place == cell[2]), None)
        return None

    @Slot(int)
    def _on_metric(self, place: int) -> None:
        self.session.set(lab_function=FUNCTIONS[place])

    @Slot(float)
    def _on_temperature(self, value: float) -> None:
        self.session.set(lab_temperature=value)

    @Slot()
    def _on_plain(self) -> None:
        self.session.set(lab_values=())

    @Slot(int, int, str)
    def _on_edited(self, row: int, place: int, text: str) -> None:
        """Keep a value for the key, or say that this is no number.  Nothing stands for the default value."""
        found = self.session.results.lab_look
        if found is None or place != VALUE or row >= len(found.entries):
            return
        word = found.entries[row].word
        kept = tuple(pair for pair in self.session.state.lab_values if pair[0] != word)
        if not text.strip():
            self.session.set(lab_values=kept)
        elif (value := _number(text)) is not None:
            self.session.set(lab_values=(*kept, (word, value)))
        else:
            said = self.tr("“{0}” is not a number between −1,000,000 and 1,000,000: the value stays.")
            self._notice.say([escape(said.format(clipped(text)))])

    @Slot(int, int)
    def _on_opened(self, row: int, place: int) -> None:
        found = self.session.results.lab_look
        at = found.entries[row].place if found else None
        if at is None or found is None or found.trace is None:
            return
        if place in ARRAYS:
            self.open_number(f"{AT}{ARRAYS[place]}", (0, 0, at))
        elif place == SHARE:
            self._on_answer()

    @Slot()
    def _on_answer(self) -> None:
        self.open_number(f"{AT}answer", (0, 0, 0))


def _of_entries(found: LookUp, values: Array) -> list[float | None]:
    """Numbers of the keys that can be near, by entry."""
    there = found.trace is not None
    return [float(values[e.place]) if there and e.place is not None else None for e in found.entries]


def _number(text: str) -> float | None:
    """What was typed, if it is a number that a value can be."""
    try:
        value = numbers.typed(text)
    except ValueError:
        return None
    return value if abs(value) <= LARGEST else None

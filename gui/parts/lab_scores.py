"""The scores of all keys by every way to score, side by side."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot

from engine.laboratory import SCORINGS, Laboratory, steps_of
from engine.laboratory_parameters import PARAMETERS
from gui.parts.lab_page import LabPage, muted
from gui.parts.lab_way import LabWay
from gui.widgets import numbers
from gui.widgets.bar_rows import BarColumn, BarRows
from gui.widgets.bar_table import BarTable
from gui.widgets.notice import clipped, quoted
from gui.widgets.plain import distinct
from gui.widgets.rows import column, row, titled
from gui.wording.laboratory import SCORINGS as TOLD
from gui.wording.laboratory import lab_tr, told

NAMED = 4  # keys named at once
SHORT = 14  # letters of a key before its row


class LabScoresPart(LabPage):
    """A click on a number opens it; a click on a title, or Space, chooses the scores that weights are made of."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_laid", "lab_scoring", "cell", "theme", "failed"}
    )

    def build(self) -> None:
        self.table = BarTable(self)
        self.table.setObjectName("scoring.scores")
        self.table.setAccessibleName(self.tr("Scores of all keys, a column for each way to score"))
        self.way = LabWay("scoring.scores", self)
        layout = column(self)
        self._hint = muted(self, "scoring.hint")
        self._hint.setText(
            self.tr("A click on a number opens its arithmetic, on a title makes weights of these scores.")
        )
        self._title = titled(self.tr("&Scores: how well each key fits the query"), self.table)
        line = row(self._title, self._hint)
        line.setStretch(1, 1)
        line.setSpacing(10)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.way)
        layout.addStretch(0)
        self.table.opened.connect(self._on_opened)
        self.table.picks.connect(self._on_picked)

    def show_page(self) -> None:
        results, scoring = self.session.results, self.session.state.lab_scoring
        laid = None if "lab_laid" in results.failed else results.lab_laid
        self.table.set_theme(self.theme)
        for widget in (self._title, self._hint, self.table, self.way):
            widget.setVisible(laid is not None)
        if laid is None:
            return
        lab = laid.lab
        rows = BarRows(
            row_titles(lab), tuple(self._column(lab, name) for name in SCORINGS), tips=lab.given.key_texts
        )
        self.table.show_rows(rows, SCORINGS.index(scoring), self._marked())
        steps = steps_of(scoring, lab.given.widths[1]) if scoring in lab.scorings else ()
        more = self._parameters(lab, scoring)
        self.way.show_way(TOLD, scoring, steps, self._remarks(lab, scoring), self.theme, more)

    def _column(self, lab: Laboratory, name: str) -> BarColumn:
        way, count = TOLD[name], len(lab.given.keys)
        tip = f"{told(way)}\n{self._parameters(lab, name)}".strip()
        if name not in lab.scorings:
            return BarColumn(lab_tr(way.title), tip, (None,) * count, numbers.undefined())
        values: list[float | None] = [float(score) for score in lab.scores(name)]
        if name == "cosine":
            query, keys = lab.without_direction()
            for place in range(count) if query else keys:
                values[place] = None
        return BarColumn(lab_tr(way.title), tip, tuple(values), numbers.undefined())

    def _parameters(self, lab: Laboratory, name: str) -> str:
        """Which numbers it brings along, how many, and whether they were trained."""
        paths = PARAMETERS.get(name, ())
        if not paths:
            return self.tr("It has no parameters.")
        trained = all(path in lab.given.trained for path in paths)
        sizes = ", ".join(
            f"{path.rpartition('.')[2]} {numbers.shape(*lab.trace[path].shape)}" for path in paths
        )
        return (self.tr("Trained: {0}.") if trained else self.tr("Untrained: {0}.")).format(sizes)

    def _marked(self) -> tuple[int, int] | None:
        for place, name in enumerate(SCORINGS):
            if cell := self.marked(f"lab.{name}"):
                return cell[2], place
        return None

    def _remarks(self, lab: Laboratory, scoring: str) -> list[str]:
        """What is odd about these scores, as HTML."""
        if scoring not in lab.scorings:
            widths = lab.given.widths
            text = self.tr(
                "Undefined: the query has {0} numbers and the keys have {1}, so they cannot be multiplied."
            )
            return [escape(text.format(*widths))]
        lines = []
        query, zeros = lab.without_direction()
        if scoring == "cosine" and (query or zeros):
            lines.append(
                self.tr(
                    "A zero vector has no direction: its cosine is undefined, and weights are made as if it were 0."
                )
            )
        leaders = lab.leaders(scoring)
        if len(leaders) > 1:
            names = ", ".join(quoted(lab.given.key_texts[place]) for place in leaders[:NAMED])
            more = "…" if len(leaders) > NAMED else ""
            lines.append(self.tr("Equal largest scores: {0}").format(names + more))
        return lines

    @Slot(int, int)
    def _on_opened(self, key: int, place: int) -> None:
        laid = self.session.results.lab_laid
        if laid is not None and SCORINGS[place] in laid.lab.scorings:
            self.open_number(f"lab.{SCORINGS[place]}", (0, 0, key))

    @Slot(int)
    def _on_picked(self, place: int) -> None:
        self.session.set(lab_scoring=SCORINGS[place])


def row_titles(lab: Laboratory) -> tuple[str, ...]:
    """The keys with their places, from 1."""
    texts = distinct(lab.given.key_texts)
    return tuple(f"{place}  {clipped(text, SHORT)}" for place, text in enumerate(texts, start=1))

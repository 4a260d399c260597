"""What is added up behind a number of the pair: the formula, a bar for every dimension, and all of it as a table."""

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QModelIndex, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QToolButton, QVBoxLayout

from engine.formulas import pair_key
from engine.pair_terms import MEASURES as TERMS
from gui.measures import MEASURES, terms_csv
from gui.parts.likeness_page import LikenessPage
from gui.results import Behind
from gui.widgets import numbers
from gui.widgets.formula_view import FormulaView
from gui.widgets.notice import clipped
from gui.widgets.rows import row
from gui.widgets.segments import Segments
from gui.widgets.terms_chart import TermsChart
from gui.widgets.terms_table import TermRows, TermsTable
from gui.wording import tr

DIGITS = 4
EXACT = 8  # digits in a tooltip
ORDERS = (True, False)  # of State.by_size
WIDE = 560  # from this width on the table has room beside the picture
LOW, LARGE = 54, 160  # heights that the bars may take
HEADER = 12  # letters of a word


class BehindPart(LikenessPage):
    """A bar and a row of the table belong together: choosing one shows the other."""

    pages: ClassVar[tuple[str, ...]] = ("pair",)
    watches: ClassVar[frozenset[str]] = frozenset({"behind", "measure", "by_size", "likeness_page", "theme"})

    def build(self) -> None:
        self._shown: Behind | None = None
        self._formula = FormulaView(self)
        self._formula.setObjectName("similarity.formula")
        self._formula.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._orders = Segments(self, vertical=True)
        self._orders.setObjectName("similarity.by_size")
        self._orders.chosen.connect(self._on_order)
        self._copy = QToolButton(self)
        self._copy.setObjectName("similarity.copy_terms")
        self._copy.setText(self.tr("Copy CSV"))
        self._copy.setToolTip(self.tr("Copy all rows with all digits, comma-separated"))
        self._copy.clicked.connect(self._on_copy)
        self.chart, self.table = TermsChart(self), TermsTable(self)
        self.chart.setObjectName("similarity.chart")
        self.chart.setAccessibleName(self.tr("What is added up, as bars; the line is the running sum"))
        self.table.setObjectName("similarity.terms")
        self.table.setAccessibleName(self.tr("What is added up, dimension by dimension"))
        self.chart.chosen.connect(self._on_bar)
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._sides.setContentsMargins(0, 0, 0, 0)
        self._sides.setSpacing(4)
        picture = QVBoxLayout()
        picture.addLayout(row(self._formula, self._copy))
        beside = row(self.chart, self._orders)
        beside.setStretch(0, 1)
        picture.addLayout(beside, 1)
        self._sides.addLayout(picture)
        self._sides.addWidget(self.table, 1)

    def show_page(self) -> None:
        state, behind = self.session.state, self.session.results.behind
        titles = self.tr("By size"), self.tr("In order")
        self._orders.show_titles(titles, ORDERS.index(state.by_size))
        tips = self.tr("The largest first"), self.tr("By dimension")
        for button, tip in zip(self._orders.buttons(), tips, strict=True):
            button.setToolTip(tip)
        self.chart.set_theme(self.theme)
        self._formula.set_theme(self.theme)
        if state.measure:
            self._formula.set_formula(pair_key(state.measure), MEASURES[state.measure].plain)
        if behind is not None and behind is not self._shown:
            self._shown = behind
            self._show(behind)

    def _show(self, behind: Behind) -> None:
        added, face = behind.whole.added, MEASURES[behind.whole.measure]
        names = [clipped(word, HEADER) for word in behind.words]
        if TERMS[behind.whole.measure].directions:
            names = [f"u, {names[0]}", f"v, {names[1]}"]  # as the formula calls them
        columns = (added.a, added.b, added.products, added.running)

        def text(place: int, col: int) -> str:
            if col == 0:
                return str(added.dimensions[place] + 1)
            return numbers.short(float(columns[col - 1][place]), DIGITS)

        headers = (self.tr("dim."), *names, face.term, self.tr("sum"))
        self.table.show_rows(TermRows(headers, len(added.products), text, _nowhere))
        self.chart.describe = partial(_told, behind)
        self.chart.show_terms(added.products, added.running)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a wide pane the table stands beside the picture."""
        super().resizeEvent(event)
        wide, way = self.width() >= WIDE, QBoxLayout.Direction
        self._sides.setDirection(way.LeftToRight if wide else way.TopToBottom)
        self._sides.setStretch(0, int(wide))
        self.chart.setMaximumHeight(LARGE if wide else LOW)

    @Slot(int)
    def _on_order(self, place: int) -> None:
        self.session.set(by_size=ORDERS[place])

    @Slot(int)
    def _on_bar(self, place: int) -> None:
        self.table.setCurrentIndex(self.table.model().index(place, 0))

    @Slot(QModelIndex, QModelIndex)
    def _on_row(self, now: QModelIndex, before: QModelIndex) -> None:
        self.chart.set_current(now.row() if now.isValid() else None)

    @Slot()
    def _on_copy(self) -> None:
        if self._shown is not None:
            QGuiApplication.clipboard().setText(terms_csv(self._shown.whole, self._shown.words))


def _nowhere(place: int, col: int) -> None:
    """No number here leads to another."""


def _told(behind: Behind, place: int) -> str:
    """All that is known of a bar."""
    added, face = behind.whole.added, MEASURES[behind.whole.measure]
    dimension = added.dimensions[place] + 1
    lines = [
        f"{clipped(word)}: {numbers.short(float(values[place]), EXACT)}"
        for word, values in zip(behind.words, (added.a, added.b), strict=True)
    ]
    term = f"{face.term} = {numbers.short(float(added.products[place]), EXACT)}"
    sums = tr("running sum {0}", numbers.short(float(added.running[place]), EXACT))
    return "\n".join((tr("Dimension {0}", dimension), *lines, term, sums))

"""All steps of the decoder in a table, and drawn: what grows, and what stays."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from engine.sequences.work import Ledger, TokenWork
from gui.parts.mem_cost import shown_step
from gui.parts.mem_page import MemoryPage
from gui.widgets.line_chart import Chart, Line, LineChart
from gui.widgets.plain import distinct
from gui.widgets.rows import column
from gui.widgets.terms_table import TermRows, TermsTable
from gui.wording.caching import counted, small

Column = tuple[str, Callable[[TokenWork], int | float]]
MILLION = 1e6


class TableView(MemoryPage):
    """Every line can be copied, in whole numbers."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "table"
    watches: ClassVar[frozenset[str]] = frozenset({"ledger", "mem_page", "mem_cache", "mem_step", "theme"})

    def build(self) -> None:
        self.table = TermsTable(self)
        self.table.setObjectName("memory.table")
        self.table.setAccessibleName(self.tr("What each token costs and what is kept after it"))
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideNone)  # they have two lines
        self.work, self.kept = LineChart(self), LineChart(self)
        self.work.setObjectName("memory.work")
        self.kept.setObjectName("memory.kept")
        charts = QHBoxLayout()
        charts.addWidget(self.work, 1)
        charts.addWidget(self.kept, 1)
        layout = column(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(charts, 1)
        self._drawn: Ledger | None = None

    def show_page(self) -> None:
        found = self.session.results.ledger
        if found is None:
            return
        for chart in (self.work, self.kept):
            chart.set_theme(self.theme)
        if found is not self._drawn:
            self._drawn = found
            self.table.show_rows(self._rows(found))
        step = shown_step(self.session.state, found) + 1
        self.work.show_chart(self._work(found, step))
        self.kept.show_chart(self._kept(found, step))

    def _columns(self, found: Ledger) -> list[Column]:
        columns: list[Column] = [
            (self.tr("tokens,\nwith cache"), lambda one: one.cached.rows),
            (self.tr("tokens,\nwithout"), lambda one: one.again.rows),
            (self.tr("mult-adds,\nwith cache"), lambda one: one.cached.multiply_adds),
            (self.tr("mult-adds,\nwithout"), lambda one: one.again.multiply_adds),
            (self.tr("numbers\nkept"), lambda one: one.grown),
            (self.tr("bytes\nkept"), lambda one: one.grown_bytes),
        ]
        if found.state_bytes is not None:
            state = found.state_bytes
            columns.append((self.tr("bytes,\nGRU"), lambda one: state))
        columns.append((self.tr("logits\ndiffer by"), lambda one: one.difference))
        return columns

    def _rows(self, found: Ledger) -> TermRows:
        names = distinct(tuple(found.run.model.target_words.decode(found.run.read)))
        columns = self._columns(found)

        def text(row: int, col: int) -> str:
            if col < 2:
                return names[row] if col else str(row + 1)
            value = columns[col - 2][1](found.steps[row])
            return counted(value) if isinstance(value, int) else small(value)

        def exact(row: int, col: int) -> str:
            return text(row, col) if col < 2 else str(columns[col - 2][1](found.steps[row]))

        headers = self.tr("step"), self.tr("token read"), *(title for title, _ in columns)
        return TermRows(headers, len(found.steps), text, lambda row, col: None, exact)

    def _work(self, found: Ledger, step: int) -> Chart:
        numbered = list(enumerate(found.steps, 1))
        lines = [
            Line(
                self.tr("with the cache"),
                tuple((i, one.cached.multiply_adds / MILLION) for i, one in numbered),
            ),
            Line(
                self.tr("without"),
                tuple((i, one.again.multiply_adds / MILLION) for i, one in numbered),
                "result",
                dashed=True,
            ),
        ]
        title = self.tr("Multiply-adds of each step, in millions")
        return Chart(title, self.tr("token"), tuple(lines), marked=step, write=lambda value: f"{value:g}")

    def _kept(self, found: Ledger, step: int) -> Chart:
        numbered = list(enumerate(found.steps, 1))
        lines = [Line(self.tr("keys and values"), tuple((i, one.grown_bytes) for i, one in numbered), "k")]
        if found.state_bytes is not None:
            state = found.state_bytes
            lines.append(
                Line(self.tr("GRU’s state"), tuple((i, state) for i, _ in numbered), "v", dashed=True)
            )
        return Chart(self.tr("Bytes kept after each step"), self.tr("token"), tuple(lines), marked=step)

"""How fast the decoder writes with and without its cache: measured here and now, when asked for."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton

from engine.sequences.speed import LENGTHS
from gui.parts.mem_page import MemoryPage
from gui.results_of_desks import Measured
from gui.widgets.line_chart import Chart, Line, LineChart
from gui.widgets.readout_table import ReadoutRow, ReadoutTable
from gui.widgets.rows import column, row
from gui.wording import sentence

WIDEST = 640


class SpeedView(MemoryPage):
    """The button measures, and stops a measurement."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "speed"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"speeds", "ledger", "failed", "mem_page", "mem_cache", "mem_measuring", "theme"}
    )

    def build(self) -> None:
        self.button = QPushButton(self)
        self.button.setObjectName("memory.measure")
        self.button.clicked.connect(self._on_clicked)
        self._said = self.label("speed.said", "text")
        self.chart = LineChart(self)
        self.chart.setObjectName("memory.speed")
        self._table = ReadoutTable(self)
        self._table.setObjectName("memory.speeds")
        self._table.setAccessibleName(self.tr("Tokens per second, both ways"))
        self._table.setMaximumWidth(WIDEST)
        layout = column(self)
        first = row(self.button, self._said)
        first.setStretch(1, 1)
        layout.addLayout(first)
        layout.addWidget(self.chart, 1)
        layout.addWidget(self._table)
        layout.addStretch(0)  # nothing but the button is there before the first measurement

    @property
    def measuring(self) -> bool:
        """Whether an answer is still awaited."""
        request, found = self.session.state.mem_measuring, self.session.results.speeds
        return request > 0 and (found is None or found.request != request) and not self._failed

    @property
    def _failed(self) -> Exception | None:
        return self.session.results.failed.get("speeds")

    def show_page(self) -> None:
        found = self.session.results.speeds
        self.button.setText(self.tr("&Stop") if self.measuring else self.tr("&Measure"))
        self.button.setToolTip(
            self.tr("Stop measuring; the last numbers stay")
            if self.measuring
            else self.tr("Write a text of {0} tokens both ways, and look at the clock").format(max(LENGTHS))
        )
        self._said.setText(self._sentence(found))
        for widget in (self.chart, self._table):
            widget.setVisible(found is not None)
        if found is not None:
            self.chart.set_theme(self.theme)
            self._show(found)

    def _sentence(self, found: Measured | None) -> str:
        if self.measuring:
            return self.tr("Measuring up to {0} tokens, both ways: some seconds …").format(max(LENGTHS))
        if self._failed:
            return sentence(self._failed)
        if found is None:
            return self.tr("Nothing has been measured yet.")
        last = found.found[-1]
        times = last.cached / last.again
        pattern = (
            self.tr(
                "In a text of {1} tokens, {0} writes {2} tokens a second with the cache and {3} without it: {4} times "
                "as fast."
            )
            if times >= 1
            else self.tr(
                "In a text of {1} tokens, {0} writes {2} tokens a second with the cache and {3} without it."
            )
        )
        return pattern.format(
            found.model, last.length, f"{last.cached:,.0f}", f"{last.again:,.0f}", f"{times:.1f}"
        )

    def _show(self, found: Measured) -> None:
        cached = tuple((one.length, one.cached) for one in found.found)
        again = tuple((one.length, one.again) for one in found.found)
        lines = (
            Line(self.tr("with the cache"), cached),
            Line(self.tr("without"), again, "result", dashed=True),
        )
        title = self.tr("Tokens per second, from the first token up to a length")
        self.chart.show_chart(Chart(title, self.tr("tokens"), lines, even=True))
        rows = [
            (self.tr("with the cache"), [f"{one.cached:,.0f}" for one in found.found]),
            (self.tr("without"), [f"{one.again:,.0f}" for one in found.found]),
            (self.tr("times as fast"), [f"{one.cached / one.again:.2f}" for one in found.found]),
        ]
        columns = [self.tr("{0} tokens").format(one.length) for one in found.found]
        meaning = self.tr("Tokens per second, measured on this machine")
        self._table.show_rows(columns, [ReadoutRow(name, meaning, tuple(values)) for name, values in rows])

    @Slot()
    def _on_clicked(self) -> None:
        request = self.session.state.mem_measuring
        self.session.set(mem_measuring=-request if self.measuring else abs(request) + 1)

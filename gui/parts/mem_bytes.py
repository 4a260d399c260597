"""How many bytes each kind of memory takes after every word: counted on the arrays themselves."""

from typing import ClassVar

from engine.memories.recipe import KINDS
from engine.memories.run import MemoryRun
from gui.parts.mem_page import MemoryPage
from gui.parts.mem_states import shown_word
from gui.widgets.line_chart import Chart, Line, LineChart
from gui.widgets.readout_table import ReadoutRow, ReadoutTable
from gui.widgets.rows import column
from gui.wording.caching import counted
from gui.wording.memories import kind_title

COLOURS = {"recurrent": "v", "list": "k", "ttt": "result"}
WIDEST = 560


class BytesView(MemoryPage):
    """One line grows."""

    page: ClassVar[str] = "kinds"
    view: ClassVar[str] = "bytes"
    watches: ClassVar[frozenset[str]] = frozenset({"memories", "mem_page", "mem_kinds", "mem_word", "theme"})

    def build(self) -> None:
        self.chart = LineChart(self)
        self.chart.setObjectName("memory.bytes")
        self._table = ReadoutTable(self)
        self._table.setObjectName("memory.sizes")
        self._table.setAccessibleName(self.tr("Bytes of each memory after some words"))
        self._table.setMaximumWidth(WIDEST)
        self._said = self.label("bytes.said", "text")
        layout = column(self)
        layout.addWidget(self._said)
        layout.addWidget(self.chart, 1)
        layout.addWidget(self._table)

    def show_page(self) -> None:
        found = self.session.results.memories
        if found is None:
            return
        word = shown_word(self.session.state, found)
        self.chart.set_theme(self.theme)
        lines = [
            Line(
                kind_title(kind),
                tuple((t + 1, found.state_bytes(kind, t)) for t in range(found.read_until(kind))),
                COLOURS[kind],
                dashed=kind != "list",
            )
            for kind in KINDS
        ]
        self.chart.show_chart(
            Chart(self.tr("Bytes after each word"), self.tr("word"), tuple(lines), marked=word + 1)
        )
        self._said.setText(self._sentence(found))
        places = sorted({0, word, len(found) - 1})
        columns = [self.tr("word {0}").format(place + 1) for place in places]
        rows = [
            ReadoutRow(
                kind_title(kind),
                self.tr("Bytes of what is carried on"),
                tuple(_size(found, kind, t) for t in places),
            )
            for kind in KINDS
        ]
        self._table.show_rows(columns, rows)

    def _sentence(self, found: MemoryRun) -> str:
        """From which word on the list is the largest."""
        state, matrix, each = 4 * found.d, 4 * found.d**2, 8 * found.d
        beyond = matrix // each + 1
        return self.tr(
            "With {0} features the recurrent state takes {1} bytes and the layer {2}. The list takes {3} for every "
            "word: from word {4} on it is the largest."
        ).format(found.d, counted(state), counted(matrix), counted(each), beyond)


def _size(found: MemoryRun, kind: str, time: int) -> str:
    return counted(found.state_bytes(kind, time)) if time < found.read_until(kind) else "–"

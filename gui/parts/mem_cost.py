"""What one step of the decoder costs and keeps: with its cache, without it, and in a recurrent network."""

from collections.abc import Iterator
from typing import ClassVar

from engine.sequences.work import Ledger, OfSource, TokenWork, Work
from gui.parts.mem_page import MemoryPage
from gui.state import State
from gui.widgets.readout_table import ReadoutRow, ReadoutTable
from gui.widgets.rows import column
from gui.wording.caching import counted

WIDEST = 520


def shown_step(state: State, found: Ledger) -> int:
    """The step that is looked at: the last one, unless another was chosen that there is."""
    last = len(found.steps) - 1
    return last if state.mem_step is None else min(state.mem_step, last)


class CostPart(MemoryPage):
    """A column for each way; the last only where there is a recurrent model beside."""

    page: ClassVar[str] = "cache"
    view: ClassVar[str] = "steps"
    watches: ClassVar[frozenset[str]] = frozenset({"ledger", "mem_page", "mem_cache", "mem_step"})

    def build(self) -> None:
        self._table = ReadoutTable(self)
        self._table.setObjectName("memory.cost")
        self._table.setAccessibleName(self.tr("What this step costs and keeps"))
        self._table.setMaximumWidth(WIDEST)
        layout = column(self)
        layout.addWidget(self._table)
        layout.addStretch(1)

    def show_page(self) -> None:
        found = self.session.results.ledger
        if found is None:
            return
        so_far = found.steps[: shown_step(self.session.state, found) + 1]
        ways = [[one.cached for one in so_far], [one.again for one in so_far]]
        once = [found.cached, found.again]
        columns = [self.tr("with the cache"), self.tr("without")]
        recurrent = [one.recurrent for one in so_far if one.recurrent]
        if found.recurrent is not None:
            ways.append(recurrent)
            once.append(found.recurrent)
            columns.append(self.tr("recurrent net"))
        self._table.show_rows(columns, [*self._work(ways, once), *self._kept(found, so_far[-1], once)])

    def _work(self, ways: list[list[Work]], once: list[OfSource]) -> Iterator[ReadoutRow]:
        yield ReadoutRow(
            self.tr("tokens computed"),
            self.tr("Tokens whose vectors pass through the decoder in this step"),
            tuple(counted(works[-1].rows) for works in ways),
        )
        yield ReadoutRow(
            self.tr("multiply-adds"),
            self.tr("Multiplications with an addition behind them, in this step"),
            tuple(counted(works[-1].multiply_adds) for works in ways),
        )
        yield ReadoutRow(
            self.tr("… so far"),
            self.tr("Of all steps up to this one, and of what is computed once for the source"),
            tuple(
                counted(first.multiply_adds + sum(work.multiply_adds for work in works))
                for works, first in zip(ways, once, strict=True)
            ),
        )

    def _kept(self, found: Ledger, here: TokenWork, once: list[OfSource]) -> Iterator[ReadoutRow]:
        sizes = (
            (here.grown, 0, found.state_numbers or 0),
            (here.grown_bytes, 0, found.state_bytes or 0),
            tuple(kept.bytes for kept in once),
        )
        names = (
            (
                self.tr("numbers kept"),
                self.tr("Keys and values of the tokens read so far, in all layers; or the state"),
            ),
            (self.tr("bytes kept"), self.tr("Each number takes 4 bytes")),
            (
                self.tr("… of the source"),
                self.tr(
                    "Bytes kept of the source, whatever is written: keys and values in all layers; without the cache "
                    "the encoder’s vectors; of the recurrent net its context"
                ),
            ),
        )
        shown = zip(names, sizes, strict=True)
        for (name, meaning), kept in list(shown)[: 3 if any(sizes[2]) else 2]:
            yield ReadoutRow(name, meaning, tuple(map(counted, kept[: len(once)])))

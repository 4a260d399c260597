"""Counting instead: which words came after a prefix in the training sentences, and how few contexts were ever seen."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.ngrams import END, ORDERS, START, Seen
from gui.parts.far_page import FarPage, counted, named
from gui.results_of_desks import Counting
from gui.widgets import numbers
from gui.widgets.cell_table import CellTable, TableCell, count_cell
from gui.widgets.curves import Curves
from gui.widgets.curves_layout import Chart, Curve, Mark
from gui.widgets.notice import clipped
from gui.widgets.plain import visible
from gui.widgets.quantities import percent
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit

MOST = 200  # next words that are listed


class CountingPart(FarPage):
    """A prefix and how many words of it count; the table of next words, and that of contexts beside it."""

    page: ClassVar[str] = "counting"
    name: ClassVar[str] = "counting"
    result: ClassVar[str] = "far_counting"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_counting", "far_page", "far_prefix", "far_order", "theme", "failed"}
    )

    def build(self) -> None:
        super().build()
        self.edit = SentenceEdit(self)
        self.edit.setObjectName("distance.counting.prefix")
        self.edit.setPlaceholderText(self.tr("Type the beginning of an English sentence"))
        self.edit.setToolTip(self.tr("The words before the one that is looked for"))
        self.order = Segments(self)
        self.order.setObjectName("distance.counting.order")
        above = row(
            titled(self.tr("Pre&fix"), self.edit), self.edit, titled(self.tr("n"), self.order), self.order
        )
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertLayout(0, above)
        self.edit.committed.connect(self._on_committed)
        self.order.chosen.connect(self._on_order)

    def build_body(self, layout: QVBoxLayout) -> None:
        self.table, self.contexts, self.curves = CellTable(self), CellTable(self), Curves(self)
        for widget, name, title in (
            (self.table, "next", self.tr("Next words")),
            (self.contexts, "contexts", self.tr("Contexts by n")),
            (self.curves, "curves", self.tr("Contexts possible and seen, by n")),
        ):
            widget.setObjectName(f"distance.counting.{name}")
            widget.setAccessibleName(title)
        self.caption = QLabel(self)
        self.caption.setProperty("tone", "title")
        self.caption.setWordWrap(True)
        left, right = QWidget(self), QWidget(self)
        beside = QHBoxLayout()
        beside.setSpacing(14)
        beside.addWidget(left, 2)
        beside.addWidget(right, 3)
        layout.addLayout(beside, 1)
        lines = column(left)
        lines.addWidget(self.caption)
        lines.addWidget(self.table, 1)
        lines = column(right)
        lines.addWidget(self.contexts)
        lines.addWidget(self.curves, 1)

    def refresh(self) -> None:
        self.edit.set_sentence(self.session.state.far_prefix)
        self.order.show_titles(tuple(map(str, ORDERS)), ORDERS.index(self.session.state.far_order))
        for button, order in zip(self.order.buttons(), ORDERS, strict=True):
            text = counted(
                self.tr("{0} word before it counts"), self.tr("{0} words before it count"), order - 1
            )
            button.setToolTip(text)
        super().refresh()

    def explanation(self) -> str:
        return self.tr(
            "No network: in the English training sentences it is counted which word came next after the same "
            "n − 1 words. What was never seen together has no numbers."
        )

    def finding(self, found: Counting) -> str:
        seen = found.seen
        if seen.backed_off:
            text = self.tr("{0} was never seen, so there is nothing to count; below is what came after {1}.")
            lead = text.format(self._bold(seen.asked), self._bold(seen.context))
        elif not seen.context:
            text = self.tr("With no word before it, every word counts: {0} of them, {1} different ones.")
            lead = text.format(f"<b>{seen.total:,}</b>", f"{len(seen.next):,}")
        else:
            lead = self.tr("{0} was seen {1}, with {2} after it.").format(
                self._bold(seen.context),
                counted(self.tr("{0} time"), self.tr("{0} times"), seen.total),
                counted(self.tr("{0} different word"), self.tr("{0} different words"), len(seen.next)),
            )
        lead = lead[:1].upper() + lead[1:]
        one = found.coverage[ORDERS.index(seen.order)]
        if one.order == 1:
            return lead
        text = self.tr("Of {0} contexts of {1} that could be, {2} were ever seen: {3}.")
        return f"{lead} " + text.format(
            count_cell(one.possible).text,
            counted(self.tr("{0} word"), self.tr("{0} words"), one.order - 1),
            f"{one.seen:,}",
            f"<b>{_share(one.share)}</b>",
        )

    def _bold(self, context: tuple[str, ...]) -> str:
        words = [word for word in context if word != START]
        if not words:
            return self.tr("the beginning of a sentence") if context else self.tr("any word at all")
        said = f"“{clipped(' '.join(words))}”"
        if len(words) < len(context):
            said = self.tr("{0} at the beginning of a sentence").format(said)
        return self.in_colour("text", said)

    def remarks(self, found: Counting) -> list[str]:
        if not found.unknown:
            return []
        return [self.tr("Never seen in the training sentences: {0}.").format(named(found.unknown))]

    def show_found(self, found: Counting) -> None:
        seen = found.seen
        text = self.tr("What came next")
        if len(seen.next) > MOST:
            text = self.tr("What came next: the first {0} of {1}").format(MOST, f"{len(seen.next):,}")
        self.caption.setText(text)
        titles = (self.tr("Next word"), self.tr("times"), self.tr("share"))
        self.table.show_cells(titles, [self._line(seen, place) for place in range(min(len(seen.next), MOST))])
        self.table.scrollToTop()
        self._show_contexts(found)
        self.curves.set_theme(self.theme)
        self.curves.show_chart(self._chart(found))

    def _line(self, seen: Seen, place: int) -> list[TableCell]:
        one = seen.next[place]
        word = self.tr("(end of the sentence)") if one.word == END else visible(one.word)
        share = TableCell(percent(one.share), str(one.share))
        return [TableCell(word), TableCell(f"{one.count:,}", str(one.count)), share]

    def _show_contexts(self, found: Counting) -> None:
        titles = (
            self.tr("n"),
            self.tr("this context"),
            self.tr("contexts seen"),
            self.tr("possible: Vⁿ⁻¹"),
            self.tr("share seen"),
        )
        rows, tip = [], self.tr("How often the last {0} words of the prefix were seen")
        for one, seen in zip(found.coverage, found.by_order, strict=True):
            here = seen.order == found.seen.order
            times = self.tr("never seen") if seen.backed_off else f"{seen.total:,}"
            cells = (
                TableCell(str(one.order)),
                TableCell(times, tip=tip.format(one.order - 1)),
                TableCell(f"{one.seen:,}", str(one.seen)),
                count_cell(one.possible),
                TableCell(_share(one.share), str(one.share)),
            )
            rows.append([TableCell(c.text, c.exact, c.tip, here) for c in cells])
        self.contexts.show_cells(titles, rows, even=True)
        self.contexts.setFixedHeight(self.contexts.whole())
        self.contexts.setToolTip(
            self.tr("Counted in {0} sentences with {1} words, {2} different ones (V)").format(
                f"{found.sentences:,}", f"{found.tokens:,}", f"{found.words:,}"
            )
        )

    def _chart(self, found: Counting) -> Chart:
        possible = tuple((float(one.order), float(one.possible)) for one in found.coverage)
        seen = tuple((float(one.order), float(max(one.seen, 1))) for one in found.coverage)
        text = self.tr("contexts that could be, of V = {0} words").format(f"{found.words:,}")
        return Chart(
            (Curve(text, "warning", possible), Curve(self.tr("contexts ever seen"), "accent", seen)),
            (Mark(float(found.seen.order), self.tr("n = {0}").format(found.seen.order), strong=True),),
            self.tr("n"),
            self.tr("contexts"),
            log_across=False,
        )

    @Slot(str)
    def _on_committed(self, text: str) -> None:
        self.session.set(far_prefix=text)

    @Slot(int)
    def _on_order(self, place: int) -> None:
        self.session.set(far_order=ORDERS[place])


def _share(share: float) -> str:
    """In per cent, however small."""
    if share >= 0.001 or share == 0:
        return percent(share)
    return f"{numbers.scientific(100 * share)} %"

"""How the number in a matrix that is read in another way comes from cells that ran, each of them a link."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from engine.names import block
from engine.pieces import Made, made_of
from engine.text import Tokens
from gui.panes.base import Pane
from gui.reading import READ, SWITCHES, Weights, names_of_hidden
from gui.results import LayerTrace
from gui.view import opened, view_of
from gui.widgets import numbers
from gui.widgets.painting import SMALL, font
from gui.widgets.rows import column
from gui.wording import numbered

NAMED = 3  # cells that are listed at once; of more, the largest, until all are asked for
DIGITS = 4
ALL = "all"  # the link that asks for all
Place = tuple[int, int]  # query, key


class ReadCellPart(Pane):
    """Seen only while a weight is open in whose place the matrix shows another number."""

    watches: ClassVar[frozenset[str]] = frozenset({"opened", "trace", "cell", *SWITCHES})

    def build(self) -> None:
        self.label = QLabel(self)
        self.label.setObjectName("inspector.reading")
        self.label.setProperty("tone", "caution")
        self.label.setFont(font(SMALL))
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.label.linkActivated.connect(self._on_link)
        column(self).addWidget(self.label)
        self._all_of: object = None  # the cell of which all parts are listed

    def refresh(self) -> None:
        text = self._text()
        self.label.setText(text)
        self.setVisible(bool(text))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The table below must not press the lines together."""
        self.setMinimumHeight(max(self.label.heightForWidth(self.width()), 0))

    def _text(self) -> str:
        state, shown = self.session.state, self._trace()
        if shown is None or state.cell is None or self.session.results.opened is None:
            return ""
        reading, tokens = view_of(state, shown.run).reading, shown.run.tokens
        if reading.plain:
            return ""
        path, (head, query, place) = state.cell
        weights = shown.trace[path][head]
        made = made_of(weights, tokens, reading, query, place)
        if made is None:
            return escape(self.tr("This number is hidden in the matrix."))
        hidden = names_of_hidden(tokens, reading)
        parts = [self._value(made, hidden), self._cells(made, weights, tokens, (query, place))]
        return " ".join(part for part in parts if part)

    def _trace(self) -> LayerTrace | None:
        """The layer that the open number is a weight of."""
        cell, shown = self.session.state.cell, self.session.results.trace
        if cell is None or shown is None or cell[0] != f"{block(shown.layer)}{READ}":
            return None
        size = shown.trace[cell[0]].shape
        return shown if all(index < end for index, end in zip(cell[1], size, strict=True)) else None

    def _value(self, made: Made, hidden: list[str]) -> str:
        value = numbers.short(made.value, DIGITS)
        if not hidden:
            return escape(self.tr("In the matrix: {0}.").format(value))
        text = self.tr("In the matrix: {0} = {1} ÷ {2}, what the row gives to all but {3}.")
        ratio = (numbers.short(number, DIGITS) for number in (made.mean, made.rest))
        return escape(text.format(value, *ratio, ", ".join(hidden)))

    def _cells(self, made: Made, weights: Weights, tokens: Tokens, current: Place) -> str:
        """What is added up, the largest first; nothing where there is one cell."""
        queries = range(made.query.first, made.query.end)
        cells = [(i, j) for i in queries for j in range(made.key.first, made.key.end)]
        if len(cells) == 1:
            return ""
        cells.sort(key=lambda cell: -weights[cell])
        everything = self._all_of == self.session.state.cell or len(cells) <= NAMED + 1
        named = cells if everything else cells[:NAMED]
        items = [self._link(cell, weights, tokens, cell == current) for cell in named]
        if rest := cells[len(named) :]:
            together = numbers.short(sum(float(weights[cell]) for cell in rest), DIGITS)
            text = escape(self.tr("{0} others {1}").format(len(rest), together))
            items.append(f'<a href="{ALL}">{text}</a>')
        text = self.tr("{0} is the sum of") if len(queries) == 1 else self.tr("{0} is 1/{1} of the sum of")
        return f"{escape(text.format(numbers.short(made.mean, DIGITS), len(queries)))} {', '.join(items)}."

    def _link(self, cell: Place, weights: Weights, tokens: Tokens, current: bool) -> str:
        names = " → ".join(numbered(tokens.texts, place) for place in cell)
        text = escape(f"{names} {numbers.short(float(weights[cell]), DIGITS)}")
        return f"<b>{text}</b>" if current else f'<a href="{cell[0]},{cell[1]}">{text}</a>'

    @Slot(str)
    def _on_link(self, address: str) -> None:
        state, shown = self.session.state, self.session.results.trace
        if state.cell is None or shown is None:
            return
        if address == ALL:
            self._all_of = state.cell
            self.refresh()
            return
        query, place = map(int, address.split(","))
        path, (head, *_) = state.cell
        self.session.set(**opened(state, shown.run, path, (head, query, place)))

"""The likeliest next tokens, one below the other: a bar and a probability; one of them is the one that is written."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from gui.widgets import numbers
from gui.widgets.copying import tsv
from gui.widgets.quantities import percent
from gui.widgets.ranked_list import ROW, RankedList, Row

SHOWN, LEAST = 10, 4  # rows
LOW = 15  # pixels to which a row gives way, so that all of them are in sight


class TokenList(RankedList):
    """``chosen`` carries 0 and the number of a token; the one that is written already is not chosen again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTip("")

    def show_tokens(self, tokens: Sequence[tuple[int, str, float]], written: int | None) -> None:
        """Numbers, texts and probabilities of tokens, in their order, and the number of the one that is written."""
        self.set_rows(
            [
                Row((0, number), text, percent(chance), chance, numbers.exported(chance))
                for number, text, chance in tokens
            ]
        )
        self.set_chosen(0, -1 if written is None else written)

    def tsv(self) -> str:
        """All rows in their order, with all digits."""
        lines = ((str(place), row.name, row.exact) for place, row in enumerate(self.rows, start=1))
        return tsv([("rank", "token", "probability"), *lines])

    @property
    def row_height(self) -> int:
        fitting = self.viewport().height() // max(len(self.rows), 1)
        return max(min(fitting, ROW), LOW)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, LEAST * ROW)

    def sizeHint(self) -> QSize:
        return QSize(240, SHOWN * ROW)

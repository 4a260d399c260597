"""The likeliest next tokens, of which the one that would come by itself is marked and can be chosen like the others."""

from gui.widgets.token_list import TokenList


class NextList(TokenList):
    """Nothing is written yet: every row can be chosen."""

    def _choose(self, index: int) -> None:
        self._go(index)
        self.chosen.emit(*self.rows[index].head)

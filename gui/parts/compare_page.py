"""What every page of the comparison is: drawn only while it is the one that is looked at."""

from typing import ClassVar

from engine.compare import Comparison
from gui.panes.base import Pane
from gui.view import View, view_of

PAGES = ("parting", "heads", "matrices", "row", "word")


class ComparePage(Pane):
    """``page`` is its name among PAGES."""

    page: ClassVar[str]

    def refresh(self) -> None:
        found = self.session.results.comparison
        if self.session.state.compare_page == self.page and found is not None:
            self.show_comparison(found, view_of(self.session.state, found.a))

    def show_comparison(self, found: Comparison, view: View) -> None:
        """Redraw; ``view`` is the place that is looked at, in sentence A."""
        raise NotImplementedError

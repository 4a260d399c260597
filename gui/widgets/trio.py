"""Two matrices and their difference: side by side where there is room, else one at a time."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from gui.theme import Theme
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments

ROOM = QSize(560, 240)  # for three side by side


class Trio(QWidget):
    """``chosen`` carries which of the three shall be seen when there is room for one only; ``activated`` a cell."""

    chosen = Signal(int)
    activated = Signal(int, int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._current = 0
        self._three: tuple[MatrixData, ...] = ()
        self._marked: int | None = None
        self.switch = Segments(self)
        self.switch.setObjectName(f"{name}.side")
        self.switch.chosen.connect(self.chosen)
        self.caption = QLabel(self)
        self.caption.setObjectName(f"{name}.caption")
        self.caption.setProperty("tone", "muted")
        self.caption.setWordWrap(True)
        self.caption.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.views = [MatrixView(self) for _ in "abc"]
        side_by_side = QHBoxLayout()
        side_by_side.setSpacing(6)
        for view, part in zip(self.views, ("a", "b", "difference"), strict=True):
            view.setObjectName(f"{name}.{part}")
            view.activated.connect(self.activated)
            view.hovered.connect(self._on_hovered)
            side_by_side.addWidget(view, 1)
        layout = column(self)
        layout.addLayout(row(self.caption, self.switch))
        layout.addLayout(side_by_side, 1)

    def set_theme(self, theme: Theme) -> None:
        for view in self.views:
            view.set_theme(theme)

    def show_three(self, titles: tuple[str, ...], three: Sequence[MatrixData], marked: int | None) -> None:
        """Show these; a row can be marked in each."""
        self._three, self._marked = tuple(three), marked
        self.switch.show_titles(titles, self._current)
        self._arrange()

    def set_current(self, place: int) -> None:
        """Which of the three is seen where there is room for one only."""
        self._current = place

    def minimumSizeHint(self) -> QSize:
        """That of one matrix: a narrower place has room for one."""
        one = self.views[0].minimumSizeHint()
        return QSize(one.width(), one.height() + self.switch.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        wide = self.width() >= ROOM.width() and self.height() >= ROOM.height()
        self.switch.setVisible(not wide)
        for place, (view, data) in enumerate(zip(self.views, self._three, strict=False)):
            view.setVisible(wide or place == self._current)
            view.set_data(data if wide else replace(data, title=""))  # the switch says it already
            view.set_highlight(row=self._marked)
            if wide:
                view.fit()  # all cells at once; zooming in brings their numbers
            else:
                view.unzoom()
            if self._marked is not None:
                view.show_cell(self._marked, None)

    @Slot(object)
    def _on_hovered(self, cell: tuple[int, int] | None) -> None:
        """Point at the same cell in all three."""
        sender = self.sender()
        for view in self.views:
            if view is not sender:
                view.set_current(cell)

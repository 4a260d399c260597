"""What goes into a step and what comes out, side by side as matrices."""

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.theme import Theme
from gui.widgets.matrix_canvas import MatrixCanvas
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.step_harmony import harmonise, rows_together

MOST_INPUTS = 5
READABLE = 14  # columns that a matrix may ask room for
GLIMPSE = 8  # what one with more asks for: it scrolls in any case
PILE, ROW_HEIGHT = 2, 92  # single rows that may always stand one above the other, and what each of more needs
LABELS = 3  # columns' worth of room for the labels


class StepView(QWidget):
    """Inputs left, output right.  ``activated`` carries the place of the matrix (output last), row and column.

    Matrices of equal shape are drawn alike, and those whose rows are the same tokens scroll together.
    """

    activated = Signal(int, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = [self._view(f"step.in.{i + 1}") for i in range(MOST_INPUTS)]
        self.output = self._view("step.out")
        self._arrow = QLabel("→", self)
        self._arrow.setObjectName("step.arrow")
        self._arrow.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._arrow.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._columns = [QWidget(self) for _ in self.views]
        for column in self._columns:
            QVBoxLayout(column).setContentsMargins(0, 0, 0, 0)
            self._row.addWidget(column)
        self._row.addWidget(self._arrow)
        self._row.addWidget(self.output)
        self._count = 0
        self._together: list[MatrixCanvas] = []
        self._busy = False
        self._stale = False  # a matrix has another size than when they were drawn alike

    def set_theme(self, theme: Theme) -> None:
        for view in (*self.views, self.output):
            view.set_theme(theme)

    def show_step(self, inputs: Sequence[MatrixData], output: MatrixData) -> None:
        """Show these matrices; a single row stands below the one before it, unless that is too narrow, or there are two
        single rows already and no height for a third.
        """
        self._busy = True  # the many changes of size on the way need no harmony
        self._count = min(len(inputs), MOST_INPUTS)
        column, widths, rows = -1, [0] * MOST_INPUTS, 0
        for place, view in enumerate(self.views):
            data = inputs[place] if place < self._count else None
            view.set_data(data)
            if data is None:
                view.hide()
                continue
            crowded = rows >= PILE and (rows + 1) * ROW_HEIGHT > self.height()
            if column < 0 or data.rows > 1 or widths[column] <= 1 + LABELS or crowded:
                column, rows = column + 1, 0
            rows += data.rows == 1
            layout = self._columns[column].layout()
            assert isinstance(layout, QVBoxLayout)
            layout.addWidget(view, 1 if data.rows == 1 else 3)
            view.show()
            widths[column] = max(widths[column], _room(data))
        for place, width in enumerate(widths):
            self._columns[place].setVisible(width > 0)
            self._row.setStretch(place, width)
        self._row.setStretch(MOST_INPUTS + 1, _room(output))
        self.output.set_data(output)
        self._row.activate()
        self._busy = False
        self._harmonise()

    def shown_views(self) -> list[MatrixView]:
        """The matrices in use, the output last."""
        return [*self.views[: self._count], self.output]

    def in_use(self) -> MatrixView:
        """The matrix that has a current cell, or else the output."""
        return next((view for view in self.shown_views() if view.current), self.output)

    def highlight(self, rows: Sequence[int | None], cols: Sequence[int | None] = ()) -> None:
        """Mark a row and a column of each matrix, the output last."""
        shown = self.shown_views()
        self._together = rows_together(shown, rows)
        for view, row, col in zip_longest(shown, rows, cols):
            view.set_highlight(row, col)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._stale:
            self._harmonise()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._stale:
            self._harmonise()
        return done

    def _view(self, name: str) -> MatrixView:
        view = MatrixView(self)
        view.setObjectName(name)
        view.activated.connect(self._on_activated)
        view.resized.connect(self._on_resized)
        view.scrolled.connect(self._on_scrolled)
        return view

    @Slot()
    def _on_resized(self) -> None:
        """Once for all matrices that a change of layout resizes, and before they are painted."""
        if not self._busy and not self._stale:
            self._stale = True
            QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _harmonise(self) -> None:
        """Draw alike what is alike, and stand the arrow at the middle of the output's cells."""
        if self._busy:
            return
        self._busy, self._stale = True, False
        harmonise(self.shown_views())
        if self.output.arranged:
            middle = self.output.arranged.body.center().y() - self._arrow.fontMetrics().height() // 2
            self._arrow.setContentsMargins(0, max(middle, 0), 0, 0)
        for view in self._together[:-1]:
            view.show_row_first(self._together[-1].first_row, by_hand=False)
        self._busy = False

    @Slot(int)
    def _on_scrolled(self, row: int) -> None:
        sender = self.sender()
        if self._busy or not isinstance(sender, MatrixCanvas) or sender not in self._together:
            return
        self._busy = True
        for view in self._together:
            if view is not sender:
                view.show_row_first(row, by_hand=not sender.seeks)
        self._busy = False

    @Slot(int, int)
    def _on_activated(self, row: int, col: int) -> None:
        sender = self.sender()
        place = (
            self._count if sender is self.output else next(i for i, v in enumerate(self.views) if v is sender)
        )
        self.activated.emit(place, row, col)


def _room(data: MatrixData) -> int:
    return (data.cols if data.cols <= READABLE else GLIMPSE) + LABELS

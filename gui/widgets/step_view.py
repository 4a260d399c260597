"""What goes into a step and what comes out, side by side as matrices."""

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal, Slot
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
STACK = 4  # heights of a row that a single row, what is added to it and one more row need
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
        self._inputs: tuple[MatrixData, ...] = ()
        self._places: tuple[int, ...] = ()  # the column of each
        self._together: list[MatrixCanvas] = []
        self._busy = False
        self._stale = False  # a matrix has another size than when they were drawn alike

    def set_theme(self, theme: Theme) -> None:
        for view in (*self.views, self.output):
            view.set_theme(theme)

    def show_step(self, inputs: Sequence[MatrixData], output: MatrixData) -> None:
        """Show these matrices; a single row stands below the one before it, unless that is too narrow, or there are two
        single rows already and no height for a third.  What is added to a single row stands below it if there is room.
        """
        self._busy = True  # the many changes of size on the way need no harmony
        self._inputs = tuple(inputs[:MOST_INPUTS])
        for view, data in zip_longest(self.views, self._inputs):
            view.set_data(data)
            view.setVisible(data is not None)
        self._row.setStretch(MOST_INPUTS + 1, _room(output))
        self.output.set_data(output)
        self._place(placed(self._inputs, self.height()))
        self._row.activate()
        self._busy = False
        self._harmonise()

    def _place(self, places: Sequence[int]) -> None:
        """Stand each input in its column."""
        self._places, widths = tuple(places), [0] * MOST_INPUTS
        for view, data, column in zip(self.views, self._inputs, places, strict=False):
            layout = self._columns[column].layout()
            assert isinstance(layout, QVBoxLayout)
            layout.removeWidget(view)
            layout.addWidget(view, 1 if data.rows == 1 else 3)
            widths[column] = max(widths[column], _room(data))
        for place, width in enumerate(widths):
            self._columns[place].setVisible(width > 0)
            self._row.setStretch(place, width)

    def shown_views(self) -> list[MatrixView]:
        """The matrices in use, the output last."""
        return [*self.views[: len(self._inputs)], self.output]

    def in_use(self) -> MatrixView:
        """The matrix that has a current cell, or else the output."""
        return next((view for view in self.shown_views() if view.current), self.output)

    def highlight(self, rows: Sequence[int | None], cols: Sequence[int | None] = ()) -> None:
        """Mark a row and a column of each matrix, the output last."""
        shown = self.shown_views()
        self._together = rows_together(shown, rows)
        for view, row, col in zip_longest(shown, rows, cols):
            view.set_highlight(row, col)

    def minimumSizeHint(self) -> QSize:
        """No higher than one matrix: those that stand below each other come side by side where it is low."""
        return QSize(super().minimumSizeHint().width(), self.output.minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (places := placed(self._inputs, self.height())) != self._places:
            self._place(places)
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
            len(self._inputs)
            if sender is self.output
            else next(i for i, v in enumerate(self.views) if v is sender)
        )
        self.activated.emit(place, row, col)


def _room(data: MatrixData) -> int:
    return (data.cols if data.cols <= READABLE else GLIMPSE) + LABELS


def placed(inputs: Sequence[MatrixData], height: int) -> tuple[int, ...]:
    """The column in which each input stands, from the left."""
    columns: list[int] = []
    width, rows = 0, 0  # of the last column: how much room it asks for, and its single rows
    for place, data in enumerate(inputs):
        crowded = rows >= PILE and (rows + 1) * ROW_HEIGHT > height
        added = place == 1 and inputs[0].rows == 1 and inputs[0].cols == data.cols > 1
        below = added and height > STACK * ROW_HEIGHT
        if not columns or (data.rows > 1 and not below) or width <= 1 + LABELS or crowded:
            columns.append(columns[-1] + 1 if columns else 0)
            width, rows = 0, 0
        else:
            columns.append(columns[-1])
        width, rows = max(width, _room(data)), rows + (data.rows == 1)
    return tuple(columns)

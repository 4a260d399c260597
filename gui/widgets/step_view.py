"""What goes into a step and what comes out, side by side as matrices."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.theme import Theme
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView

MOST_INPUTS = 5
READABLE = 14  # columns that a matrix may ask room for
GLIMPSE = 8  # what one with more asks for: it scrolls in any case
LABELS = 3  # columns' worth of room for the labels


class StepView(QWidget):
    """Inputs left, output right.  ``activated`` carries the place of the matrix (output last), row and column."""

    activated = Signal(int, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = [self._view(f"step.in.{i + 1}") for i in range(MOST_INPUTS)]
        self.output = self._view("step.out")
        self._arrow = QLabel("→", self)
        self._arrow.setObjectName("step.arrow")
        self._arrow.setAlignment(Qt.AlignmentFlag.AlignCenter)
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

    def set_theme(self, theme: Theme) -> None:
        for view in (*self.views, self.output):
            view.set_theme(theme)

    def show_step(self, inputs: Sequence[MatrixData], output: MatrixData) -> None:
        """Show these matrices; a single row stands below the one before it, unless that is too narrow."""
        self._count = min(len(inputs), MOST_INPUTS)
        column, widths = -1, [0] * MOST_INPUTS
        for place, view in enumerate(self.views):
            data = inputs[place] if place < self._count else None
            view.set_data(data)
            if data is None:
                view.hide()
                continue
            if column < 0 or data.rows > 1 or widths[column] <= 1 + LABELS:
                column += 1
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

    def shown_views(self) -> list[MatrixView]:
        """The matrices in use, the output last."""
        return [*self.views[: self._count], self.output]

    def highlight(self, rows: Sequence[int | None], output_row: int | None) -> None:
        """Mark a row of each input and of the output."""
        for view, row in zip(self.views, rows, strict=False):
            view.set_highlight(row=row)
        self.output.set_highlight(row=output_row)

    def _view(self, name: str) -> MatrixView:
        view = MatrixView(self)
        view.setObjectName(name)
        view.activated.connect(self._on_activated)
        return view

    @Slot(int, int)
    def _on_activated(self, row: int, col: int) -> None:
        sender = self.sender()
        place = (
            self._count if sender is self.output else next(i for i, v in enumerate(self.views) if v is sender)
        )
        self.activated.emit(place, row, col)


def _room(data: MatrixData) -> int:
    return (data.cols if data.cols <= READABLE else GLIMPSE) + LABELS

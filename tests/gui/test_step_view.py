"""The matrices of a step are one picture: alike where of one shape, scrolled together where rows are the same."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.step_view import StepView

Shown = Callable[..., StepView]


def of_tokens(rows: int, cols: int, axis: str = "token", largest: float = 3, **more: object) -> MatrixData:
    values = np.random.default_rng(cols).uniform(-largest, largest, (rows, cols)).astype(np.float32)
    labels = tuple(f"word{i}" for i in range(rows)), tuple(str(i + 1) for i in range(cols))
    return MatrixData(values, *labels, axis, "feature", "X", **more)  # type: ignore[arg-type]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    def show(
        inputs: Sequence[MatrixData], output: MatrixData, size: tuple[int, int] = (820, 300)
    ) -> StepView:
        view = StepView()
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        view.show_step(inputs, output)
        QApplication.processEvents()
        return view

    return show


def sees(view: MatrixView, row: int) -> bool:
    assert view.arranged is not None
    return view.arranged.body.contains(view.arranged.cell(row, 0, view.offset()))


@pytest.mark.parametrize("width", [820, 960, 1100])
def test_equal_shapes_have_equal_cells_and_numbers(shown: Shown, width: int) -> None:
    view = shown(
        [of_tokens(12, 12, largest=13.4)], of_tokens(12, 12, "from query", largest=2.4), (width, 300)
    )
    left, right = (one.arranged for one in view.shown_views())
    assert left is not None
    assert right is not None
    assert (left.cell_w, left.cell_h) == (right.cell_w, right.cell_h)
    assert (left.number_px, left.form.digits, left.form.bare) == (
        right.number_px,
        right.form.digits,
        right.form.bare,
    )
    assert left.number_px > 0


def test_a_matrix_of_zeros_does_not_take_the_numbers_of_the_others(shown: Shown) -> None:
    scores = of_tokens(12, 12, largest=6)
    view = shown([scores, replace(scores, values=np.zeros((12, 12), np.float32))], scores, (800, 300))
    found = [one.arranged for one in view.shown_views() if one.arranged]
    assert len({layout.cell_w for layout in found}) == 1
    assert all(layout.number_px for layout in found)


def test_rows_are_equally_high_whatever_the_columns(shown: Shown) -> None:
    view = shown([of_tokens(12, 12), of_tokens(12, 40)], of_tokens(12, 40, "from query"))
    assert len({one.arranged.cell_h for one in view.shown_views() if one.arranged}) == 1


def test_all_rows_of_the_query_are_in_sight(shown: Shown) -> None:
    view = shown([of_tokens(40, 30), of_tokens(40, 20)], of_tokens(40, 40, "from query"))
    view.highlight([33, None, 33])
    x, keys, output = view.shown_views()
    assert sees(x, 33)
    assert sees(output, 33)
    assert not sees(keys, 33)
    assert keys.marks.row is None


def test_rows_of_the_same_tokens_scroll_together(shown: Shown) -> None:
    view = shown([of_tokens(40, 30), of_tokens(30, 40, "feature")], of_tokens(40, 40))
    view.highlight([0, None, None])
    x, weights, output = view.shown_views()
    assert x.arranged is not None
    x.verticalScrollBar().setValue(x.arranged.y(12))
    assert output.arranged is not None
    assert output.arranged.visible(output.offset())[0].start == 12
    assert weights.offset() == QPoint(0, 0)
    output.verticalScrollBar().setValue(0)
    assert x.offset() == QPoint(0, 0)


def test_keys_scroll_alone(shown: Shown) -> None:
    view = shown([of_tokens(40, 40, "from query"), of_tokens(40, 30)], of_tokens(40, 30, "from query"))
    view.highlight([5, None, 5])
    view.views[1].verticalScrollBar().setValue(10**6)
    assert view.views[1].offset().y() > 0
    assert sees(view.views[0], 5)
    assert sees(view.output, 5)


def test_the_arrow_stands_at_the_middle_of_the_cells(shown: Shown) -> None:
    view = shown([of_tokens(2, 2)], of_tokens(2, 2), (820, 500))
    arrow = view.findChild(QLabel, "step.arrow")
    assert arrow is not None
    assert view.output.arranged is not None
    middle = arrow.contentsMargins().top() + arrow.fontMetrics().height() / 2
    assert middle == pytest.approx(view.output.arranged.body.center().y(), abs=1)
    view.resize(820, 130)  # and does not keep the view from getting smaller
    assert view.height() == 130

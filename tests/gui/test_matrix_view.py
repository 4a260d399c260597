"""A matrix answers to mouse and keys, and paints what it was given."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QApplication
from pytestqt.qtbot import QtBot

from gui.colormaps import word
from gui.theme import DARK, LIGHT
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView, beside

TOKENS = ("[CLS]", "the", "cat", "drank", "milk", "[SEP]")
Shown = Callable[..., MatrixView]


def weights(n: int = 6) -> np.ndarray:
    return np.random.default_rng(n).dirichlet(np.ones(n), n).astype(np.float32)


def matrix(values: np.ndarray, **more: object) -> MatrixData:
    labels = tuple(TOKENS[i % 6] for i in range(len(values)))
    return MatrixData(values, labels, labels, "from query", "to key", "Weights", **more)  # type: ignore[arg-type]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    def show(data: MatrixData, width: int = 520, height: int = 360) -> MatrixView:
        view = MatrixView()
        qtbot.addWidget(view)
        view.resize(width, height)
        view.set_data(data)
        view.show()
        return view

    return show


def place(view: MatrixView, row: int, col: int) -> QPoint:
    assert view.arranged is not None
    return view.arranged.cell(row, col, view.offset()).center()


def picture(view: MatrixView) -> QImage:
    return view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def colours_of(view: MatrixView, row: int, col: int) -> set[int]:
    assert view.arranged is not None
    image, box = picture(view), view.arranged.cell(row, col, view.offset()).adjusted(1, 1, -2, -2)
    return {image.pixel(x, y) for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())}


def test_a_click_makes_a_cell_current_and_opens_it(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(), scale="weights"))
    heard: list[tuple[str, int, int]] = []
    view.current_changed.connect(lambda row, col: heard.append(("current", row, col)))
    view.activated.connect(lambda row, col: heard.append(("opened", row, col)))
    for _ in range(2):
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place(view, 2, 4))
    assert heard == [("current", 2, 4), ("opened", 2, 4), ("opened", 2, 4)]
    assert view.current == (2, 4)


def test_keys_move_and_open(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(), scale="weights"))
    moves: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    view.current_changed.connect(lambda row, col: moves.append((row, col)))
    view.activated.connect(lambda row, col: opened.append((row, col)))
    key = Qt.Key
    for press in (key.Key_Down, key.Key_Right, key.Key_Down, key.Key_End, key.Key_Right, key.Key_PageDown,
                  key.Key_Home, key.Key_Up, key.Key_PageUp, key.Key_Up, key.Key_Left, key.Key_Return):  # fmt: skip
        qtbot.keyClick(view, press)
    assert moves == [(0, 0), (0, 1), (1, 1), (1, 5), (5, 5), (5, 0), (4, 0), (0, 0)]
    assert opened == [(0, 0)]


def test_the_mouse_tells_its_cell_and_when_it_leaves(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(), scale="weights"))
    seen: list[object] = []
    view.hovered.connect(seen.append)
    for spot in (place(view, 1, 3), place(view, 1, 3) + QPoint(2, 2), place(view, 0, 0), QPoint(1, 1)):
        qtbot.mouseMove(view.viewport(), spot)
    qtbot.mouseMove(view.viewport(), place(view, 5, 5))
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert seen == [(1, 3), (0, 0), None, (5, 5), None]


def test_hovering_does_not_paint_the_matrix_again(shown: Shown, qtbot: QtBot, monkeypatch: object) -> None:
    view = shown(matrix(weights(), scale="weights"))
    view.grab()
    painted: list[int] = []
    monkeypatch.setattr(view, "paint_picture", lambda painter: painted.append(1))  # type: ignore[attr-defined]
    qtbot.mouseMove(view.viewport(), place(view, 3, 3))
    view.grab()
    assert painted == []
    view.set_highlight(row=1)
    view.grab()
    assert painted == [1]


def test_tooltips_name_cells_and_whole_labels(shown: Shown) -> None:
    view = shown(matrix(weights(), scale="weights"))
    assert view.arranged is not None
    text, box = view.tip_at(place(view, 1, 2))
    assert text.startswith("from query “the”, to key “cat”: 0.")
    assert box.contains(place(view, 1, 2))
    view.tooltip_for = lambda row, col: f"{row} -> {col}"
    assert view.tip_at(place(view, 1, 2))[0] == "1 -> 2"
    assert view.tip_at(QPoint(2, place(view, 3, 0).y()))[0] == "drank"
    assert view.tip_at(QPoint(place(view, 0, 4).x(), view.arranged.top - 3))[0] == "milk"
    assert view.tip_at(QPoint(1, 1))[0] == "Weights"
    assert view.tip_at(QPoint(1, view.arranged.title_h + 1))[0] == ""


def test_the_current_cell_is_read_aloud(shown: Shown) -> None:
    view = shown(matrix(np.where(np.eye(6) > 0, -np.inf, 1).astype(np.float32)))
    view.set_current((2, 2))
    assert view.accessibleDescription() == "from query “cat”, to key “cat”: -inf (masked)"
    assert view.accessibleName() == "Weights 6 x 6"


def test_copy_puts_the_table_on_the_clipboard(shown: Shown, qtbot: QtBot) -> None:
    data = matrix(weights(), scale="weights")
    view = shown(data)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == data.tsv()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_cells_have_the_colour_of_their_value(shown: Shown, theme: object) -> None:
    values = np.array([[0.0, 0.5], [1.0, 0.25]], np.float32)
    view = shown(matrix(values, scale="weights"))
    view.set_theme(theme)  # type: ignore[arg-type]
    for (row, col), level in {(0, 0): 0, (0, 1): 128, (1, 0): 255, (1, 1): 64}.items():
        assert int(view.theme.lut("weights")[level]) in colours_of(view, row, col)


def test_a_masked_cell_is_hatched_and_has_no_number(shown: Shown) -> None:
    values = np.array([[1.0, -np.inf], [2.0, np.nan]], np.float32)
    view = shown(matrix(values))
    masked, undefined, plain = (colours_of(view, *cell) for cell in ((0, 1), (1, 1), (1, 0)))
    assert word(LIGHT.hatch_ground) in masked
    assert len(masked) > 2  # ground, stroke, and the shades between
    assert word(LIGHT.panel) in undefined
    assert word(LIGHT.hatch_ground) not in undefined | plain
    assert not {word(ink) for ink in LIGHT.inks} & masked


def test_rows_are_revealed_one_by_one(shown: Shown) -> None:
    view = shown(matrix(weights(), scale="weights"))
    view.reveal(2)
    blank = {word(LIGHT.panel)}
    assert colours_of(view, 2, 1) != blank
    assert colours_of(view, 3, 1) == blank
    view.reveal(-1)
    assert colours_of(view, 0, 0) == blank
    view.reveal(None)
    assert colours_of(view, 5, 5) != blank


def test_revealing_scrolls_along(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    view.reveal(60)
    assert view.arranged.body.contains(view.arranged.cell(60, 0, view.offset()))


def test_the_current_cell_is_scrolled_into_view(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    for press in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        qtbot.keyClick(view, press)
    assert view.current == (63, 63)
    assert view.arranged.body.contains(view.arranged.cell(63, 63, view.offset()))


def test_another_shape_begins_at_its_first_cell(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    view.set_current((40, 50))
    assert view.offset().x() > 0
    view.set_data(matrix(weights(40), scale="weights"))
    assert view.offset() == QPoint(0, 0)


def test_no_cell_is_cut_however_it_is_scrolled(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    for value in (1, 10, 333, 10**6):
        view.horizontalScrollBar().setValue(value)
        assert view.offset().x() % view.arranged.cell_w == 0
    assert view.arranged.cell(0, 63, view.offset()).right() == view.arranged.body.right()


def test_the_marked_row_is_in_sight_through_changes_of_size(shown: Shown) -> None:
    view = shown(matrix(weights(40), scale="weights"))
    view.set_highlight(row=30)
    for height in (200, 600, 260):
        view.resize(520, height)
        QApplication.processEvents()
        assert view.arranged is not None
        assert view.arranged.body.contains(view.arranged.cell(30, 0, view.offset()))
    view.set_highlight(row=2)
    assert view.arranged.body.contains(view.arranged.cell(2, 0, view.offset()))


def test_room_that_comes_later_takes_the_scrolling_back(shown: Shown) -> None:
    view = shown(matrix(weights(20), scale="weights"), 200, 160)
    view.set_current((15, 15))
    assert view.offset().x() > 0
    view.resize(900, 700)
    QApplication.processEvents()
    assert view.offset() == QPoint(0, 0)


def test_a_row_is_left_when_the_user_scrolls(shown: Shown) -> None:
    view = shown(matrix(weights(40), scale="weights"))
    view.set_highlight(row=30)
    bar = view.verticalScrollBar()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    view.resize(520, 300)
    QApplication.processEvents()
    view.set_highlight(row=30)
    view.set_data(matrix(weights(40), scale="weights"))
    assert bar.value() == 0


def test_titles_and_legends_are_explained(shown: Shown) -> None:
    values = np.full((12, 12), 0.5, np.float32)
    values[3, 4] = 76.6
    view = shown(matrix(values, meaning="each row sums to 1"))
    assert view.arranged is not None
    assert view.tip_at(QPoint(20, 5))[0] == "each row sums to 1"
    below = QPoint(view.arranged.left + 5, view.arranged.body.bottom() + 8)
    assert view.tip_at(below)[0] == "Numbers beyond 0.50 have the colour of the end; the largest is 76.60."
    assert view.accessibleName() == "Weights 12 x 12: each row sums to 1"


def test_a_change_by_hand_is_a_corner_and_a_word_of_the_legend(shown: Shown) -> None:
    warning, marked = word(LIGHT.warning), np.zeros((6, 6), bool)
    plain = shown(matrix(weights()))
    marked[1, 2] = True
    changed = shown(matrix(weights(), marked=marked))
    assert warning not in colours_of(plain, 1, 2)
    assert warning in colours_of(changed, 1, 2)
    assert changed.arranged is not None
    below = picture(changed).copy(0, changed.arranged.body.bottom() + 2, 500, 22)
    assert warning in {below.pixel(x, y) for x in range(below.width()) for y in range(below.height())}


def test_a_tooltip_leaves_the_cells_around_it_free() -> None:
    box = QRect(100, 100, 30, 20)
    place = beside(box)
    assert not QRect(place, QSize(200, 40)).intersects(box.adjusted(-30, -20, 29, -1))


def test_the_wheel_zooms_around_the_mouse(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    spot = QPointF(place(view, 5, 5))
    for turn in (120, 120, -120):
        event = QWheelEvent(
            spot, view.viewport().mapToGlobal(spot), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view.viewport(), event)
        assert view.arranged is not None
        assert view.arranged.cell_at(spot.toPoint(), view.offset()) == (5, 5)


def test_keys_zoom_and_fit_shows_everything(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    usual = view.arranged.cell_w
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.arranged.cell_w > usual
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.arranged.cell_w == usual
    view.fit()
    assert view.arranged.body.size() == view.arranged.content
    assert view.verticalScrollBar().maximum() == 0
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.arranged.content.width() < view.arranged.body.width() + usual * 64


def test_new_data_of_the_same_size_keeps_place_and_zoom(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    view.zoom_by(1.25)
    view.verticalScrollBar().setValue(300)
    view.set_current((20, 3))
    here, width = view.offset(), view.arranged.cell_w
    view.set_data(matrix(weights(64)[::-1].copy(), scale="weights"))
    assert (view.offset(), view.arranged.cell_w, view.current) == (here, width, (20, 3))
    view.set_data(matrix(weights(6), scale="weights"))
    assert view.current is None


def test_nothing_to_show(shown: Shown, qtbot: QtBot) -> None:
    view = shown(matrix(weights(), scale="weights"))
    view.set_data(None)
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.current is None
    view.set_data(MatrixData(np.zeros((0, 4), np.float32), (), ("a", "b", "c", "d")))
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.current is None


@pytest.mark.parametrize("density", [1.0, 1.5, 2.0])
def test_512_tokens_become_one_pixel_each_at_most(shown: Shown, density: float) -> None:
    view = shown(matrix(np.eye(512, dtype=np.float32), scale="weights"))
    view.devicePixelRatioF = lambda: density  # type: ignore[method-assign]
    view.fit()
    view.grab()
    assert view.arranged is not None
    assert view._cells is not None
    side = int(view.arranged.content.width() * density)
    assert view._cells.pixels.shape == (min(side, 512), min(side, 512))
    assert (np.diagonal(view._cells.pixels) == LIGHT.lut("weights")[255]).all()  # no strong cell is lost


def test_highlight_is_drawn_along_the_query_row(shown: Shown) -> None:
    view = shown(matrix(weights(), scale="weights"))
    view.set_highlight(row=2, col=4)
    assert view.arranged is not None
    image, cell = picture(view), view.arranged.cell(2, 0, view.offset())
    assert image.pixel(cell.center().x(), cell.top()) == word(LIGHT.q)
    column = view.arranged.cell(0, 4, view.offset())
    assert image.pixel(column.left(), column.center().y()) == word(LIGHT.k)


def test_without_legend_there_is_more_room(shown: Shown) -> None:
    view = shown(matrix(weights(64), scale="weights"))
    assert view.arranged is not None
    height = view.arranged.body.height()
    view.set_legend(False)
    assert view.arranged.body.height() > height


def test_scroll_bars_go_when_there_is_just_enough_room_again(shown: Shown) -> None:
    data = matrix(weights(), scale="weights")
    view = shown(data, 150, 120)
    bars = view.horizontalScrollBar(), view.verticalScrollBar()
    assert all(bar.maximum() > 0 for bar in bars)
    view.resize(*tightest(data, shown))
    QApplication.processEvents()
    assert [bar.maximum() for bar in bars] == [0, 0]


def tightest(data: MatrixData, shown: Shown) -> tuple[int, int]:
    """The smallest size in which a new view needs no scroll bars: each of them would call for the other."""

    def scrolls(width: int, height: int) -> bool:
        view = shown(data, width, height)
        return bool(view.horizontalScrollBar().maximum() or view.verticalScrollBar().maximum())

    width = next(width for width in range(400, 0, -1) if scrolls(width - 1, 400))
    return width, next(height for height in range(400, 0, -1) if scrolls(width, height - 1))

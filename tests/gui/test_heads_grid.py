"""All heads are one picture in which each is where its label says, and no strong link is lost."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gui.colormaps import word
from gui.theme import DARK, LIGHT
from gui.widgets.heads_grid import KEPT, HeadsGrid
from gui.widgets.heads_layout import arrange_heads, atlas

LAYERS, HEADS, TOKENS = 6, 12, 5


def one_link(layer: int, head: int, query: int, key: int, tokens: int = TOKENS) -> np.ndarray:
    weights = np.zeros((LAYERS, HEADS, tokens, tokens), np.float32)
    weights[layer, head, query, key] = 1
    return weights


@pytest.fixture
def grid(qtbot: QtBot) -> HeadsGrid:
    made = HeadsGrid()
    qtbot.addWidget(made)
    made.resize(600, 360)
    made.set_heads(one_link(3, 1, 4, 0))
    made.show()
    return made


def image_of(grid: HeadsGrid) -> QImage:
    return grid.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_a_head_is_painted_where_it_lies(grid: HeadsGrid) -> None:
    image, strongest = image_of(grid), int(LIGHT.lut("weights")[255])
    nothing = int(LIGHT.lut("weights")[0])
    box = grid.arranged.box((3, 1))
    assert image.pixel(box.bottomLeft() + QPoint(1, -1)) == strongest  # last query, first key
    assert image.pixel(box.topRight() + QPoint(-1, 1)) == nothing
    assert image.pixel(grid.arranged.box((1, 3)).bottomLeft() + QPoint(1, -1)) == nothing


@pytest.mark.parametrize("tokens", [1, 5, 64, 512])
@pytest.mark.parametrize("density", [1.0, 1.5, 2.0])
def test_no_link_is_lost_in_the_atlas(tokens: int, density: float) -> None:
    rng = np.random.default_rng(tokens)
    query, key = rng.integers(0, tokens, 2)
    levels = np.zeros((2, 3, tokens, tokens), np.uint8)
    levels[1, 2, query, key] = 255
    layout = arrange_heads(2, 3, QPoint(0, 0), QSize(150, 100), density)
    lut = LIGHT.lut("weights")
    picture = atlas(levels, {0, 1}, layout, lut, word(LIGHT.line), word(LIGHT.raised))
    assert picture.shape == (2 * layout.pitch, 3 * layout.pitch)
    rows, cols = np.nonzero(picture == lut[255])
    assert {(int(r), int(c)) for r, c in zip(rows // layout.pitch, cols // layout.pitch, strict=True)} == {
        (1, 2)
    }


def test_512_tokens_are_kept_small_and_lose_nothing(grid: HeadsGrid) -> None:
    weights = np.zeros((HEADS, 512, 512), np.float32)
    weights[7, 300, 11] = 0.8
    grid.begin(LAYERS, HEADS, 512)
    grid.set_layer(2, weights)
    assert grid.kept.shape == (LAYERS, HEADS, KEPT, KEPT)
    assert np.argwhere(grid.kept == 204).tolist() == [[2, 7, 300 * KEPT // 512, 11 * KEPT // 512]]


def test_a_layer_that_has_not_come_yet_looks_empty(grid: HeadsGrid) -> None:
    grid.begin(LAYERS, HEADS, TOKENS)
    grid.set_layer(0, one_link(0, 0, 0, 0)[0])
    image = image_of(grid)
    assert image.pixel(grid.arranged.box((0, 3)).center()) == int(LIGHT.lut("weights")[0])
    assert image.pixel(grid.arranged.box((4, 3)).center()) == word(LIGHT.raised)


def test_levels_are_taken_as_they_are(grid: HeadsGrid) -> None:
    grid.set_heads(np.full((1, 1, 2, 2), 77, np.uint8))
    assert grid.kept.tolist() == [[[[77, 77], [77, 77]]]]


def test_what_is_not_finite_is_not_shown_as_strong(grid: HeadsGrid) -> None:
    grid.set_heads(np.array([[[[np.nan, np.inf], [-np.inf, 1]]]], np.float32))
    assert grid.kept.ravel().tolist() == [0, 0, 0, 255]


def test_a_click_chooses(grid: HeadsGrid, qtbot: QtBot) -> None:
    with qtbot.waitSignal(grid.chosen) as signal:
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.arranged.box((5, 11)).center())
    assert signal.args == [5, 11]
    assert grid.choice == (5, 11)
    with qtbot.assertNotEmitted(grid.chosen):
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))


def test_keys_move_and_enter_chooses(grid: HeadsGrid, qtbot: QtBot) -> None:
    chosen: list[tuple[int, int]] = []
    grid.chosen.connect(lambda layer, head: chosen.append((layer, head)))
    key = Qt.Key
    for press in (key.Key_Down, key.Key_Right, key.Key_Return, key.Key_End, key.Key_Right, key.Key_Space, key.Key_Up,
                  key.Key_Up, key.Key_Home, key.Key_Enter, key.Key_Enter):  # fmt: skip
        qtbot.keyClick(grid, press)
    assert chosen == [(1, 1), (1, 11), (0, 0)]
    assert grid.accessibleDescription() == "Layer 1 of 6, head 1 of 12"


def test_tooltips_count_from_one(grid: HeadsGrid) -> None:
    spot = grid.arranged.box((3, 1)).center()
    assert grid.tip_at(spot)[0] == "Layer 4 of 6, head 2 of 12"
    grid.tooltip_for = lambda layer, head: f"entropy of {layer}, {head}"
    assert grid.tip_at(spot)[0] == "Layer 4 of 6, head 2 of 12\nentropy of 3, 1"
    assert grid.tip_at(QPoint(1, 1))[0] == ""


def test_choosing_from_outside_is_silent(grid: HeadsGrid, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(grid.chosen):
        grid.set_chosen(3, 1)
    ring = grid.arranged.box((3, 1)).adjusted(-2, -2, 2, 2)
    assert image_of(grid).pixel(ring.center().x(), ring.top()) == word(LIGHT.accent)


def test_another_size_of_model_forgets_the_choice(grid: HeadsGrid) -> None:
    grid.set_chosen(5, 11)
    grid.set_heads(np.zeros((LAYERS, HEADS, 3, 3), np.float32))
    assert grid.choice == (5, 11)
    grid.set_heads(np.zeros((2, 8, 3, 3), np.float32))
    assert grid.choice is None


def test_another_theme_paints_other_colours(grid: HeadsGrid) -> None:
    grid.set_theme(DARK)
    assert image_of(grid).pixel(grid.arranged.box((0, 0)).center()) == int(DARK.lut("weights")[0])


def test_24_by_16_can_be_read_and_scrolled_through(grid: HeadsGrid, qtbot: QtBot) -> None:
    grid.set_heads(np.zeros((24, 16, 4, 4), np.float32))
    grid.resize(400, 200)
    assert grid.arranged.box((0, 0)).width() >= 14
    assert not grid.viewport().rect().contains(grid.arranged.box((23, 15)))
    grid.set_chosen(0, 15)
    for _ in range(23):
        qtbot.keyClick(grid, Qt.Key.Key_Down)
    last = grid.arranged.box((23, 15))
    assert grid.viewport().rect().contains(last)
    with qtbot.waitSignal(grid.chosen) as signal:
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=last.center())
    assert signal.args == [23, 15]


def test_the_ends_of_the_scale_stay_in_sight_while_layers_are_scrolled(grid: HeadsGrid) -> None:
    grid.set_heads(np.zeros((24, 16, 4, 4), np.float32))
    grid.resize(400, 200)
    bottom = grid.viewport().height() - 20
    for place in (0, grid.verticalScrollBar().maximum()):
        grid.verticalScrollBar().setValue(place)
        image = image_of(grid)
        row = [image.pixel(x, bottom + 4) for x in range(image.width())]
        assert not {int(level) for level in LIGHT.lut("weights")[120:136]}.isdisjoint(row)
    assert grid.head_at(QPoint(100, bottom + 4)) is None


def test_all_layers_of_a_small_model_are_in_sight_at_its_least_size(grid: HeadsGrid) -> None:
    grid.resize(grid.minimumSizeHint())
    assert grid.verticalScrollBar().maximum() == 0
    assert grid.viewport().rect().contains(grid.arranged.box((LAYERS - 1, HEADS - 1)))


def test_what_is_faint_is_nearer_to_the_ground(grid: HeadsGrid) -> None:
    grid.set_heads(np.ones((1, 3, 4, 4), np.float32))
    grid.set_faint(np.array([[0.0, 0.5, 1.0]]))
    image = image_of(grid)
    greens = [image.pixelColor(grid.arranged.box((0, head)).center()).green() for head in range(3)]
    assert image.pixel(grid.arranged.box((0, 0)).center()) == int(LIGHT.lut("weights")[255])
    assert greens == sorted(greens)
    assert len(set(greens)) == 3
    grid.set_heads(np.ones((2, 2, 4, 4), np.float32))  # another model: as many heads as it has
    assert grid.faint is None
    grid.grab()


def test_a_logarithmic_scale_gives_each_tenfold_weight_as_many_levels(grid: HeadsGrid) -> None:
    weights = np.array([[[[1, 0.1], [0.01, 0.001]]], [[[0, 1e-9], [np.nan, 2]]]], np.float32)
    grid.set_heads(weights, (0.001, 1.0), log=True)
    assert grid.kept[0].ravel().tolist() == [255, 170, 85, 0]
    assert grid.kept[1].ravel().tolist() == [0, 0, 0, 255]


def test_nothing_to_show(qtbot: QtBot) -> None:
    grid = HeadsGrid()
    qtbot.addWidget(grid)
    grid.grab()
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    assert grid.tip_at(QPoint(100, 50))[0] == ""

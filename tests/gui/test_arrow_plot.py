"""The plane of arrows with mouse and keys, made-up words, and everything that could break a painter."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

from gui.theme import DARK
from gui.widgets.arrow_picture import Arrow, Arrows
from gui.widgets.arrow_plot import ArrowPlot

KEY, MODIFIER = Qt.Key, Qt.KeyboardModifier
EAST, NORTH, WEST, SOUTH = (Arrow(n, x, y, f"tip of {n}") for n, x, y in (
    ("east", 2.0, 0.0), ("north", 0.0, 1.5), ("west", -1.0, 0.0), ("south", 0.0, -1.0),
))  # fmt: skip
COMPASS = Arrows((EAST, NORTH, WEST, SOUTH), "east", "north", "90.0°")


@pytest.fixture
def plot(qtbot):
    made = ArrowPlot()
    qtbot.addWidget(made)
    made.resize(410, 300)
    made.show()
    qtbot.waitExposed(made)
    made.set_data(COMPASS)
    made.set_titles("Component 1", "Component 2")
    return made


def tip(plot, word):
    return plot.laid.tips[word].toPoint()


def click(plot, qtbot, at, modifier=MODIFIER.NoModifier):
    qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def test_every_word_is_in_sight_with_its_label(plot):
    for word in ("east", "north", "west", "south"):
        assert plot.frame.contains(plot.laid.tips[word])
        assert plot.frame.contains(plot.laid.labels[word])
    assert plot.laid.unlabelled == 0


def test_the_titles_stay_in_the_middle_of_their_axes(plot):
    plot.set_titles("Component 1: 64.7 % of variance", "Component 2")
    for name in ("bottom", "left"):
        axis = plot.getAxis(name)
        label = axis.label.mapRectToParent(axis.label.boundingRect())
        middle = label.center() - axis.boundingRect().center()
        assert abs(middle.x() if name == "bottom" else middle.y()) < 6


def test_one_unit_is_as_long_both_ways(plot):
    origin, tips = plot.laid.origin, plot.laid.tips
    assert (tips["east"].x() - origin.x()) / 2.0 == pytest.approx(
        (origin.y() - tips["north"].y()) / 1.5, rel=1e-3
    )


def test_the_angle_runs_from_a_to_b_the_short_way(plot):
    assert (plot.laid.arc.start, plot.laid.arc.span) == (pytest.approx(0), pytest.approx(90))
    plot.set_data(Arrows(COMPASS.arrows, "north", "west", "90.0°"))
    assert (plot.laid.arc.start, plot.laid.arc.span) == (pytest.approx(90), pytest.approx(90))
    plot.set_data(Arrows(COMPASS.arrows, "south", "west", "90.0°"))
    assert plot.laid.arc.span == pytest.approx(-90)


def test_the_angle_is_written_where_no_label_is(plot):
    assert plot.laid.angle is not None
    assert not any(plot.laid.angle.intersects(box) for box in plot.laid.labels.values())


def test_a_click_on_tip_or_label_picks(plot, qtbot):
    picked = []
    plot.picked.connect(lambda word, first: picked.append((word, first)))
    click(plot, qtbot, tip(plot, "west"))
    click(plot, qtbot, plot.laid.labels["south"].center().toPoint(), MODIFIER.ShiftModifier)
    click(plot, qtbot, plot.frame.topLeft().toPoint() + QPoint(5, 5))
    assert picked == [("west", False), ("south", True)]


def test_arrows_walk_and_enter_picks(plot, qtbot):
    picked = []
    plot.picked.connect(lambda word, first: picked.append((word, first)))
    plot.setFocus()
    walked = []
    for key in (KEY.Key_Up, KEY.Key_Right, KEY.Key_Left, KEY.Key_Down, KEY.Key_Left):
        qtbot.keyClick(plot, key)
        walked.append(plot.current)
    assert walked[0] == "north"
    assert walked[1] == "east"
    assert walked[-1] == "west"
    assert plot.accessibleDescription() == "tip of west"
    qtbot.keyClick(plot, KEY.Key_Return)
    qtbot.keyClick(plot, KEY.Key_Return, MODIFIER.ShiftModifier)
    assert picked == [("west", False), ("west", True)]


@pytest.mark.parametrize(("modifier", "taken"), [(MODIFIER.NoModifier, True), (MODIFIER.AltModifier, False)])
def test_keys_of_the_window_stay_the_window_s(plot, modifier, taken):
    event = QKeyEvent(QEvent.Type.ShortcutOverride, KEY.Key_Left, modifier)
    event.ignore()
    QApplication.sendEvent(plot, event)
    assert event.isAccepted() is taken


def test_zoom_by_key_and_home_fits_again(plot, qtbot):
    before = plot.view.width()
    qtbot.keyClick(plot, KEY.Key_Plus)
    assert plot.view.width() < before
    qtbot.keyClick(plot, KEY.Key_Minus)
    assert plot.view.width() == pytest.approx(before)
    assert not plot.fitted
    plot.zoom(3)
    qtbot.keyClick(plot, KEY.Key_Home)
    assert plot.view.width() == pytest.approx(before)


def test_the_wheel_zooms_within_its_ends(plot):
    at = QPointF(plot.frame.center())
    for turn in (120 * 200, -120 * 400):
        event = QWheelEvent(
            at, plot.mapToGlobal(at), QPoint(), QPoint(0, turn), Qt.MouseButton.NoButton, MODIFIER.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(plot.viewport(), event)
        assert not plot.fitted
        assert 1e-3 < plot.view.width() < 1e3
        plot.grab()


def test_dragging_moves_the_plane(plot):
    before, start = plot.laid.tips["west"], QPointF(plot.frame.center())
    left, none, way = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton, QPointF(15, 10)
    kinds = QEvent.Type
    for kind, at, button, held in (
        (kinds.MouseButtonPress, start, left, left),
        *((kinds.MouseMove, start + way * step, none, left) for step in (1, 2)),
        (kinds.MouseButtonRelease, start + way * 2, left, none),
    ):
        event = QMouseEvent(kind, at, plot.viewport().mapToGlobal(at), button, held, MODIFIER.NoModifier)
        QApplication.sendEvent(plot.viewport(), event)
    moved = plot.laid.tips["west"] - before
    assert (moved.x(), moved.y()) == (pytest.approx(30, abs=1), pytest.approx(20, abs=1))
    assert not plot.fitted


def test_other_words_are_fitted_and_the_same_words_keep_the_view(plot):
    plot.zoom(3)
    near = plot.view.width()
    plot.set_data(Arrows(COMPASS.arrows, "west", "south", "90.0°"))
    assert plot.view.width() == pytest.approx(near)
    plot.set_data(Arrows((*COMPASS.arrows, Arrow("far", 9.0, 9.0)), "west", "south"))
    assert plot.frame.contains(plot.laid.tips["far"])


def test_it_fits_itself_again_when_it_grows_until_it_was_moved(plot, qtbot):
    plot.resize(700, 500)
    QApplication.processEvents()
    assert plot.laid.tips["east"].x() > 550
    plot.zoom(2)
    near = plot.view.width() / plot.frame.width()
    plot.resize(500, 400)
    QApplication.processEvents()
    assert plot.view.width() / plot.frame.width() == pytest.approx(near, rel=0.5)
    assert not plot.fitted


def test_the_tooltip_is_the_word_s_own(plot):
    at = tip(plot, "west")
    event = QHelpEvent(QEvent.Type.ToolTip, at, plot.viewport().mapToGlobal(at))
    QApplication.sendEvent(plot.viewport(), event)
    assert "tip of west" in QToolTip.text()
    QToolTip.hideText()


def test_the_coordinates_are_copied_in_full(plot):
    plot.set_data(Arrows((Arrow("a", 0.1 + 0.2, -1e-17), EAST)))
    plot.copy_table()
    assert (
        QGuiApplication.clipboard().text() == "word\tx\ty\na\t0.30000000000000004\t-1e-17\neast\t2.0\t0.0\n"
    )


def test_the_picture_is_copied_without_the_button(plot):
    plot.copy_picture()
    picture = QGuiApplication.clipboard().image()
    assert (picture.width(), picture.height()) == (410, 300)
    assert plot.corner.isVisible()


def nothing(*words):
    return Arrows(tuple(Arrow(word, 0.0, 0.0) for word in words), *words[:2], "undefined")


@pytest.mark.parametrize(
    "data",
    [
        Arrows(),
        nothing("one"),
        nothing("one", "two"),
        Arrows((Arrow("same", 1.0, 1.0), Arrow("place", 1.0, 1.0)), "same", "place", "0.0°"),
        Arrows((Arrow("on", 1.0, 0.0), Arrow("line", -1.0, 0.0)), "on", "line", "180.0°"),
        Arrows((Arrow("tiny", 1e-300, 0.0), Arrow("small", -1e-300, 1e-300)), "tiny", "small", "135.0°"),
        Arrows((Arrow("huge", 1e12, 1e12), Arrow("small", 1e-3, 0.0)), "huge", "small", "45.0°"),
        Arrows(
            (Arrow("<b>bold</b>", 1.0, 0.0), Arrow("x" * 500, 0.0, 1.0)), "<b>bold</b>", "x" * 500, "90.0°"
        ),
        Arrows(
            tuple(Arrow(f"word{i}", math.cos(i), math.sin(i)) for i in range(40)), "word1", "word2", "57.3°"
        ),
    ],
    ids=["nothing", "one", "zero", "same", "line", "tiny", "huge", "long", "many"],
)
def test_whatever_comes_is_painted(plot, data):
    plot.set_theme(DARK)
    plot.set_data(data)
    for factor in (1, 1.5, 1 / 9, 100):
        plot.zoom(factor)
        assert not plot.grab().isNull()
    plot.fit()
    assert all(math.isfinite(value) for value in plot.view.getRect())
    assert plot.at(QPointF(-5, -5)) is None


def test_labels_without_room_are_counted(plot):
    plot.set_data(Arrows(tuple(Arrow(f"word{i}", 1e-6 * i, 1.0) for i in range(200))))
    assert plot.laid.unlabelled > 0
    assert len(plot.laid.labels) + plot.laid.unlabelled == 200


def test_words_out_of_view_are_told_apart_from_words_without_a_label(plot):
    assert plot.note() == ""
    plot.zoom(2)
    outside = [tip for tip in plot.laid.tips.values() if not plot.frame.contains(tip)]
    assert outside
    assert plot.laid.unlabelled == 0
    assert plot.note() == f"{len(outside)} out of view: zoom out or Fit"
    plot.fit()
    assert plot.note() == ""


def test_no_label_lies_under_the_note(plot):
    plot.set_data(Arrows(tuple(Arrow(f"word{i}", 1e-3 * i, -1.0) for i in range(200))))
    assert "labels hidden: zoom in" in plot.note()
    assert not any(box.intersects(plot.note_box()) for box in plot.laid.labels.values())


def test_a_label_away_from_its_tip_or_beside_another_one_hangs_on_a_line(plot):
    assert not any(plot.laid.led(word) for word in plot.laid.labels)
    crowd = tuple(Arrow(f"word{i}", 1.0 + 0.02 * i, 0.5 - 0.02 * i) for i in range(8))
    plot.set_data(Arrows(crowd))
    assert sum(plot.laid.led(word) for word in plot.laid.labels) >= 6


def test_a_picked_word_that_is_gone_is_not_current(plot):
    plot.current = "west"
    plot.set_data(Arrows((EAST, NORTH), "east", "north", "90.0°"))
    assert plot.current is None

"""Words can be removed, reordered and selected as a pair, with the mouse and with the keys."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from gui.widgets.chips import ChipList, moved, toggled

WORDS = ("florida", "california", "texas", "politics", "truth")
LEFT = Qt.MouseButton.LeftButton
CTRL, ALT, SHIFT = (getattr(Qt.KeyboardModifier, f"{name}Modifier") for name in ("Control", "Alt", "Shift"))
Key = Qt.Key


@pytest.fixture
def chips(qtbot: QtBot) -> ChipList:
    made = ChipList()
    qtbot.addWidget(made)
    made.resize(300, 120)
    made.set_words(WORDS)
    made.show()
    return made


def middle(chips: ChipList, word: str) -> QPoint:
    box = chips.box(chips.words.index(word))
    return QPoint(box.x() + 20, box.center().y())


def cross(chips: ChipList, word: str) -> QPoint:
    box = chips.box(chips.words.index(word))
    return QPoint(box.right() - 10, box.center().y())


def drag(qtbot: QtBot, chips: ChipList, start: QPoint, *way: QPoint) -> None:
    view = chips.viewport()
    qtbot.mousePress(view, LEFT, pos=start)
    for point in way:
        qtbot.mouseMove(view, point)
    qtbot.mouseRelease(view, LEFT, pos=way[-1])


def test_clicks_select_a_pair(chips: ChipList, qtbot: QtBot) -> None:
    heard: list[tuple[str, ...]] = []
    chips.selected.connect(heard.append)
    for word in ("texas", "truth", "florida", "truth"):
        qtbot.mouseClick(chips.viewport(), LEFT, pos=middle(chips, word))
    assert heard == [("texas",), ("texas", "truth"), ("truth", "florida"), ("florida",)]


def test_the_cross_removes(chips: ChipList, qtbot: QtBot) -> None:
    chips.set_selected(("florida", "texas"))
    removed: list[tuple[str, ...]] = []
    pairs: list[tuple[str, ...]] = []
    chips.removed.connect(removed.append)
    chips.selected.connect(pairs.append)
    qtbot.mouseClick(chips.viewport(), LEFT, pos=cross(chips, "texas"))
    assert (removed, pairs) == ([("texas",)], [("florida",)])
    assert chips.words == ("florida", "california", "politics", "truth")


def test_the_letter_of_the_pair_is_no_cross(chips: ChipList, qtbot: QtBot) -> None:
    chips.set_selected(("florida", "texas"))
    with qtbot.assertNotEmitted(chips.removed):
        letter = chips.box(0).topLeft() + QPoint(10, chips.box(0).height() // 2)
        qtbot.mouseClick(chips.viewport(), LEFT, pos=letter)
    assert chips.words == WORDS


def test_the_cross_is_drawn_on_every_chip(chips: ChipList) -> None:
    chips.set_selected(("florida", "texas"))
    picture = chips.grab().toImage()
    for word in WORDS:
        spots = {picture.pixel(cross(chips, word) + QPoint(x, 0)) for x in range(-4, 5)}
        assert len(spots) > 1, word


def test_unknown_words_look_and_read_otherwise(chips: ChipList) -> None:
    before = chips.grab().toImage()
    chips.set_unknown(["truth"])
    assert chips.grab().toImage() != before
    assert chips.tip_at(middle(chips, "truth"))[0] == "truth has no vector"
    assert chips.tip_at(middle(chips, "texas"))[0] == "texas"


def test_a_word_that_is_added_is_scrolled_to_until_the_user_scrolls(chips: ChipList, qtbot: QtBot) -> None:
    words = [f"word{i}" for i in range(40)]
    chips.set_words(words)
    assert chips.verticalScrollBar().value() == 0, "another choice altogether is seen from its beginning"
    chips.set_words([*words, "new"])
    assert chips.viewport().rect().contains(chips.box(40))
    chips.resize(300, 60)
    assert chips.viewport().rect().contains(chips.box(40))
    qtbot.keyClick(chips, Key.Key_Home)
    chips.resize(300, 80)
    assert not chips.viewport().rect().contains(chips.box(40))


def test_keys_move_select_and_remove(chips: ChipList, qtbot: QtBot) -> None:
    removed: list[tuple[str, ...]] = []
    chips.removed.connect(removed.append)
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Space, Key.Key_End, Key.Key_Return):
        qtbot.keyClick(chips, key)
    assert chips.pair == ("california", "truth")
    assert chips.accessibleDescription() == "truth"
    qtbot.keyClick(chips, Key.Key_Delete)
    qtbot.keyClick(chips, Key.Key_Backspace)
    assert removed == [("truth",), ("politics",)]
    assert chips.pair == ("california",)
    for _ in range(5):
        qtbot.keyClick(chips, Key.Key_Delete)
    assert chips.words == ()
    assert len(removed) == 5


@pytest.mark.parametrize("modifier", [CTRL, ALT])
def test_control_or_alt_and_arrows_reorder(
    chips: ChipList, qtbot: QtBot, modifier: Qt.KeyboardModifier
) -> None:
    heard: list[tuple[str, ...]] = []
    chips.reordered.connect(heard.append)
    qtbot.keyClick(chips, Key.Key_Right)
    for key in (Key.Key_Left, Key.Key_Right, Key.Key_Right, Key.Key_Left):
        qtbot.keyClick(chips, key, modifier)
    assert heard == [
        ("california", "florida", "texas", "politics", "truth"),
        ("california", "texas", "florida", "politics", "truth"),
        ("california", "florida", "texas", "politics", "truth"),
    ]
    assert chips.words[chips.current or 0] == "florida"


def test_alt_up_and_down_move_by_a_line(chips: ChipList, qtbot: QtBot) -> None:
    qtbot.keyClick(chips, Key.Key_Right)
    below = [word for word in WORDS if chips.box(WORDS.index(word)).y() > chips.box(0).y()]
    assert below, "the words take more than a line"
    qtbot.keyClick(chips, Key.Key_Down, ALT)
    assert chips.words[0] == "california"
    assert chips.box(chips.words.index("florida")).y() > chips.box(0).y()
    qtbot.keyClick(chips, Key.Key_Up, ALT)
    assert chips.words == WORDS


def test_marked_words_are_removed_together(chips: ChipList, qtbot: QtBot) -> None:
    chips.set_selected(("florida", "truth"))
    for word in ("california", "politics", "truth", "politics"):
        qtbot.mouseClick(chips.viewport(), LEFT, CTRL, middle(chips, word))
    assert chips.marked == {"california", "truth"}
    assert chips.pair == ("florida", "truth"), "marking is not choosing"
    with qtbot.waitSignal(chips.removed) as signal:
        qtbot.keyClick(chips, Key.Key_Delete)
    assert signal.args == [("california", "truth")]
    assert (chips.words, chips.pair, chips.marked) == (
        ("florida", "texas", "politics"),
        ("florida",),
        frozenset(),
    )


def test_shift_marks_a_row_of_words_and_a_plain_key_or_click_none(chips: ChipList, qtbot: QtBot) -> None:
    qtbot.keyClick(chips, Key.Key_Right)
    qtbot.keyClick(chips, Key.Key_Right, SHIFT)
    assert chips.marked == {"florida", "california"}
    assert "2 words are marked" in chips.accessibleDescription()
    qtbot.mouseClick(chips.viewport(), LEFT, SHIFT, middle(chips, "politics"))
    assert chips.marked == set(WORDS[:4])
    qtbot.keyClick(chips, Key.Key_Right)
    assert not chips.marked
    qtbot.keyClick(chips, Key.Key_A, CTRL)
    assert chips.marked == set(WORDS)
    qtbot.mouseClick(chips.viewport(), LEFT, pos=middle(chips, "texas"))
    assert (chips.marked, chips.pair) == (frozenset(), ("texas",))


def test_marked_words_move_together(chips: ChipList, qtbot: QtBot) -> None:
    for word in ("florida", "texas"):
        qtbot.mouseClick(chips.viewport(), LEFT, CTRL, middle(chips, word))
    last = chips.box(4)
    end = QPoint(last.right() - 2, last.center().y())
    drag(qtbot, chips, middle(chips, "texas"), QPoint(60, 20), end)
    assert chips.words == ("california", "politics", "truth", "florida", "texas")
    qtbot.keyClick(chips, Key.Key_Left, ALT)
    assert chips.words == ("california", "politics", "florida", "texas", "truth")


def test_a_marked_chip_looks_otherwise(chips: ChipList) -> None:
    before = chips.grab().toImage()
    chips.set_marked(("truth",))
    after, spot = chips.grab().toImage(), chips.box(4).topLeft() + QPoint(12, 4)
    assert after.pixel(spot) != before.pixel(spot)


def test_dragging_reorders_and_selects_nothing(chips: ChipList, qtbot: QtBot) -> None:
    last = chips.box(4)
    with qtbot.assertNotEmitted(chips.selected), qtbot.waitSignal(chips.reordered) as signal:
        drag(
            qtbot,
            chips,
            middle(chips, "florida"),
            QPoint(60, 20),
            QPoint(last.right() - 2, last.center().y()),
        )
    assert signal.args == [("california", "texas", "politics", "truth", "florida")]
    assert chips.words == signal.args[0]


def test_a_drag_that_ends_where_it_began_changes_nothing(chips: ChipList, qtbot: QtBot) -> None:
    start = middle(chips, "texas")
    with qtbot.assertNotEmitted(chips.selected), qtbot.assertNotEmitted(chips.reordered):
        drag(qtbot, chips, start, start + QPoint(60, 0), start)


def test_a_shaking_hand_still_clicks(chips: ChipList, qtbot: QtBot) -> None:
    start = middle(chips, "texas")
    with qtbot.waitSignal(chips.selected):
        drag(qtbot, chips, start, start + QPoint(2, 1))


def test_tooltips_tell_the_word_and_the_cross(chips: ChipList) -> None:
    chips.set_words(["<b>", "x" * 300])
    assert chips.tip_at(middle(chips, "<b>"))[0] == "<b>"
    assert chips.tip_at(cross(chips, "<b>"))[0] == "Remove <b>"
    assert chips.tip_at(middle(chips, "x" * 300))[0] == "x" * 300
    assert chips.box(1).right() < chips.viewport().width()


def test_setting_is_silent_and_keeps_what_still_exists(chips: ChipList, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(chips.selected), qtbot.assertNotEmitted(chips.reordered):
        chips.set_selected(("truth", "nowhere", "texas"))
        assert chips.pair == ("truth", "texas")
        qtbot.keyClick(chips, Key.Key_End)
        chips.set_words(("truth", "milk"))
    assert chips.pair == ("truth",)
    assert chips.words[chips.current or 0] == "truth"


def test_500_words_scroll(chips: ChipList, qtbot: QtBot) -> None:
    chips.set_words([f"word{i}" for i in range(500)])
    assert chips.heightForWidth(300) < 150
    qtbot.keyClick(chips, Key.Key_Right)
    qtbot.keyClick(chips, Key.Key_End)
    assert chips.viewport().rect().contains(chips.box(499))
    qtbot.mouseClick(chips.viewport(), LEFT, pos=middle(chips, "word499"))
    assert chips.pair == ("word499",)


def test_no_words(chips: ChipList, qtbot: QtBot) -> None:
    chips.set_words(())
    chips.grab()
    for key in (Key.Key_Right, Key.Key_Delete, Key.Key_Space):
        qtbot.keyClick(chips, key)
    assert chips.current is None


@given(st.permutations(["a", "b", "c", "d"]), st.integers(0, 3), st.integers(0, 4))
def test_moving_puts_a_word_before_the_one_at_the_slot(order: list[str], index: int, slot: int) -> None:
    words = tuple(order)
    after = moved(words, {index}, slot)
    assert sorted(after) == sorted(words)
    rest = [w for w in after if w != words[index]]
    assert rest == [w for w in words if w != words[index]]
    if slot < 4 and slot != index:
        assert after.index(words[index]) + 1 == after.index(words[slot])


def test_toggling() -> None:
    assert toggled((), "a") == ("a",)
    assert toggled(("a", "b"), "c") == ("b", "c")
    assert toggled(("a", "b"), "a") == ("b",)

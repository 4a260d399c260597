"""Paths and costs: what is said is what was walked and counted, every choice goes to the session, odd input is said."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QSpinBox
from pytestqt.qtbot import QtBot

from engine.connections import Stack
from engine.costs import LIMITS, Shape, costs
from gui.panes.distance import DistancePane
from gui.widgets.cell_table import CellTable
from gui.widgets.curves import Curves
from gui.widgets.nets_view import NetsView
from gui.widgets.sentence_edit import SentenceEdit
from tests.gui.told import part, said

SHIFT = Qt.KeyboardModifier.ShiftModifier


def middle(nets, band, place):
    return nets.bands[band].word(place).center().toPoint()


def test_the_way_is_said_in_numbers_of_this_sentence(distance_pane):
    pane = distance_pane()
    assert said(pane, "path.said") == (
        "From cat to it, 5 words on: 5 steps in the recurrent net, 5 layers through convolutions, 1 layer with "
        "self-attention. After 5 convolutions the receptive field spans 11 places; 9 words of this sentence are "
        "heard of."
    )
    nets = part(pane, NetsView, "path.nets")
    assert [net.title for net in nets.nets] == [
        "Recurrent net: 5 steps",
        "Convolution: 5 layers",
        "Self-attention: 1 layer",
    ]
    assert nets.words[:3] == ("the", "cat", "drank")
    assert [len(net.path) for net in nets.nets] == [7, 6, 2]


def test_a_click_on_a_word_begins_there_and_with_shift_ends_there(distance_pane, qtbot: QtBot):
    pane = distance_pane()
    nets = part(pane, NetsView, "path.nets")
    qtbot.mouseClick(nets.viewport(), Qt.MouseButton.LeftButton, pos=middle(nets, 0, 2))
    assert (pane.session.state.far_from, pane.session.state.far_to) == (2, 6)
    qtbot.mouseClick(nets.viewport(), Qt.MouseButton.LeftButton, SHIFT, middle(nets, 2, 8))
    assert (pane.session.state.far_from, pane.session.state.far_to) == (2, 8)
    assert said(pane, "path.said").startswith("From drank to hungry, 6 words on: 6 steps")
    assert part(pane, QComboBox, "path.from").currentText() == "3  drank"
    assert not pane.session.undo_stack.canUndo()


def test_the_keys_move_the_ends_and_stay_within_the_sentence(distance_pane, qtbot: QtBot):
    pane = distance_pane(far_from=0, far_to=8)
    nets = part(pane, NetsView, "path.nets")
    nets.setFocus()
    for _ in range(3):
        qtbot.keyClick(nets, Qt.Key.Key_Right)
    assert pane.session.state.far_to == 9
    qtbot.keyClick(nets, Qt.Key.Key_Left, SHIFT)
    assert pane.session.state.far_from == 0
    qtbot.keyClick(nets, Qt.Key.Key_Right, SHIFT)
    assert pane.session.state.far_from == 1


def test_words_are_chosen_from_lists(distance_pane):
    pane = distance_pane()
    box = part(pane, QComboBox, "path.to")
    assert [box.itemText(i) for i in (0, 9)] == ["1  the", "10  ."]
    box.activated.emit(3)
    assert pane.session.state.far_to == 3


def test_backwards_it_is_the_net_that_reads_from_the_end(distance_pane):
    pane = distance_pane(far_from=6, far_to=1)
    assert said(pane, "path.said").startswith("From it to cat, 5 words back: 5 steps in the recurrent net")
    assert "from the end on" in part(pane, NetsView, "path.nets").nets[0].about


@pytest.mark.parametrize(
    ("choices", "layers", "why"),
    [
        ({"far_width": 1}, "no way", "A window of one place mixes nothing."),
        ({"far_width": 2, "far_from": 6, "far_to": 1}, "no way", "A window of two places looks back only."),
        ({"far_dilation": 2}, "no way", "A dilation of 2 leaves out words that are no multiple of 2 away."),
        ({"far_dilation": 2}, "no way", "spans 17 places; 5 words of this sentence are heard of."),
        ({"far_dilation": 1000}, "no way", "A dilation of 1,000 leaves out words"),
        ({"far_width": 1}, "no way", "spans 1 place; 1 word of this sentence is heard of."),
        ({"far_width": 2}, "5 layers", ""),
        ({"far_width": 4}, "3 layers", ""),
        ({"far_width": 5}, "3 layers", ""),
        ({"far_doubling": True}, "3 layers", "spans 15 places; 10 words of"),
        ({"far_width": 99}, "1 layer", ""),
        ({"far_dilation": 5}, "1 layer", ""),
    ],
)
def test_windows_of_every_kind(distance_pane, choices, layers, why):
    text = said(distance_pane(**choices), "path.said")
    assert f"{layers} through convolutions" in text
    assert why in text


def test_the_window_goes_to_the_session(distance_pane):
    pane = distance_pane()
    part(pane, QSpinBox, "path.width").setValue(4)
    part(pane, QSpinBox, "path.dilation").setValue(2)
    part(pane, QCheckBox, "path.doubling").click()
    state = pane.session.state
    assert (state.far_width, state.far_dilation, state.far_doubling) == (4, 2, True)


def test_both_ends_at_the_same_word(distance_pane):
    pane = distance_pane(far_from=4, far_to=4)
    assert said(pane, "path.said") == "milk is both the beginning and the end: nothing has to be handed on."
    assert part(pane, NetsView, "path.nets").nets[0].title == "Recurrent net: 0 steps"


def test_one_word_is_both_ends(distance_pane):
    pane = distance_pane(far_text="cat")
    assert said(pane, "path.said").startswith("cat is both")
    assert said(pane, "costs.said").startswith("At n = 1 attention is the cheaper one")


def test_an_empty_sentence_is_said_and_the_last_one_stays(distance_pane):
    pane = distance_pane()
    pane.session.set(far_text="  ")
    assert said(pane, "path.notice") == (
        "The sentence is empty: type a few words.\nBelow is still the last one that worked."
    )
    assert part(pane, NetsView, "path.nets").words[1] == "cat"
    pane.session.set(far_text="A dog.")
    assert said(pane, "path.notice") == ""
    assert part(pane, NetsView, "path.nets").words == ("a", "dog", ".")


def test_an_empty_sentence_at_the_start_leaves_room_for_what_is_said(distance_pane):
    pane = distance_pane(far_text="")
    assert said(pane, "path.notice") == "The sentence is empty: type a few words."
    notice = pane.findChild(QLabel, "distance.path.notice")
    assert notice.height() < 60
    assert not part(pane, NetsView, "path.nets").isVisible()


def test_two_hundred_words_are_followed_as_far_as_is_said(distance_pane):
    pane = distance_pane(far_text="word " * 200, far_from=0, far_to=150)
    assert said(pane, "path.notice") == "Only the first 60 words are followed; 140 more were left out."
    assert said(pane, "path.said").startswith("From word to word, 59 words on: 59 steps")
    assert part(pane, QComboBox, "path.to").count() == 60
    assert not part(pane, NetsView, "path.nets").grab().isNull()


def test_chinese_is_read_by_character(distance_pane):
    pane = distance_pane(far_text="我吃了一个苹果。", far_from=0, far_to=5)
    assert said(pane, "path.said").startswith("From 我 to 苹, 5 words on")


def test_typing_a_sentence_is_an_edit_that_can_be_undone(distance_pane, qtbot: QtBot):
    pane = distance_pane()
    edit = part(pane, SentenceEdit, "sentence")
    edit.setPlainText("No cat.")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert pane.session.state.far_text == "No cat."
    pane.session.undo_stack.undo()
    assert edit.text() == "The cat drank the milk because it was hungry."


def test_costs_are_those_of_the_engine(distance_pane):
    pane = distance_pane(far_n=100, far_d=64, far_width=5)
    table, found = part(pane, CellTable, "costs.table"), costs(Shape(100, 64, Stack(5)))
    by_net = [found[name] for name in ("recurrent", "convolution", "attention")]
    assert [cell.text for cell in table.cells[0][1:]] == ["n d²", "k n d²", "n² d"]
    for row, name in ((1, "operations"), (2, "kept"), (3, "sequential"), (4, "longest"), (5, "whole")):
        assert [cell.copied for cell in table.cells[row][1:]] == [str(getattr(c, name)) for c in by_net]
    assert table.cells[1][1].text == "409,600"


def test_who_is_cheaper_and_where_they_cross_is_said(distance_pane):
    pane = distance_pane()
    assert said(pane, "costs.said") == (
        "At n = 10 attention is the cheaper one: the recurrent net takes 51.2 times as much. They cross at n = d = "
        "512; with convolutions at n = k · d = 1,536."
    )
    pane.session.set(far_n=1024)
    assert "attention is the dearer one: it takes 2 times as much" in said(pane, "costs.said")
    pane.session.set(far_n=512)
    assert said(pane, "costs.said").startswith("At n = d = 512 attention takes as many")


def test_the_curves_are_marked_where_they_cross_and_where_we_are(distance_pane):
    pane = distance_pane(far_n=100, far_d=64)
    chart = part(pane, Curves, "costs.curves").chart
    assert [(mark.at, mark.strong) for mark in chart.marks] == [(100, True), (64, False), (192, False)]
    low, high = LIMITS["n"]
    assert [curve.points for curve in chart.curves] == [
        ((low, low * 64**2), (high, high * 64**2)),
        ((low, 3 * low * 64**2), (high, 3 * high * 64**2)),
        ((low, low**2 * 64), (high, high**2 * 64)),
    ]


def test_a_million_positions(distance_pane):
    pane = distance_pane()
    part(pane, QSpinBox, "costs.n").setValue(1_000_000)
    assert pane.session.state.far_n == 1_000_000
    cells = part(pane, CellTable, "costs.table").cells
    assert (cells[1][3].text, cells[1][3].copied) == ("5.1 × 10¹⁴", str(512 * 10**12))
    assert cells[4][1].text == "999,999"
    pane.session.set(far_width=1)
    assert cells != part(pane, CellTable, "costs.table").cells
    assert part(pane, CellTable, "costs.table").cells[4][2].text == "no way"


def test_the_least_number_of_positions_stands_for_the_sentence(distance_pane):
    pane = distance_pane(far_n=7)
    box = part(pane, QSpinBox, "costs.n")
    assert box.value() == 7
    box.setValue(0)
    assert pane.session.state.far_n is None
    assert box.text() == "sentence: 10"
    part(pane, QSpinBox, "costs.d").setValue(10)
    assert said(pane, "costs.said").startswith("At n = d = 10 attention takes as many")


def test_every_page_fits_into_the_smallest_window(live_distance, exposed):
    pane = exposed(DistancePane(live_distance()), 900, 540)
    for page in ("path", "forgetting", "mixing", "counting"):
        pane.session.set(far_page=page)
        assert pane.stack.currentWidget().minimumSizeHint().width() <= 880
    assert pane.width() == 900


def test_a_word_under_the_mouse_says_whether_it_is_heard_of(distance_pane):
    nets = part(distance_pane(far_from=1, far_to=6), NetsView, "path.nets")
    text, _ = nets.tip_at(middle(nets, 0, 8))
    assert text == "“hungry”, word 9: nothing of it arrives at the place of “it”."
    text, _ = nets.tip_at(middle(nets, 0, 2))
    assert "it is heard of" in text
    assert nets.tip_at(QPoint(-5, -5))[0] == ""

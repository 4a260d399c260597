"""All heads: what is drawn is what ran, orders and rankings are the engine's, and a click chooses."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFileDialog, QLabel, QToolButton, QToolTip

from engine.trace import never_stop
from gui.characters import ORDERS
from gui.colormaps import sequential_levels
from gui.compute import Compute
from gui.panes.heads import HeadsPane
from gui.reading import SWITCHES
from gui.session import Session
from gui.state import State
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.ranked_list import ROW
from gui.widgets.switch_menu import SwitchMenu

LIVE = ("overview", "pictures", "ranking")


@pytest.fixture
def show(live, qtbot):
    """A pane whose results follow every choice at once."""

    def pane(**choices):
        shown = HeadsPane(live(LIVE, **choices))
        qtbot.addWidget(shown)
        shown.resize(440, 300)
        shown.show()
        return shown

    return pane


def text(pane, name):
    return pane.findChild(QLabel, name).text()


def order_by(pane, title):
    box = pane.findChild(QComboBox, "heads.order")
    box.setCurrentIndex(box.findText(title))
    box.activated.emit(box.currentIndex())


def listed(pane):
    return [row.head for row in pane.list.list.rows]


def test_the_thumbnails_are_the_weights(show):
    pane = show()
    weights = pane.session.results.trace.trace["blocks.3.attn.weights"]
    assert np.array_equal(pane.session.results.overview.thumbs[3], weights)
    assert np.array_equal(pane.grid.kept[3], sequential_levels(weights, 0, 1))
    assert pane.grid.choice == (3, 1)


def test_a_click_chooses(show):
    pane = show()
    pane.grid.chosen.emit(5, 11)
    assert (pane.session.state.layer, pane.session.state.head) == (5, 11)


def test_the_caption_counts_from_one_and_gives_the_measures_of_the_chosen_head(show):
    pane = show()
    measured = pane.session.results.overview.characters
    assert "Layer 4 of 6, head 2 of 12" in text(pane, "heads.caption")
    assert f"sink {measured['sink'][3, 1]:.2f}" in text(pane, "heads.caption")
    pane.session.set(layer=0, head=2)
    assert "Layer 1 of 6, head 3 of 12: previous 1.00" in text(pane, "heads.caption")


def test_a_tooltip_lists_every_measure_with_its_number_and_formula(show):
    tip = show().grid.describe(0, 2)
    assert "previous: 1.00  (mean of A[i, i−1])" in tip
    assert "sink ([CLS], [SEP]): " in tip
    assert "tokens  (mean of Σ A[i, j] |i − j|)" in tip


def test_an_untrained_layer_of_words_has_no_sink(show):
    pane = show(source="fresh")
    assert "sink: undefined" in pane.grid.describe(0, 0)
    assert "sink" not in text(pane, "heads.caption")


def test_views_are_switched_both_ways(show, qtbot):
    pane = show()
    qtbot.mouseClick(pane.findChild(QToolButton, "heads.view.2"), Qt.MouseButton.LeftButton)
    assert pane.session.state.heads_view == "pair"
    assert pane.pair.isVisible()
    pane.session.set(heads_view="list")
    assert pane.list.isVisible()
    assert pane.findChild(QToolButton, "heads.view.1").isChecked()


@pytest.mark.parametrize(("key", "order"), ORDERS.items())
def test_the_list_is_in_the_order_of_its_measure(show, key, order):
    pane = show(heads_view="list", order=key)
    values = pane.session.results.overview.characters[order.character]
    shown = [values[head] for head in listed(pane)]
    assert len(shown) == 72
    assert shown == sorted(shown, reverse=order.largest_first)
    assert f"by {order.character}" in text(pane, "heads.count") or order.character == "same"


def test_choosing_an_order_sorts_and_a_click_in_the_list_chooses(show, qtbot):
    pane = show(heads_view="list")
    assert listed(pane)[:2] == [(0, 0), (0, 1)]
    order_by(pane, "previous token")
    assert pane.session.state.order == "previous"
    assert listed(pane)[0] == (0, 2)
    qtbot.mouseClick(pane.list.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, ROW // 2))
    assert (pane.session.state.layer, pane.session.state.head) == (0, 2)


def test_a_bound_leaves_heads_out_of_the_list_and_makes_them_faint_in_the_grid(show):
    pane = show(heads_view="list", order="sharp")
    pane.findChild(QDoubleSpinBox, "heads.bound").setValue(0.3)
    entropy = pane.session.results.overview.characters["entropy"]
    kept = {(int(layer), int(head)) for layer, head in np.argwhere(entropy <= 0.3)}
    assert pane.session.state.bound == 0.3
    assert set(listed(pane)) == kept
    assert text(pane, "heads.count") == f"{len(kept)} of 72 heads by entropy"
    assert {(int(i), int(j)) for i, j in np.argwhere(pane.grid.faint == 0)} == kept
    pane.session.set(heads_view="grid")
    assert "sharp, entropy at most 0.30" in text(pane, "heads.note")
    order_by(pane, "broad")
    assert pane.session.state.bound is None


@pytest.mark.parametrize(("key", "order"), ORDERS.items())
def test_every_order_can_be_bounded(show, key, order):
    pane = show(heads_view="list", order=key, text="The cat drank the milk because the cat was hungry.")
    values = pane.session.results.overview.characters[order.character]
    bound = round(float(np.median(values)), 2)
    pane.findChild(QDoubleSpinBox, "heads.bound").setValue(bound)
    kept = values >= bound if order.largest_first else values <= bound
    assert 0 < kept.sum() < 72
    assert {tuple(map(int, place)) for place in np.argwhere(kept)} == set(listed(pane))


def test_in_the_grid_an_order_makes_the_others_faint(show):
    pane = show(order="previous")
    assert pane.grid.faint[0, 2] == 0
    assert pane.grid.faint.max() == 1
    assert text(pane, "heads.note") == "Clear: previous token (1.00); faint: 0.01."
    order_by(pane, "as they are")
    assert pane.grid.faint is None


def test_a_measure_that_is_undefined_everywhere_says_so(show):
    pane = show(text="cat", order="repeats")
    assert "undefined" in text(pane, "heads.note")
    assert pane.grid.faint is None
    pane.session.set(heads_view="list")
    assert {row.number for row in pane.list.list.rows} == {"undefined"}


def test_the_pair_follows_where_one_looks_until_it_is_chosen(show):
    pane = show(heads_view="pair")
    assert [row.head for row in pane.pair.list.rows[:2]] == [(3, 1), (5, 11)]
    assert [row.number for row in pane.pair.list.rows[:2]] == ["0.5647", "0.5528"]
    start, end = (pane.findChild(QComboBox, name) for name in ("heads.from", "heads.to"))
    assert (start.currentText(), end.currentText()) == ("it (query)", "cat (most)")
    end.activated.emit(end.findText("milk"))
    assert pane.session.state.look_to == 5
    assert (start.currentText(), end.currentText()) == ("it (query)", "milk")
    pane.session.set(query=2)
    assert start.currentText() == "cat (query)"
    end.activated.emit(0)
    assert pane.session.state.look_to is None


def test_the_other_sentence_looks_at_the_milk(show):
    pane = show(heads_view="pair", text="The cat drank the milk because it was sweet.")
    assert pane.findChild(QComboBox, "heads.to").currentText() == "milk (most)"
    first = pane.pair.list.rows[0]
    assert (first.head, first.number[:4]) == ((3, 1), "0.48")


def test_the_pair_is_turned_round(show, qtbot):
    pane = show(heads_view="pair")
    qtbot.mouseClick(pane.findChild(QToolButton, "heads.turn"), Qt.MouseButton.LeftButton)
    assert (pane.session.state.look_from, pane.session.state.look_to) == (2, 7)
    best = pane.pair.list.rows[0]
    weights = pane.session.results.overview.thumbs[best.head]
    assert best.number == f"{weights[2, 7]:.4f}"


def test_a_line_of_the_ranking_chooses_its_head(show, qtbot):
    pane = show(heads_view="pair", layer=0, head=0)
    pane.session.set(look_to=2)
    qtbot.mouseClick(pane.pair.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, ROW // 2))
    assert (pane.session.state.layer, pane.session.state.head) == (3, 1)
    assert "from it to cat: 0.56" in pane.pair.list.describe(0)


def test_words_that_stand_twice_are_told_apart(show):
    pane = show(heads_view="pair")
    box = pane.findChild(QComboBox, "heads.from")
    texts = [box.itemText(i) for i in range(box.count())]
    assert {"the (2)", "the (5)"} <= set(texts)


def test_the_ranking_is_copied_in_full_precision(show):
    pane = show(heads_view="pair")
    pane.pair._export.chosen.emit(0)
    rows = list(csv.DictReader(io.StringIO(QGuiApplication.clipboard().text())))
    weight = pane.session.results.overview.thumbs[3, 1, 7, 2]
    assert np.float32(rows[0]["weight"]) == weight
    assert QToolTip.text() == "Copied: 72 heads"


def test_a_box_too_narrow_for_its_word_shortens_it(show):
    pane = show(heads_view="pair", text="The xylophonists embarrassed the disreputable conductor.", query=1)
    box = pane.findChild(ElidedCombo, "heads.to")
    box.setItemText(0, "incomprehensibilities (most)")
    box.setFixedWidth(110)
    assert box.shown_text().endswith("…")
    box.setFixedWidth(400)
    assert box.shown_text() == "incomprehensibilities (most)"
    box.grab()


def test_the_ranking_is_saved(show, workroom, tmp_path, qtbot):
    pane = show(heads_view="pair")
    asked = []
    pane.session.requested.connect(lambda job, argument: asked.append((job, argument)))
    pane.pair._export.chosen.emit(1)
    dialog = pane.findChild(QFileDialog, "heads.file")
    target = str(tmp_path / "heads.csv")
    dialog.fileSelected.emit(target)
    dialog.reject()
    assert asked == [("save_ranking", target)]
    workroom.save_ranking(pane.session.state, never_stop, target)
    written = (tmp_path / "heads.csv").read_bytes()
    assert written == pane.session.results.ranking.csv().encode()


def test_each_switch_sets_its_choice_and_shows_it(show):
    pane = show()
    menu = pane.findChild(SwitchMenu, "heads.switches")
    actions = {action.data(): action for action in menu.menu().actions()}
    assert set(actions) == set(SWITCHES)
    for name, action in actions.items():
        action.trigger()
        assert getattr(pane.session.state, name) is True
        pane.session.set(**{name: False})
        assert not action.isChecked()


def test_hidden_tokens_are_gone_from_the_pictures_and_it_is_said(show):
    pane = show(hide_special=True)
    weights = pane.session.results.overview.thumbs[3, 1, 1:-1, 1:-1]
    expected = weights / weights.sum(axis=1, keepdims=True)
    assert np.array_equal(pane.grid.kept[3, 1], sequential_levels(expected, 0, 1))
    note = text(pane, "heads.note")
    assert note == "[CLS], [SEP] hidden; the rest shares 1. Measures are of all tokens."
    pane.session.set(hide_special=False)
    assert pane.grid.kept.shape[2:] == (12, 12)
    assert not pane.findChild(QLabel, "heads.note").isVisible()


def test_a_sentence_of_hidden_tokens_says_that_it_shows_them(show):
    pane = show(text="", hide_special=True)
    assert "hides every token" in text(pane, "heads.note")
    pane.session.set(heads_view="pair")
    assert pane.pair.list.rows == ()
    assert not pane.findChild(QComboBox, "heads.from").isEnabled()


def test_logarithmic_colours_show_small_weights(show):
    pane = show()
    linear = pane.grid.kept.copy()
    pane.session.set(log_colour=True)
    assert pane.grid.limits == (0.001, 1.0)
    assert pane.grid.log
    assert (pane.grid.kept >= linear).all()
    assert (pane.grid.kept > linear).mean() > 0.5


def test_looking_at_heads_is_no_edit(show):
    pane = show()
    pane.session.set(
        order="sink", bound=0.5, heads_view="pair", look_from=1, join_pieces=True, log_colour=True
    )
    assert not pane.session.undo_stack.canUndo()


def test_the_engine_makes_the_ranking_and_writes_it(qtbot, tmp_path):
    session = Session(state=State(heads_view="pair"))
    compute = Compute(session)
    session.set(look_to=2)
    qtbot.waitUntil(lambda: session.results.ranking is not None and not compute.busy, timeout=20_000)
    target = tmp_path / "heads.csv"
    session.requested.emit("save_ranking", str(target))
    qtbot.waitUntil(lambda: session.results.saved is not None, timeout=20_000)
    compute.shutdown()
    assert target.read_text(encoding="utf-8") == session.results.ranking.csv()


def test_a_ranking_that_is_not_shown_is_not_made(made):
    assert made(heads_view="grid").ranking is None
    assert made(heads_view="list").ranking is None
    assert made(heads_view="pair").ranking is not None


def test_pictures_of_another_run_are_not_mixed_with_new_choices(show, made):
    """Another model's overview arrives before its pictures."""
    pane, fresh = show(order="broad"), made(source="fresh")
    faint = pane.grid.faint.copy()
    pane.session.publish(overview=fresh.overview)
    assert pane.grid.faint.tolist() == faint.tolist()
    assert pane.grid.choice == (3, 1)
    pane.session.publish(pictures=fresh.pictures)
    assert pane.grid.faint.shape == (1, 8)
    assert pane.grid.kept.shape[:2] == (1, 8)
    pane.grab()


def test_nothing_ready_yet(qtbot):
    for view in ("grid", "list", "pair"):
        pane = HeadsPane(Session(state=State(heads_view=view)))
        qtbot.addWidget(pane)
        pane.grab()
        assert "will show here" in text(pane, "heads.caption")

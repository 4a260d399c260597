"""Which map, its settings, what it says of itself, how it lies on the screen, and how far it can be trusted."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QToolButton

from engine.maps.turning import PLAIN
from engine.projection import PROJECTIONS
from gui.parts.plane_said import choices
from gui.parts.plane_words import PlaneWordsPart
from gui.state import State
from gui.widgets.plane_choice import ChoiceMenu

FAMILY = ("king", "queen", "man", "woman", "prince", "princess", "boy", "girl", "dog", "cat")


@pytest.fixture
def pane(live_words, qtbot):
    def make(**choices):
        made = PlaneWordsPart(live_words(**choices))
        qtbot.addWidget(made)
        made.resize(620, 460)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"plane.{name}")
    assert found is not None, name
    return found


def caption(pane):
    document = QTextDocument()
    document.setHtml(child(pane, QLabel, "caption").text())
    return document.toPlainText().replace("\u00a0", " ")


def places(pane):
    return {arrow.word: (arrow.x, arrow.y) for arrow in pane.plot.data.arrows}


def axis(pane, name):
    return pane.plot.getAxis(name).labelText


def test_every_projection_can_be_chosen(pane, qtbot):
    assert set(choices()) == set(PROJECTIONS)
    pane = pane()
    menu = pane.maps
    assert isinstance(menu, ChoiceMenu)
    for action in menu.menu().actions():
        action.trigger()
        assert pane.session.state.map_method == action.data()
        assert menu.text().startswith(choices()[action.data()].short)
        assert [one.isChecked() for one in menu.menu().actions()].count(True) == 1
        assert pane.session.results.failed == {}
        assert action.toolTip()


def test_each_map_draws_its_own_coordinates(pane):
    pane, drawn = pane(words=FAMILY, pair=("king", "queen")), {}
    for method in PROJECTIONS:
        pane.session.set(map_method=method)
        plane = pane.session.results.plane.turned(pane.session.state.map_turn)
        assert plane.method == method
        assert places(pane) == plane.coordinates
        drawn[method] = places(pane)["prince"]
    assert len(set(drawn.values())) == len(PROJECTIONS)


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("pca", "Keeps 63.0 % of the variance; trustworthy to 90.0 %"),
        ("vocabulary", "of all words’"),
        ("tsne", "Seed 0, perplexity 3.0"),
        ("mds", "stress 0."),
        ("pair", "king and queen: 41.3°, here and in 100 dimensions."),
        ("axes", "in truth the axes stand at 87.6°"),
    ],
)
def test_each_map_says_what_it_keeps(pane, method, said):
    pane = pane(words=FAMILY, pair=("king", "queen"), map_method=method)
    assert said in caption(pane)
    assert "trustworthy to" in caption(pane)


def test_where_angles_mean_nothing_none_is_drawn(pane):
    pane = pane(words=FAMILY, pair=("king", "queen"), map_method="tsne")
    assert (pane.plot.data.angle, pane.plot.laid.arc, pane.plot.data.shafts) == ("", None, False)
    assert "41.3° in 100 dimensions; here angles mean nothing" in caption(pane)
    assert axis(pane, "bottom").startswith("no meaning")


def test_the_pair_s_own_plane_draws_lengths_and_angle_as_they_are(pane):
    pane = pane(words=FAMILY, pair=("king", "queen"), map_method="pair")
    norms = pane.session.results.described.norms
    for word in ("king", "queen"):
        assert np.hypot(*places(pane)[word]) == pytest.approx(norms[word], rel=1e-12)
    assert places(pane)["king"][1] == pytest.approx(0, abs=1e-12)
    assert pane.plot.data.angle == "41.3°"
    assert pane.plot.laid.arc.span == pytest.approx(41.343, abs=0.001)
    pane.plot.picked.emit("dog", False)
    assert pane.session.results.plane.settings["pair"] == ["queen", "dog"]


def test_own_axes_stand_for_differences_of_words(pane):
    pane = pane(words=FAMILY, map_method="axes")
    assert axis(pane, "bottom") == "← woman\u00a0\u00a0\u00a0man →"
    assert axis(pane, "left") == "← bad\u00a0\u00a0\u00a0good →"
    assert places(pane)["king"][0] > places(pane)["queen"][0]


def test_own_axes_are_typed_and_an_unknown_word_is_said_in_place(window, qtbot):
    window.session.set(map_method="axes", words=FAMILY)
    window.settle()
    pane = window.findChild(PlaneWordsPart)
    before, notice = places(pane), child(pane, QLabel, "notice")
    wrong = {"womann": "“womann” has no vector", "man": "their vectors give no direction"}
    for typed in ("womann", "man", "girl"):
        known = typed not in wrong
        box = child(pane, QLineEdit, "axis.left")
        box.setFocus()
        box.selectAll()
        qtbot.keyClicks(box, typed)
        qtbot.keyClick(box, Qt.Key.Key_Return)
        assert window.session.state.map_axes[0] == ("man", typed)
        window.settle()
        assert (places(pane) == before) is not known, "the last map stays until there is another"
        assert notice.isVisible() is not known
        assert known or wrong[typed] in notice.text()
    assert axis(pane, "bottom") == "← girl\u00a0\u00a0\u00a0man →"


def test_settings_are_shown_where_there_are_any_and_change_the_map(pane):
    pane = pane(words=FAMILY, map_method="pca")
    seed, perplexity = child(pane, QSpinBox, "seed"), child(pane, QDoubleSpinBox, "perplexity")
    assert not seed.isVisible()
    pane.session.set(map_method="tsne")
    assert seed.isVisible()
    assert perplexity.isVisible()
    first = places(pane)
    perplexity.setValue(2.0)
    assert pane.session.state.perplexity == 2.0
    assert "perplexity 2.0" in caption(pane)
    assert places(pane) != first
    seed.setValue(7)
    assert pane.session.results.plane.settings["seed"] == 7
    pane.session.set(map_method="axes")
    child(pane, QCheckBox, "square").setChecked(True)
    assert pane.session.results.plane.settings["square"] is True
    assert not seed.isVisible()


def test_choosing_a_map_is_no_edit(pane):
    pane = pane()
    pane.session.set(map_method="mds", map_seed=3, map_all=True)
    assert not pane.session.undo_stack.canUndo()


def test_words_stay_on_their_side_while_others_come_and_go(pane):
    """On both axes the shared words' old and new places correlate positively, every time."""
    pane = pane(words=FAMILY)
    words, rng = pane.session.results.vectors.words, np.random.default_rng(4)
    maps, turned = [places(pane)], 0
    for _ in range(60):
        chosen = list(pane.session.state.words)
        if len(chosen) > 8 and rng.random() < 0.5:
            chosen.pop(rng.integers(len(chosen)))
        else:
            chosen.append(words[rng.integers(200, 5000)])
        pane.session.set(words=tuple(dict.fromkeys(chosen)))
        maps.append(places(pane))
        turned += not pane.session.state.map_turn.plain
    assert turned > 0, "or there is nothing to be seen here"
    for old, new in pairwise(maps):
        shared = [word for word in old if word in new]
        for at in (0, 1):
            before, after = ([one[word][at] for word in shared] for one in (old, new))
            assert np.corrcoef(before, after)[0, 1] > 0


def test_the_axis_says_how_a_map_is_turned_and_a_click_turns_it_back(pane, qtbot):
    pane = pane(words=FAMILY)
    fixed, button = places(pane), child(pane, QToolButton, "upright")
    assert not button.isVisible()
    pane.session.set(map_flipped=(True, False))
    assert axis(pane, "bottom").startswith("Component 1, flipped")
    assert axis(pane, "left").startswith("Component 2:")
    assert places(pane)["king"] == (-fixed["king"][0], fixed["king"][1])
    pane.session.set(map_swapped=True)
    assert axis(pane, "bottom").startswith("Component 2, swapped and flipped")
    assert axis(pane, "left").startswith("Component 1, swapped")
    assert places(pane)["king"] == (-fixed["king"][1], fixed["king"][0])
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pane.session.state.map_turn == PLAIN
    assert places(pane) == fixed
    assert not button.isVisible()


def test_a_restart_lays_the_map_as_it_was(live_words):
    """The first map keeps the turn that the state brings."""
    session = live_words(words=FAMILY, map_swapped=True, map_flipped=(False, True))
    assert (session.state.map_swapped, session.state.map_flipped) == (True, (False, True))


def test_chosen_axes_are_never_turned(pane):
    pane = pane(words=FAMILY, map_flipped=(True, True))
    pane.session.set(map_method="axes")
    assert pane.session.state.map_turn == PLAIN


def test_torn_and_false_neighbours_are_told_and_drawn_on_request(pane):
    pane = pane(words=FAMILY, pair=("king", "queen"))
    found, words = pane.session.results.trusted.found, tuple(places(pane))
    assert pane.plot.data.links == ()
    pane.session.set(map_torn=True, map_invented=True)
    lists = {"torn": found.torn, "invented": found.invented}
    expected = {
        (words[at], words[other], kind)
        for kind, of in lists.items()
        for at, others in enumerate(of)
        for other in others
    }
    assert expected
    assert {(link.start, link.end, link.kind) for link in pane.plot.data.links} == expected
    assert "torn away" in caption(pane)
    assert "falsely near" in caption(pane)
    at = next(i for i, others in enumerate(found.torn) if others)
    tip = pane.plot.data.get(words[at]).tip
    assert f"true neighbours torn away: {words[found.torn[at][0]]}" in tip


def test_of_many_words_only_the_pair_s_lines_are_drawn(pane):
    words = pane().session.results.vectors.words[100:140]
    pane = pane(words=words, pair=words[:2], map_torn=True)
    assert pane.plot.data.links
    assert {link.start for link in pane.plot.data.links} <= set(words[:2])
    assert "of A and B" in caption(pane)


def test_neighbours_of_the_pair_stand_where_the_map_puts_them(pane):
    pane = pane(words=FAMILY, pair=("king", "dog"), map_near=True, map_flipped=(True, False))
    near = {one.word: one for one in pane.plot.data.arrows if one.near}
    assert near
    results = pane.session.results
    listed = {n.word for one in results.neighbours for n in one.found}
    assert set(near) <= listed - set(FAMILY)
    word = next(iter(near))
    point = results.plane.frame.place(results.vectors.exact(word))
    assert (near[word].x, near[word].y) == pytest.approx((-point[0], point[1]))
    pane.plot.picked.emit(word, False)
    assert word in pane.session.state.words
    pane.session.set(map_method="mds")
    assert not any(one.near for one in pane.plot.data.arrows)
    assert "no place for words that are not chosen" in caption(pane)


def test_dots_instead_of_arrows(pane):
    pane = pane(words=FAMILY)
    pane.show_menu.switched.emit("map_arrows", False)
    assert not pane.session.state.map_arrows
    assert not pane.plot.data.shafts
    pane.plot.grab()


def test_five_hundred_words_are_drawn_and_what_is_hidden_is_counted(pane):
    words = State().words
    pane = pane(words=words)
    many = pane.session.results.vectors.words[300:800]
    pane.session.set(words=many, pair=many[:2])
    laid = pane.plot.laid
    assert len(pane.plot.data.arrows) == 500
    assert len(laid.labels) + laid.unlabelled + laid.outside == 500
    assert f"{laid.unlabelled} labels hidden" in pane.plot.note()
    assert not pane.plot.grab().isNull()

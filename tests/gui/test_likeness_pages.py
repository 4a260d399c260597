"""The pages of the similarity pane: what each shows, that it is made only when it is seen, and that numbers agree."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from engine.nearest import side_by_side
from engine.similarity import METRICS
from engine.trace import never_stop
from engine.vectors import WordVectors
from gui.pages import LIKENESS_PAGES
from gui.panes.similarity import SimilarityPane
from gui.session import Session
from gui.state import State
from gui.widgets.joined_lists import JoinedLists
from gui.widgets.matrix_view import MatrixView
from gui.widgets.segments import Segments
from gui.widgets.value_list import VALUE, ValueList
from gui.workroom import RECIPES, Workroom

ROYALS = ("king", "paris", "queen", "rome", "man", "italy", "woman")
USUAL = 438, 424  # in a window of 1280 x 800
OF_A_PAGE = {
    "matrix": {"pair", "matrix"},
    "nearest": {"neighbours"},
    "analogy": {"analogy"},
    "odd_one": {"group"},
    "mean": {"group"},
}


@pytest.fixture
def pane(live_words, exposed):
    def make(page="pair", size=USUAL, **choices):
        return exposed(SimilarityPane(live_words(likeness_page=page, **choices)), *size)

    return make


def child(pane, kind, name):
    found = pane.findChild(kind, f"similarity.{name}")
    assert found is not None, name
    return found


def words_of(shown):
    return [(shown.item(i).text(), shown.item(i).data(VALUE)) for i in range(shown.count())]


@pytest.mark.parametrize("page", LIKENESS_PAGES)
def test_a_page_s_results_are_made_only_while_it_is_looked_at(workroom, page):
    state = State(likeness_page=page)
    made = {name for name in OF_A_PAGE if RECIPES[name][1](workroom, state, never_stop) is not None}
    assert made == {name for name, pages in OF_A_PAGE.items() if page in pages}
    assert all("likeness_page" in RECIPES[name][0] for name in OF_A_PAGE)


def test_the_switch_turns_the_pages(pane, qtbot):
    pane = pane()
    seen = []
    for button in pane.pages.buttons():
        assert button.toolTip()
        button.click()
        seen.append(pane.session.state.likeness_page)
        shown = [part for part in pane.parts.values() if part.isVisible()]
        assert all(pane.session.state.likeness_page in part.pages for part in shown)
        assert shown
    assert tuple(seen) == LIKENESS_PAGES
    assert pane.session.undo_stack.count() == 0, "looking elsewhere is no edit"


@pytest.mark.parametrize("page", LIKENESS_PAGES)
@pytest.mark.usefixtures("dressed")
def test_every_page_finds_room_in_the_usual_window(pane, page):
    pane = pane(page, words=ROYALS)
    QApplication.processEvents()
    assert pane.minimumSizeHint().width() <= USUAL[0]
    assert pane.minimumSizeHint().height() <= USUAL[1]


@pytest.mark.usefixtures("dressed")
def test_what_the_colours_mean_is_read_whole(pane):
    told = child(pane(), QLabel, "nearness")
    assert told.text() == "orange: alike"
    assert told.width() >= told.fontMetrics().horizontalAdvance(told.text())


# the matrix


def test_in_groups_like_words_stand_beside_each_other_with_the_same_numbers(pane, qtbot):
    pane = pane("matrix", words=ROYALS)
    view, button = child(pane, MatrixView, "matrix"), child(pane, QToolButton, "clustered")
    plain = view.data
    assert plain.row_labels == ROYALS
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    order = view.data.row_labels
    assert sorted(order) == sorted(ROYALS)
    cities = sorted(order.index(word) for word in ("paris", "rome", "italy"))
    assert cities[2] - cities[0] == 2
    for i, a in enumerate(order):
        for j, b in enumerate(order):
            assert view.data.values[i, j] == plain.values[ROYALS.index(a), ROYALS.index(b)]
    view.activated.emit(order.index("man"), order.index("woman"))
    assert pane.session.state.pair == ("man", "woman")
    assert view.current == (order.index("man"), order.index("woman"))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.data.row_labels == ROYALS


def test_the_pair_s_number_is_read_below_a_matrix_of_500_words(pane, workroom):
    words = workroom.open_vectors.words[300:800]
    pane = pane("matrix", words=words, pair=(words[3], words[490]))
    said = child(pane, QLabel, "cell")
    cosine = METRICS["cosine"].pair(*workroom.open_vectors.stack((words[3], words[490])))
    assert said.isVisible()
    assert f"cosine {cosine:.4f}".replace("-", "−") in said.text()
    view = child(pane, MatrixView, "matrix")
    assert view.data.values.shape == (500, 500)
    assert view.current == (3, 490)


# the neighbours side by side


def test_neighbours_stand_side_by_side_and_lines_join_the_same_words(pane, workroom):
    pane = pane("neighbours")
    shown = child(pane, JoinedLists, "nearest_a")
    assert [one.title for one in shown.lists] == ["dot product", "cosine", "distance"]
    for metric, one in zip(("dot", "cosine", "euclidean"), shown.lists, strict=True):
        true = workroom.open_vectors.neighbours("florida", METRICS[metric], 10)
        assert [entry.word for entry in one.entries] == [near.word for near in true]
        assert [entry.rank for entry in one.entries] == [f"#{near.rank + 1:,}" for near in true]
    for gap, lines in enumerate(shown.lines):
        assert lines
        for left, right in lines:
            assert shown.lists[gap].entries[left].word == shown.lists[gap + 1].entries[right].word
    words = [entry.word for one in shown.lists for entry in one.entries]
    assert all(entry.alone == (words.count(entry.word) == 1) for one in shown.lists for entry in one.entries)


def test_frequent_words_win_under_the_dot_product(pane):
    pane = pane("neighbours", words=("the", "truth"), pair=("the", "truth"))
    notes = [one.note for one in child(pane, JoinedLists, "nearest_a").lists]
    ranks = [int(note.removeprefix("middle rank #").replace(",", "")) for note in notes]
    assert ranks[0] < ranks[1] < ranks[2]


@pytest.mark.usefixtures("dressed")
def test_one_word_s_neighbours_or_both_where_there_is_room(pane, qtbot):
    pane = pane("neighbours")
    lists = [child(pane, JoinedLists, f"nearest_{letter}") for letter in "ab"]
    assert [one.isVisible() for one in lists] == [True, False]
    child(pane, Segments, "nearest_to").buttons()[1].click()
    assert [one.isVisible() for one in lists] == [False, True]
    assert lists[1].accessibleName() == "Nearest to texas, three ways"
    pane.resize(662, 520)
    QApplication.processEvents()
    assert [one.isVisible() for one in lists] == [True, True]
    assert not child(pane, Segments, "nearest_to").isVisible()


def test_a_neighbour_is_added_by_a_key(pane, qtbot):
    pane = pane("neighbours")
    shown = child(pane, JoinedLists, "nearest_a")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(shown, key)
    assert pane.session.state.words[-1] == "carolina"
    assert shown.lists[1].entries[1].marked, "it is chosen now"


@pytest.mark.parametrize(
    ("words", "said"),
    [((), "Choose a word"), (("qween", "king"), "“qween” has no vector: it has no neighbours")],
)
def test_without_neighbours_it_is_said_why(pane, words, said):
    pane = pane("neighbours", words=words)
    message = child(pane, QLabel, "nearest_message")
    assert said in message.text()
    assert message.y() < 60, "under the switch, which stays at the top"
    assert not child(pane, JoinedLists, "nearest_a").isVisible()


def test_a_zero_vector_has_neighbours_by_distance_only(qtbot):
    vectors = WordVectors(("zero", "one", "two"), np.array([[0, 0], [1, 0], [0, 2]], np.float32))
    session = Session(state=State(likeness_page="neighbours", words=vectors.words, pair=("zero", "one")))
    session.publish(nearest=tuple(side_by_side(vectors, word, 10) for word in ("zero", "one")))
    pane = SimilarityPane(session)
    qtbot.addWidget(pane)
    by_metric = {one.title: one for one in child(pane, JoinedLists, "nearest_a").lists}
    assert by_metric["cosine"].entries == ()
    assert by_metric["cosine"].nothing == "undefined"
    assert [entry.word for entry in by_metric["distance"].entries] == ["one", "two"]


# the group


def test_the_odd_one_out_and_the_words_near_the_mean(pane):
    pane = pane("group", words=("breakfast", "lunch", "dinner", "tiger"))
    assert words_of(child(pane, ValueList, "odd.words"))[0][0] == "tiger"
    assert any("Odd one out: tiger" in label.text() for label in pane.findChildren(QLabel))
    near = [word for word, _ in words_of(child(pane, ValueList, "mean.words"))]
    assert not set(near) & set(pane.session.state.words)
    child(pane, Segments, "mean.inputs").buttons()[1].click()
    assert pane.session.state.mean_inputs
    assert words_of(child(pane, ValueList, "mean.words"))[0][0] in pane.session.state.words
    before = words_of(child(pane, ValueList, "mean.words"))
    child(pane, Segments, "mean.units").buttons()[1].click()
    assert words_of(child(pane, ValueList, "mean.words")) != before


@pytest.mark.parametrize(
    ("words", "odd", "mean"),
    [
        ((), "With 3 words that have a vector", "Choose some words"),
        (("king", "queen", "qween"), "With 3 words that have a vector", "Cosine with the mean"),
    ],
)
def test_too_few_words_for_a_group(pane, words, odd, mean):
    pane = pane("group", words=words)
    assert child(pane, QLabel, "odd.said").text().startswith(odd)
    assert child(pane, QLabel, "mean.said").text().startswith(mean)


# one number everywhere


def test_a_pair_has_one_cosine_everywhere(live_words, workroom):
    session = live_words(likeness_page="pair", words=ROYALS, pair=("king", "queen"))
    results = session.results
    pair = results.described.pairs["king", "queen"].cosine
    grid, words = results.matrix.grid, results.matrix.words
    found = {near.word: near.value for near in results.neighbours[0].found}
    session.set(likeness_page="neighbours")
    beside = {near.word: near.value for near in session.results.nearest[0].lists["cosine"]}
    back = {near.word: near.value for near in session.results.nearest[1].lists["cosine"]}
    everywhere = {
        pair,
        grid.at(words.index("king"), words.index("queen")),
        found["queen"],
        beside["queen"],
        back["king"],
    }
    assert len(everywhere) == 1


def test_a_fresh_workroom_is_ready_for_the_first_key():
    """The index of the search is there before anything is typed."""
    room = Workroom()
    room.open_vectors = WordVectors(("king", "queen"), np.eye(2, dtype=np.float32))
    assert RECIPES["hits"][1](room, State(), never_stop) == ()
    assert {"_sorted", "_joined"} <= vars(room.open_vectors.search).keys()

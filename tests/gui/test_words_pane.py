"""Everything a person types: the session follows, and what is wrong is said where it was typed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton, QTreeWidget

from engine.errors import DataFileError
from engine.examples import HUNGRY, SENTENCES, SWEET, TIRED, WIDE, WORD_SETS, WORDS
from engine.pasted import MOST
from engine.paths import GLOVE
from gui.panes.words import WordsPane
from gui.session import Session
from gui.widgets.chips import ChipList
from gui.widgets.sentence_edit import SentenceEdit

KEY = Qt.Key


@pytest.fixture
def pane(live_words, qtbot):
    def make(**choices):
        made = WordsPane(live_words(**choices))
        qtbot.addWidget(made)
        made.resize(290, 330)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def child(pane, kind, name):
    found = pane.window().findChild(kind, f"words.{name}")
    assert found is not None, name
    return found


def search(pane, qtbot, text):
    box = child(pane, QLineEdit, "search")
    box.setFocus()
    qtbot.keyClicks(box, text)
    return box


def notice(pane):
    label = child(pane, QLabel, "notice")
    return label.text() if not label.isHidden() else ""


def hint(pane):
    label = child(pane, QLabel, "hint")
    return label.text() if not label.isHidden() else ""


# the sentence


def test_typing_takes_effect_when_it_pauses(pane, qtbot):
    pane = pane()
    box = child(pane, SentenceEdit, "sentence")
    box.selectAll()
    qtbot.keyClicks(box, "<b>hi</b>")
    assert pane.session.state.text == HUNGRY
    qtbot.waitUntil(lambda: pane.session.state.text == "<b>hi</b>")
    assert pane.session.undo_stack.count() == 1


def test_enter_takes_effect_at_once_and_undo_brings_the_text_back(pane, qtbot):
    pane = pane()
    box = child(pane, SentenceEdit, "sentence")
    box.selectAll()
    qtbot.keyClicks(box, "hi")
    qtbot.keyClick(box, KEY.Key_Return)
    assert pane.session.state.text == "hi"
    pane.session.undo_stack.undo()
    assert box.text() == HUNGRY


def test_a_sentence_from_elsewhere_replaces_what_is_being_typed(pane, qtbot):
    pane = pane()
    box = child(pane, SentenceEdit, "sentence")
    qtbot.keyClicks(box, " half a thought")
    pane.session.set(text=WIDE)
    assert box.text() == WIDE
    qtbot.wait(300)  # longer than the pause: nothing half typed may come after
    assert pane.session.state.text == WIDE


def test_other_changes_leave_the_typing_alone(pane, qtbot):
    pane = pane()
    box = child(pane, SentenceEdit, "sentence")
    box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(box, "!")
    pane.session.set(pair=("texas", "truth"))
    assert box.text() == HUNGRY + "!"


def test_a_long_text_is_kept_whole(pane, qtbot):
    pane = pane()
    box, text = child(pane, SentenceEdit, "sentence"), "A line.\nAnother <i>one</i>. \u6ce8\u610f " * 10_000
    QGuiApplication.clipboard().setText(text)
    box.selectAll()
    box.paste()
    qtbot.keyClick(box, KEY.Key_Return)
    assert pane.session.state.text == text


@pytest.mark.usefixtures("dressed")
def test_the_first_sentence_is_seen_whole_and_after_enter_its_beginning(pane, qtbot):
    pane = pane()
    pane.resize(303, 255)
    QApplication.processEvents()
    box = child(pane, SentenceEdit, "sentence")
    assert box.verticalScrollBar().maximum() == 0
    end = box.document().lastBlock()
    assert end.layout().lineCount() == 2
    qtbot.keyClicks(box, "A text that is much longer than the two lines of its box. " * 3)
    assert box.verticalScrollBar().value() > 0 or box.textCursor().position() > 0
    qtbot.keyClick(box, KEY.Key_Return)
    assert box.verticalScrollBar().value() == 0
    assert box.textCursor().position() == 0
    assert pane.session.state.text.startswith("A text")
    assert "\n" not in box.text()


def test_tab_leaves_the_sentence(pane, qtbot):
    pane = pane()
    box = child(pane, SentenceEdit, "sentence")
    box.setFocus()
    qtbot.keyClick(box, KEY.Key_Tab)
    assert box.text() == HUNGRY
    assert pane.window().focusWidget() is child(pane, QToolButton, "swap")


def test_the_swap_puts_one_word_for_another_and_back(pane, qtbot):
    pane = pane()
    swap = child(pane, QToolButton, "swap")
    assert swap.text() == "hungry → sweet"
    qtbot.mouseClick(swap, Qt.MouseButton.LeftButton)
    assert pane.session.state.text == SWEET
    assert swap.text() == "sweet → hungry"
    pane.session.set(text=TIRED)
    qtbot.mouseClick(swap, Qt.MouseButton.LeftButton)
    assert pane.session.state.text == WIDE
    pane.session.set(text="Something else.")
    assert not swap.isVisible(), "there is nothing to swap"
    pane.session.set(text=HUNGRY)
    assert swap.isVisible()


def test_every_example_can_be_taken(pane):
    pane = pane()
    entries = child(pane, QToolButton, "examples").menu().actions()
    assert [entry.text().replace("&&", "&") for entry in entries] == list(SENTENCES)
    entries[3].trigger()
    assert pane.session.state.text == SENTENCES[3]


# the search


def test_the_list_shows_each_kind_in_a_section_with_ranks(pane, qtbot):
    pane = pane()
    search(pane, qtbot, "texa")
    shown = child(pane, QTreeWidget, "suggestions")
    assert shown.isVisible()
    rows = [tuple(shown.topLevelItem(i).text(c) for c in range(3)) for i in range(shown.topLevelItemCount())]
    ranks = {
        word: f"#{pane.session.results.vectors.rank(word) + 1:,}" for word in ("texas", "texaco", "taxa")
    }
    assert rows[:2] == [("begins with it", "", ""), ("texas", "chosen", ranks["texas"])]
    assert rows.index(("texaco", "", ranks["texaco"])) < rows.index(("spelt alike", "", ""))
    assert rows.index(("spelt alike", "", "")) < rows.index(("taxa", "", ranks["taxa"]))
    begun = rows[1 : next(i for i, row in enumerate(rows[1:], 1) if not row[2])]
    assert all(word.startswith("texa") for word, *_ in begun)


def test_the_keys_pass_over_the_titles_of_sections(pane, qtbot):
    pane = pane()
    box = search(pane, qtbot, "quee")
    shown = child(pane, QTreeWidget, "suggestions")
    seen = []
    for _ in range(len(shown.items()) + 2):
        qtbot.keyClick(box, KEY.Key_Down)
        seen.append(shown.word(shown.currentItem()))
    assert seen[:-2] == [shown.word(item) for item in shown.items()]
    assert seen[-3:] == seen[-1:] * 3, "the last one stays"
    assert {hit.kind for hit in pane.session.results.hits} >= {"prefix", "inside"}


def test_down_and_enter_add_from_the_list(pane, qtbot):
    pane = pane()
    box = search(pane, qtbot, "quee")
    for key in (KEY.Key_Down, KEY.Key_Down, KEY.Key_Return):
        qtbot.keyClick(box, key)
    second = child(pane, QTreeWidget, "suggestions").topLevelItem(1)
    assert second is None, "the list is empty again"
    assert len(pane.session.state.words) == 6
    assert pane.session.state.words[-1].startswith("quee")
    assert pane.session.state.words[-1] != "queen", "the first row is queen, the second was taken"
    assert (box.text(), pane.session.state.search) == ("", "")


def test_up_leads_back_to_the_box(pane, qtbot):
    pane = pane()
    box = search(pane, qtbot, "quee")
    for key in (KEY.Key_Down, KEY.Key_Up, KEY.Key_Return):
        qtbot.keyClick(box, key)
    assert pane.session.state.words[-1] == "queen"


def test_a_click_adds_from_the_list(pane, qtbot):
    pane = pane()
    search(pane, qtbot, "quee")
    shown = child(pane, QTreeWidget, "suggestions")
    title = shown.visualItemRect(shown.topLevelItem(0)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=title)
    assert pane.session.state.words == WORDS, "a title is no word"
    place = shown.visualItemRect(shown.items()[0]).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert pane.session.state.words[-1] == "queen"
    assert not shown.isVisible()


def test_escape_closes_the_list_until_the_next_key(pane, qtbot):
    pane = pane()
    box = search(pane, qtbot, "quee")
    qtbot.keyClick(box, KEY.Key_Escape)
    shown = child(pane, QTreeWidget, "suggestions")
    assert not shown.isVisible()
    assert box.text() == "quee"
    qtbot.keyClicks(box, "n")
    assert shown.isVisible()


@pytest.mark.parametrize(
    ("typed", "added"),
    [("queen", "queen"), ("quee", "queen"), ("QUEEN", "queen"), ("Quee", "queen"), ("  queen ", "queen")],
)
def test_enter_adds_the_word_or_the_first_that_begins_so(pane, qtbot, typed, added):
    pane = pane()
    qtbot.keyClick(search(pane, qtbot, typed), KEY.Key_Return)
    assert pane.session.state.words == (*WORDS, added)


def test_a_pasted_list_adds_all(pane, qtbot):
    pane = pane(words=())
    QGuiApplication.clipboard().setText("king, queen man;king\nwoman")
    child(pane, QLineEdit, "search").paste()
    assert pane.session.state.words == ("king", "queen", "man", "woman")
    assert pane.session.state.search == ""
    assert child(pane, QLineEdit, "search").text() == ""


def test_a_typed_list_adds_all_on_enter(pane, qtbot):
    pane = pane(words=())
    qtbot.keyClick(search(pane, qtbot, "king queen, man"), KEY.Key_Return)
    assert pane.session.state.words == ("king", "queen", "man")


def test_a_word_that_is_chosen_already_is_said_so_until_the_words_change(pane, qtbot):
    pane = pane()
    qtbot.keyClick(search(pane, qtbot, "texas"), KEY.Key_Return)
    assert pane.session.state.words == WORDS
    assert "Already chosen: “texas”" in notice(pane)
    assert child(pane, QLineEdit, "search").text() == ""
    pane.session.set(words=("king",))
    assert notice(pane) == ""


def test_more_words_than_fit_are_said_to_be_left_out(pane, qtbot):
    pane = pane(words=())
    words = [word for word in pane.session.results.vectors.words[:700] if word.isalpha()][: MOST + 7]
    QGuiApplication.clipboard().setText(" ".join(words))
    box = child(pane, QLineEdit, "search")
    box.paste()
    assert list(pane.session.state.words) == words[:500]
    assert child(pane, QLabel, "count").text() == "500"
    assert "7 were left out" in notice(pane)
    assert box.text() == ", ".join(words[500:]), "nothing is lost"
    pane.session.set(words=())
    qtbot.keyClick(box, KEY.Key_Return)
    assert list(pane.session.state.words) == words[500:]


def test_a_list_is_pasted_with_its_lines(pane, qtbot):
    pane = pane(words=())
    QGuiApplication.clipboard().setText("1. king\n2. queen;\r\n\u2022 'man'\n\nwoman|zzzqqq\n")
    qtbot.keyClick(child(pane, QLineEdit, "search"), KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert pane.session.state.words == ("king", "queen", "man", "woman", "zzzqqq")
    assert "“zzzqqq” has no vector" in notice(pane)


def test_many_words_without_a_vector_go_with_one_click_and_come_back(pane):
    words = ("king", "zzzqqq", "queen", "xxqqj", "qqzzv", "jjxxq")
    pane = pane(words=words)
    assert "Remove all 4" in notice(pane)
    child(pane, QLabel, "notice").linkActivated.emit("all")
    assert pane.session.state.words == ("king", "queen")
    pane.session.undo_stack.undo()
    assert pane.session.state.words == words


def test_an_unknown_word_is_named_literally_with_near_spellings_to_click(pane, qtbot):
    pane = pane()
    pane.session.set(words=("king", "qween", "<b>x", "truth"))
    assert "“qween” has no vector" in notice(pane)
    assert "&lt;b&gt;x" in notice(pane)
    child(pane, QLabel, "notice").linkActivated.emit("1 queen")
    assert pane.session.state.words == ("king", "queen", "<b>x", "truth")
    assert "qween" not in notice(pane)


def test_a_near_spelling_that_is_chosen_already_only_takes_the_unknown_word_away(pane):
    pane = pane()
    pane.session.set(words=("queen", "qween", "king"))
    child(pane, QLabel, "notice").linkActivated.emit("1 queen")
    assert pane.session.state.words == ("queen", "king")


def test_a_ready_made_set_replaces_the_words_and_cannot_be_taken_twice(pane):
    pane = pane()
    names = list(WORD_SETS)
    sets = child(pane, QToolButton, "sets").menu()
    assert [entry.text() for entry in sets.actions()] == names
    sets.actions()[names.index("royal family")].trigger()
    assert pane.session.state.words == WORD_SETS["royal family"]
    assert pane.session.state.pair == ("king", "queen")
    assert [entry.isEnabled() for entry in sets.actions()] == [name != "royal family" for name in names]


def test_a_search_without_any_hit_is_said_so_and_nothing_can_be_taken(pane, qtbot):
    pane = pane()
    box = search(pane, qtbot, "zzzqqq")
    shown = child(pane, QTreeWidget, "suggestions")
    qtbot.waitUntil(shown.isVisible)
    assert shown.topLevelItem(0).text(0) == "No word like this"
    place = shown.visualItemRect(shown.topLevelItem(0)).center()
    qtbot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(box, KEY.Key_Down)
    assert pane.session.state.words == WORDS
    qtbot.keyClick(box, KEY.Key_Return)
    assert pane.session.state.words == (*WORDS, "zzzqqq")
    assert not shown.isVisible()


def test_a_typed_list_is_not_said_to_be_unknown(pane, qtbot):
    pane = pane()
    search(pane, qtbot, "xqzj wwqqx zzqqv")
    shown = child(pane, QTreeWidget, "suggestions")
    qtbot.waitUntil(shown.isVisible)
    assert shown.topLevelItem(0).text(0) == "Enter adds these 3 words"


def test_what_was_added_is_in_sight_below_the_notice(pane, qtbot):
    pane = pane(words=WORD_SETS["countries and capitals"])
    pane.resize(303, 255)
    chips = child(pane, ChipList, "chosen")
    for word in ("qween", "zzzqqq"):
        qtbot.keyClick(search(pane, qtbot, word), KEY.Key_Return)
    QApplication.processEvents()
    assert "has no vector" in notice(pane)
    assert chips.verticalScrollBar().maximum() > 0
    assert chips.viewport().rect().contains(chips.box(9))
    assert chips.unknown == {"qween", "zzzqqq"}


def test_a_damaged_file_is_named_in_place(pane):
    pane = pane()
    error = DataFileError(GLOVE / "words.txt", "file is missing")
    pane.session.publish(failed={"vectors": error, "described": error, "hits": error})
    assert notice(pane).count("words.txt") == 1
    assert child(pane, QLabel, "notice").property("tone") == "error"


# the chosen words


def test_chips_show_words_and_pair_and_tell_of_clicks(pane):
    pane = pane()
    chips = child(pane, ChipList, "chosen")
    assert (chips.words, chips.pair) == (WORDS, ("florida", "texas"))
    chips.selected.emit(("texas", "truth"))
    assert pane.session.state.pair == ("texas", "truth")
    chips.selected.emit(("truth",))  # texas, which is A, was clicked: the two change places
    assert pane.session.state.pair == ("truth", "texas")
    chips.selected.emit(("truth",))  # texas again, which is B now: it was clicked last already
    assert pane.session.state.pair == ("truth", "texas")
    assert chips.pair == ("truth", "texas")


def test_chips_remove_and_reorder(pane, qtbot):
    pane = pane()
    chips = child(pane, ChipList, "chosen")
    chips.setFocus()
    for key in (KEY.Key_Home, KEY.Key_Delete):
        qtbot.keyClick(chips, key)
    assert pane.session.state.words == WORDS[1:]
    assert pane.session.state.pair == ("texas", "california"), "the pair is filled up again"
    assert chips.pair == ("texas", "california")
    chips.reordered.emit(WORDS[:0:-1])
    assert pane.session.state.words == WORDS[:0:-1]


def test_the_words_of_the_sentence_are_its_known_words_once(pane, qtbot):
    pane = pane(text="The animal didn't cross the Blorptown street, it was too wide.")
    qtbot.mouseClick(child(pane, QToolButton, "from_sentence"), Qt.MouseButton.LeftButton)
    assert pane.session.state.words == (
        *("the", "animal", "did", "n't", "cross", "street", "it", "was", "too", "wide"),
    )


def test_a_sentence_without_known_words_leaves_the_choice_alone(pane, qtbot):
    pane = pane(text="Blorptown zzzq!")
    qtbot.mouseClick(child(pane, QToolButton, "from_sentence"), Qt.MouseButton.LeftButton)
    assert pane.session.state.words == WORDS
    assert "No word of the sentence has a vector" in notice(pane)


def test_clearing_says_what_to_do_next_and_can_be_undone(pane, qtbot):
    pane = pane()
    qtbot.mouseClick(child(pane, QToolButton, "clear"), Qt.MouseButton.LeftButton)
    assert pane.session.state.words == ()
    assert "Choose two words" in hint(pane)
    assert not child(pane, QToolButton, "clear").isEnabled()
    pane.session.set(words=("king",))
    assert "second word" in hint(pane)
    pane.session.undo_stack.undo()
    pane.session.undo_stack.undo()
    assert pane.session.state.words == WORDS
    assert hint(pane) == ""


def test_the_pane_stands_before_any_result(qtbot):
    pane = WordsPane(Session())
    qtbot.addWidget(pane)
    pane.focus_sentence()
    pane.focus_search()
    assert notice(pane) == ""


@pytest.mark.parametrize("name", [name for name, words in WORD_SETS.items() if len(words) <= 8])
@pytest.mark.usefixtures("dressed")
def test_eight_words_are_complete_without_scrolling(pane, name):
    pane = pane(words=WORD_SETS[name])
    pane.resize(302, 255)
    QApplication.processEvents()
    chips = child(pane, ChipList, "chosen")
    assert chips.verticalScrollBar().maximum() == 0
    for widget in (
        chips,
        *pane.findChildren(QToolButton),
        *pane.findChildren(QLineEdit),
        child(pane, SentenceEdit, "sentence"),
    ):
        assert pane.rect().contains(widget.mapTo(pane, widget.rect().bottomRight())), widget.objectName()

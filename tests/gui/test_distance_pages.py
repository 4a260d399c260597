"""The pages of the desk for distances: what each of them has, and odd texts on all of them."""

import pytest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSlider, QSpinBox

from gui.widgets.curves import Curves
from gui.widgets.matrix_view import MatrixView
from gui.widgets.segments import Segments
from gui.widgets.sentence_edit import SentenceEdit
from gui.widgets.word_bars import WordBars
from tests.gui.told import part

APPLE = "I ate an apple."


def test_counting_has_no_sentence_box_and_mixing_has_two(distance_pane):
    pane = distance_pane(far_page="counting")
    first, second = part(pane, SentenceEdit, "sentence"), part(pane, SentenceEdit, "other")
    assert (first.isVisible(), second.isVisible()) == (False, False)
    part(pane, Segments, "page").buttons()[2].click()
    assert pane.session.state.far_page == "mixing"
    assert (first.isVisible(), second.isVisible()) == (True, True)
    part(pane, Segments, "page").buttons()[0].click()
    assert (first.isVisible(), second.isVisible()) == (True, False)


def test_what_is_out_of_sight_is_not_computed(distance_pane):
    pane = distance_pane(far_page="counting")
    results = pane.session.results
    assert results.far_counting is not None
    assert results.far_path is results.far_forgetting is results.far_mixing is results.far_fading is None
    pane.session.set(desk="attention")
    assert pane.session.results.far_counting is None


@pytest.mark.parametrize("page", ["path", "forgetting", "mixing", "counting"])
def test_every_control_has_a_name_and_says_what_it_does(distance_pane, page):
    pane = distance_pane(far_page=page, far_text=APPLE)
    controls = [w for kind in (QComboBox, QSpinBox, QDoubleSpinBox, QSlider) for w in pane.findChildren(kind)]
    switches = [b for one in pane.findChildren(Segments) if one.isVisible() for b in one.buttons()]
    for control in controls:
        if control.isVisible():
            assert control.objectName().startswith("distance.")
            assert control.toolTip(), control.objectName()
    assert all(button.toolTip() for button in switches)


@pytest.mark.parametrize("page", ["path", "forgetting", "mixing", "counting"])
def test_the_theme_reaches_every_picture(distance_pane, page):
    pane = distance_pane(far_page=page, far_text=APPLE)
    pane.session.set(theme="dark")
    for kind in (Curves, WordBars, MatrixView):
        for widget in pane.findChildren(kind):
            assert not widget.isVisible() or widget.theme.name == "dark"


@pytest.mark.parametrize(
    "text",
    [
        "half \ud800 cat",
        "nul \x00 and \u202e turned",
        "👍🏽 👩‍💻",
        "a\nb\u2028c",
        "x" * 5000,
        "<b>&amp;</b>",
        "؟ مرحبا",
    ],
    ids=["half", "control", "emoji", "lines", "long word", "markup", "arabic"],
)
@pytest.mark.parametrize("page", ["path", "forgetting", "mixing", "counting"])
def test_odd_texts_are_read_as_they_are(distance_pane, page, text):
    pane = distance_pane(far_page=page, far_text=text, far_other=text, far_prefix=text)
    assert pane.session.results.failed == {}
    assert not pane.grab().isNull()

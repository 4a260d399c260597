"""Forgetting: the bars are the norms of the Jacobians, the curve follows the slider, odd input is said."""

from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDoubleSpinBox, QLabel, QSlider, QSpinBox
from pytestqt.qtbot import QtBot

from engine.errors import DataFileError, EmptySentenceError
from engine.fading import fading
from engine.forgetting import of_last_place, of_last_state
from engine.sequences.model import load
from engine.sequences.run import SequenceRun
from gui.widgets.curves import Curves
from gui.widgets.segments import Segments
from gui.widgets.word_bars import WordBars
from tests.gui.told import part, said

APPLE = "I ate an apple."


def encoded(kind):
    model = load(f"en-zh.{kind}")
    return SequenceRun.begin(model, model.encode(APPLE))


def test_the_bars_are_the_norms_of_the_jacobians(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE)
    run, transformer = encoded("fixed"), encoded("transformer")
    state = of_last_state(run.source_trace, "forward", 6)
    place = of_last_place(transformer.source_trace, transformer.model.memory)
    for name, measured in (("state", state), ("place", place)):
        bars = part(pane, WordBars, f"forgetting.{name}").bars
        assert [bar.word for bar in bars] == ["i", "ate", "an", "apple", ".", "</s>"]
        np.testing.assert_array_equal([bar.value for bar in bars], measured.norms)


def test_the_strongest_word_and_the_first_are_said_for_both(distance_pane):
    text = said(distance_pane(far_page="forgetting", far_text=APPLE), "forgetting.said")
    assert text == (
        "The recurrent net answers most to “apple” (word 4); to “i” (the first word), 20.5 % of that. "
        "The Transformer answers most to “apple” (word 4); to “i” (the first word), 13.1 % of that."
    )


def test_from_the_end_it_is_the_end_mark_that_is_far(distance_pane):
    pane = distance_pane(
        far_page="forgetting", far_kind="attention", far_text="我吃了一个苹果。", far_backward=True
    )
    state = pane.session.results.far_forgetting.state
    assert np.argmax(state.norms) == 0
    assert said(pane, "forgetting.said").startswith(
        "The recurrent net answers most to “我” (the first word); to “</s>” (the end mark), "
        f"{100 * state.shares[-1]:.1f} % of that. The Transformer"
    )


def test_of_a_word_that_is_both_it_is_said_once(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text="Stop")
    state = pane.session.results.far_forgetting.state
    assert np.argmax(state.norms) == 0
    assert said(pane, "forgetting.said").startswith(
        "The recurrent net answers most to “stop” (the first word). The"
    )


def test_another_encoder_or_the_half_from_the_end_is_measured_anew(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE)
    part(pane, Segments, "forgetting.kind").buttons()[1].click()
    assert pane.session.state.far_kind == "attention"
    expected = of_last_state(encoded("attention").source_trace, "forward", 6).norms
    np.testing.assert_array_equal([b.value for b in part(pane, WordBars, "forgetting.state").bars], expected)
    part(pane, Segments, "forgetting.direction").buttons()[1].click()
    expected = of_last_state(encoded("attention").source_trace, "backward", 6).norms
    np.testing.assert_array_equal([b.value for b in part(pane, WordBars, "forgetting.state").bars], expected)
    caption = pane.findChild(QLabel, "distance.forgetting.state.caption").text()
    assert caption == "Recurrent encoder: its last state, at “i”"


def test_unknown_and_too_many_words_are_said(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text="the qwertz met a zxcvb")
    assert said(pane, "forgetting.notice") == (
        "Not in the models’ vocabulary, and so all read as the same unknown word: “qwertz”, “zxcvb”."
    )
    pane.session.set(far_text="the " * 70)
    assert said(pane, "forgetting.notice") == "These models read 60 words; 10 more were left out."
    assert len(part(pane, WordBars, "forgetting.state").bars) == 61


def test_markup_in_a_sentence_is_read_as_text(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text="<b>")
    assert "“&lt;”" not in said(pane, "forgetting.said")
    assert "“<”" in said(pane, "forgetting.said")


def test_an_empty_sentence_leaves_the_recurrence_as_it_is(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text="")
    assert said(pane, "forgetting.notice") == "The sentence is empty: type a few words."
    assert said(pane, "fading.said").startswith("Radius 0.90")


def test_until_another_sentence_is_measured_it_is_said_that_the_old_one_stands(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE)
    before = pane.session.results.far_forgetting
    pane.session.set(far_text="I saw him.")
    after = pane.session.results.far_forgetting
    pane.session.publish(far_forgetting=before)
    assert said(pane, "forgetting.said") == "Computing… Below is still the one before."
    pane.session.publish(far_forgetting=after)
    assert said(pane, "forgetting.said").startswith("The recurrent net answers most to")
    pane.session.publish(failed={"far_forgetting": EmptySentenceError()}, far_forgetting=None)
    assert said(pane, "forgetting.notice") == ""
    assert said(pane, "forgetting.said") == "Computing…"


def test_missing_weights_are_said_in_place(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE)
    error = DataFileError(Path("model.safetensors"), "file is missing")
    pane.session.publish(failed={"far_forgetting": error})
    assert "cannot be used: file is missing" in said(pane, "forgetting.notice")
    assert part(pane, WordBars, "forgetting.state").isVisible()


def test_a_bar_is_read_by_keys_and_copied_in_all_digits(distance_pane, qtbot: QtBot):
    bars = part(distance_pane(far_page="forgetting", far_text=APPLE), WordBars, "forgetting.state")
    for _ in range(2):
        qtbot.keyClick(bars, Qt.Key.Key_Right)
    assert bars.number() == str(bars.bars[1].value)
    assert bars.accessibleDescription().startswith("“ate”, word 2\nsize of the derivative: 8.5406")
    bars.actions()[1].trigger()
    assert QGuiApplication.clipboard().text() == bars.tsv()


def test_the_slider_moves_the_curve_at_once(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE)
    slider = part(pane, QSlider, "fading.slider")
    for value, fate in ((50, "it vanishes"), (140, "it explodes")):
        slider.setValue(value)
        assert pane.session.state.far_radius == value / 100
        expected = fading("linear", value / 100, 0).sizes
        curve = part(pane, Curves, "fading.curves").chart.curves[0]
        assert [height for _, height in curve.points] == expected.tolist()
        assert said(pane, "fading.said").endswith(f"times its size, {fate}.")
        assert part(pane, QDoubleSpinBox, "fading.radius").value() == value / 100


def test_tanh_and_another_seed_are_other_curves(distance_pane):
    pane = distance_pane(far_page="forgetting", far_text=APPLE, far_radius=1.3)
    curves = part(pane, Curves, "fading.curves")
    part(pane, Segments, "fading.kind").buttons()[1].click()
    assert [y for _, y in curves.chart.curves[0].points] == fading("tanh", 1.3, 0).sizes.tolist()
    part(pane, QSpinBox, "fading.seed").setValue(3)
    assert [y for _, y in curves.chart.curves[0].points] == fading("tanh", 1.3, 3).sizes.tolist()

"""Fixed or made to measure: the matrices of two sentences, and what of them moves."""

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QSpinBox

from engine.mixing import FIXED
from gui.panes.distance import DistancePane
from gui.widgets.matrix_view import MatrixView
from gui.widgets.segments import Segments
from tests.gui.told import part, plain, said

APPLE = "I ate an apple."


def test_four_matrices_of_two_sentences(distance_pane, workroom):
    pane = distance_pane(far_page="mixing")
    run = workroom.minilm.encode(pane.session.state.far_text)
    attention = part(pane, MatrixView, "mixing.attention.a").data
    assert attention.row_labels[1] == "the₂"
    assert len(attention.row_labels) == len(run)
    np.testing.assert_allclose(attention.values.sum(axis=1), 1, atol=1e-5)
    fixed = [part(pane, MatrixView, f"mixing.fixed.{side}").data.values for side in "ab"]
    np.testing.assert_array_equal(fixed[0], FIXED["convolution"](12, 3, 0))
    np.testing.assert_array_equal(*fixed)


def test_what_moves_and_what_stays_is_said_in_numbers(distance_pane):
    pane = distance_pane(far_page="mixing")
    assert said(pane, "mixing.said") == (
        "From sentence A to B 13.3 % of this head’s weight moves elsewhere, most of all from “it”: it looks most at "
        "“cat” in A, at “milk” in B. The convolution’s numbers are the same for both: 0 %."
    )
    part(pane, Segments, "mixing.kind").buttons()[1].click()
    assert "The full layer’s numbers are the same for both: 0 %." in said(pane, "mixing.said")
    assert not part(pane, QSpinBox, "mixing.width").isVisible()
    caption = plain(pane.findChild(QLabel, "distance.mixing.fixed.caption"))
    assert caption == "Full layer: drawn by seed 0, untrained"


@pytest.mark.parametrize("size", [(900, 560), (1280, 760)])
def test_attention_has_as_much_room_as_what_is_beside_it(live_distance, exposed, size):
    pane = exposed(DistancePane(live_distance(far_page="mixing")), *size)
    widths = {part(pane, MatrixView, f"mixing.{name}.a").width() for name in ("attention", "fixed")}
    assert max(widths) - min(widths) <= 2


def test_another_head_of_another_layer(distance_pane, workroom):
    pane = distance_pane(far_page="mixing")
    before = part(pane, MatrixView, "mixing.attention.b").data.values
    part(pane, QComboBox, "mixing.layer").activated.emit(0)
    part(pane, QComboBox, "mixing.head").activated.emit(11)
    assert (pane.session.state.far_layer, pane.session.state.far_head) == (0, 11)
    assert not np.allclose(part(pane, MatrixView, "mixing.attention.b").data.values, before)
    caption = plain(pane.findChild(QLabel, "distance.mixing.attention.caption"))
    assert caption == "Attention: layer 1 of 6, head 12 of 12 of MiniLM, trained"


def test_the_same_sentence_twice_moves_nothing(distance_pane):
    pane = distance_pane(far_page="mixing", far_text=APPLE, far_other=APPLE)
    assert said(pane, "mixing.said").startswith(
        "From sentence A to B 0.0 % of this head’s weight moves elsewhere."
    )


def test_sentences_of_other_lengths_are_compared_where_both_have_places(distance_pane):
    pane = distance_pane(far_page="mixing", far_other="The cat.")
    assert said(pane, "mixing.notice") == (
        "The sentences are not of the same length: the first 5 places are compared."
    )
    pane.session.set(far_text="")
    assert said(pane, "mixing.notice").startswith(
        "Sentence A is empty: only the model’s own tokens remain.\nThe sentences are not of the same length"
    )


def test_what_the_model_cannot_read_is_named(distance_pane):
    pane = distance_pane(far_page="mixing", far_text="我吃了一个苹果。")
    assert said(pane, "mixing.notice").startswith(
        "MiniLM reads English. In sentence A it does not know “吃”, “了”, “个”…: read as [UNK].\n"
    )
    pane.session.set(far_text="It is [UNK].", far_other="It is red.")
    assert said(pane, "mixing.notice") == ""


def test_a_very_long_sentence_is_drawn_as_far_as_the_model_reads(distance_pane):
    pane = distance_pane(far_page="mixing", far_text="word " * 700)
    assert "Only the first 512 tokens of sentence A fit in." in said(pane, "mixing.notice")
    assert part(pane, MatrixView, "mixing.fixed.a").data.values.shape == (512, 512)


def test_a_fixed_kernel_of_another_seed_and_width(distance_pane):
    pane = distance_pane(far_page="mixing")
    part(pane, QSpinBox, "mixing.seed").setValue(5)
    part(pane, QSpinBox, "mixing.width").setValue(6)
    values = part(pane, MatrixView, "mixing.fixed.b").data.values
    np.testing.assert_array_equal(values, FIXED["convolution"](12, 6, 5))

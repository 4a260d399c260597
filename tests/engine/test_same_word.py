"""One word in two sentences: its pieces, its partner, its cosines against golden vectors, its static row."""

from collections.abc import Mapping

import numpy as np
import pytest

from engine.compare import compare
from engine.examples import HUNGRY, IN_A_PAPER, ON_A_POLE, SWEET
from engine.models.base import Model
from engine.run import Run
from engine.same_word import SameWord, cosines_of, same_word, word_path
from engine.steps.base import Array
from engine.vectors import WordVectors


def look(model: Model, vectors: WordVectors, a: str, b: str, position: int) -> SameWord:
    return same_word(compare(Run.forward(model, model.encode(a)), model.encode(b)), position, vectors)


def test_cosines_of_it_are_those_of_the_golden_vectors(
    minilm: Model, vectors: WordVectors, golden: Mapping[str, Array]
) -> None:
    found = look(minilm, vectors, HUNGRY, SWEET, 7)
    assert (found.word, found.at_a, found.at_b) == ("it", (7,), (7,))
    for layer, cosine in enumerate(found.cosines):
        a, b = (golden[f"{name}.hidden"][layer, 7].astype(float) for name in ("hungry", "sweet"))
        assert cosine == pytest.approx(sum(a * b) / (sum(a * a) * sum(b * b)) ** 0.5, abs=1e-5)
    assert len(found.cosines) == 7


def test_a_word_in_pieces_is_the_mean_of_its_pieces(minilm: Model, vectors: WordVectors) -> None:
    by_piece = [look(minilm, vectors, ON_A_POLE, IN_A_PAPER, position) for position in (2, 3)]
    assert by_piece[0] == by_piece[1]
    assert (by_piece[0].word, by_piece[0].at_a) == ("transformer", (2, 3))
    run = Run.forward(minilm, minilm.encode(ON_A_POLE))
    path = word_path(run, (2, 3))
    assert path.shape == (7, 384)
    assert np.allclose(path[6], (run.stream(5)[2].astype(float) + run.stream(5)[3]) / 2)
    assert np.allclose(path[0], run.trace(0)["embed_norm"][[2, 3]].astype(float).mean(axis=0))


def test_the_static_row_is_described_by_its_own_neighbours(minilm: Model, vectors: WordVectors) -> None:
    static = look(minilm, vectors, ON_A_POLE, IN_A_PAPER, 2).static
    assert static is not None
    assert static.norm == pytest.approx(np.linalg.norm(vectors.exact("transformer")))
    assert {"substation", "voltage"} <= {near.word for near in static.neighbours}


def test_a_word_that_moved_is_found_where_it_is(minilm: Model, vectors: WordVectors) -> None:
    found = look(minilm, vectors, "cats chase mice", "mice fear cats", 1)
    assert (found.word, found.at_b) == ("cats", (3,))
    assert found.cosines[0] is not None
    assert found.cosines[0] < 0.99  # it stands at another position


def test_another_word_with_the_same_first_piece_is_no_partner(minilm: Model, vectors: WordVectors) -> None:
    assert minilm.encode("transformable").texts[1:3] == ("transform", "##able")
    found = look(minilm, vectors, "the transformer hums", "the transformable hums", 2)
    assert (found.word, found.at_b, found.cosines) == ("transformer", (), ())


def test_a_special_token_has_no_static_row(minilm: Model, vectors: WordVectors) -> None:
    assert look(minilm, vectors, HUNGRY, SWEET, 0).static is None


def test_a_zero_vector_has_no_cosine() -> None:
    assert cosines_of(np.array([[3.0, 4], [0, 0]]), np.array([[4.0, 3], [1, 0]])) == [
        pytest.approx(0.96),
        None,
    ]

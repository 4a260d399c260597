"""The three answers to one look-up, by hand: exact, nearest, and all keys at once."""

import math

import numpy as np
import pytest

from engine.dictionary import FUNCTIONS, LookUp, look_up
from engine.vectors import WordVectors

# Short vectors, so that the sums can be done on paper.
ROWS = {"a": (1, 0), "b": (0, 1), "c": (1, 1), "d": (3, 0), "zero": (0, 0)}


@pytest.fixture
def small() -> WordVectors:
    return WordVectors(tuple(ROWS), np.array(list(ROWS.values()), np.float32))


def named(found: LookUp) -> list[str]:
    return [entry.word for entry in found.nearest]


def test_a_word_that_is_a_key_is_answered_in_all_three_ways(small: WordVectors) -> None:
    found = look_up(small, "a", ("a", "b"), {}, "dot")
    assert found.exact is not None
    assert found.exact.value == 10
    assert named(found) == ["a"]
    share = math.e / (math.e + 1)  # scores 1 and 0
    assert found.weights.tolist() == pytest.approx([share, 1 - share])
    assert found.answer == pytest.approx(10 * share + 20 * (1 - share), abs=1e-5)


def test_a_word_that_is_no_key_has_no_exact_answer_but_a_nearest(small: WordVectors) -> None:
    found = look_up(small, "c", ("a", "d"), {"d": 7.5}, "distance")
    assert found.exact is None
    assert found.scores.tolist() == [-0.5, -2.5]  # half the squared distances 1 and 5
    assert named(found) == ["a"]
    share = 1 / (1 + math.exp(-2))
    assert found.answer == pytest.approx(10 * share + 7.5 * (1 - share), abs=1e-5)
    assert [entry.given for entry in found.entries] == [False, True]


def test_what_is_nearest_depends_on_the_metric(small: WordVectors) -> None:
    nearest = {name: named(look_up(small, "c", ("a", "b", "d"), {}, name)) for name in FUNCTIONS}
    assert nearest == {"dot": ["d"], "cosine": ["a", "b", "d"], "distance": ["a", "b"]}


def test_temperature_moves_between_the_nearest_and_the_mean(small: WordVectors) -> None:
    answers = [look_up(small, "d", ("a", "b"), {}, "dot", t).answer for t in (0.0, 0.5, 3.0, 1e6)]
    assert answers[0] == 10
    assert answers[3] == pytest.approx(15, abs=1e-3)
    assert answers == sorted(answers)  # type: ignore[type-var]
    tied = look_up(small, "c", ("a", "b"), {}, "dot", 0.0)
    assert (named(tied), tied.weights.tolist(), tied.answer) == (["a", "b"], [0.5, 0.5], 15)


def test_an_unknown_word_is_near_to_nothing_but_can_be_a_key(small: WordVectors) -> None:
    found = look_up(small, "xyz", ("a", "b"), {})
    assert (found.exact, found.nearest, found.answer, found.missing) == (None, (), None, "query")
    assert found.scores.size == 0
    with pytest.raises(KeyError):
        found.explain("lab.look.answer", (0, 0, 0))
    key = look_up(small, "xyz", ("a", "xyz"), {})
    assert key.exact is not None
    assert (key.exact.value, key.exact.place, key.answer) == (20, None, None)


def test_keys_without_a_vector_keep_their_value_and_stay_out_of_the_rest(small: WordVectors) -> None:
    found = look_up(small, "a", ("nope", "b", "d"), {})
    assert [(entry.value, entry.place) for entry in found.entries] == [(10, None), (20, 0), (30, 1)]
    assert found.texts("lab.look.scores", "key") == ("b", "d")
    assert found.texts("lab.look.scores", "query") == ("a",)
    none = look_up(small, "a", ("nope",), {})
    assert (none.missing, none.trace) == ("keys", None)
    assert look_up(small, "a", (), {}).missing == "keys"


def test_a_zero_vector_has_no_cosine_but_a_distance(small: WordVectors) -> None:
    assert look_up(small, "zero", ("a",), {}, "cosine").missing == "direction"
    assert named(look_up(small, "zero", ("a", "d"), {}, "distance")) == ["a"]
    found = look_up(small, "a", ("zero", "b"), {}, "cosine")
    assert [entry.place for entry in found.entries] == [None, 0]


def test_the_exact_match_is_letter_for_letter(vectors: WordVectors) -> None:
    found = look_up(vectors, "Florida", ("florida", "texas"), {}, "cosine")
    assert found.exact is None
    assert named(found) == ["florida"]
    assert found.scores[0] == pytest.approx(1)


def test_real_words_answer_with_the_values_of_the_nearest(vectors: WordVectors) -> None:
    keys = ("florida", "california", "texas", "politics", "truth")
    found = look_up(vectors, "miami", keys, {})
    assert named(found) == ["florida"]
    rows = vectors.stack(("miami", *keys))
    scores = [float(rows[0] @ row) for row in rows[1:]]
    shares = [math.exp(score - max(scores)) for score in scores]
    soft = sum(10 * (i + 1) * share for i, share in enumerate(shares)) / sum(shares)
    assert found.answer == pytest.approx(soft, abs=1e-4)
    derivation = found.explain("lab.look.answer", (0, 0, 0))
    assert derivation.agrees
    assert len(derivation.arithmetic.terms) == len(keys)

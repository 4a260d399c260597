"""The command line: what `words` and `attend` say."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.examples import HUNGRY, SWEET, WORDS
from engine.models.base import Model
from engine.run import Run

Call = Callable[..., str]


@pytest.fixture
def attend(call: Call) -> Callable[..., dict[str, Any]]:
    return lambda *arguments, **more: json.loads(call("attend", *arguments, "--json", **more))


# --- words ----------------------------------------------------------------------------------------------------------


def test_words_give_the_published_figures(call: Call) -> None:
    said = json.loads(call("words", *WORDS, "--json"))
    assert set(said) >= {"words", "norms", "pairs", "plane", "unknown"}
    assert "neighbours" not in said
    assert said["words"] == list(WORDS)
    assert said["unknown"] == []
    plane = said["plane"]
    assert set(plane) == {"method", "coordinates", "explained", "settings", "norms", "pairs"}
    assert plane["coordinates"]["florida"] == pytest.approx([-2.40062016, 0.00478901], abs=5e-9)
    assert plane["coordinates"]["truth"] == pytest.approx([4.17067881, -2.38762552], abs=5e-9)
    assert plane["norms"]["florida"] == pytest.approx(2.40062493, abs=5e-9)
    assert plane["explained"] == pytest.approx([0.64681691, 0.20973948], abs=5e-9)
    pairs = {(pair["a"], pair["b"]): pair for pair in said["pairs"]}
    assert len(pairs) == 10
    pair = pairs["florida", "texas"]
    assert set(pair) == {"a", "b", "dot", "cosine", "angle_degrees", "euclidean", "manhattan"}
    assert pair["cosine"] == pytest.approx(0.88232365, abs=5e-9)
    assert pair["angle_degrees"] == pytest.approx(28.07605, abs=5e-6)


def test_words_lists_nearest_neighbours_on_request(call: Call) -> None:
    said = json.loads(call("words", "florida", "--neighbours", "5", "--json"))
    found = {near["word"]: round(near["cosine"], 4) for near in said["neighbours"]["florida"]}
    assert list(found.items()) == [
        ("texas", 0.8823),
        ("carolina", 0.8348),
        ("california", 0.8277),
        ("arizona", 0.8264),
        ("miami", 0.8123),
    ]


def test_words_as_text_hold_the_same_figures(call: Call) -> None:
    said = call("words", "florida", "texas", "truth", "--neighbours", "2")
    for figure in ("5.717973", "0.882324", "28.076°", "carolina", "0.8348"):
        assert figure in said


@pytest.mark.parametrize(
    ("metric", "value", "shown"),
    [
        ("dot", 28.5125, "28.5125"),
        ("angle_degrees", 28.0761, "28.0761°"),
        ("euclidean", 2.7480, "2.7480"),
        ("manhattan", 21.6075, "21.6075"),
    ],
)
def test_words_are_near_by_the_metric_that_is_asked_for(
    call: Call, metric: str, value: float, shown: str
) -> None:
    asked = ("words", "florida", "--neighbours", "1", "--metric", metric)
    near = json.loads(call(*asked, "--json"))["neighbours"]["florida"][0]
    assert near[metric] == pytest.approx(value, abs=5e-5)
    assert near["word"] == ("california" if metric == "dot" else "texas")
    assert shown in call(*asked)


def test_an_analogy(call: Call) -> None:
    said = json.loads(call("words", "--analogy", "king", "man", "woman", "--neighbours", "3", "--json"))
    found = said["analogy"]
    assert found["terms"] == ["king", "man", "woman"]
    assert [(near["word"], round(near["score"], 4)) for near in found["answers"]] == [
        ("queen", 0.7699),
        ("monarch", 0.6843),
        ("throne", 0.6756),
    ]
    assert found["margin"] == found["answers"][0]["score"] - found["answers"][1]["score"]
    assert (found["method"], found["units"], found["inputs"]) == ("3cosadd", True, False)
    assert said["words"] == []


def test_an_analogy_says_how_it_was_solved(call: Call) -> None:
    asked = ("words", "--analogy", "King", "man", "woman")
    plain = call(*asked)
    assert "king - man + woman (3CosAdd, unit vectors, the three words left out)" in plain
    assert "The first is 0.0855 ahead of the second." in plain
    raw = call(*asked, "--raw", "--inputs", "--neighbours", "2")
    assert "(3CosAdd, raw vectors, the three words allowed)" in raw
    assert [line.split() for line in raw.splitlines()[3:5]] == [["king", "0.8552"], ["queen", "0.7834"]]
    assert "(3CosMul, the three words left out)" in call(*asked, "--product")


def test_unknown_words_are_named_with_near_spellings(call: Call) -> None:
    assert json.loads(call("words", "florida", "floridda", "--json"))["unknown"] == ["floridda"]
    said = call("words", "florida", "floridda")
    assert "'floridda'" in said
    assert "Near spellings: florida" in said


def test_one_word_has_no_plane(call: Call) -> None:
    assert json.loads(call("words", "florida", "--json"))["plane"] is None
    assert "give two or more" in call("words", "florida")


def test_identical_words_count_once(call: Call) -> None:
    assert json.loads(call("words", "cat", "cat", "CAT", "--json"))["words"] == ["cat"]


# --- attend ---------------------------------------------------------------------------------------------------------


def test_attend_finds_what_it_means(attend: Callable[..., dict[str, Any]]) -> None:
    said = attend(HUNGRY, "--layer", "4", "--head", "2", "--from", "it")
    assert (said["layer"], said["layers"], said["head"], said["heads"]) == (4, 6, 2, 12)
    assert said["from"] == {"position": 8, "token": "it"}
    weights = dict(zip(said["tokens"], said["weights"], strict=True))
    assert weights["cat"] == pytest.approx(0.564, abs=2e-3)
    assert weights["milk"] == pytest.approx(0.125, abs=2e-3)
    sweet = attend(SWEET)
    weights = dict(zip(sweet["tokens"], sweet["weights"], strict=True))
    assert weights["cat"] == pytest.approx(0.020, abs=2e-3)
    assert weights["milk"] == pytest.approx(0.486, abs=2e-3)


def test_attend_opens_where_the_window_does(attend: Callable[..., dict[str, Any]]) -> None:
    assert attend(HUNGRY) == attend(HUNGRY, "--layer", "4", "--head", "2", "--from", "8")


def test_attend_says_what_the_engine_computed(attend: Callable[..., dict[str, Any]], minilm: Model) -> None:
    said = attend("a cat, a dog", "--layer", "6", "--head", "12", "--from", "dog")
    trace = Run.forward(minilm, minilm.encode("a cat, a dog")).trace(5)
    assert said["from"] == {"position": 6, "token": "dog"}
    assert said["weights"] == trace["blocks.5.attn.weights"][11, 5].tolist()
    steps = {step["name"]: step for step in said["steps"]}
    assert list(steps) == [step.output for step in trace.recipe]
    assert steps["blocks.5.attn.scores"] == {
        "name": "blocks.5.attn.scores",
        "formula": r"S = Q\,K^{\top}",
        "shape": [12, 7, 7],
    }
    assert not [step for step in steps.values() if any(f"\\{macro}{{" in step["formula"] for macro in "qkvr")]


def test_a_token_is_found_by_name_or_position(attend: Callable[..., dict[str, Any]]) -> None:
    sentence = "the cat the 30 cat"
    assert attend(sentence)["from"] == {"position": 2, "token": "the"}
    assert attend(sentence, "--from", "CAT")["from"]["position"] == 3
    assert attend(sentence, "--from", "6")["from"] == {"position": 6, "token": "cat"}
    assert attend(sentence, "--from", "30")["from"] == {"position": 5, "token": "30"}


def test_the_fresh_layer_says_that_it_is_untrained(attend: Callable[..., dict[str, Any]], call: Call) -> None:
    fresh = ("--source", "fresh", "--heads", "3", "--d-head", "5", "--seed", "7")
    said = attend(HUNGRY, *fresh)
    assert (said["trained"], said["layers"], said["heads"]) == (False, 1, 3)
    assert said["from"]["token"] == "it"
    assert np.sum(said["weights"]) == pytest.approx(1, abs=1e-6)
    assert said["weights"] != attend(HUNGRY, *fresh[:-1], "8")["weights"]
    assert "untrained" in call("attend", HUNGRY, *fresh)


def test_attend_as_text_counts_from_one(call: Call) -> None:
    said = call("attend", HUNGRY)
    assert "Layer 4 of 6, head 2 of 12, from it (8)" in said
    assert "0.5647" in said


def test_an_empty_sentence_is_a_true_two_by_two(attend: Callable[..., dict[str, Any]]) -> None:
    said = attend("  ")
    assert said["tokens"] == ["[CLS]", "[SEP]"]
    assert sum(said["weights"]) == pytest.approx(1, abs=1e-6)


def test_a_long_text_says_what_was_dropped(attend: Callable[..., dict[str, Any]]) -> None:
    remark = "The text is longer than the model can read: the first 512 tokens were kept, 90 dropped.\n"
    said = attend("cat " * 600, remark=remark)
    assert (len(said["tokens"]), said["dropped"]) == (512, 90)


def test_what_the_model_does_not_know_is_said(attend: Callable[..., dict[str, Any]]) -> None:
    attend("a 😀 b", remark="1 token is unknown to the model and read as [UNK].\n")
    said = attend("the zzgrmpf cat", "--source", "fresh", remark="Left out, having no vector: 'zzgrmpf'.\n")
    assert said["left_out"] == ["zzgrmpf"]

"""The command line: what `translate` and `write` say, and what they refuse."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.cli import main
from engine.translation_text import LONGEST

Call = Callable[..., str]
APPLE = {"en": "I ate an apple.", "zh": "我吃了一个苹果。"}
KINDS = ("fixed", "attention", "transformer")


@pytest.fixture
def translate(call: Call) -> Callable[..., dict[str, Any]]:
    return lambda *arguments, **more: json.loads(call("translate", *arguments, "--json", **more))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("to", ["zh", "en"])
def test_the_apple_is_eaten_in_both_languages(
    to: str, kind: str, translate: Callable[..., dict[str, Any]]
) -> None:
    source = "en" if to == "zh" else "zh"
    said = translate(APPLE[source], "--to", to, "--model", kind)
    assert set(said) >= {"tokens_in", "tokens_out", "alignment", "probabilities", "text"}
    assert said["tokens_in"][-1] == said["tokens_out"][-1] == "</s>"
    assert said["text"].lower() == APPLE[to].lower()
    assert len(said["probabilities"]) == len(said["tokens_out"])
    assert all(0 < chance <= 1 for chance in said["probabilities"])
    if kind == "fixed":
        assert said["alignment"] is None
    else:
        rows = np.array(said["alignment"])
        assert rows.shape == (len(said["tokens_out"]), len(said["tokens_in"]))
        np.testing.assert_allclose(rows.sum(1), 1, rtol=0, atol=1e-5)


def looks_at(said: dict[str, Any], token: str) -> str:
    row = said["alignment"][said["tokens_out"].index(token)]
    return str(said["tokens_in"][int(np.argmax(row))])


def test_words_look_at_what_they_translate(translate: Callable[..., dict[str, Any]]) -> None:
    there = translate(APPLE["en"], "--to", "zh", "--model", "attention")
    assert [looks_at(there, token) for token in "苹果"] == ["apple", "apple"]
    back = translate(APPLE["zh"], "--to", "en", "--model", "attention")
    assert looks_at(back, "apple") in "苹果"
    assert looks_at(back, "ate") == "吃"
    assert looks_at(back, "an") in "一个"


def test_the_other_language_is_found_without_asking(translate: Callable[..., dict[str, Any]]) -> None:
    assert translate("How are you?")["model"] == "en-zh.attention"
    assert translate("你好吗？")["model"] == "zh-en.attention"


def test_a_head_of_the_transformer(translate: Callable[..., dict[str, Any]]) -> None:
    asked = "I love you.", "--model", "transformer", "--layer", "2", "--head", "5"
    said, other = translate(*asked), translate(*asked[:3])
    assert (said["layer"], said["head"]) == (2, 5)
    assert (other["layer"], other["head"]) == (3, 1)
    assert said["alignment"] != other["alignment"]
    assert said["text"] == other["text"]


def test_ways_to_choose_tokens(translate: Callable[..., dict[str, Any]]) -> None:
    greedy = translate("How are you?")
    assert translate("How are you?", "--beam", "1") == greedy
    assert translate("How are you?", "--temperature", "0") == greedy
    drawn = [
        translate("How are you?", "--temperature", "1.2", "--seed", str(seed))["text"] for seed in range(6)
    ]
    assert len(set(drawn)) > 1
    again = translate("How are you?", "--temperature", "1.2", "--seed", "4")["text"]
    assert again == drawn[4]


def test_unknown_words_and_long_sentences_are_remarked(translate: Callable[..., dict[str, Any]]) -> None:
    said = translate("The quux ate.", remark="Not in the vocabulary, read as <unk>: 'quux'.\n")
    assert (said["unknown"], said["dropped"]) == (["quux"], 0)
    long = "Only the first 60 tokens are read; 10 more are left out.\n"
    assert translate("cat " * 70, remark=long)["dropped"] == 10


def test_full_width_signs_are_read(translate: Callable[..., dict[str, Any]]) -> None:
    assert translate("Ｈｏｗ　ａｒｅ　ｙｏｕ？")["text"] == translate("How are you?")["text"]


def test_as_text(call: Call) -> None:
    said = call("translate", APPLE["en"], "--to", "zh")
    assert said.startswith("en-zh.attention: 我吃了一个苹果。\n")
    assert "looks at" in said
    assert "looks at" not in call("translate", APPLE["en"], "--to", "zh", "--model", "fixed")


def test_the_language_model_writes_on(call: Call) -> None:
    said = json.loads(call("write", "You should", "--json"))
    assert said["tokens_in"] == ["you", "should"]
    assert said["text"].startswith("you should")
    assert len(said["tokens_out"]) > 1
    assert said["ended"]
    assert said["alignment"] is None
    assert len(said["tokens_out"]) == len(said["probabilities"])
    assert json.loads(call("write", "", "--json"))["tokens_in"] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("translate", ""), "The sentence is empty: type at least one word."),
        (("translate", " \n\t"), "The sentence is empty: type at least one word."),
        (
            ("translate", APPLE["zh"], "--to", "zh"),
            "The sentence is Chinese already. To translate it, ask for --to en.",
        ),
        (
            ("translate", APPLE["en"], "--to", "en"),
            "The sentence is English already. To translate it, ask for --to zh.",
        ),
        (
            ("translate", "a", "--model", "transformer", "--head", "9"),
            "Head 9 does not exist: this model has 8 heads.",
        ),
        (
            ("write", "a " * LONGEST),
            f"The beginning has {LONGEST} tokens; the model writes no more than {LONGEST}.",
        ),
    ],
)
def test_refusals(arguments: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err == sentence + "\n"


@pytest.mark.parametrize("temperature", ["-1", "101", "warm", "nan", "inf"])
def test_a_temperature_that_is_none_is_refused(temperature: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("translate", "a", f"--temperature={temperature}")) == 2
    assert "is not a number from 0 to 100" in capsys.readouterr().err

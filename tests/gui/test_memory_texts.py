"""Odd texts on the page of the key/value cache: none, unknown, too long, without an end, without a model."""

import numpy as np
import pytest
from PySide6.QtWidgets import QStackedWidget

from engine.errors import DataFileError
from engine.models.base import Sizes
from engine.names import NAMES, key
from engine.paths import TRANSLATION
from engine.sequences.model import SequenceModel
from engine.trace import never_stop
from gui.panes.memory import MemoryPane
from gui.state import State
from gui.widgets.notice import Notice
from gui.widgets.readout_table import ReadoutTable
from gui.widgets.token_strip import TokenStrip

WRITTEN = ("<s>", *"我吃了一个苹果。")


@pytest.fixture
def shown(live_memory, exposed):
    """A pane on a session that follows every choice."""

    def make(**choices):
        session = live_memory(**choices)
        return exposed(MemoryPane(session), 900, 700), session

    return make


def part(pane, kind, name):
    return pane.findChild(kind, f"memory.{name}")


def notice(pane):
    return part(pane, Notice, "cache.notice")


def test_without_a_text_the_last_one_stays(shown):
    pane, session = shown()
    assert not notice(pane).isVisible()
    session.set(mem_text="  ")
    assert notice(pane).text() == (
        "There is nothing to translate: type a sentence.<br>Below is still the last text that worked."
    )
    assert part(pane, TokenStrip, "tokens").tokens == WRITTEN
    session.set(mem_text="How are you?")
    assert not notice(pane).isVisible()


def test_words_outside_of_the_vocabulary_and_too_many_are_said(shown):
    pane, session = shown(mem_text="A xqzzt " + "the cat " * 32)
    assert "&lt;unk&gt;" in notice(pane).text()
    assert "“xqzzt”" in notice(pane).text()
    assert "Only the first 60 tokens are read; " in notice(pane).text()
    assert len(session.results.ledger.run.source) == 61


def test_a_text_without_end_stops_at_the_limit(shown, tiny_language, monkeypatch):
    pane, session = shown(mem_model="language")
    assert "Stopped after 60 tokens" in notice(pane).text()
    assert len(session.results.ledger.steps) == 61


@pytest.mark.parametrize(
    ("text", "source"), [("我吃了一个苹果。", "zh"), ("I ate an apple.", "en"), ("?!", "en")]
)
def test_a_text_is_read_by_the_model_of_its_language(text, source, workroom, monkeypatch):
    asked = []

    def refuse(kind, language):
        asked.append((kind, language))
        raise DataFileError(TRANSLATION, "file is missing")

    monkeypatch.setattr(workroom, "sequence_model", refuse)
    monkeypatch.setattr(workroom, "_last_ledger", None)
    with pytest.raises(DataFileError):
        workroom.ledger(State(desk="memory", mem_text=text), never_stop)
    assert asked == [("transformer", source)]


def test_a_model_that_is_missing_is_said_and_nothing_else_is_shown(shown, workroom, monkeypatch):
    def missing(kind, source):
        raise DataFileError(TRANSLATION / "en.language" / "model.safetensors", "file is missing")

    monkeypatch.setattr(workroom, "sequence_model", missing)
    pane, _ = shown(mem_model="language", mem_prompt="nobody has asked for this yet")
    assert "data/translation/en.language/model.safetensors" in notice(pane).text()
    assert not pane.findChild(QStackedWidget).currentWidget().findChild(QStackedWidget).isVisible()
    assert notice(pane).height() < 100


@pytest.fixture
def tiny_language(workroom, monkeypatch):
    """A language model of the English vocabulary that says `the` for ever."""
    english = workroom.sequence_model("transformer", "en").source_words
    model = never_ending(english)
    monkeypatch.setattr(workroom, "sequence_model", lambda kind, source: model)
    monkeypatch.setattr(workroom, "_last_ledger", None)
    return model


def never_ending(words):
    sizes = Sizes(1, 2, 2, 4, 2, 4, 60)
    bare = SequenceModel("en.language", "language", "", "en", sizes, {}, None, words)
    lengths = {"vocab": len(words), "d_model": 4, "d_attn": 4, "d_kv": 4, "d_mlp": 4}
    recipe = bare.target_recipe()
    made = {step.output for step in recipe} | {f"decoder.{name}" for name in ("tokens", "positions", "mask")}
    wanted = {path for step in recipe for path in step.inputs} - made
    weights = {
        path: np.zeros([lengths[axis] for axis in NAMES[key(path)].axes], np.float32) for path in wanted
    }
    weights["decoder.b_unembed"] = np.eye(1, len(words), words.encode(["the"])[0], dtype=np.float32)[0]
    return SequenceModel("en.language", "language", "", "en", sizes, weights, None, words)


def test_the_language_model_goes_on_from_a_beginning(shown, tiny_language):
    pane, session = shown(mem_model="language", mem_prompt="You should")
    assert part(pane, TokenStrip, "tokens").tokens[:4] == ("<s>", "you", "should", "the")
    assert session.results.ledger.state_bytes is None
    table = part(pane, ReadoutTable, "cost").tsv()
    assert "recurrent net" not in table
    session.set(mem_prompt="")
    assert part(pane, TokenStrip, "tokens").tokens[:2] == ("<s>", "the")


def test_what_the_language_model_does_not_know_or_leaves_out_is_said(shown, tiny_language):
    pane, session = shown(mem_model="language", mem_prompt="You xqzzt 你好")
    assert "reads &lt;unk&gt; instead: “xqzzt”, “你好”" in notice(pane).text()
    session.set(mem_prompt="the " * 70)
    assert "Only the first 59 tokens are read; 11 more were left out." in notice(pane).text()
    assert len(session.results.ledger.steps) == 61

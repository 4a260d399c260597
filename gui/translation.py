"""What a person does to a translation: turns it round, chooses another token, goes to a place of it."""

from typing import Any

from engine.sequences.model import LANGUAGES
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import language_of
from gui.results import Results
from gui.results_of_desks import Translation
from gui.seq_view import SequenceView, sequence_view_of
from gui.state import State

Changes = dict[str, Any]
# Where one looks in a translation.
LOOK = frozenset(
    f"seq_{name}" for name in ("side", "word", "place", "layer", "head", "attention", "stage", "step")
)


def other_language(language: str) -> str:
    return next(other for other in LANGUAGES if other != language)


def turned_round(state: State, source: str, results: Results) -> Changes:
    """The changes of state that translate from ``source``.  The sentence becomes its own translation, that of a person
    where there is one; a text that is in the language already stays.
    """
    changes: Changes = {"seq_source": source}
    if source == state.seq_source or language_of(state.seq_text) == source:
        return changes
    pair = next((pair for pair in results.pairs if state.seq_text == getattr(pair, state.seq_source)), None)
    if pair is not None:
        return changes | {"seq_text": getattr(pair, source)}
    made = results.translation
    return changes | ({"seq_text": made.run.text} if made and made.run.text else {})


def shown(results: Results) -> Translation | None:
    """The translation to look at: none while what was asked for failed."""
    return None if "translation" in results.failed else results.translation


def looked(state: State, results: Results) -> SequenceView | None:
    """Where one looks in it."""
    made = shown(results)
    return sequence_view_of(state, made.run) if made else None


def to_word(view: SequenceView, word: int) -> Changes:
    """The changes of state that lead to a word of the source as it is read."""
    changes: Changes = {"seq_side": "encoder", "seq_word": word}
    if view.moment.side == "encoder":
        return changes
    return changes | {"seq_stage": "states" if view.run.model.recurrent else "softmax", "seq_step": ""}


def to_token(view: SequenceView, place: int) -> Changes:
    """The changes of state that lead to a token of the output as it is written."""
    changes: Changes = {"seq_side": "decoder", "seq_place": place}
    if view.moment.side == "decoder":
        return changes
    if view.run.model.recurrent:
        stage = "softmax" if view.run.looks_back else "context"
        return changes | {"seq_stage": stage, "seq_step": ""}
    return changes | {"seq_attention": "cross", "seq_stage": "cross_softmax", "seq_step": ""}


def to_layer(view: SequenceView, layer: int) -> Changes:
    """The changes of state that lead to a layer of a Transformer; from what comes after all layers, to its weights."""
    leaving = {"seq_stage": "cross_softmax", "seq_step": ""} if view.moment.stage == "predict" else {}
    return {"seq_layer": layer} | leaving


def to_attention(view: SequenceView, attention: str) -> Changes:
    """The changes of state that lead to one of a Transformer's kinds of attention: to its weights."""
    stage = "cross_softmax" if attention == "cross" else "softmax"
    side = "encoder" if attention == "encoder" else "decoder"
    return {"seq_side": side, "seq_attention": attention, "seq_stage": stage, "seq_step": ""}


def rewritten(run: SequenceRun, place: int, token: int) -> Changes:
    """The changes of state that put another token at a place of the output and go on from it."""
    return {"seq_prefix": (*run.written[:place], token)}

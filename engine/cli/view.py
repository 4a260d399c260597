"""What is being looked at: the model, the sentence's run, and layer, head and query chosen by the arguments."""

import sys
from argparse import Namespace
from dataclasses import dataclass

from engine.cli.wording import Refusal, listed
from engine.examples import HUNGRY, LOOK, SWEET, Look
from engine.models.base import Model
from engine.models.bert import load
from engine.models.fresh import fresh_layer
from engine.paths import GLOVE, MINILM
from engine.run import Run
from engine.text import Tokens
from engine.trace import Trace
from engine.vectors import open_vectors


@dataclass(frozen=True)
class View:
    """A run and where to look in it."""

    sentence: str
    run: Run
    look: Look

    @property
    def tokens(self) -> Tokens:
        return self.run.tokens

    @property
    def trace(self) -> Trace:
        return self.run.trace(self.look.layer)


def open_view(sentence: str, options: Namespace) -> View:
    """Load, read, choose, compute.  Refusal for a layer, a head or a token that does not exist."""
    text = reading(sentence)
    model = _model(options)
    layer = chosen("Layer", "layers", options.layer, LOOK.layer, model.sizes.layers)
    head = chosen("Head", "heads", options.head, LOOK.head, model.sizes.heads)
    tokens = model.encode(text)
    query = _query(tokens, text, options.start)
    return View(text, Run.forward(model, tokens), Look(layer, head, query))


def reading(sentence: str) -> str:
    """The text that was given, or that of standard input."""
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape") if sentence == "-" else sentence


def _model(options: Namespace) -> Model:
    if options.source == "minilm":
        return load(MINILM)
    return fresh_layer(open_vectors(GLOVE), options.heads, options.d_head, options.seed)


def chosen(what: str, many: str, asked: int | None, default: int, count: int) -> int:
    """A layer or a head, from 0, that was asked for from 1.  Refusal for one that does not exist."""
    if asked is None:
        return min(default, count - 1)
    if asked > count:
        raise Refusal(
            f"{what} {asked} does not exist: this model has {count} {many if count > 1 else many[:-1]}."
        )
    return asked - 1


def _query(tokens: Tokens, text: str, asked: str | None) -> int:
    if asked is None:
        return _default_query(tokens, text)
    if asked.isdecimal() and 0 < int(asked[:9]) <= len(tokens):
        return int(asked) - 1
    found = tokens.find(asked)
    if found is not None:
        return found
    if asked.isdecimal():
        raise Refusal(f"Position {asked[:9]} does not exist: the sentence has {len(tokens)} tokens.")
    raise Refusal(f"{asked!r} is not a token of this sentence. Its tokens are: {listed(tokens.texts, 40)}.")


def _default_query(tokens: Tokens, text: str) -> int:
    """`it` in the pair of sentences that the program opens with, else the first token that is not special."""
    first = next((i for i, special in enumerate(tokens.special) if not special), 0)
    return first + LOOK.query - 1 if text in (HUNGRY, SWEET) else first


def notes(tokens: Tokens) -> list[str]:
    """What of the sentence did not come through, in sentences."""
    told = []
    if tokens.dropped:
        told.append(
            f"The text is longer than the model can read: the first {len(tokens):,} tokens were kept, "
            f"{tokens.dropped:,} dropped."
        )
    unknown = sum(tokens.unknown)
    if unknown:
        told.append(
            f"{unknown} {'token is' if unknown == 1 else 'tokens are'} unknown to the model and read as [UNK]."
        )
    if tokens.left_out:
        told.append(f"Left out, having no vector: {listed(tokens.left_out)}.")
    return told

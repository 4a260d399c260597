"""One step of the recipe: its formula, what it makes, and the array that came out."""

from dataclasses import dataclass

import numpy as np

from engine.examples import Look
from engine.names import NAMES, key
from engine.recipes import Step
from engine.report.formula import formula
from engine.report.markup import token
from engine.report.matrix import Matrix, Side, Table, choose
from engine.report.sentences import AXES
from engine.run import Run
from engine.steps import Dropout
from engine.trace import Trace

TOKENS = 24  # most rows, and most columns, that stand for tokens
FEATURES = 12  # most columns that stand for features
WEIGHTS = "attn.weights"


@dataclass(frozen=True)
class Scene:
    """What is looked at: layer, head and query of a run, and the key that this query gives most weight."""

    run: Run
    look: Look
    key: int

    @property
    def trace(self) -> Trace:
        return self.run.trace(self.look.layer)


def card(step: Step, scene: Scene) -> str:
    """A figure: caption, formula, table."""
    name = key(step.output)
    table = _table(step, scene)
    notes = " · ".join(filter(None, (shape(step, scene), table.left_out())))
    return (
        f'<figure class="{_kind(name, table)}">'
        f"<figcaption><b>{_capital(NAMES[name].meaning)}</b> <code>{step.output}</code></figcaption>"
        f'<div class="formula">{formula(step)}</div>'
        f'<div class="scroll">{table.html()}</div>'
        f'<p class="note">{table.legend()}<span>{notes}</span></p></figure>'
    )


def _kind(name: str, table: Table) -> str:
    return " ".join(filter(None, ("step", role(name), "narrow" if len(table.columns.labels) == 1 else "")))


def role(name: str) -> str:
    """``of-q``, ``of-k``, ``of-v`` or ``of-r`` (the result) where the name's symbol is coloured so, else nothing."""
    symbol = NAMES[name].symbol
    return f"of-{symbol[1]}" if symbol[:1] == "\\" and symbol[2:3] == "{" else ""


def shape(step: Step, scene: Scene) -> str:
    """The axes with their lengths, and which head is shown."""
    sizes = scene.trace[step.output].shape
    axes = " × ".join(
        f"{axis} {size:,}" for axis, size in zip(step.axes, sizes, strict=True) if axis != "one"
    )
    head = f", head {scene.look.head + 1} shown" if step.axes[0] in ("head", "kv_head") else ""
    return f"{axes}{head}"


def _table(step: Step, scene: Scene) -> Table:
    values, axes = _plane(step, scene)
    columns = _tokens(axes[1], scene) if axes[1] == "key" else _features(step, axes[1], values, scene)
    marked = (scene.look.query, scene.key if axes[1] == "key" else None)
    dropped = step.operation.dropped(values.shape) if isinstance(step.operation, Dropout) else None
    return Table(values, _tokens(axes[0], scene), columns, key(step.output) == WEIGHTS, marked, dropped)


def _plane(step: Step, scene: Scene) -> tuple[Matrix, tuple[str, ...]]:
    """The array's two last axes, for the head that is looked at."""
    values, axes = scene.trace[step.output], step.axes
    if len(axes) == 2:
        return values, axes
    head = (
        scene.look.head * len(values) // scene.run.model.sizes.heads
    )  # a group of heads may share a key and a value
    return values[head], axes[1:]


def _tokens(axis: str, scene: Scene) -> Side:
    texts = scene.run.tokens.texts
    wanted = (scene.look.query, scene.key)
    labels = [token(text, i) for i, text in enumerate(texts)]
    return Side(AXES[axis], labels, choose(len(texts), TOKENS, wanted=wanted))


def _features(step: Step, axis: str, values: Matrix, scene: Scene) -> Side:
    count = values.shape[1]
    if axis == "one":
        return Side("", [""], [0])
    start, title = 0, "feature"
    if axis == "d_attn":
        d_head = count // scene.run.model.sizes.heads
        start = scene.look.head * d_head
        title = f"feature ({start + 1:,} to {start + d_head:,} come from head {scene.look.head + 1})"
    return Side(title, [f"{i + 1:,}" for i in range(count)], choose(count, FEATURES, start))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def strongest_key(run: Run, look: Look) -> int:
    """The key to which the query gives most weight."""
    weights = run.trace(look.layer)[f"blocks.{look.layer}.{WEIGHTS}"]
    return int(np.argmax(weights[look.head, look.query]))

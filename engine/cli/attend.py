"""``attend``: where one head looks from one token, and the steps that led there."""

import json
import sys
from argparse import Namespace

from engine.cli.table import table
from engine.cli.view import View, notes, open_view
from engine.latex import plain
from engine.names import block

BAR = 30  # characters of a weight of 1


def run(options: Namespace) -> None:
    view = open_view(options.sentence, options)
    for note in notes(view.tokens):
        print(note, file=sys.stderr)
    print(json.dumps(_json(view), indent=2, allow_nan=False) if options.json else _text(view))


def _weights(view: View) -> list[float]:
    weights = view.trace[f"{block(view.look.layer)}attn.weights"]
    return [float(weight) for weight in weights[view.look.head, view.look.query]]


def _steps(view: View) -> list[dict[str, object]]:
    return [
        {"name": step.output, "formula": plain(step.latex), "shape": list(view.trace[step.output].shape)}
        for step in view.trace.recipe
    ]


def _json(view: View) -> dict[str, object]:
    """Layer, head and position count from 1; the names of steps are paths, which count layers from 0."""
    look, model, tokens = view.look, view.run.model, view.tokens
    return {
        "model": model.name,
        "trained": model.trained,
        "tokens": list(tokens.texts),
        "dropped": tokens.dropped,
        "left_out": list(tokens.left_out),
        "layer": look.layer + 1,
        "layers": model.sizes.layers,
        "head": look.head + 1,
        "heads": model.sizes.heads,
        "from": {"position": look.query + 1, "token": tokens.texts[look.query]},
        "weights": _weights(view),
        "steps": _steps(view),
    }


def _text(view: View) -> str:
    look, model, tokens = view.look, view.run.model, view.tokens
    title = (
        f"{model.name} ({'trained' if model.trained else 'untrained, weights drawn at random'})\n"
        f"Layer {look.layer + 1} of {model.sizes.layers}, head {look.head + 1} of {model.sizes.heads}, "
        f"from {tokens.texts[look.query]} ({look.query + 1})"
    )
    rows = [
        (str(i), token, f"{weight:.4f}", "█" * round(weight * BAR))
        for i, (token, weight) in enumerate(zip(tokens.texts, _weights(view), strict=True), start=1)
    ]
    steps = [
        (step.output, " × ".join(map(str, view.trace[step.output].shape)), step.numpy.splitlines()[0])
        for step in view.trace.recipe
    ]
    return "\n\n".join(
        [
            table(title + "\n", ("", "to", "weight", ""), rows),
            table("Steps (names count layers from 0)", ("name", "shape", "in NumPy"), steps),
        ]
    )

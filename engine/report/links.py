"""Where attention goes: the weights of the chosen query over the sentence, and the strongest links."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.names import block
from engine.report.markup import figure, number, shade, token
from engine.report.matrix import choose
from engine.report.step import WEIGHTS, Scene
from engine.strongest import Link, strongest

LINKS = 10
CHIPS = 60
STRONGEST = 20  # of the chips, when there are more tokens than that

MARK = ' class="mark"'

Weights = NDArray[np.float32]


def all_weights(scene: Scene) -> Weights:
    """``[head, query, key]`` of the layer."""
    weights: Weights = scene.trace[f"{block(scene.look.layer)}{WEIGHTS}"]
    return weights


def chips(scene: Scene) -> str:
    """Every token of the sentence on the colour of the weight that the chosen query gives it."""
    row = all_weights(scene)[scene.look.head, scene.look.query]
    heaviest = np.argsort(-row, kind="stable")[:STRONGEST].tolist()
    shown = choose(len(row), CHIPS, wanted=(scene.look.query, *heaviest))
    items, before = "", -1
    for i in shown:
        items += '<li class="chip gap">⋯</li>' if i > before + 1 else ""
        items, before = items + _chip(scene, i, float(row[i])), i
    left_out = f"{len(shown)} of {len(row):,} tokens shown: the first, and the {STRONGEST} with most weight."
    note = f'<p class="note">{left_out}</p>' if len(shown) < len(row) else ""
    return f'<ol class="chips">{items}</ol>{note}'


def _chip(scene: Scene, position: int, weight: float) -> str:
    tokens = scene.run.tokens
    kinds = {
        "query": position == scene.look.query,
        "special": tokens.special[position],
        "unknown": tokens.unknown[position],
    }
    names = [name for name, holds in kinds.items() if holds]
    label = f'<span class="w{shade(weight)}">{token(tokens.texts[position], position)}</span>'
    return f'<li class="{" ".join(["chip", *names])}">{label}<small>{number(weight)}</small></li>'


def rankings(scene: Scene) -> str:
    """Two tables: of the head, and of all heads of the layer."""
    look, weights = scene.look, all_weights(scene)
    allowed = np.array([not special for special in scene.run.tokens.special])
    if not allowed.any():
        allowed = ~allowed
    of_head = [
        link._replace(head=look.head) for link in strongest(weights[look.head, np.newaxis], LINKS, allowed)
    ]
    of_layer = strongest(weights, LINKS, allowed)
    titles = (f"Of head {look.head + 1}", f"Of all {figure(len(weights), 'head')} of layer {look.layer + 1}")
    return (
        f'<div class="rankings"><section><h3>{titles[0]}</h3>{_ranking(scene, of_head, False)}</section>'
        f"<section><h3>{titles[1]}</h3>{_ranking(scene, of_layer, True)}</section></div>"
        f"{_special(scene, weights, allowed)}"
    )


def _ranking(scene: Scene, links: Sequence[Link], heads: bool) -> str:
    head = "".join(
        f'<th scope="col">{title}</th>'
        for title in ("", *(["head"] if heads else []), "from query", "to key", "weight", "")
    )
    rows = "".join(_link(scene, place, link, heads) for place, link in enumerate(links, start=1))
    return f'<table class="list links"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _link(scene: Scene, place: int, link: Link, heads: bool) -> str:
    texts = scene.run.tokens.texts
    ours = (link.head, link.query) == (scene.look.head, scene.look.query)
    return (
        f'<tr{MARK if ours else ""}><td class="place">{place}</td>'
        + (f"<td>{link.head + 1}</td>" if heads else "")
        + f'<th scope="row" class="q">{token(texts[link.query], link.query)}</th>'
        f'<td class="k">{token(texts[link.key], link.key)}</td><td>{number(link.weight)}</td>'
        f'<td class="share"><span style="width:{min(link.weight, 1):.1%}"></span></td></tr>'
    )


def _special(scene: Scene, weights: Weights, allowed: NDArray[np.bool_]) -> str:
    """How much of the attention the ranking does not show."""
    if allowed.all():
        return ""
    share = float(weights[scene.look.head][:, ~allowed].sum(axis=1).mean())
    told = f"Links from and to special tokens are left out; they get {share:.0%} of this head's attention."
    return f'<p class="note">{told}</p>'

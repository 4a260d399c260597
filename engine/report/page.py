"""The page as a whole: head, sentence, links, one number opened, and the steps in their order."""

from collections.abc import Sequence
from itertools import groupby

from engine.examples import Look
from engine.paths import RESOURCES
from engine.report.links import chips, rankings
from engine.report.markup import bdi, figure, text, token
from engine.report.opened import opened
from engine.report.sentences import STAGES
from engine.report.step import Scene, card, strongest_key
from engine.run import Run

LETTERS = 600  # of the sentence, beyond which it is cut
COLOURS = (
    "The stronger its colour, the more attention a token gets; the numbers are the weights, which sum to 1."
)
VARIANTS = {
    ("scores", "cosine"): "scores by cosine",
    ("scores", "distance"): "scores by distance",
    ("dropout", "training"): "dropout in training",
}
FOOTER = (
    "Every number here was computed by the program on this sentence, and is rounded only for display: hold the pointer "
    "over a cell for all its digits. Names of arrays count layers from 0, everything else counts from 1."
)


def page(run: Run, sentence: str, look: Look, notes: Sequence[str] = ()) -> str:
    """Self-contained HTML; ``notes`` say what of the sentence did not come through."""
    scene = Scene(run, look, strongest_key(run, look))
    stages = [(stage, list(steps)) for stage, steps in groupby(scene.trace.recipe, lambda step: step.stage)]
    parts = [
        _header(scene, sentence, notes),
        _contents([stage for stage, _ in stages]),
        _links(scene),
        *(
            _stage(scene, number, stage, [card(step, scene) for step in steps])
            for number, (stage, steps) in enumerate(stages, 1)
        ),
        _opened(scene),
        f"<footer><p>{FOOTER}</p></footer>",
    ]
    return _document(_title(scene), "\n".join(parts))


def _document(title: str, body: str) -> str:
    style = (RESOURCES / "report.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _place(scene: Scene) -> str:
    sizes = scene.run.model.sizes
    return f"Layer {scene.look.layer + 1} of {sizes.layers}, head {scene.look.head + 1} of {sizes.heads}"


def _title(scene: Scene) -> str:
    return f"Attention, step by step: {_place(scene).lower()}"


def _header(scene: Scene, sentence: str, notes: Sequence[str]) -> str:
    model, tokens = scene.run.model, scene.run.tokens
    cut = len(sentence) - LETTERS
    shown = bdi(sentence[:LETTERS]) + (
        f" <small>and {figure(cut, 'more character')}</small>" if cut > 0 else ""
    )
    weights = "trained weights" if model.trained else "untrained: its weights are drawn at random"
    warnings = "".join(f'<p class="warning">{text(note)}</p>' for note in notes)
    return (
        '<header><p class="brand">Attention Explorer</p><h1>Attention, step by step</h1>'
        f"<blockquote>{shown if sentence.strip() else '<i>(an empty sentence)</i>'}</blockquote>"
        f"<dl><div><dt>Model</dt><dd>{text(model.name)}, {weights}</dd></div>"
        f"<div><dt>Looked at</dt><dd>{_place(scene)}</dd></div>"
        f'<div><dt>From query</dt><dd class="q">{_named(scene, scene.look.query)}</dd></div>'
        f"<div><dt>Tokens</dt><dd>{len(tokens):,}</dd></div></dl>{warnings}</header>"
    )


def _named(scene: Scene, position: int) -> str:
    return f'<span class="token">{token(scene.run.tokens.texts[position], position)}</span>'


def _contents(stages: Sequence[str]) -> str:
    places = {"links": "Links", **{stage: STAGES[stage].title for stage in stages}, "opened": "One number"}
    items = "".join(f'<li><a href="#{place}">{title}</a></li>' for place, title in places.items())
    return f'<nav aria-label="Steps"><ol>{items}</ol></nav>'


def _links(scene: Scene) -> str:
    query = _named(scene, scene.look.query)
    return (
        f'<section id="links"><h2>Where <span class="q">{query}</span> looks</h2>'
        f"<p>{COLOURS}</p>{chips(scene)}<h2>The strongest links</h2>{rankings(scene)}</section>"
    )


def _stage(scene: Scene, number: int, stage: str, cards: Sequence[str]) -> str:
    title, sentence = STAGES[_wording(scene, stage)]
    first, *others = cards  # on paper the first stays with the heading
    return (
        f'<section id="{stage}"><div class="together"><h2><span class="count">{number}</span>{title}</h2>'
        f"<p>{sentence}</p>{first}</div>{''.join(others)}</section>"
    )


def _wording(scene: Scene, stage: str) -> str:
    """The input of the first layer is told as what it is made of, a changed formula as what it is now."""
    if stage == "input" and scene.look.layer == 0:
        return "input of the first layer" if "pos_embed" in scene.trace else "input of words"
    step = next(step for step in scene.trace.recipe if step.stage == stage)
    return VARIANTS.get((stage, step.operation.variant), stage)


def _opened(scene: Scene) -> str:
    query = f'<span class="q">{_named(scene, scene.look.query)}</span>'
    key = f'<span class="k">{_named(scene, scene.key)}</span>'
    told = f"The weight from {query} to {key}, its strongest key, down to its operands."
    return f'<section id="opened"><h2>One number, opened</h2><p>{told}</p>{opened(scene)}</section>'

"""One number, opened: from the features of query and key to the weight between them, every operand in sight."""

from collections.abc import Callable, Sequence
from itertools import accumulate

from engine.names import block
from engine.report.markup import figure, number, token
from engine.report.matrix import choose
from engine.report.step import Scene
from engine.trace import Derivation

ROWS = 40  # most rows in a list of operands; the running sum goes through all
DIGITS = 6
SCORED = {
    "": ", a dot product",
    "cosine": ", a cosine",
    "distance": ", minus half a squared distance",
}

Row = Sequence[str]


def opened(scene: Scene) -> str:
    """Score, scale, mask and softmax of the chosen query and its strongest key."""
    look = scene.look
    score, scaled, masked, weight = (
        scene.run.explain(f"{block(look.layer)}attn.{name}", (look.head, look.query, scene.key))
        for name in ("scores", "scaled", "masked", "weights")
    )
    return (
        '<div class="opened">'
        f"<section><h3>The score{_by(scene)}</h3>{_part(score, _score, scene)}</section>"
        f"<section><h3>The scale</h3>{_part(scaled, _scale, scene)}"
        f"<h3>The mask</h3>{_part(masked, _mask, scene)}"
        f"<h3>The weight, a share of the row</h3>{_part(weight, _softmax, scene)}</section></div>"
    )


def _by(scene: Scene) -> str:
    step = scene.trace.step(f"{block(scene.look.layer)}attn.scores")
    return SCORED[step.operation.variant if step else ""]


def _part(derivation: Derivation, told: Callable[[Derivation, Scene], str], scene: Scene) -> str:
    if derivation.edited:
        return f'<p class="sum">set by hand: <b>{_digits(derivation.output.value)}</b></p>'
    return told(derivation, scene)


def _score(derivation: Derivation, scene: Scene) -> str:
    terms = derivation.arithmetic.terms
    sums = list(accumulate(term.value for term in terms))
    rows = [
        [str(i + 1), *(_digits(o.value) for o in term.operands), _digits(term.value), _digits(sums[i])]
        for i, term in enumerate(terms)
    ]
    term = "term" if derivation.step and derivation.step.operation.variant else "product"
    head = ("feature", '<span class="q">query</span>', '<span class="k">key</span>', term, "running sum")
    return _list(head, rows) + _check(derivation)


def _scale(derivation: Derivation, scene: Scene) -> str:
    (term,) = derivation.arithmetic.terms
    changed = derivation.step and derivation.step.operation.variant
    by = dict(derivation.arithmetic.parts)["divisor"]
    root = _digits(by) if changed else f"√{scene.run.model.sizes.d_head}"
    return f'<p class="sum">{_digits(term.operands[0].value)} / {root} = <b>{_digits(term.value)}</b></p>'


def _mask(derivation: Derivation, scene: Scene) -> str:
    scaled, mask = derivation.arithmetic.terms
    result = _digits(derivation.arithmetic.result)
    return f'<p class="sum">{_digits(scaled.value)} + {number(mask.value, 0)} = <b>{result}</b></p>'


def _softmax(derivation: Derivation, scene: Scene) -> str:
    terms, parts = derivation.arithmetic.terms, dict(derivation.arithmetic.parts)
    sums = list(accumulate(term.value for term in terms))
    rows = []
    for j, term in enumerate(terms):
        score = term.operands[0].value
        label = token(scene.run.tokens.texts[j], j)
        rows.append(
            [label, _digits(score), _digits(score - parts["maximum"]), _digits(term.value), _digits(sums[j])]
        )
    head = ("to key", "masked score", "less the largest", "exponential", "running sum")
    share = f"{_digits(parts['exponential'])} / {_digits(parts['total'])}"
    result = f'<p class="sum">{share} = <b>{_digits(derivation.arithmetic.result)}</b></p>'
    return _list(head, rows, scene.key) + result + _check(derivation)


def _list(head: Row, rows: Sequence[Row], marked: int | None = None) -> str:
    """A table of operands, one of which may stand out; the middle of a long one is left out."""
    last = len(rows) - 1
    shown = choose(len(rows), ROWS, wanted=(last if marked is None else marked, last))
    body, before = "", -1
    for i in shown:
        if i > before + 1:
            body += f'<tr class="gap"><td colspan="{len(head)}">{figure(i - before - 1, "row")} left out</td></tr>'
        label, *cells = rows[i]
        kind = ' class="mark"' if i == marked else ""
        body += (
            f'<tr{kind}><th scope="row">{label}</th>'
            + "".join(f"<td>{cell}</td>" for cell in cells)
            + "</tr>"
        )
        before = i
    titles = "".join(f'<th scope="col">{title}</th>' for title in head)
    table = f'<table class="list"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="scroll">{table}</div>'


def _digits(value: float) -> str:
    return number(value, DIGITS)


def _check(derivation: Derivation) -> str:
    """The number that the model computed, beside the one derived here."""
    shown, derived = derivation.output.value, derivation.arithmetic.result
    verdict = "They agree within rounding." if derivation.agrees else "They do not agree."
    return (
        f'<p class="note">In the matrix, computed in float32: {number(shown, 9)}; '
        f"from these operands, in float64: {number(derived, 9)}. {verdict}</p>"
    )

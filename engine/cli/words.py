"""``words``: lengths, every pair, the plane, nearest neighbours and analogies of some words."""

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from engine.analogy import Analogy, AnalogySettings, analogy
from engine.cli.table import table
from engine.cli.vector_file import vectors_of
from engine.cli.wording import Refusal, unknown
from engine.similarity import METRICS, PairReadout
from engine.vectors import Neighbour, WordVectors
from engine.words import Plane, WordsReport, describe

ANSWERS = 10  # to an analogy, unless --neighbours says how many
NAMES = {
    "dot": "dot",
    "cosine": "cosine",
    "angle_degrees": "angle",
    "euclidean": "distance",
    "manhattan": "manhattan",
}
UNITS = {"angle_degrees": "°"}
METHOD_NAMES = {"3cosadd": "3CosAdd", "3cosmul": "3CosMul"}

Neighbours = Mapping[str, Sequence[Neighbour]]


@dataclass(frozen=True)
class Asked:
    """What was asked for beside the words themselves."""

    metric: str
    neighbours: Neighbours
    analogy: Analogy | None


def run(options: Namespace) -> None:
    if not options.words and not options.analogy:
        raise Refusal("Name at least one WORD, or ask for an --analogy A B C.")
    vectors = vectors_of(options)
    report = describe(vectors, options.words)
    asked = Asked(options.metric, _neighbours(vectors, report, options), _analogy(vectors, options))
    if options.json:
        print(json.dumps({**report.to_json(), **_json(asked)}, indent=2, allow_nan=False))
    else:
        print("\n\n".join(_text(vectors, report, asked)))


def _neighbours(vectors: WordVectors, report: WordsReport, options: Namespace) -> Neighbours:
    metric, count = METRICS[options.metric], options.neighbours
    return {word: vectors.neighbours(word, metric, count) for word in report.words} if count else {}


def _analogy(vectors: WordVectors, options: Namespace) -> Analogy | None:
    if not options.analogy:
        if options.product or options.raw or options.inputs:
            raise Refusal("--raw, --inputs and --product say how an --analogy A B C is solved: name one.")
        return None
    if options.product and options.raw:
        raise Refusal("3CosMul (--product) knows directions only: leave --raw out.")
    a, b, c = options.analogy
    settings = AnalogySettings("3cosmul" if options.product else "3cosadd", not options.raw, options.inputs)
    return analogy(vectors, (a, b, c), options.neighbours or ANSWERS, settings)


def _json(asked: Asked) -> dict[str, object]:
    said: dict[str, object] = {}
    if asked.neighbours:
        said["neighbours"] = {word: _ranked(near, asked.metric) for word, near in asked.neighbours.items()}
    if asked.analogy:
        said["analogy"] = {
            "terms": list(asked.analogy.terms),
            **asdict(asked.analogy.settings),
            "answers": _ranked(asked.analogy.answers, "score"),
            "margin": asked.analogy.margin,
        }
    return said


def _ranked(near: Sequence[Neighbour], value: str) -> list[dict[str, object]]:
    return [{"word": n.word, value: n.value} for n in near]


def _text(vectors: WordVectors, report: WordsReport, asked: Asked) -> list[str]:
    parts = [unknown(word, near) for word, near in report.unknown_near.items()]
    if report.words:
        parts.append(_lengths(vectors, report))
    if report.plane:
        parts += [_pairs(f"In {vectors.dim} dimensions", report.pairs), *_plane(report.plane)]
    elif report.words:
        parts.append("One word has no pairs and no plane: give two or more.")
    name = NAMES[asked.metric]
    parts += [
        _list(f"Nearest to {word} by {name}", name, near, UNITS.get(asked.metric, ""))
        for word, near in asked.neighbours.items()
    ]
    return [*parts, _answers(asked.analogy)] if asked.analogy else parts


def _list(title: str, value: str, near: Sequence[Neighbour], sign: str = "") -> str:
    return table(title, ("word", value), [(n.word, f"{n.value:.4f}{sign}") for n in near])


def _answers(found: Analogy) -> str:
    a, b, c = found.terms
    settings = found.settings
    how = [METHOD_NAMES[settings.method]]
    if settings.method == "3cosadd":
        how.append("unit vectors" if settings.units else "raw vectors")
    how.append("the three words allowed" if settings.inputs else "the three words left out")
    said = _list(f"{a} - {b} + {c} ({', '.join(how)})", "score", found.answers)
    return said if found.margin is None else f"{said}\nThe first is {found.margin:.4f} ahead of the second."


def _lengths(vectors: WordVectors, report: WordsReport) -> str:
    rows = [(word, f"{vectors.rank(word) + 1:,}", f"{length:.6f}") for word, length in report.norms.items()]
    return table("Words", ("word", "rank", "norm"), rows)


def _pairs(title: str, pairs: Mapping[tuple[str, str], PairReadout]) -> str:
    rows = [
        (
            a,
            b,
            f"{p.dot:.6f}",
            _number(p.cosine, "{:.6f}"),
            _number(p.angle_degrees, "{:.3f}°"),
            f"{p.euclidean:.6f}",
            f"{p.manhattan:.6f}",
        )
        for (a, b), p in pairs.items()
    ]
    return table(title, ("word", "word", *(NAMES[metric] for metric in METRICS)), rows)


def _plane(plane: Plane) -> list[str]:
    rows = [
        (word, f"{x:.6f}", f"{y:.6f}", f"{plane.norms[word]:.6f}")
        for word, (x, y) in plane.coordinates.items()
    ]
    kept = plane.explained
    share = f"keeps {kept[0]:.1%} + {kept[1]:.1%} of the variance" if kept else "all words lie on one point"
    title = f"The plane ({plane.method.upper()}; {share})"
    return [table(title, ("word", "x", "y", "norm"), rows), _pairs("In the plane", plane.pairs)]


def _number(value: float | None, form: str) -> str:
    return "undefined" if value is None else form.format(value)

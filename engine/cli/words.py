"""``words``: lengths, every pair, the plane, and nearest neighbours of some words."""

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence

from engine.cli.table import table
from engine.cli.wording import unknown
from engine.paths import GLOVE
from engine.similarity import METRICS, PairReadout
from engine.vectors import Neighbour, WordVectors, open_vectors
from engine.words import Plane, WordsReport, describe

Neighbours = Mapping[str, Sequence[Neighbour]]


def run(options: Namespace) -> None:
    vectors = open_vectors(GLOVE)
    report = describe(vectors, options.words)
    neighbours = _neighbours(vectors, report.words, options.neighbours) if options.neighbours else {}
    if options.json:
        print(json.dumps({**report.to_json(), **_json(neighbours)}, indent=2, allow_nan=False))
    else:
        print("\n\n".join(_text(vectors, report, neighbours)))


def _neighbours(vectors: WordVectors, words: Sequence[str], count: int) -> Neighbours:
    return {word: vectors.neighbours(word, METRICS["cosine"], count) for word in words}


def _json(neighbours: Neighbours) -> dict[str, object]:
    if not neighbours:
        return {}
    found = {word: [{"word": n.word, "cosine": n.value} for n in near] for word, near in neighbours.items()}
    return {"neighbours": found}


def _text(vectors: WordVectors, report: WordsReport, neighbours: Neighbours) -> list[str]:
    parts = [unknown(word, near) for word, near in report.unknown_near.items()]
    if report.words:
        parts.append(_lengths(vectors, report))
    if report.plane:
        parts += [_pairs(f"In {vectors.dim} dimensions", report.pairs), *_plane(report.plane)]
    elif report.words:
        parts.append("One word has no pairs and no plane: give two or more.")
    parts += [
        table(f"Nearest to {word}", ("word", "cosine"), [(n.word, f"{n.value:.4f}") for n in near])
        for word, near in neighbours.items()
    ]
    return parts


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
        )
        for (a, b), p in pairs.items()
    ]
    return table(title, ("word", "word", "dot", "cosine", "angle", "distance"), rows)


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

"""Golden numbers of the word vectors: published decimals, plain sums, scikit-learn's PCA and distances.

    pip install -r scripts/golden/requirements.txt
    python scripts/golden/make_words.py glove.6B.100d.top50k.txt.gz

Writes tests/golden/words.json, after comparing it with figures that were published or agreed on before.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import math
from pathlib import Path
from typing import Any

from sklearn.decomposition import PCA
from sklearn.metrics import pairwise_distances

OUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "words.json"
WORDS = ("florida", "california", "texas", "politics", "truth")

Vector = list[float]

# (path into the result, figure, decimals)
KNOWN: tuple[tuple[tuple[Any, ...], float, int], ...] = (
    (("plane", "coordinates", "florida", 0), -2.40062016, 8),
    (("plane", "coordinates", "florida", 1), 0.00478901, 8),
    (("plane", "coordinates", "california", 0), -2.54245794, 8),
    (("plane", "coordinates", "california", 1), -0.37579669, 8),
    (("plane", "coordinates", "texas", 0), -2.24764634, 8),
    (("plane", "coordinates", "texas", 1), -0.12963368, 8),
    (("plane", "coordinates", "politics", 0), 3.02004564, 8),
    (("plane", "coordinates", "politics", 1), 2.88826688, 8),
    (("plane", "coordinates", "truth", 0), 4.17067881, 8),
    (("plane", "coordinates", "truth", 1), -2.38762552, 8),
    (("plane", "norms", "florida"), 2.40062493, 8),
    (("plane", "pairs", "florida texas", "dot"), 5.39512430, 8),
    (("plane", "pairs", "florida truth", "dot"), -10.02364997, 8),
    (("plane", "explained", 0), 0.64681691, 8),
    (("plane", "explained", 1), 0.20973948, 8),
    (("pairs", "florida texas", "cosine"), 0.88232365, 8),
    (("pairs", "florida texas", "angle_degrees"), 28.07605, 5),
    (("pairs", "florida texas", "dot"), 28.25865851, 8),
    (("neighbours", "cosine", "texas"), 0.8823, 4),
    (("neighbours", "cosine", "carolina"), 0.8348, 4),
    (("neighbours", "cosine", "california"), 0.8277, 4),
    (("neighbours", "cosine", "arizona"), 0.8264, 4),
    (("neighbours", "cosine", "miami"), 0.8123, 4),
)


def read(glove: Path) -> dict[str, Vector]:
    with gzip.open(glove, "rt", encoding="utf-8", newline="\n") as lines:
        rows = (line.rstrip("\n").split(" ") for line in lines)
        return {word: [float(decimal) for decimal in decimals] for word, *decimals in rows}


def dot(a: Vector, b: Vector) -> float:
    """math.fsum rounds once, at the end."""
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def pair(a: Vector, b: Vector) -> dict[str, float]:
    cosine = dot(a, b) / math.sqrt(dot(a, a) * dot(b, b))
    return {
        "dot": dot(a, b),
        "cosine": cosine,
        "angle_degrees": math.degrees(math.acos(max(-1.0, min(1.0, cosine)))),
        "euclidean": math.dist(a, b),
    }


def norms_and_pairs(vectors: dict[str, Vector]) -> dict[str, Any]:
    return {
        "norms": {word: math.sqrt(dot(vector, vector)) for word, vector in vectors.items()},
        "pairs": {f"{a} {b}": pair(vectors[a], vectors[b]) for a, b in itertools.combinations(vectors, 2)},
    }


def plane(vectors: dict[str, Vector]) -> dict[str, Any]:
    """PCA to two components; in each, the point with the largest absolute coordinate is made positive."""
    pca = PCA(n_components=2, svd_solver="full")
    columns = pca.fit_transform(list(vectors.values())).T.tolist()
    columns = [[math.copysign(1.0, max(column, key=abs)) * x for x in column] for column in columns]
    points = {word: list(point) for word, point in zip(vectors, zip(*columns, strict=True), strict=True)}
    explained = pca.explained_variance_ratio_.tolist()
    return {"coordinates": points, "explained": explained, **norms_and_pairs(points)}


def neighbours(word: str, vectors: dict[str, Vector], count: int = 5) -> dict[str, dict[str, float]]:
    """The nearest of all words by scikit-learn's distances, nearest first; cosine is given as similarity."""
    names, rows = list(vectors), list(vectors.values())
    found = {}
    for metric in ("cosine", "euclidean"):
        distances = pairwise_distances([vectors[word]], rows, metric=metric)[0].tolist()
        others = [(far, name) for far, name in zip(distances, names, strict=True) if name != word]
        nearest = sorted(others)[:count]
        found[metric] = {name: 1 - far if metric == "cosine" else far for far, name in nearest}
    return found


def compare_with_known(result: dict[str, Any]) -> None:
    for path, figure, decimals in KNOWN:
        value: Any = result
        for part in path:
            value = value[part]
        assert f"{value:.{decimals}f}" == f"{figure:.{decimals}f}", f"{path}: {value}, known {figure}"
    nearest = list(result["neighbours"]["cosine"])
    assert nearest == [path[2] for path, _, _ in KNOWN if path[:2] == ("neighbours", "cosine")], nearest
    print(f"all {len(KNOWN)} known figures agree to their last decimal")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("glove", type=Path, help="glove.6B.100d.top50k.txt.gz")
    vectors = read(parser.parse_args().glove)
    chosen = {word: vectors[word] for word in WORDS}
    result = {
        "words": list(WORDS),
        **norms_and_pairs(chosen),
        "plane": plane(chosen),
        "neighbours": neighbours(WORDS[0], vectors),
    }
    compare_with_known(result)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

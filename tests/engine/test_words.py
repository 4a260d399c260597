"""What is said of some words: the published example to the last digit, and words that cannot be described."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.maps.turning import PLAIN, TURNS, Turn
from engine.paths import GLOVE
from engine.projection import MapSettings
from engine.similarity import METRICS, compare
from engine.vectors import WordVectors, open_vectors
from engine.words import Plane, WordsReport, describe

EXAMPLE = ("florida", "california", "texas", "politics", "truth")


@pytest.fixture(scope="module")
def glove() -> WordVectors:
    return open_vectors(GLOVE)


@pytest.fixture(scope="module")
def example(glove: WordVectors) -> WordsReport:
    return describe(glove, EXAMPLE)


@pytest.fixture(scope="module")
def plane(example: WordsReport) -> Plane:
    assert example.plane
    return example.plane


def vocabulary(**rows: list[float]) -> WordVectors:
    return WordVectors(tuple(rows), np.array(list(rows.values()), np.float32))


@pytest.mark.parametrize(
    ("word", "x", "y"),
    [
        ("florida", "-2.40062016", "0.00478901"),
        ("california", "-2.54245794", "-0.37579669"),
        ("texas", "-2.24764634", "-0.12963368"),
        ("politics", "3.02004564", "2.88826688"),
        ("truth", "4.17067881", "-2.38762552"),
    ],
)
def test_golden_coordinates(plane: Plane, word: str, x: str, y: str) -> None:
    assert [f"{number:.8f}" for number in plane.coordinates[word]] == [x, y]


def test_golden_plane(plane: Plane) -> None:
    """An article that rounds the coordinates first prints 2.40062494 and -10.02364999."""
    assert plane.explained
    assert [f"{part:.8f}" for part in plane.explained] == ["0.64681691", "0.20973948"]
    assert f"{plane.norms['florida']:.8f}" == "2.40062493"
    assert f"{plane.pairs['florida', 'texas'].dot:.8f}" == "5.39512430"
    assert f"{plane.pairs['florida', 'truth'].dot:.8f}" == "-10.02364997"


def test_golden_in_all_dimensions(example: WordsReport) -> None:
    pair = example.pairs["florida", "texas"]
    assert f"{pair.cosine:.8f}" == "0.88232365"
    assert f"{pair.angle_degrees:.5f}" == "28.07605"
    assert f"{pair.dot:.8f}" == "28.25865851"


def test_a_pair_shows_one_and_the_same_number_everywhere(glove: WordVectors, example: WordsReport) -> None:
    for (a, b), pair in example.pairs.items():
        assert compare(glove.exact(a), glove.exact(b)) == pair
        assert (example.norms[a], example.norms[b]) == (pair.norm_a, pair.norm_b)
    for name, metric in METRICS.items():
        values = {hit.word: hit.value for hit in glove.neighbours("florida", metric, 50_000)}
        assert values["truth"] == getattr(example.pairs["florida", "truth"], name)


def test_the_json_has_the_documented_keys_and_every_bit(example: WordsReport, plane: Plane) -> None:
    read = json.loads(json.dumps(example.to_json(), allow_nan=False))
    assert list(read) == ["words", "norms", "pairs", "plane", "unknown", "unknown_near"]
    assert list(read["plane"]) == ["method", "coordinates", "explained", "settings", "norms", "pairs"]
    assert read["words"] == list(EXAMPLE)
    assert read["norms"] == example.norms
    assert read["plane"]["method"] == "pca"
    assert read["plane"]["coordinates"] == {word: list(point) for word, point in plane.coordinates.items()}
    assert read["plane"]["norms"] == plane.norms
    for pairs, known in ((read["pairs"], example.pairs), (read["plane"]["pairs"], plane.pairs)):
        assert [(pair["a"], pair["b"]) for pair in pairs] == list(known)
        for pair in pairs:
            assert list(pair) == ["a", "b", "dot", "cosine", "angle_degrees", "euclidean", "manhattan"]
            assert all(pair[metric] == getattr(known[pair["a"], pair["b"]], metric) for metric in METRICS)


def test_repeated_words_count_once_in_either_case(glove: WordVectors) -> None:
    report = describe(glove, ["Milk", "cat", "milk", "CAT", "milk"])
    assert report.words == ("milk", "cat")
    assert list(report.pairs) == [("milk", "cat")]
    assert report.unknown == ()


def test_unknown_words_are_named_as_given_and_the_rest_is_described(glove: WordVectors) -> None:
    report = describe(glove, ["Florda", "cat", "</script>", "", "milk", "Florda"])
    assert report.words == ("cat", "milk")
    assert report.unknown == ("Florda", "</script>", "")
    assert report.unknown_near["Florda"][0] == "florida"
    assert set(report.unknown_near) == set(report.unknown)
    assert report.plane


@pytest.mark.parametrize("words", [[], ["cat"], ["cat", "Cat"], ["xqzjv"], ["xqzjv", "cat"]])
def test_fewer_than_two_words_have_no_plane(glove: WordVectors, words: list[str]) -> None:
    report = describe(glove, words)
    assert report.plane is None
    assert report.pairs == {}
    assert report.to_json()["plane"] is None
    assert set(report.norms) == set(report.words)


def test_a_word_in_the_middle_of_the_plane_has_no_angle_there() -> None:
    plane = describe(vocabulary(a=[0.1, 0.7], b=[0.7, 1.5], c=[1.3, 2.3]), "abc").plane
    assert plane
    assert plane.coordinates == {"a": (pytest.approx(1), 0), "b": (0, 0), "c": (pytest.approx(-1), 0)}
    assert plane.explained == (1, 0)
    middle = plane.pairs["a", "b"]
    assert (middle.cosine, middle.angle_degrees) == (None, None)
    assert (middle.dot, middle.norm_b) == (0, 0)
    assert middle.euclidean == pytest.approx(1)
    assert plane.pairs["a", "c"].angle_degrees == 180


def test_words_of_one_vector_have_a_plane_that_explains_nothing() -> None:
    report = describe(vocabulary(a=[0.1, 0.7], b=[0.1, 0.7], c=[0.1, 0.7]), "abc")
    assert report.plane
    assert report.plane.explained is None
    assert set(report.plane.coordinates.values()) == {(0, 0)}
    assert json.dumps(report.to_json(), allow_nan=False)


@settings(max_examples=25)
@given(st.lists(st.integers(0, 49_999), min_size=2, max_size=12, unique=True))
def test_any_words(glove: WordVectors, ranks: list[int]) -> None:
    """Every pair once, nothing but numbers, and no two words farther apart in the plane than they are."""
    report = describe(glove, [glove.words[rank] for rank in ranks])
    assert report.plane
    assert report.words == tuple(glove.words[rank] for rank in ranks)
    assert len(report.pairs) == len(report.plane.pairs) == len(ranks) * (len(ranks) - 1) // 2
    assert json.dumps(report.to_json(), allow_nan=False)
    for pair, in_plane in report.plane.pairs.items():
        assert in_plane.euclidean <= report.pairs[pair].euclidean + 1e-12


def test_pairs_are_read_in_one_order_only_and_like_all_at_once(glove: WordVectors) -> None:
    pairs = describe(glove, ["cat", "dog", "milk"]).pairs
    assert list(pairs) == [("cat", "dog"), ("cat", "milk"), ("dog", "milk")]
    assert len(pairs) == 3
    for absent in (("dog", "cat"), ("cat", "cat"), ("cat", "horse"), "cat", ("cat",)):
        assert absent not in pairs
    with pytest.raises(KeyError):
        pairs["dog", "cat"]
    for told, (words, pair) in zip(pairs.to_json(), pairs.items(), strict=True):
        assert (told["a"], told["b"], told["cosine"], told["manhattan"]) == (
            *words,
            pair.cosine,
            pair.manhattan,
        )


@pytest.mark.parametrize("turn", TURNS, ids=str)
def test_a_turned_plane_is_the_same_seen_otherwise(plane: Plane, turn: Turn) -> None:
    turned = plane.turned(turn)
    assert plane.explained
    for word, (x, y) in plane.coordinates.items():
        across, up = (y, x) if turn.swapped else (x, y)
        expected = (-across if turn.flipped[0] else across, -up if turn.flipped[1] else up)
        assert turned.coordinates[word] == expected
    assert turned.explained == (plane.explained[::-1] if turn.swapped else plane.explained)
    assert turned.axes[0].number == int(turn.swapped)
    assert (turned.turn, turned.pairs, turned.norms) == (turn, plane.pairs, plane.norms)
    assert turned.turned(Turn(True, (False, True))).turned(PLAIN).coordinates == plane.coordinates


def test_other_maps_describe_the_same_words(glove: WordVectors) -> None:
    report = describe(glove, EXAMPLE, MapSettings("pair", pair=("texas", "truth")))
    assert report.plane
    true, drawn = report.pairs["texas", "truth"], report.plane.pairs["texas", "truth"]
    assert drawn.angle_degrees == pytest.approx(true.angle_degrees, rel=1e-12)
    assert drawn.dot == pytest.approx(true.dot, rel=1e-12)
    assert json.loads(json.dumps(report.to_json()))["plane"]["settings"] == {"pair": ["texas", "truth"]}
    assert describe(glove, ["cat"], MapSettings("tsne")).plane is None

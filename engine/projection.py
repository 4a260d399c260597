"""Words on a plane: the table of maps, and what each is made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from engine.errors import TooFewPointsError
from engine.maps.base import Frame, Projection
from engine.maps.directions import Pair, exact_angle, own_axes
from engine.maps.distances import mds, tsne
from engine.maps.pca import frame, pca, through_all
from engine.similarity import Float64
from engine.trace import Stop, never_stop
from engine.vectors import WordVectors

__all__ = ["DEFAULT", "PROJECTIONS", "Frame", "MapSettings", "Material", "Projection", "frame", "project"]

GENDER, GOODNESS = ("man", "woman"), ("good", "bad")


@dataclass(frozen=True)
class MapSettings:
    """What a person chooses of a map; each method heeds what concerns it.

    ``perplexity`` is t-SNE's, None for a sensible one.  ``pair``: the words of the exact angle, None for the first
    two.  ``axes``: the pairs of words whose differences are the axes, ``square`` whether they are brought to right
    angles.
    """

    method: str = "pca"
    seed: int = 0
    perplexity: float | None = None
    pair: Pair | None = None
    axes: tuple[Pair, Pair] = (GENDER, GOODNESS)
    square: bool = False


DEFAULT = MapSettings()


@dataclass(frozen=True, eq=False)
class Material:
    """What a map is made from: the chosen words among all, and the settings."""

    vectors: WordVectors
    words: tuple[str, ...]
    settings: MapSettings
    stop: Stop = never_stop

    @cached_property
    def rows(self) -> Float64:
        """[word, dim]"""
        return self.vectors.stack(self.words)


def _whole(material: Material) -> Projection:
    return through_all(material.rows, material.vectors.principal)


def _tsne(material: Material) -> Projection:
    settings = material.settings
    return tsne(material.rows, settings.seed, settings.perplexity, material.stop)


def _mds(material: Material) -> Projection:
    return mds(material.rows, material.settings.seed, material.stop)


def _pair(material: Material) -> Projection:
    vectors, chosen = material.vectors, material.settings.pair or material.words[:2]
    if len(chosen) < 2:
        raise TooFewPointsError(len(chosen))
    a, b = chosen
    made = exact_angle(material.rows, (a, b), vectors.exact(a), vectors.exact(b))
    return replace(made, settings={"pair": [a, b]})


def _axes(material: Material) -> Projection:
    settings = material.settings
    x, y = (material.vectors.stack(pair) for pair in settings.axes)
    made = own_axes(material.rows, settings.axes, (x, y), settings.square)
    told = {"axes": [list(pair) for pair in settings.axes], "square": settings.square}
    return replace(made, settings=told)


PROJECTIONS: Mapping[str, Callable[[Material], Projection]] = {
    "pca": lambda material: pca(material.rows),
    "vocabulary": _whole,
    "tsne": _tsne,
    "mds": _mds,
    "pair": _pair,
    "axes": _axes,
}


def project(
    vectors: WordVectors, words: tuple[str, ...], settings: MapSettings, stop: Stop = never_stop
) -> Projection:
    """Known words on a plane.

    Raises TooFewPointsError where the method needs two, UnknownWordError and NoDirectionError for words that the
    settings name, Cancelled.
    """
    return PROJECTIONS[settings.method](Material(vectors, words, settings, stop))

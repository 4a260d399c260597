"""What there is to say of a map: its name, its axes, how much it keeps, how far to trust it; plain text or HTML."""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from PySide6.QtCore import QCoreApplication

from engine.maps.base import Axis
from engine.maps.trust import Trust
from engine.words import Plane
from gui.measures import FROM_ORIGIN
from gui.theme import Theme
from gui.widgets import numbers
from gui.widgets.arrow_picture import Link
from gui.widgets.notice import clipped
from gui.widgets.plane_choice import Choice
from gui.widgets.quantities import angle, percent

MEANINGLESS = frozenset({"tsne", "mds"})  # maps whose origin, axes and angles mean nothing
NAMED = 5  # torn or false neighbours in a tooltip


def choices() -> Mapping[str, Choice]:
    """Every map, by the key of its method."""
    return {
        "pca": Choice(
            _tr("PCA"),
            _tr("PCA of the chosen words"),
            _tr("The two directions in which the chosen words differ most"),
        ),
        "vocabulary": Choice(
            _tr("PCA all"),
            _tr("PCA of all words"),
            _tr("The two directions in which all words differ most: the same for whatever is chosen"),
        ),
        "tsne": Choice(
            _tr("t-SNE"),
            _tr("t-SNE"),
            _tr("Near words stay near. Axes, angles and distances between groups mean nothing"),
        ),
        "mds": Choice(
            _tr("MDS"),
            _tr("MDS: true distances"),
            _tr("Distances come as near to the true ones as they can. Axes and angles mean nothing"),
        ),
        "pair": Choice(
            _tr("Pair"),
            _tr("The pair’s own plane: exact angle"),
            _tr(
                "The plane of A and B: their lengths and their angle are drawn as they are in all dimensions"
            ),
        ),
        "axes": Choice(
            _tr("Axes"),
            _tr("Own axes from word pairs"),
            _tr("Each axis is the difference of two words, such as man − woman"),
        ),
    }


def kept(plane: Plane) -> str:
    """What the map is and what it keeps: half a sentence."""
    share = percent(plane.kept) if plane.kept is not None else _tr("nothing")
    return KEPT[plane.method](plane, share)


def _of_all(plane: Plane, share: str) -> str:
    whole = percent(plane.fit["vocabulary_kept"])
    return _tr("Keeps {0} of the chosen words’ variance, {1} of all words’").format(share, whole)


def _tsne(plane: Plane, share: str) -> str:
    perplexity = numbers.short(_number(plane, "perplexity"), 1)
    return _tr("Seed {0}, perplexity {1}").format(plane.settings["seed"], perplexity)


def _mds(plane: Plane, share: str) -> str:
    text = _tr("Seed {0}").format(plane.settings["seed"])
    stress = plane.fit.get("stress")
    return text if stress is None else _tr("{0}, stress {1}").format(text, numbers.short(stress, 3))


def _own(plane: Plane, share: str) -> str:
    text = _tr("Keeps {0} of the variance").format(share)
    if plane.angle is None:
        return text
    return _tr("{0}; in truth the axes stand at {1}").format(text, angle(plane.angle))


def _number(plane: Plane, name: str) -> float | None:
    value = plane.settings.get(name)
    return value if isinstance(value, float) else None


KEPT: Mapping[str, Callable[[Plane, str], str]] = {
    "pca": lambda plane, share: _tr("Keeps {0} of the variance").format(share),
    "vocabulary": _of_all,
    "tsne": _tsne,
    "mds": _mds,
    "pair": lambda plane, share: _tr("Keeps {0} of the variance").format(share),
    "axes": _own,
}


AXES: Mapping[str, str] = {
    "pca": "PCA: the axes are the directions in which the chosen words differ most, each with what it keeps.",
    "vocabulary": "PCA of all words: the axes are the directions in which the whole vocabulary differs most.",
    "tsne": "t-SNE keeps near words near. Its axes, angles and distances between groups mean nothing.",
    "mds": "MDS keeps distances as true as it can (stress 0: all are). Its axes and angles mean nothing.",
    "pair": "Across is A, up is what B has beside it: both are drawn in full, all other words as their shadows.",
    "axes": "Each axis is one word minus another; a word stands where its dot product with it says.",
}


def axes(plane: Plane) -> str:
    """What the axes of the map are, in a sentence."""
    return _tr(AXES[plane.method])


def trusted(found: Trust | None) -> str:
    """The one percentage."""
    return _tr("trustworthy to {0}").format(percent(found.trustworthiness)) if found else ""


def axis_titles(plane: Plane, place: int) -> tuple[str, ...]:
    """What an axis of the turned plane stands for, and how it lies if not as it is fixed; the longest wording first."""
    axis, turn = plane.axes[place], plane.turn
    text, brief = MEANINGS[axis.meaning](axis), _tr("PC {0}").format((axis.number or 0) + 1)
    how = [word for word, so in ((_tr("swapped"), turn.swapped), (_tr("flipped"), turn.flipped[place])) if so]
    if how:
        text, brief = (f"{name}, {_tr(' and ').join(how)}" for name in (text, brief))
    if plane.explained is None or axis.meaning == "difference":
        return (text,)
    share = percent(plane.explained[place])
    longer = _tr("{0}: {1} of variance").format(text, share), _tr("{0}: {1}").format(text, share), text
    return longer if axis.number is None else (*longer, brief)


def _component(axis: Axis) -> str:
    return _tr("Component {0}").format((axis.number or 0) + 1)


MEANINGS: Mapping[str, Callable[[Axis], str]] = {
    "component": _component,
    "vocabulary component": _component,
    "word": lambda axis: _tr("along {0}").format(_word(axis.words[0])),
    "rest of word": lambda axis: _tr("what else {0} has").format(_word(axis.words[1])),
    "difference": lambda axis: _tr("← {1}\u00a0\u00a0\u00a0{0} →").format(*map(_word, axis.words)),
    "none": lambda axis: _tr("no meaning"),
}
ORIGINS: Mapping[str, str] = {
    "pca": "the words’ middle",
    "vocabulary": "the middle of all words",
    "pair": "zero",
    "axes": "zero",
}
PLACES: Mapping[str, str] = {
    "pca": "in the plane at ({0}, {1}) from the middle of the chosen words",
    "vocabulary": "in the plane at ({0}, {1}) from the middle of all words",
    "tsne": "on the map at ({0}, {1})",
    "mds": "on the map at ({0}, {1})",
    "pair": "in the plane at ({0}, {1}) from zero",
    "axes": "on these axes at ({0}, {1})",
}


def place(plane: Plane, word: str, digits: int) -> str:
    """Where a word is drawn."""
    x, y = (numbers.short(value, digits) for value in plane.coordinates[word])
    return _tr(PLACES[plane.method]).format(x, y)


def means(plane: Plane, measure: str) -> bool:
    """Whether a number of the pair says anything on this map."""
    return plane.method not in MEANINGLESS or measure not in FROM_ORIGIN


def origin(plane: Plane) -> str:
    """Where arrows begin."""
    return _tr(ORIGINS[plane.method])


def neighbours_told(found: Trust, words: tuple[str, ...], at: int) -> list[str]:
    """What the map does to one word's neighbours, in lines."""
    lines = []
    for pattern, others in (
        (_tr("true neighbours torn away: {0}"), found.torn[at]),
        (_tr("false neighbours put near: {0}"), found.invented[at]),
    ):
        if others:
            named = ", ".join(_word(words[other]) for other in others[:NAMED])
            lines.append(pattern.format(named))
    return lines or [_tr("its nearest words are near here too")]


def legend(theme: Theme, torn: bool, invented: bool, pair_only: bool) -> str:
    """What the lines between words mean, as HTML."""
    shown = (
        (torn, "k", "──", _tr("torn away")),
        (invented, "result", "╌╌", _tr("falsely near")),
    )
    said = [
        f'<span style="color:{theme.colour(name).name()}">{sign} {escape(text)}</span>'
        for on, name, sign, text in shown
        if on
    ]
    return ", ".join(said) + (escape(_tr(" (of A and B)")) if said and pair_only else "")


def analogy(theme: Theme, lines: Sequence[Link]) -> str:
    """What the lines of an analogy mean, as HTML."""
    if not lines:
        return ""
    steps = ", ".join(f"{_word(line.start)} → {_word(line.end)}" for line in lines)
    colour = theme.colour("v").name()
    drawn = f'<span style="color:{colour}">─ · {escape(steps)}</span>'
    return _tr("{0}: alike if the analogy holds.").format(drawn)


def _word(word: str) -> str:
    return clipped(word, 16)


def _tr(text: str) -> str:
    return QCoreApplication.translate("plane", text)

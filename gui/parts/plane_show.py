"""What is drawn on the map of the chosen words, as plain functions over what the session holds."""

from engine.words import Plane
from gui.chosen import known_as, readout
from gui.parts.plane_said import MEANINGLESS, neighbours_told, place
from gui.results import Results
from gui.state import State
from gui.widgets import numbers
from gui.widgets.arrow_picture import Arrow, Arrows, Link
from gui.widgets.plain import visible
from gui.widgets.quantities import angle
from gui.wording import tr

EXACT = 8  # digits in a tooltip
LINKED = 30  # words up to which the neighbours of all are drawn, not of A and B only


def pair_on(plane: Plane, results: Results, state: State) -> tuple[str | None, str | None]:
    """The pair as the map names it."""
    report = results.described
    names = [known_as(report, word) if report else None for word in state.pair]
    a, b = (*(name if name in plane.coordinates else None for name in names), None, None)[:2]
    return a, b


def drawn(plane: Plane, results: Results, state: State) -> Arrows:
    """``plane`` as it is turned on the screen, with what else was asked for."""
    a, b = pair_on(plane, results, state)
    words = tuple(plane.coordinates)
    centred = plane.method not in MEANINGLESS
    shown = [Arrow(word, *plane.coordinates[word], _tip(plane, results, at)) for at, word in enumerate(words)]
    near = _near(plane, results) if state.map_near else []
    return Arrows(
        (*shown, *near),
        a,
        b,
        _angle(plane, a, b) if centred else "",
        (*_links(words, results, state, (a, b)), *analogy_links(plane, results)),
        frozenset(state.selected),
        shafts=centred and state.map_arrows,
        centred=centred,
        map=(plane.method, tuple(map(str, plane.settings.items()))),
        glides=state.map_glides,
    )


def _angle(plane: Plane, a: str | None, b: str | None) -> str:
    pair = readout(plane.pairs, a, b) if a and b else None
    if pair is None or pair.angle_degrees is None:
        return ""
    written = angle(pair.angle_degrees)
    return written if plane.method == "pair" else tr("{0} in the plane", written)


def _near(plane: Plane, results: Results) -> list[Arrow]:
    """The nearest words of the pair, where the map has a place for them; those that are chosen stand there anyway."""
    around = results.around
    if around is None or around.plane.frame is not plane.frame:
        return []
    turned = {
        word: _turned(plane, point) for word, point in around.places.items() if word not in plane.coordinates
    }
    return [
        Arrow(word, *point, _near_tip(word, around.of[word]), around.of[word])
        for word, point in turned.items()
        if around.of[word] in plane.coordinates
    ]


def _near_tip(word: str, of: str) -> str:
    return "\n".join((visible(word), tr("near {0} in all dimensions; a click adds it", visible(of))))


def _turned(plane: Plane, point: tuple[float, float]) -> tuple[float, float]:
    x, y = point[::-1] if plane.turn.swapped else point
    across, up = plane.turn.flipped
    return (-x if across else x), (-y if up else y)


def _links(
    words: tuple[str, ...], results: Results, state: State, pair: tuple[str | None, str | None]
) -> tuple[Link, ...]:
    trusted = results.trusted
    if trusted is None or trusted.found is None or trusted.plane is not results.plane:
        return ()
    lists = (
        ("torn", state.map_torn, trusted.found.torn),
        ("invented", state.map_invented, trusted.found.invented),
    )
    return tuple(
        Link(word, words[other], kind)
        for kind, on, of in lists
        if on
        for word, others in zip(words, of, strict=True)
        if len(words) <= LINKED or word in pair
        for other in others
    )


def analogy_links(plane: Plane, results: Results) -> tuple[Link, ...]:
    """From b to a and from c to the first answer: in truth alike as far as the analogy holds.

    None unless it is looked at, and the map has all four words and keeps parallels.
    """
    found = results.analogy
    if found is None or not found.answers or "analogy" in results.failed or plane.frame is None:
        return ()
    a, b, c = found.terms
    answer = found.answers[0].word
    if not {a, b, c, answer} <= plane.coordinates.keys():
        return ()
    return Link(b, a, "analogy"), Link(c, answer, "analogy")


def _tip(plane: Plane, results: Results, at: int) -> str:
    word, report, trusted = tuple(plane.coordinates)[at], results.described, results.trusted
    lines = [visible(word), place(plane, word, EXACT)]
    whole = report.norms.get(word) if report else None
    lengths = numbers.short(plane.norms[word], EXACT), numbers.short(whole, EXACT)
    if plane.method not in MEANINGLESS:
        lines.append(tr("length {0} in the plane, {1} in {2}", *lengths, dimensions(results)))
    if trusted and trusted.found and trusted.plane is results.plane:
        lines += neighbours_told(trusted.found, tuple(plane.coordinates), at)
    lines.append(tr("A click compares it with the word clicked before, Shift+click makes it A."))
    return "\n".join(lines)


def dimensions(results: Results) -> str:
    """How many the vectors have, in words."""
    return tr("{0} dimensions", results.vectors.dim) if results.vectors else tr("all dimensions")

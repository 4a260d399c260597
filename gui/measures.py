"""How the window speaks of each number of a pair: its name, its formula, and the formula with its numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from engine.pair_terms import PairTerms
from engine.similarity import PairReadout
from gui.exporting.tables import as_csv
from gui.metrics import FACES
from gui.widgets import numbers
from gui.widgets.numbers import TIMES

DIGITS = 4
FEW = 2  # products that are written out
FROM_ORIGIN = frozenset({"dot", "norm_a", "norm_b", "cosine", "angle_degrees"})  # which need a zero


@dataclass(frozen=True)
class MeasureFace:
    """``term`` is what is added up in every dimension, ``worked`` writes the numbers up to the equals sign."""

    title: str
    sense: str
    plain: str
    term: str
    worked: Callable[[PairTerms, PairReadout], str]
    unit: str = ""

    @property
    def name(self) -> str:
        return _tr(self.title)

    @property
    def meaning(self) -> str:
        return _tr(self.sense)


def _sum(found: PairTerms, readout: PairReadout) -> str:
    """``-2.4 × -2.3 + 0.1 × 0.2`` of a few dimensions, the beginning of it of many."""
    pairs = list(zip(found.added.a.tolist(), found.added.b.tolist(), strict=True))
    parts = [f"{_bracketed(a)} {TIMES} {_bracketed(b)}" for a, b in pairs[:FEW]]
    return " + ".join(parts) + _more(len(pairs))


def _differences(found: PairTerms, readout: PairReadout) -> str:
    pairs = list(zip(found.added.a.tolist(), found.added.b.tolist(), strict=True))
    parts = [f"|{_number(a)} \u2212 {_bracketed(b)}|" for a, b in pairs[:FEW]]
    return " + ".join(parts) + _more(len(pairs))


def _root(found: PairTerms, readout: PairReadout) -> str:
    return f"\u221a{_number(found.total)}"


def _ratio(found: PairTerms, readout: PairReadout) -> str:
    return f"{_number(found.total)} \u00f7 ({_number(readout.norm_a)} {TIMES} {_number(readout.norm_b)})"


def _arc(found: PairTerms, readout: PairReadout) -> str:
    return f"2 arctan (\u221a{_number(found.total)} \u00f7 {_number(found.together)})"


def _more(count: int) -> str:
    return " + \u2026" if count > FEW else ""


LENGTH = "The length of the vector: the root of the sum of its squared coordinates."
MEASURES: Mapping[str, MeasureFace] = {
    "dot": MeasureFace(
        FACES["dot"].title, FACES["dot"].sense, "a · b = Σ aᵢ bᵢ", "aᵢ bᵢ", _sum
    ),
    "norm_a": MeasureFace("norm of A", LENGTH, "‖a‖ = √Σ aᵢ²", "aᵢ²", _root),
    "norm_b": MeasureFace("norm of B", LENGTH, "‖b‖ = √Σ bᵢ²", "bᵢ²", _root),
    "cosine": MeasureFace(
        FACES["cosine"].title, FACES["cosine"].sense, "cos θ = a · b ÷ (‖a‖ ‖b‖)", "aᵢ bᵢ", _ratio
    ),
    "angle_degrees": MeasureFace(
        FACES["angle_degrees"].title,
        FACES["angle_degrees"].sense,
        "θ = 2 arctan (‖u − v‖ ÷ ‖u + v‖), u = a ÷ ‖a‖, v = b ÷ ‖b‖",
        "(uᵢ − vᵢ)²",
        _arc,
        unit=FACES["angle_degrees"].unit,
    ),
    "euclidean": MeasureFace(
        FACES["euclidean"].title, FACES["euclidean"].sense, "‖a − b‖ = √Σ (aᵢ − bᵢ)²", "(aᵢ − bᵢ)²", _root
    ),
    "manhattan": MeasureFace(
        FACES["manhattan"].title, FACES["manhattan"].sense, "‖a − b‖₁ = Σ |aᵢ − bᵢ|", "|aᵢ − bᵢ|", _differences
    ),
}  # fmt: skip


def worked(found: PairTerms, readout: PairReadout) -> str:
    """The formula with its numbers and what comes out of it; in words where nothing does."""
    face, value = MEASURES[found.measure], getattr(readout, found.measure)
    if value is None:
        return _tr("undefined: a vector without length has no direction")
    return f"{face.worked(found, readout)} = {_number(value)}{face.unit}"


def terms_table(found: PairTerms, words: tuple[str, str]) -> list[list[str]]:
    """Every dimension with what is added up, in the order in which it is added, with all digits; titles first."""
    added, face = found.added, MEASURES[found.measure]
    titles = [_tr("dimension"), *words, face.term, _tr("running sum")]
    columns = (added.a, added.b, added.products, added.running)
    rows = zip((added.dimensions + 1).tolist(), *(column.tolist() for column in columns), strict=True)
    return [titles, *([str(number), *map(numbers.exported, values)] for number, *values in rows)]


def terms_csv(found: PairTerms, words: tuple[str, str]) -> str:
    """The same as a file has it."""
    return as_csv(terms_table(found, words))


def _number(value: float) -> str:
    return numbers.short(value, DIGITS)


def _bracketed(value: float) -> str:
    text = _number(value)
    return f"({text})" if text.startswith(numbers.MINUS) else text


def _tr(text: str) -> str:
    return QCoreApplication.translate("metrics", text)

"""The recorded scores as bars by length, lines by epoch, a table and a sentence."""

from collections.abc import Mapping

from engine.sequences.evaluation import LengthScore, ModelScores, Scores
from engine.sequences.model import KINDS, model_name
from gui.widgets import numbers
from gui.widgets.bar_groups import Group, Grouped, Series
from gui.widgets.line_chart import Chart, Line
from gui.widgets.readout_table import ReadoutRow
from gui.wording import kind_title, tr

Models = Mapping[str, ModelScores]  # by kind
TRANSLATE = tuple(kind for kind in KINDS if kind != "language")
COLOURS: Mapping[str, str] = {"fixed": "muted", "attention": "accent", "transformer": "result"}
NAMES: Mapping[str, str] = {"bleu": "BLEU", "chrf": "chrF"}
COUNTED: Mapping[str, str] = {"en": "words and signs to read", "zh": "characters and signs to read"}
DIGITS = 1


def of_direction(scores: Scores, source: str) -> Models:
    """The models that translate from a language and were judged."""
    found = {kind: scores.models.get(model_name(kind, source)) for kind in TRANSLATE}
    return {kind: one for kind, one in found.items() if one is not None and one.test is not None}


def by_length(models: Models, source: str, metric: str) -> Grouped:
    """A group of bars for each range of lengths."""
    parts = _ranges(models)
    groups = (Group(_range(part), tr("{0} pairs", f"{part.pairs:,}")) for part in parts)
    series = (
        Series(kind_title(kind), COLOURS[kind], tuple(_at(one, part, metric) for part in parts))
        for kind, one in models.items()
    )
    title = tr("{0} by length of the source", NAMES[metric])
    return Grouped(title, tuple(groups), tuple(series), tr(COUNTED[source]))


def by_epoch(models: Models, what: str) -> Chart:
    """How a score, or the perplexity, on the validation pairs went while the models learnt."""
    lines = (Line(kind_title(kind), tuple(_points(one, what)), COLOURS[kind]) for kind, one in models.items())
    name = NAMES.get(what, tr("Perplexity"))
    return Chart(tr("{0} on validation pairs", name), tr("epoch"), tuple(lines), write=_short)


def _points(one: ModelScores, what: str) -> list[tuple[float, float]]:
    values = [(epoch.number, getattr(epoch, what)) for epoch in one.curve.epochs]
    return [(float(number), value) for number, value in values if value is not None]


def _short(value: float) -> str:
    return numbers.short(value, DIGITS)


def score_rows(
    scores: Scores, models: Models, source: str, metric: str
) -> tuple[list[str], list[ReadoutRow]]:
    """Columns and rows of the table: a score by length, then what holds for the whole test."""
    columns = [tr("pairs"), *(kind_title(kind) for kind in models)]
    whole = next(iter(models.values())).test
    name, pairs = NAMES[metric], float(whole.pairs) if whole else None
    rows = [
        ReadoutRow(
            tr("{0}, length {1}", name, _range(part)),
            tr("Sentences of this length, counted in {0}", tr(COUNTED[source])),
            (str(part.pairs), *(_at(one, part, metric) for one in models.values())),
        )
        for part in _ranges(models)
    ]
    for key, title in NAMES.items():
        values = (getattr(one.test, key) for one in models.values())
        rows.append(
            ReadoutRow(tr("{0}, whole test", title), tr("All held-out pairs"), (_whole(pairs), *values))
        )
    return columns, [*rows, *_more_rows(scores, models, source)]


def _more_rows(scores: Scores, models: Models, source: str) -> list[ReadoutRow]:
    against = {kind: scores.against_fixed.get(model_name(kind, source)) for kind in models}
    chances = tuple(f"{found.bleu_p:.3f}" if found else "–" for found in against.values())
    perplexity = tuple(one.perplexity["test"] for one in models.values())
    size = tuple(f"{one.parameters:,}" for one in models.values())
    return [
        ReadoutRow(
            tr("p against fixed vector"),
            tr("How often chance alone makes such a difference of BLEU, by a paired bootstrap"),
            ("", *chances),
        ),
        ReadoutRow(
            tr("perplexity, whole test"),
            tr("Among how many tokens the model wavers on average: lower is better"),
            ("", *perplexity),
        ),
        ReadoutRow(tr("parameters"), tr("Numbers that were learnt"), ("", *size)),
    ]


def compared(scores: Scores, models: Models, source: str) -> str:
    """The scores over the whole test in a sentence, and whether chance can explain their difference."""
    said = ", ".join(
        f"{kind_title(kind)} <b>{numbers.short(one.test.bleu, DIGITS)}</b>"
        for kind, one in models.items()
        if one.test
    )
    pairs = max(one.test.pairs for one in models.values() if one.test)
    line = tr("Over all {0} held-out pairs BLEU is: {1}.", f"{pairs:,}", said)
    found = {kind: scores.against_fixed.get(model_name(kind, source)) for kind in models}
    chances = {kind: one for kind, one in found.items() if one is not None}
    if not chances:
        return line
    each = ", ".join(f"{kind_title(kind)} p = {one.bleu_p:.3f}" for kind, one in chances.items())
    sure = all(one.significant for one in chances.values())
    verdict = tr("chance does not explain it") if sure else tr("where p is above 0.05 chance may explain it")
    end = tr(
        "Against the fixed vector (paired bootstrap, {0} samples): {1}; {2}.",
        f"{scores.samples:,}",
        each,
        verdict,
    )
    return f"{line} {end}"


def _ranges(models: Models) -> tuple[LengthScore, ...]:
    return max((one.by_source_length for one in models.values()), key=len)


def _range(part: LengthScore) -> str:
    if part.longest is None:
        return tr("{0} or more", part.shortest)
    return f"{part.shortest}–{part.longest}"


def _at(one: ModelScores, part: LengthScore, metric: str) -> float | None:
    """A model's score in a range of lengths; None if it was not judged there."""
    values = (getattr(own, metric) for own in one.by_source_length if own.shortest == part.shortest)
    return next(values, None)


def _whole(number: float | None) -> str:
    return "" if number is None else f"{number:,.0f}"

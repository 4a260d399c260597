"""What was recorded when the models were judged: held-out scores, training curves, three translated sentences."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import DataFileError
from engine.paths import TRANSLATION

T = TypeVar("T")

SIGNIFICANT = 0.05  # a difference that chance makes less often than this counts


@dataclass(frozen=True)
class Score:
    """BLEU over tokens and chrF over the text, 0 to 100, of greedy translations of so many held-out pairs."""

    pairs: int
    bleu: float
    chrf: float


@dataclass(frozen=True)
class LengthScore(Score):
    """Of the pairs whose source has ``shortest`` to ``longest`` tokens, </s> aside; ``longest`` may be open."""

    shortest: int
    longest: int | None


@dataclass(frozen=True)
class Epoch:
    """What one pass over the training pairs led to, on those for validation; a language model has no BLEU."""

    number: int  # from 1
    train_loss: float
    perplexity: float
    bleu: float | None
    chrf: float | None
    cpu_minutes: float  # since the training began


@dataclass(frozen=True)
class Curve:
    """A training, epoch by epoch; the weights of epoch ``kept`` are those that ship."""

    kept: int
    epochs: tuple[Epoch, ...]


@dataclass(frozen=True)
class ModelScores:
    """A model's record; ``test`` is None for a language model, which translates nothing."""

    parameters: int
    sha256: str  # of model.safetensors
    perplexity: Mapping[str, float]  # "validation" and "test"
    test: Score | None
    by_source_length: tuple[LengthScore, ...]
    curve: Curve


@dataclass(frozen=True)
class Difference:
    """A model against the fixed vector of its direction, by sacrebleu's paired bootstrap: p by metric."""

    bleu_p: float
    chrf_p: float

    @property
    def significant(self) -> bool:
        return self.bleu_p < SIGNIFICANT


@dataclass(frozen=True)
class Example:
    """A held-out pair, by its line in the file, with the greedy translation of each model by name."""

    line: int
    en: str
    zh: str
    attribution: str
    translations: Mapping[str, str]


@dataclass(frozen=True)
class Scores:
    """All of it, by the name of the model; ``signatures`` are sacrebleu's own account of how it counted."""

    models: Mapping[str, ModelScores]
    against_fixed: Mapping[str, Difference]
    samples: int  # of the bootstrap
    signatures: Mapping[str, str]
    examples: tuple[Example, ...]


def load_scores(folder: Path = TRANSLATION) -> Scores:
    """The three records that ship.  DataFileError names one that is missing or damaged."""
    curves = _read(folder / "curves.json", _curves)
    examples = _read(folder / "examples.json", _examples)
    return _read(folder / "scores.json", lambda stored: _scores(stored, curves, examples))


def _read(path: Path, understood: Callable[[Any], T]) -> T:
    try:
        return understood(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise DataFileError(path, "file is missing") from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataFileError(path, "file is damaged") from error


def _scores(stored: Any, curves: Mapping[str, Curve], examples: tuple[Example, ...]) -> Scores:
    models = {str(name): _model(of, curves[name]) for name, of in stored["models"].items()}
    differences = {str(name): _difference(of) for name, of in stored["against_fixed"].items()}
    signatures = {str(metric): str(said) for metric, said in stored["signatures"].items()}
    return Scores(models, differences, int(stored["samples"]), signatures, examples)


def _model(of: Any, curve: Curve) -> ModelScores:
    return ModelScores(
        int(of["parameters"]),
        str(of["sha256"]),
        {side: _number(of["perplexity"][side]) for side in ("validation", "test")},
        Score(**_score(of["test"])) if "test" in of else None,
        tuple(_length(part) for part in of.get("by_source_length", ())),
        curve,
    )


def _score(of: Any) -> dict[str, Any]:
    return {"pairs": int(of["pairs"]), "bleu": _number(of["bleu"]), "chrf": _number(of["chrf"])}


def _length(of: Any) -> LengthScore:
    longest = None if of["to"] is None else int(of["to"])
    return LengthScore(**_score(of), shortest=int(of["from"]), longest=longest)


def _difference(of: Any) -> Difference:
    return Difference(_number(of["bleu"]["p_value"]), _number(of["chrf"]["p_value"]))


def _curves(stored: Any) -> dict[str, Curve]:
    return {
        str(name): Curve(int(of["kept"]), tuple(_epoch(line) for line in of["epochs"]))
        for name, of in stored.items()
    }


def _epoch(of: Any) -> Epoch:
    return Epoch(
        number=int(of["epoch"]),
        train_loss=_number(of["train_loss"]),
        perplexity=_number(of["perplexity"]),
        bleu=_number(of["bleu"]) if "bleu" in of else None,
        chrf=_number(of["chrf"]) if "chrf" in of else None,
        cpu_minutes=_number(of["cpu_minutes"]),
    )


def _examples(stored: Any) -> tuple[Example, ...]:
    return tuple(
        Example(
            line=int(of["line"]),
            en=str(of["en"]),
            zh=str(of["zh"]),
            attribution=str(of["attribution"]),
            translations={str(name): str(text) for name, text in of["translations"].items()},
        )
        for of in stored
    )


def _number(value: object) -> float:
    """ValueError or TypeError if it is none, or not finite: JSON as Python reads it knows NaN."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("not a number")
    if not math.isfinite(value):
        raise ValueError("not finite")
    return float(value)

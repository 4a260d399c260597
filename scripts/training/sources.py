"""The section of data/SOURCES.md about the translation models, written from the files that ship."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from engine.paths import DATA
from scripts.training.recorded import Record, read
from scripts.training.settings import MODELS, Settings

SOURCES = DATA / "SOURCES.md"
BEGIN = "<!-- written by `python -m scripts.training ship` from here -->"
END = "<!-- to here -->"

INTRODUCTION = """\
## Translation models: `translation/`

- **Origin**: trained for this program on the training pairs of `tatoeba/`, from random weights, by
  `python -m scripts.training all`. `scripts/training/README.md` has the equations, the names and shapes of the
  weights, and how the pairs were split.
- **Licence**: Creative Commons Attribution 2.0 France, that of the pairs they learnt from. Whoever passes the models
  on names Tatoeba (<https://tatoeba.org>) and keeps `tatoeba/eng-cmn.tsv.gz` beside them, whose third column names
  the authors.
- **Form**: `NAME/model.safetensors`, every weight rounded to float16; kind, languages and sizes as metadata. All
  scores below are those of the rounded weights, and of greedy translations.
"""
COLUMNS: dict[str, Callable[[Settings], object]] = {  # of the settings
    "kind": lambda made: made.kind,
    "d_model": lambda made: made.d_model,
    "d_hidden": lambda made: "" if made.layered else made.d_hidden,
    "d_mlp": lambda made: made.d_mlp if made.layered else "",
    "blocks": lambda made: made.layers if made.layered else "",
    "heads": lambda made: made.heads if made.layered else "",
    "dropout": lambda made: made.dropout,
    "learning rate": lambda made: made.rate,
    "warm-up, steps": lambda made: made.warmup,
    "epochs": lambda made: made.epochs,
}
KINDS = ("fixed", "attention", "transformer")


def write_sources(shipped: Path, page: Path = SOURCES) -> None:
    """Puts the section between its two marks; the rest of the page is kept by hand."""
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n{section(shipped)}{END}{after}", encoding="utf-8")


def section(shipped: Path) -> str:
    scores, curves = read(shipped / "scores.json"), read(shipped / "curves.json")
    parts = (
        INTRODUCTION,
        settings(),
        held_out(scores),
        by_length(scores),
        against_fixed(scores),
        training(curves),
        files(shipped),
    )
    return "\n".join(parts)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def settings() -> str:
    """One row a kind: both directions have the same settings."""
    each = {made.kind: made for made in MODELS.values()}.values()
    same = next(iter(each))
    rows = [[of(made) for of in COLUMNS.values()] for made in each]
    return (
        f"**Settings**: Adam (0.9, 0.98), batches of {same.batch} pairs, label smoothing {same.smoothing}, "
        f"gradients cut to norm {same.clip:g}, seed {same.seed}.\nThe learning rate rises over the warm-up and falls "
        f"in a straight line to 0 at the last epoch.\n\n{table(list(COLUMNS), rows)}"
    )


def held_out(scores: Record) -> str:
    rows = [
        [
            f"`{name}`",
            f"{found['parameters']:,}",
            *(f"{found['test'][metric]:.2f}" if "test" in found else "" for metric in ("bleu", "chrf")),
            *(f"{found['perplexity'][side]:.2f}" for side in ("test", "validation")),
        ]
        for name, found in scores["models"].items()
    ]
    head = ("model", "parameters", "BLEU", "chrF", "perplexity", "in validation")
    signatures = " and ".join(f"`{signature}`" for signature in scores["signatures"].values())
    return (
        "**Held-out scores**, over the 2,000 test pairs. BLEU is counted over characters of Chinese and words of "
        "English,\nchrF over the text; sacrebleu's signatures:\n"
        f"{signatures}.\n\n{table(head, rows)}"
    )


def by_length(scores: Record) -> str:
    """BLEU and chrF of the three kinds beside each other."""
    rows = [row for direction in ("en-zh", "zh-en") for row in lengths(direction, scores["models"])]
    head = ("direction", "tokens of the source", "pairs", *KINDS)
    return f"**By length of the source**, BLEU and chrF:\n\n{table(head, rows)}"


def lengths(direction: str, models: Record) -> list[list[object]]:
    each = [models.get(f"{direction}.{kind}", {}).get("by_source_length", []) for kind in KINDS]
    return [
        [direction, span(known(parts)), known(parts)["pairs"], *map(cell, parts)]
        for parts in zip_longest(*each)
    ]


def known(parts: Sequence[Record | None]) -> Record:
    return next(part for part in parts if part)


def span(part: Record) -> str:
    return f"{part['from']} to {part['to']}" if part["to"] else f"{part['from']} and more"


def cell(part: Record | None) -> str:
    return f"{part['bleu']:.2f}, {part['chrf']:.2f}" if part else ""


def against_fixed(scores: Record) -> str:
    rows = [
        [f"`{name}`", *(f"{cells[metric]['p_value']:.4f}" for metric in ("bleu", "chrf"))]
        for name, cells in scores["against_fixed"].items()
    ]
    return (
        f"**Better than `fixed`?** sacrebleu's paired bootstrap over the test pairs, {scores['samples']:,} samples; "
        f"p of a difference as large by chance:\n\n{table(('model', 'p (BLEU)', 'p (chrF)'), rows)}"
    )


def training(curves: Record) -> str:
    """A row an epoch, a column a model."""
    head = ("epoch", *(f"`{name}`" for name in curves))
    longest = max(len(found["epochs"]) for found in curves.values())
    rows = [[place + 1, *(epoch(found, place) for found in curves.values())] for place in range(longest)]
    return (
        "**Training curve**: loss over the training pairs, and BLEU (of `en.language`: perplexity) over the 1,000 "
        "of validation;\nthe weights of the epoch in bold were kept. `curves.json` has chrF, perplexity and "
        f"processor time too.\n\n{table(head, rows)}"
    )


def epoch(found: Record, place: int) -> str:
    if place >= len(found["epochs"]):
        return ""
    line = found["epochs"][place]
    said = f"{line['train_loss']:.3f}, {line.get('bleu', line['perplexity']):.2f}"
    return f"**{said}**" if line["epoch"] == found["kept"] else said


FORMS = {
    "scores.json": "all scores above, unrounded",
    "curves.json": "the training curves, unrounded",
    "examples.json": "the first test pairs of 6, 9 and 12 English words, with each model's greedy translation",
}


def files(shipped: Path) -> str:
    paths = sorted(path for path in shipped.rglob("*") if path.is_file())
    rows = [
        [
            f"`{path.relative_to(shipped.parent).as_posix()}`",
            FORMS.get(path.name, "float16"),
            f"`{sha256(path)}`",
        ]
        for path in paths
    ]
    return table(("file", "form", "sha256"), rows)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

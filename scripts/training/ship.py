"""Finished models, put where the program and its tests find them.  Needs no PyTorch."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import numpy as np

from engine.paths import DATA, ROOT, TRANSLATION
from scripts.build_data import write_checksums
from scripts.training.data import Corpus
from scripts.training.recorded import curves, examples, finished, read, scores, write
from scripts.training.sources import write_sources

GOLDEN = ROOT / "tests" / "golden" / "translation"
LOGITS, PLACES = 3, 5  # sentences with logits, and places of each


def ship(out: Path, corpus: Corpus) -> list[str]:
    """Copies every finished model in ``out``, writes what was recorded, and brings SOURCES.md up to date."""
    names = finished(out)
    for name in names:
        ship_weights(out / name, TRANSLATION / name)
        ship_golden(out / name / "golden.npz", GOLDEN / f"{name}.npz")
    write(TRANSLATION / "scores.json", scores(out, names))
    write(TRANSLATION / "curves.json", curves(out, names))
    write(TRANSLATION / "examples.json", examples(out, names, corpus))
    write_sources(TRANSLATION)
    write_checksums(DATA)
    return names


def ship_weights(made: Path, shipped: Path) -> None:
    """ValueError if the weights are not those that were judged."""
    weights, judged = made / "model.safetensors", read(made / "evaluation.json")
    if hashlib.sha256(weights.read_bytes()).hexdigest() != judged["sha256"]:
        raise ValueError(f"{weights} was changed after it was evaluated")
    shipped.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(weights, shipped / weights.name)


def ship_golden(made: Path, shipped: Path) -> None:
    """golden.npz with ``LOGITS`` sentences' logits, at ``places_i``, spread from the first place to the last."""
    with np.load(made) as file:
        arrays = {name: file[name] for name in file.files}
    for name in [name for name in arrays if name.startswith(("logits", "tokens", "source", "output_"))]:
        kind, number = name.rsplit("_", 1)
        if int(number) >= LOGITS:
            del arrays[name]
        elif kind == "logits":
            arrays[f"places_{number}"] = spread(len(arrays[name]))
            arrays[name] = arrays[name][arrays[f"places_{number}"]]
    shipped.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(shipped, **arrays)


def spread(places: int) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """At most ``PLACES`` of them, the first and the last included."""
    return np.linspace(0, places - 1, min(places, PLACES)).round().astype(np.int16)

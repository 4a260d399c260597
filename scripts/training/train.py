"""One model from its seed to its shipped file; can be stopped at any batch and goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from engine.translation_text import PAD
from scripts.training.data import Corpus, batches
from scripts.training.decode import as_source, as_target
from scripts.training.models import build
from scripts.training.scores import outputs, perplexity, references, scores
from scripts.training.settings import Settings

EVERY = 300.0  # seconds between checkpoints within an epoch


class Stopped(Exception):
    """Someone asked the training to end early; its checkpoint is written."""


@dataclass
class Progress:
    """Where a training stands, apart from weights: what is saved beside them."""

    epoch: int = 0  # epochs behind us
    batch: int = 0  # batches behind us in the running one
    step: int = 0
    minutes: float = 0.0  # of processor time
    loss: float = 0.0  # summed over the running epoch's batches
    best: float = -np.inf
    best_epoch: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Training:
    """A model, its optimizer and its progress, in a folder of its own."""

    def __init__(self, name: str, settings: Settings, corpus: Corpus, folder: Path) -> None:
        self.name, self.settings, self.corpus, self.folder = name, settings, corpus, folder
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(settings.seed)
        sizes = corpus.vocabularies
        self.model = build(settings, len(sizes[settings.source]), len(sizes[settings.target]))
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.0, betas=(0.9, 0.98))
        self.progress = Progress()
        self.sources = corpus.rows("train", settings.source)
        self.targets = corpus.rows("train", settings.target)
        self.steps = settings.epochs * -(-len(self.sources) // settings.batch)
        self.stop = False
        if self.checkpoint.is_file():
            self.resume()

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def run(self) -> None:
        """Epochs until the budget or the patience is used up; the best stays in best.pt.  Stopped on SIGTERM."""
        signal.signal(signal.SIGTERM, self.ask_to_stop)
        while not self.finished:
            self.epoch()

    @property
    def finished(self) -> bool:
        progress, settings = self.progress, self.settings
        waited = progress.epoch - progress.best_epoch
        return progress.batch == 0 and (
            progress.epoch >= settings.epochs
            or progress.minutes >= settings.minutes
            or waited >= settings.patience
        )

    def epoch(self) -> None:
        """The rest of the running epoch, its validation, and a checkpoint."""
        started = saved = time.monotonic()
        for part in self.remaining():
            used = time.process_time()
            self.progress.loss += self.learn(part)
            self.progress.minutes += (time.process_time() - used) / 60
            if self.stop:
                self.save()
                raise Stopped(self.name)
            if time.monotonic() - saved > EVERY:
                self.save()
                saved = time.monotonic()
        self.judge(time.monotonic() - started)

    def remaining(self) -> Iterator[list[int]]:
        """The running epoch's batches that are not behind us; their order depends on seed and epoch alone."""
        lengths = [len(s) * 100 + len(t) for s, t in zip(self.sources, self.targets, strict=True)]
        rng = np.random.default_rng([self.settings.seed, self.progress.epoch])
        yield from list(batches(lengths, self.settings.batch, rng))[self.progress.batch :]

    def learn(self, part: list[int]) -> float:
        """One step of Adam; the loss before it."""
        self.model.train()
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate()
        read, wanted = as_target([self.targets[index] for index in part])
        logits = self.model(as_source([self.sources[index] for index in part]), read)
        loss = F.cross_entropy(
            logits.flatten(0, 1),
            wanted.flatten(),
            ignore_index=PAD,
            label_smoothing=self.settings.smoothing,
        )
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.progress.step += 1
        self.progress.batch += 1
        return float(loss.detach())

    def rate(self) -> float:
        """The learning rate of the coming step."""
        step, warmup = self.progress.step + 1, self.settings.warmup
        left = max(self.steps - step, 0) / max(self.steps - warmup, 1)
        return self.settings.rate * min(step / warmup, left)

    def judge(self, seconds: float) -> None:
        """Validation; keeps the weights if they are the best so far, writes the curve and a checkpoint."""
        progress = self.progress
        mean = progress.loss / progress.batch
        progress.epoch, progress.batch, progress.loss = progress.epoch + 1, 0, 0.0
        found = self.validation()
        if found["score"] > progress.best:
            progress.best, progress.best_epoch = found["score"], progress.epoch
            write(self.folder / "best.pt", {"model": self.model.state_dict(), "epoch": progress.epoch})
        line = {"epoch": progress.epoch, "step": progress.step, "train_loss": mean, **found}
        progress.curve.append(
            line | {"cpu_minutes": progress.minutes, "seconds_since_start_or_resume": seconds}
        )
        lines = "".join(json.dumps(entry) + "\n" for entry in progress.curve)
        (self.folder / "curve.jsonl").write_text(lines, encoding="utf-8")
        self.save()
        print(time.strftime("%H:%M:%S"), self.name, json.dumps(progress.curve[-1]), flush=True)

    def validation(self) -> dict[str, float]:
        """``score`` is what the best is chosen by: BLEU of greedy translations; of a language model, -perplexity."""
        settings = self.settings
        found = {"perplexity": perplexity(self.model, self.corpus, settings, "validation")}
        if settings.kind == "language":
            return {**found, "score": -found["perplexity"]}
        made = outputs(self.model, self.corpus, settings, "validation")
        judged = scores(made, references(self.corpus, "validation", settings.target), settings.target)
        return {**found, "bleu": judged["bleu"], "chrf": judged["chrf"], "score": judged["bleu"]}

    def ask_to_stop(self, number: int, frame: FrameType | None) -> None:
        self.stop = True

    def save(self) -> None:
        write(
            self.checkpoint,
            {
                "model": self.model.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "random": torch.get_rng_state(),
                "progress": asdict(self.progress),
                "settings": asdict(self.settings),
                "corpus": self.corpus.fingerprint,
            },
        )

    def resume(self) -> None:
        """ValueError when the checkpoint was made with other settings or other data."""
        saved = torch.load(self.checkpoint, weights_only=True)
        if (saved["settings"], saved["corpus"]) != (asdict(self.settings), self.corpus.fingerprint):
            raise ValueError(f"{self.checkpoint} was made with other settings or data; move it away")
        self.model.load_state_dict(saved["model"])
        self.optimizer.load_state_dict(saved["optimizer"])
        torch.set_rng_state(saved["random"])
        self.progress = Progress(**saved["progress"])


def write(path: Path, content: dict[str, Any]) -> None:
    """All or nothing: an interruption leaves the file before."""
    part = path.with_suffix(".part")
    torch.save(content, part)
    os.replace(part, path)

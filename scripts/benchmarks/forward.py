"""The engine's forward pass against transformers on PyTorch: idle, and with one core kept busy by another process."""

from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.processes import Burner, Worker
from benchmarks.rounds import Measured, measure, verdict

LENGTHS = (12, 64, 128, 512)
IDLE_TARGET = 1.0  # engine / torch
BUSY_TARGET = 2.5  # busy / idle, of the engine
AGREEMENT = 1e-3

TITLE = """
Forward pass of MiniLM (6 layers, float32) on one sentence: {situation}.
Each in a process of its own, both on the same two cores and with two threads; medians of {rounds} rounds.
  engine  every array of the table of names, of all layers, computed and kept until the pass ends
  torch   transformers' BertModel, eager attention; attentions and hidden states of all layers returned"""


def idle(python: str, rounds: int) -> None:
    """Milliseconds and ratio by length; ``python`` has torch and transformers."""
    print(TITLE.format(situation="nothing else is running", rounds=rounds))
    with _workers(python) as (engine, torch):
        for length in LENGTHS:
            _prepare(engine, torch, length)
            found = measure([engine, torch], rounds)
            _print_idle(length, found["engine"], found["torch"])


def busy(python: str, rounds: int) -> None:
    """Milliseconds by length, and how many times those without the other process, measured in turn."""
    print(TITLE.format(situation="another process keeps one of the two cores busy", rounds=rounds))
    with _workers(python) as (engine, torch), Burner() as burner:
        for length in LENGTHS:
            _prepare(engine, torch, length)
            quiet, loaded = (
                {"engine": Measured([]), "torch": Measured([])},
                {"engine": Measured([]), "torch": Measured([])},
            )
            for _ in range(rounds):
                for name, found in measure([engine, torch], 1).items():
                    quiet[name].add(found)
                with burner.burning():
                    for name, found in measure([engine, torch], 1, 0.6, burner).items():
                        loaded[name].add(found)
            _print_busy(length, quiet, loaded)


@contextmanager
def _workers(python: str) -> Iterator[tuple[Worker, Worker]]:
    with Worker("engine", "work_engine") as engine, Worker("torch", "work_torch", python) as torch:
        yield engine, torch


def _prepare(engine: Worker, torch: Worker, length: int) -> None:
    """The same tokens for both, and the same answer from both."""
    ours = engine.ask(prepare={"length": length})
    theirs = torch.ask(prepare={"ids": ours["ids"]})
    gap = max(abs(a - b) for a, b in zip(ours["output"], theirs["output"], strict=True))
    if gap > AGREEMENT or len(ours["ids"]) != length:
        raise SystemExit(f"At {length} tokens the two do not compute the same: they differ by {gap:g}.")


def _print_idle(length: int, engine: Measured, torch: Measured) -> None:
    ratio = engine.seconds / torch.seconds
    print(
        f"  {length:4d} tokens   engine {engine}   torch {torch}   {verdict(ratio, IDLE_TARGET)}"
        f"   rounds {engine.range_over(torch)}",
        flush=True,
    )


def _print_busy(length: int, quiet: dict[str, Measured], loaded: dict[str, Measured]) -> None:
    ratios = {name: loaded[name].seconds / quiet[name].seconds for name in quiet}
    told = verdict(ratios["engine"], BUSY_TARGET)
    print(
        f"  {length:4d} tokens   engine {quiet['engine']} -> {loaded['engine']}   {told}"
        f"   torch {quiet['torch']} -> {loaded['torch']}   {ratios['torch']:.2f}",
        flush=True,
    )

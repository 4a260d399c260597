"""The engine's forward pass against transformers on PyTorch: idle, and with one core kept busy by another process."""

from collections.abc import Mapping
from statistics import median

from benchmarks.processes import Burner, Worker
from benchmarks.rounds import Measured, measure

LENGTHS = (12, 64, 128, 512)
IDLE_TARGET = 1.0  # engine / torch
BUSY_TARGET = 2.5  # busy / idle, of the engine
AGREEMENT = 1e-3

TITLE = """
Forward pass of MiniLM (6 layers, float32), one sentence.  Each in its own process, on the same two cores, two threads.
  engine  every array of the table of names, of all layers, computed and kept
  torch   transformers' BertModel, eager attention, attentions and hidden states of all layers returned
Milliseconds are medians; {rounds} rounds; batches redone while other programs used the machine."""


def forward(python: str, rounds: int, busy: bool) -> None:
    """Print both tables; ``python`` is an interpreter with torch and transformers."""
    print(TITLE.format(rounds=rounds))
    with Worker("engine", "work_engine") as engine, Worker("torch", "work_torch", python) as torch:
        for length in LENGTHS:
            _prepare(engine, torch, length)
            _report_idle(length, measure([engine, torch], rounds))
            if busy:
                _report_busy(length, *_busy(engine, torch, rounds))


def _prepare(engine: Worker, torch: Worker, length: int) -> None:
    """The same tokens for both, and the same answer from both."""
    ours = engine.ask(prepare={"length": length})
    theirs = torch.ask(prepare={"ids": ours["ids"]})
    gap = max(abs(a - b) for a, b in zip(ours["output"], theirs["output"], strict=True))
    if gap > AGREEMENT or len(ours["ids"]) != length:
        raise SystemExit(f"At {length} tokens the two do not compute the same: they differ by {gap:g}.")


def _busy(engine: Worker, torch: Worker, rounds: int) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Idle and busy in turn: medians of the batches by worker."""
    idle: dict[str, list[float]] = {"engine": [], "torch": []}
    busy: dict[str, list[float]] = {"engine": [], "torch": []}
    burner = Burner()
    try:
        for _ in range(rounds):
            _collect(idle, measure([engine, torch], 1))
            burner.burn()
            _collect(busy, measure([engine, torch], 1, 0.6, burner))
            burner.rest()
    finally:
        burner.end()
    return idle, busy


def _collect(into: dict[str, list[float]], found: Mapping[str, Measured]) -> None:
    for name, measured in found.items():
        into[name] += measured.batches


def _report_idle(length: int, found: Mapping[str, Measured]) -> None:
    engine, torch = found["engine"], found["torch"]
    ratio = engine.seconds / torch.seconds
    each = sorted(a / b for a, b in zip(engine.batches, torch.batches, strict=True))
    disturbed = engine.disturbed + torch.disturbed
    print(
        f"  {length:4d} tokens   engine {engine.seconds * 1e3:7.1f} ms   torch {torch.seconds * 1e3:7.1f} ms   "
        f"ratio {ratio:.2f} ({each[0]:.2f} to {each[-1]:.2f})   {verdict(ratio, IDLE_TARGET)}"
        + (f"   ({disturbed} disturbed)" if disturbed else ""),
        flush=True,
    )


def _report_busy(length: int, idle: dict[str, list[float]], busy: dict[str, list[float]]) -> None:
    middle = {name: (median(idle[name]), median(busy[name])) for name in idle}
    ratios = {name: loaded / quiet for name, (quiet, loaded) in middle.items()}
    print(
        f"  {length:4d} one core busy: engine {middle['engine'][1] * 1e3:7.1f} ms, {ratios['engine']:.2f} x idle   "
        f"{verdict(ratios['engine'], BUSY_TARGET)}   "
        f"torch {middle['torch'][1] * 1e3:7.1f} ms, {ratios['torch']:.2f} x idle",
        flush=True,
    )


def verdict(ratio: float, target: float) -> str:
    return f"{'reached' if ratio <= target else 'MISSED'} (<= {target})"

"""Split, check, train, evaluate, compare and ship: ``python -m scripts.training COMMAND``; README.md tells more.

split              data/tatoeba/split.json and the vocabularies, from the pairs
check              quick proofs that masks, padding and learning are right
train NAME ...     these models, one after another (names: scripts/training/settings.py)
all                every model, then the comparison
evaluate NAME ...  judge model.safetensors again
compare            paired bootstrap of the recorded translations
ship               copy what is finished into data/ and tests/golden/, and write data/SOURCES.md's section
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from collections.abc import Sequence
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import FrameType

import torch

from scripts.training.check import check
from scripts.training.data import Corpus, write_derived
from scripts.training.evaluate import compare, evaluate
from scripts.training.settings import MODELS
from scripts.training.ship import ship
from scripts.training.train import Stopped, Training
from scripts.training.weights import export

STOPPED = 128 + signal.SIGTERM  # exit status


def one(name: str, corpus: Corpus, out: Path) -> None:
    """Training, shipped file and evaluation of one model; what is done already is not done again."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # until the training listens
    torch.set_num_threads(1)
    folder = out / name
    if (folder / "evaluation.json").is_file():
        return
    training = Training(name, MODELS[name], corpus, folder)
    try:
        training.run()
    except Stopped:
        sys.exit(STOPPED)
    training.model.load_state_dict(torch.load(folder / "best.pt", weights_only=True)["model"])
    export(training.model, MODELS[name], folder / "model.safetensors")
    print(name, evaluate(name, corpus, folder), flush=True)


def train(names: Sequence[str], corpus: Corpus, out: Path, jobs: int) -> bool:
    """Each model in a process of its own, ``jobs`` at a time; whether all came to their end.  SIGTERM stops all.

    The processes are forked, so that a change of the scripts cannot reach a training that runs.
    """
    waiting, running, failed = list(names), set[ForkProcess](), False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal failed
        failed = True
        waiting.clear()
        for process in running:
            process.terminate()

    signal.signal(signal.SIGTERM, stop)
    context = multiprocessing.get_context("fork")
    while waiting or running:
        while waiting and len(running) < jobs:
            process = context.Process(target=one, args=(waiting.pop(0), corpus, out))
            process.start()
            running.add(process)
        wait([process.sentinel for process in running])
        ended = {process for process in running if process.exitcode is not None}
        failed = failed or any(process.exitcode for process in ended)
        running -= ended
    return not failed


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts.training", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("split", "check", "train", "all", "evaluate", "compare", "ship"))
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MODELS))
    parser.add_argument(
        "--out", type=Path, default=Path("training"), help="folder of the runs (default: training)"
    )
    parser.add_argument("--jobs", type=int, default=1, help="models trained at the same time (default: 1)")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(MODELS):
        parser.error(f"no such model: {', '.join(sorted(unknown))}")
    return asked


def main() -> int:
    asked = arguments()
    if asked.command == "split":
        write_derived()
        return 0
    torch.set_num_threads(1)
    if asked.command == "check":
        check()
        return 0
    corpus = Corpus.load()
    if asked.command in ("train", "all"):
        done = train(asked.names or list(MODELS), corpus, asked.out, asked.jobs)
        if not done or asked.command == "train":
            return 0 if done else 1
    for name in asked.names if asked.command == "evaluate" else ():
        print(evaluate(name, corpus, asked.out / name))
    if asked.command in ("all", "compare"):
        print(compare(asked.out, corpus))
    if asked.command == "ship":
        print("shipped:", *ship(asked.out, corpus))
    return 0


if __name__ == "__main__":
    sys.exit(main())

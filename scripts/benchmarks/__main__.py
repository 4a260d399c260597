"""Measures and prints; scripts/bench calls it with the interpreters it needs."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from benchmarks import forward, keys, neighbours, plane, reading, startup, translation, window
from benchmarks.processes import NotAvailable


@dataclass(frozen=True)
class Wanted:
    """How many rounds, and an interpreter with torch and transformers if there is one."""

    rounds: int
    python: str | None


Bench = Callable[[Wanted], None]


def _against_torch(bench: Callable[[str, int], None]) -> Bench:
    def run(wanted: Wanted) -> None:
        if wanted.python is None:
            raise NotAvailable(
                "torch and transformers are missing; --python names an interpreter that has them"
            )
        bench(wanted.python, wanted.rounds)

    return run


BENCHES: Mapping[str, Bench] = {
    "forward": _against_torch(forward.idle),
    "busy": _against_torch(forward.busy),
    "neighbours": lambda wanted: neighbours.neighbours(wanted.python, wanted.rounds),
    "keys": lambda wanted: keys.keys(wanted.rounds),
    "plane": lambda wanted: plane.plane(wanted.rounds),
    "reading": lambda wanted: reading.reading(wanted.python, wanted.rounds),
    "startup": lambda wanted: startup.phases(wanted.rounds),
    "translation": lambda wanted: translation.translation(wanted.rounds),
    "window": lambda wanted: window.window(wanted.rounds),
}


def main() -> None:
    """Run what the arguments name."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="How fast the program is, compared with others."
    )
    parser.add_argument("what", nargs="?", choices=(*BENCHES, "all"), default="all")
    parser.add_argument("--rounds", type=int, default=9, help="how often each is asked in turn (default 9)")
    parser.add_argument(
        "--python", metavar="FILE", help="an interpreter with torch and transformers to compare with"
    )
    asked = parser.parse_args()
    names = BENCHES if asked.what == "all" else (asked.what,)
    for name in names:
        try:
            BENCHES[name](Wanted(asked.rounds, asked.python))
        except NotAvailable as reason:
            print(f"\n{name}: not available: {reason}")
            if asked.what == name:
                raise SystemExit(1) from None


if __name__ == "__main__":
    main()

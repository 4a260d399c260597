"""Prints the timings; scripts/bench calls it with the right interpreters."""

import argparse
import sys

from benchmarks.forward import forward

def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("what", nargs="?", default="all")
    p.add_argument("--python", default=sys.executable)
    p.add_argument("--rounds", type=int, default=9)
    a = p.parse_args()
    forward(a.python, a.rounds, a.what in ("busy", "all"))

main()

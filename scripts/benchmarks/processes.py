"""Processes on the same two cores, asked in turn, and how busy everything else on the machine was meanwhile."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CORES = sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_getaffinity") else []


def pin(process: int, cores: Sequence[int]) -> None:
    """Hold a process to some cores, where the system can."""
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(process, cores)


def environment() -> dict[str, str]:
    paths = [str(ROOT / "scripts"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


class Worker:
    """A process running ``benchmarks.worker`` with one kind of work."""

    def __init__(self, name: str, work: str, python: str = sys.executable) -> None:
        self.name = name
        command = [python, "-m", "benchmarks.worker", work]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT, env=environment())
        pin(self.process.pid, CORES)

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait()

    def ask(self, **question: Any) -> dict[str, Any]:
        assert self.process.stdin and self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} has ended: {' '.join(map(str, self.process.args))}")
        return dict(json.loads(line))

    def cpu_seconds(self) -> float:
        return _cpu_seconds(self.process.pid)


class Burner:
    """A process that keeps one core busy while it is let."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
        pin(self.process.pid, CORES[:1])
        self.rest()

    def burn(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def rest(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def cpu_seconds(self) -> float:
        return _cpu_seconds(self.process.pid)


def _cpu_seconds(process: int) -> float:
    """Time that a process has computed; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """Time that all cores together have computed since the machine started; 0 where the system does not tell."""
    try:
        user, nice, system, _, _, irq, softirq = map(int, Path("/proc/stat").read_text().split()[1:8])
    except OSError:
        return 0.0
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")

"""Processes on the same two cores, and how busy everything else on the machine is meanwhile."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CORES = sorted(os.sched_getaffinity(0))[:2] if hasattr(os, "sched_getaffinity") else []


class NotAvailable(Exception):
    """Something cannot be measured here; the text says why."""


class Process:
    """A process held to some cores, where the system can, and ended on leaving."""

    def __init__(self, command: Sequence[str], cores: Sequence[int], **options: Any) -> None:
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment(), text=True, **options)
        if cores:
            os.sched_setaffinity(self.process.pid, cores)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def cpu_seconds(self) -> float:
        """Time that it has computed; 0 where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Worker(Process):
    """Runs ``benchmarks.worker`` with one kind of work."""

    def __init__(self, name: str, work: str, python: str = sys.executable) -> None:
        self.name = name
        command = [python, "-m", "benchmarks.worker", work]
        super().__init__(command, CORES, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "Worker":
        return self

    def ask(self, **question: Any) -> dict[str, Any]:
        """One question, one answer."""
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(question), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise NotAvailable(f"the process of {self.name} has ended; the reason is above")
        return dict(json.loads(line))


class Burner(Process):
    """Keeps one core busy while it is let."""

    def __init__(self) -> None:
        super().__init__([sys.executable, "-c", "while True: pass"], CORES[:1])
        self.process.send_signal(signal.SIGSTOP)

    def __enter__(self) -> "Burner":
        return self

    @contextmanager
    def burning(self) -> Iterator[None]:
        self.process.send_signal(signal.SIGCONT)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGSTOP)


def environment() -> dict[str, str]:
    """Ours, with the engine and these benchmarks to be found."""
    paths = [str(ROOT / "scripts"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def busy_seconds() -> float:
    """Time that all cores together have computed since the machine started; 0 where the system does not tell."""
    try:
        user, nice, system, _, _, irq, softirq = map(
            int, Path("/proc/stat").read_text().splitlines()[0].split()[1:8]
        )
    except OSError:
        return 0.0
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")

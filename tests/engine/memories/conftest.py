"""Three kinds of memory that read one sentence, with maps drawn and without: made once, never written to."""

from collections.abc import Callable, Mapping

import pytest

from engine.examples import HUNGRY
from engine.memories.run import MemoryRun, MemorySettings
from engine.trace import Trace
from engine.vectors import WordVectors

Read = Callable[..., MemoryRun]


@pytest.fixture(scope="session")
def read(vectors: WordVectors) -> Read:
    """Reads a text with settings by name."""

    def run(text: str = HUNGRY, **settings: object) -> MemoryRun:
        return MemoryRun.read(vectors, text, MemorySettings(**settings))  # type: ignore[arg-type]

    return run


@pytest.fixture(scope="session")
def memories(read: Read) -> MemoryRun:
    return read()


@pytest.fixture(scope="session")
def memory_traces(memories: MemoryRun, read: Read) -> Mapping[str, Trace]:
    """The first and a later time step; few features; maps that are the identity."""
    few = read("the cat", features=3, maps="identity", rate=0.3)
    return {"first": memories.traces[0], "later": memories.traces[6], "few": few.traces[1]}

"""What there is to say about a session file, and what was found in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Remark:
    """``kind``: "wrong" (a choice that is left as it is by default, and why), "unknown" (fields that are passed over),
    "newer" (the file's version and ours), "other vectors", "other weights" or "aside" (where a file was put).
    """

    kind: str
    what: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class SessionRead:
    """A session file: the choices in it, by field of the State; two readings of one path are two events.

    ``awaited``: the fingerprint of its vectors, where they are still to be brought and looked at; what is found then
    comes without choices.
    """

    path: Path
    choices: Mapping[str, Any]
    remarks: tuple[Remark, ...] = ()
    awaited: str = ""

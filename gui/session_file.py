"""Session files: what a person chose, as small JSON that can be read, kept and sent on.

Which choices a file holds follows from the fields of the State.  A value that does not fit its field is named and
left as it is by default; a file that is no session at all is refused.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

from engine.errors import SessionFileError
from gui import VERSION
from gui.allowed import ALLOWED
from gui.coding import Unfit, plain, typed
from gui.remarks import Remark, SessionRead
from gui.state import State

FORMAT = "attention-explorer session"
FORMAT_VERSION = 1
LARGEST = 16 * 2**20  # bytes
NAMED = 8  # unknown fields that are named

# What a session does not keep: what is only being typed, played or in sight, and the window's own colours.
NOT_SAVED = frozenset(
    {
        "search",
        "completing",
        "playing",
        "filled",
        "comparing",
        "theme",
        "seq_playing",
        "mem_measuring",
        "lab_halted",
    }
)
SAVED = tuple(field.name for field in fields(State) if field.name not in NOT_SAVED)
KNOWN = frozenset({"format", "format_version", "program_version", "made_on", "state"})


def document(state: State, made_on: Mapping[str, str] | None = None) -> bytes:
    """A session as a file.  ``made_on``: fingerprints of its vectors and weights, as far as they are known."""
    kept = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program_version": VERSION,
        "made_on": dict(made_on or {}),
        "state": {name: plain(getattr(state, name)) for name in SAVED},
    }
    return (json.dumps(kept, indent=1) + "\n").encode()  # ASCII: half characters have no UTF-8


def read(path: Path) -> tuple[SessionRead, Mapping[str, str]]:
    """What a file holds, and the fingerprints it was made on.  Raises SessionFileError, or OSError."""
    found = _parsed(path)
    version, kept, made_on = (found.get(name) for name in ("format_version", "state", "made_on"))
    well_made = isinstance(version, int) and isinstance(kept, dict)
    if found.get("format") != FORMAT or not well_made:
        raise SessionFileError(path, "not a session")
    assert isinstance(version, int)
    assert isinstance(kept, dict)
    remarks = _newer(version) + _unknown([*(found.keys() - KNOWN), *(kept.keys() - set(SAVED))])
    choices, wrong = _choices(kept)
    known = {str(k): v for k, v in made_on.items()} if isinstance(made_on, dict) else {}
    prints = {name: value for name, value in known.items() if isinstance(value, str)}
    return SessionRead(path, choices, (*remarks, *wrong)), prints


def _parsed(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise SessionFileError(path, "too large")
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # what is not UTF-8, too
        raise SessionFileError(path, "not JSON", str(error)) from error
    if not isinstance(found, dict):
        raise SessionFileError(path, "not a session")
    return found


def _newer(version: int) -> tuple[Remark, ...]:
    return (Remark("newer", (str(version), str(FORMAT_VERSION))),) if version > FORMAT_VERSION else ()


def _unknown(names: list[str]) -> tuple[Remark, ...]:
    more = ("…",) if len(names) > NAMED else ()
    return (Remark("unknown", (*sorted(names)[:NAMED], *more)),) if names else ()


def _choices(kept: Mapping[str, Any]) -> tuple[dict[str, object], list[Remark]]:
    """A value for every field that sessions keep, and what was wrong with those that the file has."""
    hints, default = get_type_hints(State), State()
    choices: dict[str, object] = {name: getattr(default, name) for name in SAVED}
    wrong = []
    for name in SAVED:
        if name not in kept:
            continue
        try:
            choices[name] = _fitting(name, typed(hints[name], kept[name]))
        except Unfit as error:
            wrong.append(Remark("wrong", (name, error.expected, *error.what)))
    return choices, wrong


def _fitting(name: str, value: object) -> object:
    rule = ALLOWED.get(name)
    if rule is not None and not rule.fits(value):
        raise Unfit(rule.expected, rule.what)
    return value

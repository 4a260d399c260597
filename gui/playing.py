"""Playing the walk: a step's output fills row by row, then comes the next step, into the last layer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.trace import Trace
from gui.one_word import own_line, told
from gui.reading import read_face
from gui.state import State
from gui.view import View, view_of

Changes = dict[str, Any]


@dataclass(frozen=True)
class Pace:
    """Milliseconds for a row, and for a whole step of many rows, which then come faster."""

    row: int
    step: int

    def wait(self, rows: int, last: bool) -> int:
        """How long a row stays alone; the last one is looked at for longer."""
        row = max(min(self.row, self.step // max(rows, 1)), QUICKEST)
        return row + REST * self.row if last else row


QUICKEST = 20  # ms: no screen shows rows that come faster
REST = 3  # rows' time for which a step that is complete is looked at
PACES: Mapping[str, Pace] = {"slow": Pace(500, 14_000), "usual": Pace(250, 7_000), "fast": Pace(80, 2_300)}


def rows_of(state: State, view: View, trace: Trace) -> int:
    """How many rows fill one after another: those of the matrix, or the lines of one word's view."""
    if told(state, view):
        return 1 if own_line(view.step) else len(view.run.tokens)
    found = read_face(trace, view.step.output, view, view.by_head)
    assert found is not None  # no step makes a table
    return found.data.rows


def filled_to(state: State, view: View) -> int | None:
    """The last row of the step that is shown; None while all are."""
    path, row = state.filled or ("", 0)
    return row if path == view.step.output else None


def toggled(state: State, view: View) -> Changes:
    """Start, or pause and keep the place; from the very last step it begins anew with the layer."""
    if state.playing:
        return {"playing": False}
    if filled_to(state, view) is not None:
        return {"playing": True}
    return _begun(state, {} if "next" in view.moves else view.end(last=False), view)


def stopped() -> Changes:
    """Play no longer, and show the step whole."""
    return {"playing": False, "filled": None}


def ticked(state: State, view: View, trace: Trace) -> Changes:
    """One row more, or the next step with its first; after the last step it stops."""
    row = filled_to(state, view)
    if row is None:
        return _begun(state, {}, view)
    if row + 1 < rows_of(state, view, trace):
        return {"filled": (view.step.output, row + 1)}
    return _begun(state, view.moved("next"), view) if "next" in view.moves else stopped()


def _begun(state: State, move: Changes, view: View) -> Changes:
    """Go there and show the first row."""
    there = view_of(replace(state, **move), view.run)
    return move | {"playing": True, "filled": (there.step.output, 0)}

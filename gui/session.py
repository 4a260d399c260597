"""The one place of application state.

Panes read ``session.state`` and ``session.results``, call ``session.set(...)`` and listen to
``session.changed``.  They never talk to each other or to the engine.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.maps.turning import PLAIN, Turn, turn_between
from engine.words import Plane
from gui.results import Results
from gui.state import (
    EDITS,
    OF_THE_FRESH,
    OF_THE_PLACE,
    OF_THE_RUN,
    OF_THE_SEQUENCE,
    OF_THE_TRANSLATION,
    ON_ITS_DESK,
    WHATIF,
    State,
    settled,
)

# Maps whose axes were chosen, and so stay where they are.
UPRIGHT = frozenset({"pair", "axes"})


def laid_like(before: Plane | None, turn: Turn, plane: Plane | None) -> Turn:
    """How to lay a map so that words stay where ``turn`` laid them on the map before it.

    The first map keeps the turn that was chosen.  Axes that a person has chosen stay as they are.
    """
    if plane is None or plane.method in UPRIGHT:
        return PLAIN
    if before is None:
        return turn
    return turn_between(before.turned(turn).coordinates, plane.coordinates)


class Session(QObject):
    """Holds state and results and says what has changed.  Lives on the GUI thread."""

    changed = Signal(frozenset)  # names of the State or Results fields that differ now
    requested = Signal(
        str, object
    )  # a job for the engine that is no choice, with its argument: a file to write

    def __init__(self, parent: QObject | None = None, state: State | None = None) -> None:
        super().__init__(parent)
        self.state = state or State()
        self.results = Results()
        self._turn_stands = True  # for the next map, whatever the map before it
        self._numbers: dict[str, dict[str, Any]] = {}  # opened on each desk, when it was left
        self.undo_stack = QUndoStack(self)

    def __del__(self) -> None:
        """Before anything of it is collected: Python and Qt might otherwise both end the commands."""
        with suppress(RuntimeError):  # Qt has ended the stack already
            self.undo_stack.clear()

    def set(self, **changes: Any) -> None:
        """Change the state.  Does nothing, and says nothing, if nothing differs."""
        of_the_run = OF_THE_RUN if self.state.source == "fresh" else OF_THE_RUN - OF_THE_FRESH
        if any(changes[name] != getattr(self.state, name) for name in of_the_run & changes.keys()):
            changes.setdefault("changes", ())
        if any(changes[name] != getattr(self.state, name) for name in OF_THE_SEQUENCE & changes.keys()):
            changes = {"seq_changes": (), "seq_prefix": ()} | changes
        if any(changes[name] != getattr(self.state, name) for name in OF_THE_PLACE & changes.keys()):
            changes = {"playing": False, "filled": None} | changes
        if changes.keys() == {"desk"}:
            changes |= self._turn_to(changes["desk"])
        if any(changes[name] != getattr(self.state, name) for name in OF_THE_TRANSLATION & changes.keys()):
            changes = {"seq_playing": False} | changes
        if "cell" in changes:
            changes.setdefault("ahead", ())
        new = settled(replace(self.state, **changes))
        if new == self.state:
            return
        failed = self.results.failed
        made_up = {n for n in WHATIF & failed.keys() if getattr(new, n) != getattr(self.state, n)}
        if made_up:
            self.publish(failed={name: why for name, why in failed.items() if name not in made_up})
        if EDITS & changes.keys():
            self.undo_stack.push(_Edit(self, self.state, new))
        else:
            self.adopt(new)

    def _turn_to(self, desk: str) -> dict[str, Any]:
        """The changes of state that open again what was open when a desk was left, and put away what is open now."""
        self._numbers[self.state.desk] = {name: getattr(self.state, name) for name in ON_ITS_DESK}
        return self._numbers.get(desk, {name: getattr(State(), name) for name in ON_ITS_DESK})

    def refuse(self, error: Exception, changes: str = "changes") -> None:
        """Take back the change of a run that was made last, since the engine cannot make it, and keep why.
        ``changes``: the field that holds it, one of WHATIF.
        """
        self.publish(failed={**self.results.failed, changes: error})
        if changes in self.undo_stack.undoText().split(", "):
            self.undo_stack.undo()
        elif not self.undo_stack.canUndo():  # they came with the last session
            none: dict[str, Any] = {changes: ()}
            self.adopt(settled(replace(self.state, **none)))

    def publish(self, **results: Any) -> None:
        """Called by Compute, on the GUI thread, when the engine has an answer."""
        differing = frozenset(name for name, value in results.items() if getattr(self.results, name) != value)
        before, self.results = self.results.plane, replace(self.results, **results)
        if "plane" in differing or ("plane" in results and self._turn_stands):
            differing |= self._lay(before)
        if differing:
            self.changed.emit(differing)

    def keep_turn(self) -> None:
        """Lay the next map as the state says, not like the map before it: so it is with what comes from a file."""
        self._turn_stands = True

    @property
    def _waits(self) -> bool:
        """Whether maps are still of the vectors before, since those that the state names are on their way."""
        importing, imported, file = self.results.importing, self.results.imported, self.state.vectors_file
        return (
            importing is not None and importing.file == file and (imported is None or imported.file != file)
        )

    def _lay(self, before: Plane | None) -> frozenset[str]:
        """Turn a new map to the one before it; answers the fields of the state that differ now."""
        if self._waits:  # the turn is meant for a map that is not there yet
            self._turn_stands = True
            return frozenset()
        if self._turn_stands:
            before, self._turn_stands = None, False
        old, turn = self.state, laid_like(before, self.state.map_turn, self.results.plane)
        self.state = replace(old, map_swapped=turn.swapped, map_flipped=turn.flipped)
        return frozenset(
            k for k in ("map_swapped", "map_flipped") if getattr(old, k) != getattr(self.state, k)
        )

    def adopt(self, new: State) -> None:
        """Take ``new`` as the state and say which fields differ."""
        old, self.state = self.state, new
        self.changed.emit(frozenset(k for k in vars(new) if getattr(new, k) != getattr(old, k)))


class _Edit(QUndoCommand):
    """The only undo command: puts back what an edit changed, keeping where the user is looking."""

    def __init__(self, session: Session, before: State, after: State) -> None:
        changed = [name for name in sorted(EDITS) if getattr(after, name) != getattr(before, name)]
        super().__init__(", ".join(changed))
        self._session, self._after = session, after
        self._old = {name: getattr(before, name) for name in changed}
        self._new = {name: getattr(after, name) for name in changed}
        self._first = True

    def redo(self) -> None:
        if self._first:  # the whole choice, views that came with the edit included
            self._first = False
            self._session.adopt(self._after)
        else:
            self._put(self._new)

    def undo(self) -> None:
        self._put(self._old)

    def _put(self, values: dict[str, Any]) -> None:
        self._session.adopt(settled(replace(self._session.state, **values)))

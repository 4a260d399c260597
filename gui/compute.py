"""Keeps results up to date with the state, off the GUI thread.

When a field changes, the results that depend on it are made again; late answers are dropped, and unwanted work stops
at the next step.  Maps of words can take seconds (t-SNE) and are made on a thread of their own: nothing waits for them.
"""

from collections.abc import Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.errors import Cancelled, EditError, NoKeyLeftError, OverflowedError
from gui.opening import Opening
from gui.session import Session
from gui.shelf import Shelf
from gui.workroom import ASIDE, JOBS, LAST, RECIPES, Make, Recipe, Workroom

# Results that changes are made of first, and the field of the state that holds these.
CHANGES: Mapping[str, str] = {
    "overview": "changes",
    "translation": "seq_changes",
    "writing": "seq_changes",
}
REFUSALS = (EditError, NoKeyLeftError, OverflowedError)  # changes that cannot be made


class _Bench:
    """One thread, and the workroom that it alone uses."""

    def __init__(self, name: str, shelf: Shelf) -> None:
        self.room, self.pool = Workroom(shelf), ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)


class Compute(QObject):
    """Starts what a change of state asks for and publishes the answers."""

    idle = Signal()  # every result is up to date
    _done = Signal(str, int, object)  # emitted on the worker thread, received on the GUI thread

    def __init__(self, session: Session, recipes: Mapping[str, Recipe] = RECIPES) -> None:
        super().__init__(session)
        self._session, self._recipes, shelf = session, recipes, Shelf()
        self._bench, self._aside = _Bench("engine", shelf), _Bench("maps", shelf)
        self._opening = Opening(session, shelf)
        names = (*recipes, *JOBS.values())
        self._later = LAST & recipes.keys()
        self._newest = dict.fromkeys(names, 0)  # ticket of the latest request
        self._waiting = dict.fromkeys(names, False)
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)
        session.changed.connect(self._on_changed)
        session.requested.connect(self._on_requested)
        self._opening.arrived.connect(self._on_arrived)
        self._opening.idle.connect(self._on_opened)

    def start(self) -> None:
        """Make every result for the first time."""
        for name in self._recipes:
            if name not in self._later:
                self._request(name)
        self._opening.start()

    @property
    def busy(self) -> bool:
        return any(self._waiting.values()) or self._opening.busy

    @Slot()
    def _on_arrived(self) -> None:
        """Word vectors that the state named before they were at hand."""
        self._on_changed(frozenset({"vectors_file"}))

    @Slot()
    def _on_opened(self) -> None:
        if not self.busy:
            self._rest()

    def _rest(self) -> None:
        """All is made; at the start that leaves time for what could wait."""
        self.idle.emit()
        later, self._later = self._later, frozenset()
        for name in later:
            self._request(name)

    @Slot(str, object)
    def _on_requested(self, job: str, argument: object) -> None:
        if job not in JOBS:
            return  # it is the opening's
        method = getattr(Workroom, job)
        self._submit(JOBS[job], lambda room, state, stop: method(room, state, stop, argument))

    def shutdown(self) -> None:
        """Ask running work to stop, and wait for it.  Call before the application ends."""
        self._later = frozenset()
        for name in self._newest:
            self._newest[name] += 1
        self._opening.shutdown()
        for bench in (self._bench, self._aside):
            bench.pool.shutdown(wait=True, cancel_futures=True)

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        for name, (inputs, _) in self._recipes.items():
            if names & inputs:
                self._request(name)

    def _request(self, name: str) -> None:
        self._submit(name, self._recipes[name][1])

    def _submit(self, name: str, make: Make) -> None:
        self._newest[name] += 1
        self._waiting[name] = True
        ticket, state = self._newest[name], self._session.state
        aside = name in ASIDE
        bench = self._aside if aside else self._bench

        def stop_if_stale() -> None:
            if self._newest[name] != ticket:
                raise Cancelled

        def work() -> object:
            stop_if_stale()
            if aside:  # the other bench is told of other vectors by a result of its own
                bench.room.vectors(state, stop_if_stale)
            return make(bench.room, state, stop_if_stale)

        future = bench.pool.submit(work)
        future.add_done_callback(lambda done: self._done.emit(name, ticket, done))

    @Slot(str, int, object)
    def _on_done(self, name: str, ticket: int, future: "Future[object]") -> None:
        if ticket != self._newest[name]:
            return
        self._waiting[name] = False
        self._publish(name, future)
        if not self.busy:
            self._rest()

    def _publish(self, name: str, future: "Future[object]") -> None:
        failed = {k: v for k, v in self._session.results.failed.items() if k != name}
        try:
            self._session.publish(**{name: future.result(), "failed": failed})
        except (Cancelled, CancelledError):
            return
        except REFUSALS as error:
            if name in CHANGES:
                self._session.refuse(error, CHANGES[name])
        except Exception as error:  # the last good result stays; the pane says what is wrong
            # Kept without its traceback, which would keep every array of the work that failed.
            self._session.publish(failed=failed | {name: error.with_traceback(None)})

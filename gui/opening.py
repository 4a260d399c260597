"""Opens a person's own files of word vectors, on a thread of its own: no other answer waits for a long file.

The vectors in use stay until the new ones are ready and, where something was found that a person should know, wanted.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from engine.errors import Cancelled
from engine.opening import open_file
from engine.opening.cache import user_cache
from engine.trace import Stop
from gui.results import Importing, OwnVectors
from gui.session import Session
from gui.shelf import Shelf
from gui.state import VectorsFile

TOLD = 0.01  # of the progress: less is not shown
Tell = Callable[[float], None]

# Jobs that open a file, and whether what was found is shown before it is used.
ASKS: Mapping[str, Callable[[OwnVectors], bool]] = {
    "open_vectors": lambda own: own.report.needs_decision or not own.known,
    "load_vectors": lambda own: own.report.needs_decision,
    "bring_vectors": lambda own: False,  # the state names them already: they were wanted before
}
USE, FORGET = "use_vectors", "forget_vectors"  # jobs that decide on what was found


class Opening(QObject):
    """Carries out the jobs above.  ``arrived``: vectors that the state already names are at hand."""

    arrived = Signal()
    idle = Signal()
    _told = Signal(int, float)  # these two are emitted on the other thread
    _done = Signal(int, object)

    def __init__(self, session: Session, shelf: Shelf) -> None:
        super().__init__(session)
        self._session, self._shelf = session, shelf
        self._ticket, self._job = 0, ""
        self._in_use = VectorsFile()
        self.busy = False
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="opening")
        self._told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._on_done, Qt.ConnectionType.QueuedConnection)
        session.requested.connect(self._on_requested)
        session.changed.connect(self._on_changed)

    def start(self) -> None:
        """Bring what the state names to begin with."""
        self._on_changed(frozenset({"vectors_file"}))

    def shutdown(self) -> None:
        """Ask running work to stop, and wait for it."""
        self._ticket += 1
        self._pool.shutdown(wait=True, cancel_futures=True)

    @Slot(str, object)
    def _on_requested(self, job: str, file: object) -> None:
        if job in ASKS and isinstance(file, VectorsFile):
            self._open(job, file)
        elif job == USE:
            importing = self._session.results.importing
            if importing is not None and importing.found is not None:
                self._use(importing.found)
        elif job == FORGET:
            self._forget()

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        """Undo, or a session file, can name a file that is not at hand."""
        if "vectors_file" not in names:
            return
        file = self._session.state.vectors_file
        if file != VectorsFile() and self._shelf.find(file) is None:
            self._open("bring_vectors", file)
            return
        self._in_use = file
        if self._job == "bring_vectors" and self.busy:  # no longer named
            self._forget()

    def _open(self, job: str, file: VectorsFile) -> None:
        self._ticket += 1
        self._job, self.busy, ticket = job, True, self._ticket
        self._publish(Importing(file))

        def stop_if_stale() -> None:
            if self._ticket != ticket:
                raise Cancelled

        def tell(done: float) -> None:
            self._told.emit(ticket, done)

        future = self._pool.submit(_opened, file, tell, stop_if_stale)
        future.add_done_callback(lambda done: self._done.emit(ticket, done))

    @Slot(int, float)
    def _on_told(self, ticket: int, done: float) -> None:
        importing = self._session.results.importing
        if ticket == self._ticket and importing is not None and self.busy:
            self._session.publish(importing=replace(importing, done=done))

    @Slot(int, object)
    def _on_done(self, ticket: int, future: "Future[OwnVectors]") -> None:
        if ticket != self._ticket:
            return
        self.busy = False
        try:
            own = future.result()
            if ASKS[self._job](own):
                self._publish(Importing(own.file, 1.0, own))
            else:
                self._use(own)
        except (Cancelled, CancelledError):
            self._publish(None)
        except Exception as error:  # the vectors in use stay; the window says what is wrong
            self._fail(error)
        self.idle.emit()

    def _use(self, own: OwnVectors) -> None:
        self._shelf.add(own)
        self._publish(None)
        self._in_use = own.file
        if self._session.state.vectors_file == own.file:
            self.arrived.emit()
        else:
            self._session.set(vectors_file=own.file)

    def _forget(self) -> None:
        """Stop what is on its way, or leave aside what was found or what was wrong."""
        self._ticket += 1
        waited, self.busy = self.busy, False
        self._publish(None)
        self._go_back()
        if waited:
            self.idle.emit()

    def _fail(self, error: Exception) -> None:
        importing = self._session.results.importing
        self._session.publish(
            failed={**self._session.results.failed, "importing": error}, importing=importing
        )
        self._go_back()

    def _go_back(self) -> None:
        """The state names what is in use, should it have named what cannot be had."""
        if self._session.state.vectors_file != self._in_use:
            self._session.adopt(replace(self._session.state, vectors_file=self._in_use))

    def _publish(self, importing: Importing | None) -> None:
        failed = {k: v for k, v in self._session.results.failed.items() if k != "importing"}
        self._session.publish(importing=importing, failed=failed)


def _opened(file: VectorsFile, tell: Tell, stop: Stop) -> OwnVectors:
    """All of it that takes long, the index of the search too."""
    stop()
    words = Path(file.words) if file.words else None
    made = open_file(Path(file.path), _sparing(tell), stop, user_cache(), file.choose or None, words)
    made.vectors.search.prepare()
    return OwnVectors(file, made.vectors, made.report, made.cached)


def _sparing(tell: Tell) -> Tell:
    """Passes on what can be seen."""
    told = 0.0

    def sparing(done: float) -> None:
        nonlocal told
        if done - told >= TOLD:
            told = done
            tell(done)

    return sparing

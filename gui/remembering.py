"""What is remembered from one start to the next: the window's layout and theme, and the session as it was last."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, QTimer, Signal, Slot

from engine.errors import SessionFileError
from gui.exporting.whole import write_whole
from gui.remarks import Remark, SessionRead
from gui.session import Session
from gui.session_file import SAVED, document, read
from gui.state import State, settled

PAUSE = 2000  # ms without a change, after which the session is written
FILE = "last-session.json"


@dataclass(frozen=True)
class Layout:
    """How a window stood: Qt's own bytes, None where there are none, for one desk; docks that were closed, each with
    its desk; name of the theme.
    """

    geometry: QByteArray | None = None
    docks: QByteArray | None = None
    desk: str = "attention"
    hidden: frozenset[tuple[str, str]] = frozenset()
    theme: str = ""


def remembered_layout(settings: QSettings) -> Layout:
    """What cannot be read is passed over."""
    geometry, docks = settings.value("geometry"), settings.value("layout")
    return Layout(
        geometry if isinstance(geometry, QByteArray) else None,
        docks if isinstance(docks, QByteArray) else None,
        str(settings.value("desk", "attention")),
        frozenset(map(_closed, str(settings.value("hidden", "")).split())),
        str(settings.value("theme", "")),
    )


def _closed(place: str) -> tuple[str, str]:
    """A desk and its dock; of attention where no desk is named, as it was before there were others."""
    desk, _, dock = place.rpartition("/")
    return desk or "attention", dock


def remember_layout(settings: QSettings, layout: Layout) -> None:
    settings.setValue("geometry", layout.geometry or "")
    settings.setValue("layout", layout.docks or "")
    settings.setValue("desk", layout.desk)
    settings.setValue("hidden", " ".join(sorted("/".join(place) for place in layout.hidden)))
    settings.setValue("theme", layout.theme)


def last_session_file() -> Path:
    """In the folder that the system keeps for what programs remember.  Needs the application's name."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.StateLocation)) / FILE


def last_session(path: Path) -> SessionRead | None:
    """The session as it was left; None at the first start.

    A file with anything in it that could not be used is set aside, so that the next one does not take its place.
    """
    try:
        found, _ = read(path)
    except FileNotFoundError:
        return None
    except (OSError, SessionFileError):
        return SessionRead(path, {}, (Remark("damaged"), _set_aside(path)))
    return replace(found, remarks=(*found.remarks, _set_aside(path))) if found.remarks else found


def state_of(found: SessionRead | None, **others: Any) -> State:
    """The choices of a session that was read, with ``others`` that sessions do not keep."""
    choices: dict[str, Any] = {**(found.choices if found else {}), **others}
    return settled(replace(State(), **choices))


def _set_aside(path: Path) -> Remark:
    """Under the first name that is free."""
    number = 1
    while (target := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(target)
    except OSError:
        return Remark("stays", (str(path),))
    return Remark("aside", (str(target),))


class LastSession(QObject):
    """Writes the session whenever it has come to rest, and when it is told to.

    Without fingerprints: it stays on this machine with the data that it was made on, and to compare them each start
    would have to read all vectors and weights.
    """

    failed = Signal(object)  # the error, once

    def __init__(self, session: Session, path: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._path = session, path
        self._written: bytes | None = None
        self._told = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE)
        self._pause.timeout.connect(self.write)
        session.changed.connect(self._on_changed)

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        if names & set(SAVED):
            self._pause.start()

    @Slot()
    def write(self) -> None:
        """Write it now, unless it is as it was written last."""
        self._pause.stop()
        data = document(self._session.state)
        if data == self._written:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, data)
            self._written = data
        except OSError as error:
            if not self._told:
                self._told = True
                self.failed.emit(error)

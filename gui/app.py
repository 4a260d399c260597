"""The program around the window: arguments, fonts and theme, start and end."""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

STARTED = time.perf_counter()

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Slot  # noqa: E402
from PySide6.QtWidgets import QApplication, QMessageBox  # noqa: E402

from engine.cli import main as command  # noqa: E402
from engine.parallel import one_blas_thread  # noqa: E402
from gui import VERSION, display  # noqa: E402
from gui.collecting import Collector  # noqa: E402
from gui.compute import Compute  # noqa: E402
from gui.main_window import MainWindow  # noqa: E402
from gui.remembering import last_session, last_session_file, state_of  # noqa: E402
from gui.session import Session  # noqa: E402
from gui.state import VectorsFile  # noqa: E402
from gui.theme import THEMES, apply, load_fonts  # noqa: E402
from gui.wording import sentence  # noqa: E402

SIZE = QSize(1280, 800)
REPORT = "attention-report.html"
SETTLING = 250  # ms for layouts to come to rest
PATIENCE = 60_000  # ms, after which a screenshot is given up


def main(arguments: Sequence[str]) -> int:
    """Open the window, or paint it to a file and leave.  Returns the exit code.

    Where no display answers, the walk-through of the default sentence is written instead.
    """
    wanted = _parse(arguments)
    if wanted.screenshot:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not display.answers():
        return _report_instead()
    if wanted.scale:
        os.environ["QT_SCALE_FACTOR"] = str(wanted.scale)
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Attention Explorer")
    app.setOrganizationName("Attention Explorer")
    load_fonts(app)
    with one_blas_thread():  # for as long as the window lives
        return _run(app, wanted)


def _report_instead() -> int:
    print(
        "No display answers, so the walk-through of the default sentence is written as a web page:",
        file=sys.stderr,
        flush=True,
    )
    return command(["report", "--default", "-o", REPORT])


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="attention-explorer", description="Opens up attention: words, plane, steps."
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="open a session that was saved, or word vectors"
    )
    parser.add_argument("--vectors", type=Path, metavar="FILE", help="open your own word vectors")
    parser.add_argument(
        "--no-restore",
        action="store_true",
        help="begin with the default example, and leave the remembered session as it is",
    )
    parser.add_argument(
        "--screenshot", type=Path, metavar="FILE", help="paint the window to a PNG file and leave"
    )
    parser.add_argument("--size", type=_size, metavar="WxH", help="size of the window, such as 1280x800")
    parser.add_argument("--theme", choices=sorted(THEMES), help="colours of the window")
    parser.add_argument(
        "--scale", type=_scale, metavar="X", help="everything so many times larger: 1.5 for a projector"
    )
    parser.add_argument(
        "--startup-times", action="store_true", help="print how long the start took, and leave"
    )
    parser.add_argument("--version", action="version", version=f"Attention Explorer {VERSION}")
    return parser.parse_args(arguments)


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 1.5") from None
    if not 0.5 <= scale <= 4:
        raise argparse.ArgumentTypeError(f"{text} is not between 0.5 and 4")
    return scale


def _size(text: str) -> QSize:
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1280x800") from None
    if not (300 <= width <= 10_000 and 200 <= height <= 10_000):
        raise argparse.ArgumentTypeError(f"{text} is not between 300x200 and 10000x10000")
    return QSize(width, height)


def _chosen(wanted: argparse.Namespace, passing: bool) -> dict[str, object]:
    """What the command line chooses of the state.  Where nobody can be asked, vectors are taken as they are."""
    theme = {"theme": wanted.theme} if wanted.theme else {}
    own = {"vectors_file": VectorsFile(str(wanted.vectors.absolute()))} if wanted.vectors and passing else {}
    return {**theme, **own}


def _run(app: QApplication, wanted: argparse.Namespace) -> int:
    passing = bool(wanted.screenshot or wanted.startup_times)
    kept = None if passing or wanted.no_restore else last_session_file()
    last = last_session(kept) if kept else None
    session = Session(state=state_of(last, **_chosen(wanted, passing)))
    compute = Compute(session)
    window = MainWindow(session, remember=not passing)
    apply(app, THEMES[session.state.theme])
    if not passing and sys.platform == "linux":  # where Qt knows no wish of the system's and leaves them out
        QApplication.setEffectEnabled(Qt.UIEffect.UI_General, True)
    window.resize(wanted.size or SIZE)
    if not passing and not wanted.size:
        window.restore()
    sys.excepthook = _Reporter(window)
    collector = Collector(app)
    watcher = _Watcher(session, compute, window, wanted, collector)
    if kept:
        window.keep_session(kept)
    if wanted.file:
        window.open_any(wanted.file)  # before anything else is made
    compute.start()
    window.show()
    if wanted.vectors and not passing:
        window.vectors.load_file(str(wanted.vectors))
    if last:
        window.sessions.tell(window.tr("About the last session"), last)
    code = app.exec()
    compute.shutdown()
    collector.stop()
    return watcher.code or code


class _Watcher(QObject):
    """Notes when the window is first painted and when its default example is complete, and acts on the latter."""

    def __init__(
        self,
        session: Session,
        compute: Compute,
        window: MainWindow,
        wanted: argparse.Namespace,
        collector: Collector,
    ) -> None:
        super().__init__(session)
        self._collector = collector
        self._session, self._compute, self._window, self._wanted = session, compute, window, wanted
        self._first_paint: float | None = None
        self._complete: float | None = None
        self.code = 0
        window.installEventFilter(self)
        compute.idle.connect(self._look)
        if wanted.screenshot or wanted.startup_times:
            QTimer.singleShot(PATIENCE, self._give_up)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._first_paint is None and event.type() == QEvent.Type.Paint:
            self._first_paint = time.perf_counter() - STARTED
            QTimer.singleShot(0, self._after_first_paint)
        return False

    @Slot()
    def _after_first_paint(self) -> None:
        self._window.build_late_panes()
        self._look()

    @Slot()
    def _look(self) -> None:
        if self._complete is None and self._window.complete and not self._compute.busy:
            self._complete = time.perf_counter() - STARTED
            QTimer.singleShot(SETTLING, self._act)

    @Slot()
    def _act(self) -> None:
        if self._compute.busy:  # with what could wait
            QTimer.singleShot(SETTLING, self._act)
        elif self._wanted.startup_times:
            print(json.dumps({"first_paint": self._first_paint, "complete": self._complete}))
            self._window.close()
        elif self._wanted.screenshot:
            self._screenshot(self._wanted.screenshot)
        else:
            self._collector.spare()

    def _screenshot(self, path: Path) -> None:
        for line in dict.fromkeys(sentence(error) for error in self._session.results.failed.values()):
            print(line, file=sys.stderr)
            self.code = 2
        if not self._window.grab().save(str(path), "PNG"):
            print(f"The picture could not be written to {path}.", file=sys.stderr)
            self.code = 2
        self._window.close()

    @Slot()
    def _give_up(self) -> None:
        print("The window was not complete in time.", file=sys.stderr)
        self.code = 2
        self._window.close()


class _Reporter:
    """Shows an error that nobody foresaw, once, and keeps the program running."""

    def __init__(self, window: MainWindow) -> None:
        self._window, self._seen = window, set[str]()

    def __call__(self, kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
        text = "".join(traceback.format_exception(kind, error, where))
        print(text, file=sys.stderr)
        if issubclass(kind, KeyboardInterrupt):
            self._window.close()
        elif text not in self._seen:
            self._seen.add(text)
            self._show(text)

    def _show(self, text: str) -> None:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self._window.tr("Attention Explorer"))
        box.setText(
            self._window.tr("Something went wrong that the program did not foresee. Your work is still here.")
        )
        box.setDetailedText(text)
        box.open()

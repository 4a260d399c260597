"""Steps that tests of opening files take in the window."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from gui.parts.opening_report import ReportDialog

LATE = 20_000  # ms, after which something is not going to happen
WORDS = ("florida", "california", "texas", "politics", "truth", "it", "was", ".")


def text(words=WORDS, dimensions=3):
    return "".join(
        f"{w} {' '.join(str(i * d % 7 + 0.5) for d in range(dimensions))}\n" for i, w in enumerate(words)
    )


def shown(window, kind):
    """The dialogs of a kind that can be seen."""
    return [dialog for dialog in window.findChildren(kind) if dialog.isVisible()]


def press(window, qtbot, name):
    qtbot.mouseClick(window.findChild(QPushButton, name), Qt.MouseButton.LeftButton)


def open_and_load(window, qtbot, path):
    window.vectors.open_file(str(path))
    window.settle()
    if shown(window, ReportDialog):
        press(window, qtbot, "opening.report.load")
    window.settle()

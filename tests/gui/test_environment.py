"""Whether this Qt and this Python get along; pyproject.toml keeps out the pair that is known to die."""

import sys

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLabel

CALLS = 10_000
JITTER = 100  # references that come and go by themselves


class Ticker(QObject):
    """Something that signals."""

    tick = Signal()


@pytest.mark.usefixtures("qapp")
def test_emitting_and_calling_lose_no_references() -> None:
    """PySide6 6.12.0 on Python 3.11 loses a reference to ``True`` at each ``emit``, one to ``None`` at each
    call that returns nothing.  Some hundreds and some thousands exist: the program dies within seconds.

    From Python 3.12 on the two are immortal, their counts stay as they are, and this cannot fail.  On 3.11 it
    fails, rather than dies, because the references that would be lost are added first.
    """
    ticker, label = Ticker(), QLabel()
    ticker.tick.connect(label.clear)
    spare = [None, True] * (4 * CALLS)
    before = sys.getrefcount(None), sys.getrefcount(True)
    for number in range(CALLS):
        ticker.tick.emit()
        label.setText(f"{number}")
    lost = before[0] - sys.getrefcount(None), before[1] - sys.getrefcount(True)
    assert max(lost) < JITTER, f"lost references to None and True: {lost}"
    assert len(spare) == 8 * CALLS

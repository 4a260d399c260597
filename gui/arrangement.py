"""Which docks each desk has, and where they stand by default, at each size of the window."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Literal

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QWidget

Docks = Mapping[str, QDockWidget]
SizeClass = Literal["small", "usual", "high"]

SMALL = QSize(1100, 700)  # below it the panes beside attention stand behind each other
# Heights to which panes can be pressed in a small window, whatever they would like.
PRESSED = {"attention": 220, "similarity": 56}
PRESSED_ELSE = 84
TYPING = 0.19  # of a small window for the words above attention ...
OWN_TITLE = frozenset({"attention", "similarity"})  # docks with a title bar of their own
OPENED = {"similarity": 0.46, "inspector": 0.45}  # ... or for another pane that is in front there
OPENED_ELSE = 0.42
HIGH = 1000  # from this height on, arithmetic stands below the heads instead of behind them
ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
Share = tuple[tuple[str, ...], tuple[float, ...], Qt.Orientation]

# The docks of each desk.  Those that are no part of attention have one big dock, and the arithmetic if it has any.
ON_DESK: Mapping[str, tuple[str, ...]] = {
    "attention": ("words", "plane", "similarity", "attention", "heads", "inspector", "compare"),
    "translation": ("translation", "inspector"),
    "distance": ("distance",),
    "scoring": ("scoring", "inspector"),
    "memory": ("memory", "inspector"),
}
BIG = frozenset(names[0] for desk, names in ON_DESK.items() if desk != "attention")
PAIR = 0.68  # of the window for the big dock, with the arithmetic at its right ...
PAIR_SMALL, PAIR_OPENED = 0.84, 0.58  # ... or below it, where it comes when a number is opened

# Docks side by side or one above the other, and their shares of the window.
SHARES: Mapping[SizeClass, Sequence[Share]] = {
    "usual": (
        (("attention", "similarity"), (0.655, 0.345), ACROSS),
        (("words", "plane"), (0.235, 0.42), ACROSS),
        (("words", "attention"), (0.37, 0.63), DOWN),
        (("similarity", "heads"), (0.59, 0.41), DOWN),
    ),
    "high": (
        (("attention", "similarity"), (0.655, 0.345), ACROSS),
        (("words", "plane"), (0.235, 0.42), ACROSS),
        (("words", "attention"), (0.37, 0.63), DOWN),
        (("similarity", "heads", "inspector"), (0.41, 0.34, 0.25), DOWN),
    ),
}


def size_class(size: QSize) -> SizeClass:
    """Which arrangement fits."""
    if size.width() < SMALL.width() or size.height() < SMALL.height():
        return "small"
    return "high" if size.height() >= HIGH else "usual"


def arrange(window: QMainWindow, docks: Docks, hidden: Collection[str] = (), opened: bool = False) -> None:
    """Put the docks of a desk where they stand by default at the window's size; those ``hidden`` stay out of sight.
    ``opened``: whether there is a number whose arithmetic is shown.
    """
    small = size_class(window.size()) == "small"
    take_away(window, docks)  # from scratch: what already stands somewhere is put beside itself otherwise
    waits = {"inspector"} if small and not opened and "attention" not in docks else set()
    for name, dock in docks.items():
        dock.setVisible(name not in hidden and name not in waits)
        dock.widget().setMinimumHeight(PRESSED.get(name, PRESSED_ELSE) if small else 0)
    front = _attention(window, docks) if "attention" in docks else _big(window, docks)
    leave_out_titles(window, docks)
    share_out(window, docks, front, opened)


def take_away(window: QMainWindow, docks: Docks) -> None:
    """No dock of them stands anywhere any more.  What Qt keeps of a dock that is removed is hidden if it was hidden."""
    for dock in docks.values():
        dock.setFloating(False)
        dock.hide()
        window.removeDockWidget(dock)


def _big(window: QMainWindow, docks: Docks) -> QDockWidget:
    """A desk with one big dock; answers it."""
    big, *others = docks.values()
    window.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, big)
    for other in others:
        window.splitDockWidget(big, other, DOWN if size_class(window.size()) == "small" else ACROSS)
    return big


def _attention(window: QMainWindow, docks: Docks) -> QDockWidget:
    """The desk where attention is walked through; answers the dock that is in front of others."""
    fitting = size_class(window.size())
    window.addDockWidget(Qt.DockWidgetArea.TopDockWidgetArea, docks["words"])
    (_small if fitting == "small" else _usual)(window, docks)
    if fitting == "high":
        window.splitDockWidget(docks["heads"], docks["inspector"], DOWN)
    else:
        window.tabifyDockWidget(docks["heads"], docks["inspector"])
    window.tabifyDockWidget(docks["heads"], docks["compare"])
    front = docks["words" if fitting == "small" else "heads"]
    front.raise_()
    return front


def _small(window: QMainWindow, docks: Docks) -> None:
    window.splitDockWidget(docks["words"], docks["attention"], DOWN)
    for before, name in pairwise(("words", "plane", "similarity", "heads")):
        window.tabifyDockWidget(docks[before], docks[name])


def _usual(window: QMainWindow, docks: Docks) -> None:
    window.splitDockWidget(docks["words"], docks["similarity"], ACROSS)
    window.splitDockWidget(docks["words"], docks["attention"], DOWN)
    window.splitDockWidget(docks["words"], docks["plane"], ACROSS)
    window.splitDockWidget(docks["similarity"], docks["heads"], DOWN)


def share_out(
    window: QMainWindow, docks: Docks, front: QDockWidget | None = None, opened: bool = False
) -> None:
    """Give each dock its share of the window.  ``front``: the one that comes to the front, if any does."""
    fitting = size_class(window.size())
    shares = (
        _shares(docks, front, fitting) if "attention" in docks else _shares_of_big(docks, fitting, opened)
    )
    for names, parts, way in shares:
        whole = window.width() if way == ACROSS else window.height()
        window.resizeDocks([docks[name] for name in names], [round(whole * part) for part in parts], way)


def _shares(docks: Docks, front: QDockWidget | None, fitting: SizeClass) -> Sequence[Share]:
    if fitting != "small":
        return SHARES[fitting]
    top = _top(docks, front)
    return ((("words", "attention"), (top, 1 - top), DOWN),)


def _shares_of_big(docks: Docks, fitting: SizeClass, opened: bool) -> Sequence[Share]:
    if len(docks) == 1:
        return ()
    small = PAIR_OPENED if opened else PAIR_SMALL
    big, way = (small, DOWN) if fitting == "small" else (PAIR, ACROSS)
    return ((tuple(docks), (big, 1 - big), way),)


def _top(docks: Docks, front: QDockWidget | None) -> float:
    """The share of what stands above attention in a small window."""
    if front in (None, docks["attention"]):
        front = next(
            (dock for dock in docks.values() if _seen(dock) and dock is not docks["attention"]), None
        )
    name = next((name for name, dock in docks.items() if dock is front), "words")
    return TYPING if name == "words" else OPENED.get(name, OPENED_ELSE)


def _seen(dock: QDockWidget) -> bool:
    return not dock.visibleRegion().isEmpty()


def leave_out_titles(window: QMainWindow, docks: Docks) -> None:
    """A tab says a dock's title already, and the switch of desks that of a big dock; a dock that has a title bar of
    its own keeps the bar without the title.
    """
    for name, dock in docks.items():
        tabbed = bool(window.tabifiedDockWidgets(dock))
        if name in OWN_TITLE:
            if title := dock.titleBarWidget().findChild(QLabel, "dock.title.text"):
                title.setVisible(not tabbed)
        else:
            dock.setTitleBarWidget(QWidget() if tabbed or name in BIG else None)  # type: ignore[arg-type]

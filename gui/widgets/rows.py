"""Rows, columns and titles, as all panes lay them out."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

NARROW = 160  # lines of text wrap down to this width


def titled(text: str, buddy: QWidget) -> QLabel:
    """A title whose ampersand leads to another widget."""
    title = QLabel(text)
    title.setProperty("tone", "title")
    title.setBuddy(buddy)
    return title


def column(widget: QWidget) -> QVBoxLayout:
    """A layout from top to bottom without an edge of its own."""
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    return layout


def row(*widgets: QWidget | None) -> QHBoxLayout:
    """Side by side; None takes the room that is left."""
    layout = QHBoxLayout()
    layout.setSpacing(3)
    for widget in widgets:
        if widget is None:
            layout.addStretch(1)
        else:
            layout.addWidget(widget)
    return layout


def scrolled(parent: QWidget) -> tuple[QScrollArea, QWidget]:
    """An area that scrolls down where there is little room, and what is in it."""
    area, inner = QScrollArea(parent), QWidget()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it scrolls to whatever has the focus
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)
    for ground in (area.viewport(), inner):
        ground.setAutoFillBackground(False)
    return area, inner

"""What every pane is: a widget that redraws when something it watches has changed."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QWidget

from gui.session import Session


class Pane(QWidget):
    """Reads the session, sends choices with ``session.set``, and redraws in ``refresh``."""

    watches: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session = session
        self.build()
        self.refresh()
        session.changed.connect(self._on_changed)

    def build(self) -> None:
        """Create the widgets and connect their signals to ``session.set``."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Redraw from ``session`` alone.  Must not change the session."""
        raise NotImplementedError

    @Slot(frozenset)
    def _on_changed(self, names: frozenset[str]) -> None:
        if names & self.watches:
            self.refresh()

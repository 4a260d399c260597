"""What can be done to one number of a translation: open it, set it to nothing, hide a word from the model."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from engine.steps.base import Cell
from gui.faces import Face
from gui.panes.base import Pane
from gui.seq_alignment import address_in
from gui.seq_changes import set_number
from gui.whatif import NEGATIVE_INFINITY, can_be_set, may_be_masked
from gui.widgets.matrix_view import MatrixView

KEY = "M"


class SequenceCells(Pane):
    """Adds a menu to matrices, and a key that masks a score; itself it shows nothing."""

    watches: ClassVar[frozenset[str]] = frozenset()

    def build(self) -> None:
        self.hide()
        self._faces: dict[MatrixView, Face] = {}
        self._served: set[MatrixView] = set()

    def refresh(self) -> None:
        """Nothing is shown."""

    def serve(self, views: Sequence[MatrixView], faces: Sequence[Face]) -> None:
        """These matrices show these faces now."""
        for view in set(views) - self._served:
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            view.customContextMenuRequested.connect(self._on_menu)
            shortcut = QShortcut(QKeySequence(KEY), view, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._on_key)
        self._served |= set(views)
        self._faces = dict(zip(views, faces, strict=True))

    def menu(self, view: MatrixView, place: tuple[int, int]) -> QMenu:
        """What can be done to a cell of a matrix."""
        path, cell = address_in(self._faces[view], *place)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        opens = menu.addAction(self.tr("Open its arithmetic") + "\tEnter")
        opens.setData((path, cell))
        opens.triggered.connect(self._on_open)
        offered = [(self.tr("Set it to 0"), 0.0)] if can_be_set(path) else []
        if may_be_masked(path):
            offered.append(
                (self.tr("Mask it: this word may not be looked at") + f"\t{KEY}", NEGATIVE_INFINITY)
            )
        for text, value in offered:
            action = menu.addAction(text)
            action.setData((path, cell, value))
            action.triggered.connect(self._on_set)
        menu.addSeparator()
        menu.addActions(list(view.copies.actions))
        return menu

    def _set(self, path: str, cell: Cell, value: float) -> None:
        self.session.set(**set_number(self.session.state, path, cell, value))

    @Slot(QPoint)
    def _on_menu(self, point: QPoint) -> None:
        view = self.sender()
        if not isinstance(view, MatrixView) or view not in self._faces or view.arranged is None:
            return
        place = view.arranged.cell_at(point, view.offset()) or view.current
        if place is not None:
            self.menu(view, place).popup(view.viewport().mapToGlobal(point))

    @Slot()
    def _on_key(self) -> None:
        view = self.sender().parent()
        if isinstance(view, MatrixView) and view.current and (face := self._faces.get(view)):
            path, cell = address_in(face, *view.current)
            if may_be_masked(path):
                self._set(path, cell, NEGATIVE_INFINITY)

    @Slot()
    def _on_set(self) -> None:
        self._set(*self.sender().data())  # type: ignore[attr-defined]

    @Slot()
    def _on_open(self) -> None:
        self.session.set(cell=self.sender().data(), trail=())  # type: ignore[attr-defined]

"""What can be done to one cell of a matrix: open it, mask it, let it be seen again."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from engine.names import key
from engine.steps.base import Cell
from gui.faces import Face
from gui.panes.base import Pane
from gui.whatif import NEGATIVE_INFINITY, mask_turned, may_be_masked
from gui.widgets.matrix_view import MatrixView
from gui.wording import where

KEY = "M"


class CellMenu(Pane):
    """Adds to matrices a menu, and a key that masks the current cell; itself it shows nothing.

    ``faces`` are those of the matrices that are shown, in their order.
    """

    watches: ClassVar[frozenset[str]] = frozenset()

    def build(self) -> None:
        self.hide()
        self._views: tuple[MatrixView, ...] = ()
        self._faces: dict[MatrixView, Face] = {}

    def refresh(self) -> None:
        """Nothing is shown."""

    def serve(self, views: Sequence[MatrixView], faces: Sequence[Face]) -> None:
        """These matrices show these faces now."""
        for view in views:
            if view not in self._views:
                view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
                view.customContextMenuRequested.connect(self._on_menu)
                shortcut = QShortcut(QKeySequence(KEY), view, context=Qt.ShortcutContext.WidgetShortcut)
                shortcut.activated.connect(self._on_key)
        self._views = tuple(dict.fromkeys((*self._views, *views)))
        self._faces = dict(zip(views, faces, strict=True))

    def menu(self, view: MatrixView, place: tuple[int, int]) -> QMenu:
        """What can be done to a cell of a matrix."""
        face = self._faces[view]
        cell = face.cell(*place)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        opens = menu.addAction(self.tr("Open its arithmetic") + "\tEnter")
        opens.setData((face.path, cell))
        opens.triggered.connect(self._on_open)
        if may_be_masked(face.path):
            turns = menu.addAction(f"{self._turning(face.path, cell)}\t{KEY}")
            turns.setData((face.path, cell))
            turns.triggered.connect(self._on_turn)
        menu.addSeparator()
        menu.addActions(list(view.copies.actions))
        return menu

    def _turning(self, path: str, cell: Cell) -> str:
        shown = self.session.results.trace
        assert shown is not None
        tokens = where("mask", cell[-2:], shown.run).replace("&", "&&")
        hidden = shown.trace[path][cell] == NEGATIVE_INFINITY
        verb = self.tr("Let be seen again: {0}") if hidden else self.tr("Mask: {0}")
        scope = self.tr("in all layers and heads") if key(path) == "mask" else self.tr("in this head")
        return f"{verb.format(tokens)} ({scope})"

    def _turn(self, path: str, cell: Cell) -> None:
        shown = self.session.results.trace
        if shown is not None and may_be_masked(path):
            changes = self.session.state.changes
            self.session.set(changes=mask_turned(changes, path, cell, shown.trace, shown.run.tokens))

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
            self._turn(face.path, face.cell(*view.current))

    @Slot()
    def _on_turn(self) -> None:
        self._turn(*self.sender().data())  # type: ignore[attr-defined]

    @Slot()
    def _on_open(self) -> None:
        self.session.set(cell=self.sender().data(), trail=())  # type: ignore[attr-defined]

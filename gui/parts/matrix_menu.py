"""The menu of a matrix's cells, and the key that masks one: what is the same of every run."""

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu

from engine.steps.base import Cell
from gui.faces import Face
from gui.panes.base import Pane
from gui.state import Address
from gui.widgets.matrix_view import MatrixView

KEY = "M"


class MatrixMenu(Pane):
    """Adds to matrices a menu, and a key that masks the current cell; itself it shows nothing."""

    watches: ClassVar[frozenset[str]] = frozenset()

    def build(self) -> None:
        self.hide()
        self._served: set[MatrixView] = set()
        self._faces: dict[MatrixView, Face] = {}

    def refresh(self) -> None:
        """Nothing is shown."""

    def address(self, face: Face, row: int, col: int) -> Address:
        """The array and the cell behind a drawn cell."""
        return face.path, face.cell(row, col)

    def offer(self, menu: QMenu, path: str, cell: Cell) -> None:
        """Add to a menu what can be done to a cell, opening and copying it aside."""
        raise NotImplementedError

    def mask_cell(self, path: str, cell: Cell) -> None:
        """Mask a cell, where that has a meaning."""
        raise NotImplementedError

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
        path, cell = self.address(self._faces[view], *place)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        opens = menu.addAction(self.tr("Open its arithmetic") + "\tEnter")
        opens.setData((path, cell))
        opens.triggered.connect(self._on_open)
        self.offer(menu, path, cell)
        menu.addSeparator()
        menu.addActions(list(view.copies.actions))
        return menu

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
            self.mask_cell(*self.address(face, *view.current))

    @Slot()
    def _on_open(self) -> None:
        self.session.set(cell=self.sender().data(), trail=())  # type: ignore[attr-defined]

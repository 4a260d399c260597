"""The three memories side by side after a word: how each begins, is updated and read, and what it holds."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.memories.recipe import KINDS, at_time, rule_key
from engine.memories.run import MemoryRun
from engine.names import OVER_TOKENS
from engine.steps.base import Array, Cell
from gui.parts.mem_page import MemoryPage
from gui.state import State
from gui.theme import Role
from gui.widgets.formula_view import FormulaView
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.plain import distinct
from gui.widgets.rows import column
from gui.wording import array_title, short_title, tr
from gui.wording.caching import counted
from gui.wording.memories import kind_sentence, kind_title, rule_title, symbols

VECTOR, RULE, LEAST = 92, 34, 116  # heights of a vector that lies, of a formula, and of a matrix
PARTS = ("start", "update", "output")


class Shown(NamedTuple):
    """An array of a memory: its name, the colour of its role, and whether a vector stands upright."""

    name: str
    role: Role | None = None
    upright: bool = False


# What is shown of each kind, the state first, the output last.
ARRAYS: Mapping[str, tuple[Shown, ...]] = {
    "recurrent": (Shown("recurrent.state", None, True), Shown("recurrent.z", "result", True)),
    "list": (Shown("list.k", "k"), Shown("list.v", "v"), Shown("list.z", "result")),
    "ttt": (Shown("ttt.state"), Shown("ttt.z", "result")),
}
OF_WEIGHTS: Mapping[str, str] = {"d_key": "key’s feature", "d_v": "value’s feature"}  # of the layer
GROW = frozenset({"list.k", "list.v"})
AROUND, LINE, FEWEST, MOST_LINES = (
    76,
    13,
    2,
    12,
)  # heights around such a list, and of a word whose name is shown
VECTORS = frozenset({"list.z", "ttt.z"})  # lie in one low row


def shown_word(state: State, found: MemoryRun) -> int:
    """The word after which the memories are looked at: the last, unless another was chosen that there is."""
    last = len(found) - 1
    return last if state.mem_word is None else min(state.mem_word, last)


class StatesView(MemoryPage):
    """A click on a number opens its arithmetic."""

    page: ClassVar[str] = "kinds"
    view: ClassVar[str] = "states"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"memories", "mem_page", "mem_kinds", "mem_word", "cell", "theme"}
    )

    def build(self) -> None:
        self.formulas: dict[tuple[str, str], FormulaView] = {}
        self.views: dict[str, MatrixView] = {}
        self._sizes = {kind: self.label(f"bytes.{kind}") for kind in KINDS}
        self._word = 0
        area, inner = self.scrolled("states")
        self._symbols = self.label("symbols")
        layout = QHBoxLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        for kind in KINDS:
            layout.addWidget(self._column(kind), 1)
        whole = column(self)
        whole.addWidget(self._symbols)
        whole.addWidget(area, 1)

    def _column(self, kind: str) -> QWidget:
        box = QWidget(self)
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        title = QLabel(kind_title(kind), box)
        title.setProperty("tone", "title")
        about = self.label(f"about.{kind}")
        about.setText(kind_sentence(kind))
        for line in (
            about,
            self._sizes[kind],
        ):  # lines that wrap would keep the area from shrinking what is below
            line.setWordWrap(False)
        layout.addWidget(title)
        layout.addWidget(about)
        layout.addLayout(self._rules(kind, box))
        layout.addWidget(self._sizes[kind])
        layout.addLayout(self._matrices(kind), 1)
        layout.addStretch(0)
        return box

    def _rules(self, kind: str, box: QWidget) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(0)
        for line, part in enumerate(PARTS):
            name = QLabel(rule_title(part), box)
            name.setProperty("tone", "muted")
            formula = self.formulas[kind, part] = FormulaView(box)
            formula.setObjectName(f"memory.rule.{kind}.{part}")
            formula.set_formula(rule_key(kind, part))
            formula.setFixedHeight(RULE)
            grid.addWidget(name, line, 0)
            grid.addWidget(formula, line, 1)
        grid.setColumnStretch(1, 1)
        return grid

    def _matrices(self, kind: str) -> QVBoxLayout | QHBoxLayout:
        upright = all(shown.upright for shown in ARRAYS[kind])
        layout = QHBoxLayout() if upright else QVBoxLayout()
        for shown in ARRAYS[kind]:
            view = self.views[shown.name] = self.matrix(shown.name, "")
            view.setProperty("array", shown.name)
            view.activated.connect(self._on_cell)
            if shown.name in VECTORS:
                view.setFixedHeight(VECTOR)
            else:
                view.setMinimumHeight(LEAST)
            layout.addWidget(view, 0 if shown.name in VECTORS else 1)
        return layout

    def show_page(self) -> None:
        found = self.session.results.memories
        if found is None:
            return
        self._word = shown_word(self.session.state, found)
        for formula in self.formulas.values():
            formula.set_theme(self.theme)
        self._symbols.setText(symbols(found))
        for kind in KINDS:
            self._show(kind, found)

    def _show(self, kind: str, found: MemoryRun) -> None:
        there = self._word < found.read_until(kind)
        self._sizes[kind].setText(
            self._about_size(kind, found) if there else self.tr("It has left what float32 can hold.")
        )
        opened = self.session.state.cell
        for shown in ARRAYS[kind]:
            view, path = self.views[shown.name], at_time(self._word, shown.name)
            view.set_theme(self.theme)
            view.setVisible(there)
            if not there:
                continue
            data = picture(found, path, shown)
            if shown.name in GROW:
                view.setMinimumHeight(AROUND + LINE * min(max(data.rows, FEWEST), MOST_LINES))
            view.set_data(data)
            view.fit()
            place = opened is not None and opened[0] == path
            view.set_current(_place(shown, opened[1]) if place and opened else None)

    def _about_size(self, kind: str, found: MemoryRun) -> str:
        now = found.state_bytes(kind, self._word)
        size = sum(array.size for array in found.state(kind, self._word))
        if kind == "list":
            each = counted(now // (self._word + 1))
            return self.tr("{0} numbers, {1} bytes: +{2} a word").format(counted(size), counted(now), each)
        return self.tr("{0} numbers, {1} bytes: always").format(counted(size), counted(now))

    @Slot(int, int)
    def _on_cell(self, row: int, col: int) -> None:
        name = self.sender().property("array")
        shown = next(one for arrays in ARRAYS.values() for one in arrays if one.name == name)
        path, found = at_time(self._word, name), self.session.results.memories
        if found is not None:
            cell = _cell(shown, row, col, found.trace(path)[path].ndim)
            self.session.set(cell=(path, cell), trail=())


def picture(found: MemoryRun, path: str, shown: Shown) -> MatrixData:
    """An array without its head, as a matrix; a vector that stands upright as a column."""
    axes, values = found.trace(path).axes(path)[-2:], _flat(found.trace(path)[path])
    if shown.upright:
        axes, values = (axes[1], axes[0]), values.T
    labels = [
        distinct(found.texts(path, axis)) or tuple(str(i + 1) for i in range(size))
        for axis, size in zip(axes, values.shape, strict=True)
    ]
    return MatrixData(
        values,
        labels[0],
        labels[1],
        row_axis=_axis(axes[0]),
        col_axis=_axis(axes[1]),
        title=short_title(path),
        role=shown.role,
        meaning=array_title(path),
    )


def _axis(axis: str) -> str:
    if axis in OVER_TOKENS:
        return tr("word")
    return tr(OF_WEIGHTS.get(axis, "feature"))


def _flat(values: Array) -> Array:
    return values[0] if values.ndim == 3 else values


def _cell(shown: Shown, row: int, col: int, dimensions: int) -> Cell:
    place = (col, row) if shown.upright else (row, col)
    return (0, *place) if dimensions == 3 else place


def _place(shown: Shown, cell: Cell) -> tuple[int, int]:
    row, col = cell[-2:]
    return (col, row) if shown.upright else (row, col)

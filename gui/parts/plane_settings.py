"""The settings of the map that is chosen: seed and perplexity, or the word pairs of its axes."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QLabel, QLineEdit, QSpinBox, QWidget

from engine.errors import UnknownWordError
from gui.panes.base import Pane
from gui.parts.remark import briefly
from gui.widgets.notice import Notice
from gui.widgets.rows import column, row

LARGEST_SEED = 2**31 - 1
MOST_PERPLEXITY = 499.0  # of 500 words
AUTOMATIC = 0.0  # what the box of the perplexity holds for a sensible one
WORD_WIDTH, SPIN_WIDTH = 74, 112
ENDS = ("right", "left", "up", "down")  # where the words of the two pairs lie


class PlaneSettings(Pane):
    """Shows nothing where there is nothing to set; what cannot be made is said under the boxes."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"map_method", "map_seed", "perplexity", "map_axes", "map_square", "failed", "plane", "plane_page"}
    )

    def build(self) -> None:
        self.seed = QSpinBox(self)
        self.seed.setRange(0, LARGEST_SEED)
        self.seed.setObjectName("plane.seed")
        self.seed.setToolTip(self.tr("The start of the random numbers: another seed, another map"))
        self.seed.setKeyboardTracking(False)
        self.seed.valueChanged.connect(self._on_seed)
        self.perplexity = QDoubleSpinBox(self)
        self.perplexity.setObjectName("plane.perplexity")
        self.perplexity.setRange(AUTOMATIC, MOST_PERPLEXITY)
        self.perplexity.setDecimals(1)
        self.perplexity.setSpecialValueText(self.tr("automatic"))
        self.perplexity.setToolTip(
            self.tr("About how many neighbours a word counts as its own; 0 for a sensible number")
        )
        self.perplexity.setKeyboardTracking(False)
        self.perplexity.valueChanged.connect(self._on_perplexity)
        for box in (self.seed, self.perplexity):
            box.setMaximumWidth(SPIN_WIDTH)
            box.setAccessibleName(box.toolTip())
        self._build_axes()
        self._seeded = _group(self, QLabel(self.tr("Seed")), self.seed)
        self._perplexed = _group(self, QLabel(self.tr("Perplexity")), self.perplexity)
        self._notice = Notice(self)
        self._notice.setObjectName("plane.notice")
        layout = column(self)
        layout.addLayout(row(self._seeded, self._perplexed, self._axes, None))
        layout.addWidget(self._notice)

    def _build_axes(self) -> None:
        tips = (
            self.tr("The word to the right: the axis is this word minus the next one"),
            self.tr("The word to the left"),
            self.tr("The word above: the axis is this word minus the next one"),
            self.tr("The word below"),
        )
        self.ends = [self._end(name, tip) for name, tip in zip(ENDS, tips, strict=True)]
        self.square = QCheckBox(self.tr("90°"), self)
        self.square.setObjectName("plane.square")
        self.square.setToolTip(
            self.tr(
                "Free the second axis of what it shares with the first, so that both stand at right angles"
            )
        )
        self.square.toggled.connect(self._on_square)
        right, left, up, down = self.ends
        signs = (QLabel("→"), right, QLabel("−"), left, QLabel("↑"), up, QLabel("−"), down, self.square)
        self._axes = _group(self, *signs)

    def _end(self, name: str, tip: str) -> QLineEdit:
        box = QLineEdit(self)
        box.setObjectName(f"plane.axis.{name}")
        box.setToolTip(tip)
        box.setAccessibleName(tip)
        box.setMinimumWidth(40)
        box.setMaximumWidth(WORD_WIDTH)
        box.editingFinished.connect(self._on_axes)
        return box

    def refresh(self) -> None:
        state = self.session.state
        groups = ((self._seeded, ("tsne", "mds")), (self._perplexed, ("tsne",)), (self._axes, ("axes",)))
        for group, methods in sorted(groups, key=lambda one: state.map_method in one[1]):  # first what goes
            group.setVisible(state.map_method in methods)
        for box in (self.seed, self.perplexity, self.square):
            box.blockSignals(True)
        self.seed.setValue(state.map_seed)
        self.perplexity.setValue(AUTOMATIC if state.perplexity is None else state.perplexity)
        self.square.setChecked(state.map_square)
        for box in (self.seed, self.perplexity, self.square):
            box.blockSignals(False)
        for end, word in zip(self.ends, [word for pair in state.map_axes for word in pair], strict=True):
            if not (end.hasFocus() and end.isModified()):  # it is being typed in
                end.setText(word)
        error = self.session.results.failed.get("plane")
        self._notice.say([escape(self._wrong(error))] if error else [])

    def _wrong(self, error: Exception) -> str:
        """Why there is no map, and what is seen instead."""
        empty = isinstance(error, UnknownWordError) and not error.word
        said = self.tr("Write a word into each of the four boxes.") if empty else briefly(error)
        kept = self.session.results.plane is not None
        return self.tr("{0} The map is still the one before.").format(said) if kept else said

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(map_seed=seed)

    @Slot(float)
    def _on_perplexity(self, value: float) -> None:
        self.session.set(perplexity=None if value == AUTOMATIC else value)

    @Slot(bool)
    def _on_square(self, on: bool) -> None:
        self.session.set(map_square=on)

    @Slot()
    def _on_axes(self) -> None:
        right, left, up, down = (box.text().strip() for box in self.ends)
        for box in self.ends:
            box.setModified(False)
        self.session.set(map_axes=((right, left), (up, down)))


def _group(parent: QWidget, *widgets: QWidget) -> QWidget:
    group = QWidget(parent)
    layout = row(*widgets)
    layout.setContentsMargins(0, 0, 0, 0)
    group.setLayout(layout)
    return group

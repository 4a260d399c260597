"""The changes of a translation that are in force: each can be removed."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QToolButton

from gui.panes.base import Pane
from gui.theme import THEMES
from gui.translation import shown
from gui.widgets.chips import ChipList
from gui.widgets.rows import row
from gui.wording import seq_in_words


class ChangedPart(Pane):
    """Hidden while nothing is changed."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"seq_changes", "seq_difference", "translation", "failed", "theme"}
    )

    def build(self) -> None:
        self.chips = ChipList(self)
        self.chips.setObjectName("translation.changes")
        self.chips.setAccessibleName(self.tr("Changes in force"))
        self.chips.removed.connect(self._on_removed)
        self.chips.reordered.connect(self._on_reordered)
        self.difference = QToolButton(self)
        self.difference.setObjectName("translation.difference")
        self.difference.setCheckable(True)
        self.difference.setText(self.tr("Show difference"))
        self.difference.setToolTip(
            self.tr("Show every array minus the same array without the changes, for the same tokens")
        )
        self.difference.toggled.connect(self._on_difference)
        self.clear = QToolButton(self)
        self.clear.setObjectName("translation.unchange")
        self.clear.setText(self.tr("Undo all"))
        self.clear.setToolTip(self.tr("Remove all changes: the run is as it was, to the last bit"))
        self.clear.clicked.connect(self._on_clear)
        title = QLabel(self.tr("Changed:"), self)
        title.setProperty("tone", "title")
        layout = row(title, self.chips, self.difference, self.clear)
        layout.setStretchFactor(self.chips, 1)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)

    def refresh(self) -> None:
        state, made = self.session.state, shown(self.session.results)
        self.setVisible(bool(state.seq_changes) and made is not None)
        if not state.seq_changes or made is None:
            return
        self.chips.set_theme(THEMES[state.theme])
        self.chips.set_words(self._labels())
        self.difference.blockSignals(True)
        self.difference.setChecked(state.seq_difference)
        self.difference.blockSignals(False)

    def _labels(self) -> list[str]:
        """The changes in words, told apart by their number where two read alike."""
        made = shown(self.session.results)
        assert made is not None
        labels = [seq_in_words(edit, made.run) for edit in self.session.state.seq_changes]
        return [f"{label} ({i + 1})" if labels.count(label) > 1 else label for i, label in enumerate(labels)]

    @Slot(object)
    def _on_removed(self, gone: tuple[str, ...]) -> None:
        labels = self._labels()
        kept = [
            edit
            for edit, label in zip(self.session.state.seq_changes, labels, strict=True)
            if label not in gone
        ]
        self.session.set(seq_changes=tuple(kept))

    @Slot(object)
    def _on_reordered(self, labels: object) -> None:
        """The order of changes matters: they stay as they were made."""
        self.refresh()

    @Slot(bool)
    def _on_difference(self, on: bool) -> None:
        self.session.set(seq_difference=on)

    @Slot()
    def _on_clear(self) -> None:
        self.session.set(seq_changes=())

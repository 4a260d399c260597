"""The changes in force: each can be removed; what they make of an array can be shown as a difference, and what moving
and padding the tokens makes of the outputs is said.
"""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QToolButton

from gui.panes.base import Pane
from gui.theme import THEMES
from gui.whatif import removed
from gui.widgets.chips import ChipList
from gui.widgets.rows import column, row
from gui.wording import carried_in_words, in_words


class ChangesPart(Pane):
    """Hidden while nothing is changed."""

    watches: ClassVar[frozenset[str]] = frozenset({"changes", "difference", "trace", "carried", "theme"})

    def build(self) -> None:
        self.chips = ChipList(self)
        self.chips.setObjectName("attention.changes")
        self.chips.setAccessibleName(self.tr("Changes in force"))
        self.chips.removed.connect(self._on_removed)
        self.chips.reordered.connect(self._on_reordered)
        self.difference = QToolButton(self)
        self.difference.setObjectName("attention.difference")
        self.difference.setCheckable(True)
        self.difference.setText(self.tr("Show difference"))
        self.difference.setToolTip(self.tr("Show every array minus the same array of the unchanged run"))
        self.difference.toggled.connect(self._on_difference)
        self._clear = QToolButton(self)
        self._clear.setObjectName("attention.unchange")
        self._clear.setText(self.tr("Undo all"))
        self._clear.setToolTip(self.tr("Remove all changes: the run is as it was, to the last bit"))
        self._clear.clicked.connect(self._on_clear)
        title = QLabel(self.tr("Changed:"), self)
        title.setProperty("tone", "title")
        self.remark = QLabel(self)
        self.remark.setObjectName("attention.carried")
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        self.remark.setWordWrap(True)
        above = row(title, self.chips, self.difference, self._clear)
        above.setStretchFactor(self.chips, 1)
        layout = column(self)
        layout.setSpacing(2)
        layout.addLayout(above)
        layout.addWidget(self.remark)

    def refresh(self) -> None:
        state, shown = self.session.state, self.session.results.trace
        self.setVisible(bool(state.changes) and shown is not None)
        if not state.changes or shown is None:
            return
        self.chips.set_theme(THEMES[state.theme])
        self.chips.set_words(self._labels())
        same_tokens = shown.unchanged is not None and len(shown.unchanged["mask"]) == len(shown.trace["mask"])
        self.difference.setEnabled(same_tokens)
        self.difference.setToolTip(
            self.tr("Show every array minus the same array of the unchanged run")
            if same_tokens
            else self.tr(
                "With more or fewer tokens, the arrays have other sizes: there is no difference to show"
            )
        )
        carried = self.session.results.carried
        of_this = carried is not None and carried.run is shown.run
        self.remark.setVisible(of_this)
        self.remark.setText(carried_in_words(carried) if carried and of_this else "")
        self.difference.blockSignals(True)
        self.difference.setChecked(state.difference)
        self.difference.blockSignals(False)

    def _labels(self) -> list[str]:
        """The changes in words, told apart by their number where two read alike."""
        shown = self.session.results.trace
        assert shown is not None
        labels = [in_words(edit, shown.run) for edit in self.session.state.changes]
        return [f"{label} ({i + 1})" if labels.count(label) > 1 else label for i, label in enumerate(labels)]

    @Slot(object)
    def _on_removed(self, gone: tuple[str, ...]) -> None:
        changes, shown = self.session.state.changes, self.session.results.trace
        assert shown is not None
        for edit in [changes[self._labels().index(label)] for label in gone]:
            changes = removed(changes, edit, shown.run.tokens)
        self.session.set(changes=changes)

    @Slot(object)
    def _on_reordered(self, labels: object) -> None:
        """The order of changes matters: they stay as they were made."""
        self.refresh()

    @Slot(bool)
    def _on_difference(self, on: bool) -> None:
        self.session.set(difference=on)

    @Slot()
    def _on_clear(self) -> None:
        self.session.set(changes=())

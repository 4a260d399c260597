"""Check this: the whole step derived again by another road, and how far the two are apart."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QToolButton

from gui.panes.base import Pane
from gui.results import CheckedStep
from gui.view import view_of
from gui.wording import where


class CheckPart(Pane):
    """A button that turns into the answer for the step that is looked at."""

    watches: ClassVar[frozenset[str]] = frozenset({"checked", "trace", "stage", "step", "layer"})

    def build(self) -> None:
        self.button = QToolButton(self)
        self.button.setObjectName("attention.check")
        self.button.clicked.connect(self._on_check)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.button)

    def refresh(self) -> None:
        shown, checked = self.session.results.trace, self.session.results.checked
        self.setVisible(shown is not None)
        self.button.setText(self.tr("Check"))
        self.button.setAccessibleName(self.tr("Check this"))
        self.button.setToolTip(
            self.tr(
                "Check this: derive every number of this step again by another road, in double precision, and say how "
                "far the two are apart"
            )
        )
        if shown is not None and checked is not None and checked.run is shown.run:
            self._answer(checked, view_of(self.session.state, shown.run).step.output)

    def _answer(self, checked: CheckedStep, path: str) -> None:
        """Say what came out, if it is about the step that is looked at."""
        found = checked.found
        if found.path != path:
            return
        place = where(found.path, found.cell, checked.run)
        sign, verdict = ("✓", self.tr("agrees, {0}")) if found.agrees else ("✗", self.tr("DIFFERS, {0}"))
        self.button.setText(f"{sign} {found.difference:.0e}")
        self.button.setAccessibleName(verdict.format(f"{found.difference:.0e}"))
        self.button.setToolTip(
            self.tr(
                "Derived again in double precision: the largest difference is {0}, at {1}. Its largest number is {2}."
            ).format(f"{found.difference:.2e}", place, f"{found.size:.4g}")
        )

    @Slot()
    def _on_check(self) -> None:
        shown = self.session.results.trace
        if shown is not None:
            self.session.requested.emit("check", view_of(self.session.state, shown.run).step.output)

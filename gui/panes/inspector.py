"""The arithmetic behind one number: operands, terms, running sum, result, and whether it meets the shown."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QToolButton, QVBoxLayout

from engine.run import Run
from engine.sequences.cache import CachedRun
from engine.sequences.run import SequenceRun
from engine.trace import Trace
from gui.owners import owner_of
from gui.panes.base import Pane
from gui.parts.read_cell import ReadCellPart
from gui.results import Opened
from gui.terms import term_rows
from gui.view import back, forward
from gui.view import opened as opening
from gui.whatif import BY_HAND, can_be_set, set_by_hand
from gui.widgets import numbers
from gui.widgets.plain import visible
from gui.widgets.terms_table import TermsTable
from gui.widgets.undoing import ModestLineEdit
from gui.wording import array_title, part_title, sentence, where

VALUE_WIDTH = 120
WIDE = 600  # from which the line of code has room beside the controls


class InspectorPane(Pane):
    """Shows ``results.opened``; operands are links, and the way back is kept."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"opened", "cell", "trail", "failed", "trace", "translation"}
    )

    def build(self) -> None:
        self._back = self._button("back", self.tr("Back"))
        self._back.setToolTip(self.tr("Back to the number that this one was reached from (Backspace)"))
        self._back.clicked.connect(self._on_back)
        self._forward = self._button("forward", self.tr("Forward"))
        self._forward.setToolTip(self.tr("Forward again to the number gone back from (Shift+Backspace)"))
        self._forward.clicked.connect(self._on_forward)
        self._listed: tuple[Opened, int] | None = None
        self._lent = False  # the focus of the table, to a button while there is no table
        self._place = self._label("inspector.place")
        self._line = QLineEdit(self)
        self._line.setObjectName("inspector.numpy")
        self._line.setReadOnly(True)
        self._line.setFrame(False)
        self._parts = self._label("inspector.parts")
        self._verdict = self._label("inspector.verdict")
        self._order = QComboBox(self)
        self._order.setObjectName("inspector.order")
        self._order.addItems([self.tr("largest first"), self.tr("in order")])
        self._order.setToolTip(self.tr("Order of the terms"))
        self._order.currentIndexChanged.connect(self._on_order)
        self._value = ModestLineEdit(self)
        self._value.setObjectName("inspector.value")
        self._value.setPlaceholderText(self.tr("What if it were…"))
        self._value.setToolTip(
            self.tr("Type a number and press Enter: everything after it is computed again")
        )
        self._value.setAccessibleName(self.tr("Set this number"))
        self._value.setMaximumWidth(VALUE_WIDTH)
        self._value.returnPressed.connect(self._on_value)
        self.table = TermsTable(self)
        self.table.setObjectName("inspector.terms")
        self.table.opened.connect(self._on_link)
        self._head, self._all = QHBoxLayout(), QVBoxLayout(self)
        for control in (self._back, self._forward, self._order):
            self._head.addWidget(control)
        self._head.addStretch(1)
        self._head.addWidget(self._value)
        layout = self._all
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        for label in (self._place, self._verdict, self._parts, self._line):
            layout.addWidget(label)
        layout.insertWidget(1, ReadCellPart(self.session, self))
        layout.addLayout(self._head)
        layout.addWidget(self.table, 1)
        layout.addStretch(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The line of code stands among the controls where they leave it room."""
        super().resizeEvent(event)
        beside = self.width() >= WIDE
        if beside != (self._head.indexOf(self._line) >= 0):
            home = self._head if beside else self._all
            home.insertWidget(home.indexOf(self._value) if beside else home.indexOf(self._head), self._line)
            self._head.setStretch(self._head.indexOf(self._line), 100)

    def refresh(self) -> None:
        opened, state = self.session.results.opened, self.session.state
        self._back.setEnabled(bool(state.trail))
        self._forward.setEnabled(bool(state.ahead))
        filled = opened is not None and state.cell is not None
        buttons = self._back, self._forward
        for widget in (
            self._line,
            self._parts,
            self._verdict,
            self._order,
            self._value,
            *buttons,
            self.table,
        ):
            widget.setVisible(filled)
        if opened is None or state.cell is None:
            error = self.session.results.failed.get("opened")
            self._place.setText(
                sentence(error) if error else self.tr("Click any number in a matrix to see how it was made.")
            )
            return
        kept = isinstance(opened.run, CachedRun)  # a cache shows what happened
        self._value.setVisible(owner_of(state.cell[0]) in BY_HAND and not kept)
        self._value.setEnabled(can_be_set(state.cell[0]))
        self._show(opened)

    def _show(self, opened: Opened) -> None:
        derivation = opened.derivation
        output, arithmetic = derivation.output, derivation.arithmetic
        self._place.setText(f"{array_title(output.name)}: {where(output.name, output.cell, opened.run)}")
        step = derivation.step
        given = (
            self.tr("This number was set by hand.") if derivation.edited else self.tr("This number is given.")
        )
        code = step.numpy if step else given
        self._line.setText(code.replace("\n", "; "))
        self._line.setCursorPosition(0)
        self._line.setToolTip(f"{self.tr('The same step in NumPy:')}\n{code}")
        parts = [f"{part_title(name)} {numbers.reading(value, 6)}" for name, value in arithmetic.parts]
        if arithmetic.rule == "share of sum":
            named = dict(arithmetic.parts)
            ratio = [numbers.reading(named[name], 6) for name in ("exponential", "total")]
            parts.append(f"{ratio[0]} ÷ {ratio[1]} = {numbers.reading(arithmetic.result, 6)}")
        self._parts.setText("; ".join(parts))
        self._parts.setVisible(bool(parts))
        self._verdict.setText(self._compared(opened))
        self._order.setVisible(step is not None)
        self._show_table(step is not None)
        listed = opened, self._order.currentIndex()
        if listed != self._listed:  # else the term that was chosen stays so
            self._listed = listed
            self.table.show_rows(term_rows(opened, largest_first=listed[1] == 0))

    def _show_table(self, on: bool) -> None:
        """Keep the focus near while a number without terms is open, so that Backspace still leads back."""
        if self.table.hasFocus() and not on:
            self._lent = True
            (self._back if self._back.isEnabled() else self._forward).setFocus()
        self.table.setVisible(on)
        if self._lent and on:
            self._lent = False
            if self._back.hasFocus() or self._forward.hasFocus():
                self.table.setFocus()

    def focus_terms(self) -> None:
        """Bring the keyboard to the operands."""
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _compared(self, opened: Opened) -> str:
        shown_value, derived = opened.derivation.output.value, opened.derivation.arithmetic.result
        if opened.derivation.step is None:
            return self.tr("value {0}").format(numbers.reading(shown_value, 6)) + self._without_changes(
                opened
            )
        if shown_value == derived or not np.isfinite(shown_value - derived):
            difference = "0"
        else:
            difference = f"{abs(shown_value - derived):.0e}"
        agrees = self.tr("agrees") if opened.derivation.agrees else self.tr("DOES NOT AGREE")
        return self.tr("shown {0} · computed again {1} · difference {2}: {3}").format(
            numbers.reading(shown_value, 6), numbers.reading(derived, 6), difference, agrees
        ) + self._without_changes(opened)

    def _without_changes(self, opened: Opened) -> str:
        """What the number is in the run without the changes, where that has it and is at hand."""
        value = self._before(opened)
        return "" if value is None else self.tr("; without the changes {0}").format(numbers.reading(value, 6))

    def _before(self, opened: Opened) -> float | None:
        output, results = opened.derivation.output, self.session.results
        shown, made = results.trace, results.translation
        before: Trace | SequenceRun | None = None
        if shown is not None and shown.run is opened.run and shown.run.tokens.origin is None:
            before = shown.unchanged
        elif made is not None and made.run is opened.run:
            before = made.unchanged
        try:
            return before.explain(output.name, output.cell).output.value if before else None
        except (KeyError, IndexError):  # of padding, or of a token that is not there without the changes
            return None

    @Slot()
    def _on_value(self) -> None:
        """Make the change, or say that this is no number."""
        state = self.session.state
        try:
            value = numbers.typed(self._value.text())
        except ValueError:
            self._verdict.setText(self.tr("“{0}” is not a number.").format(visible(self._value.text())))
            return
        opened = self.session.results.opened
        if opened is not None and (changes := set_by_hand(state, opened, value)):
            self._value.clear()
            self.session.set(**changes)

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"inspector.{name}")
        button.setText(text)
        return button

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    @Slot(object)
    def _on_link(self, address: object) -> None:
        if isinstance(address, tuple):
            self.session.set(**opening(self.session.state, self._walked(), *address))

    @Slot()
    def _on_back(self) -> None:
        self.session.set(**back(self.session.state, self._walked()))

    @Slot()
    def _on_forward(self) -> None:
        self.session.set(**forward(self.session.state, self._walked()))

    def _walked(self) -> Run | None:
        """The run in whose walk a number of it is shown: that of the opened number, if it is one of these."""
        opened, overview = self.session.results.opened, self.session.results.overview
        if opened is not None and isinstance(opened.run, Run):
            return opened.run
        return overview.run if overview else None

    @Slot(int)
    def _on_order(self, index: int) -> None:
        self.refresh()

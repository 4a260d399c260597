"""Where two sentences part: the first step that differs by more than an amount, and how far every stage differs."""

from collections.abc import Callable, Mapping
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QLabel

from engine.compare import Comparison, Parting, StepDifference
from engine.names import key
from gui.parts.compare_page import ComparePage
from gui.theme import THEMES
from gui.view import View
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.rows import column, row
from gui.wording import stage_title, step_title, tr

LINE = 160  # of the sentence, in points: it wraps
LEAST, MOST, DIGITS = 0.001, 100.0, 3
LOW = 190  # height of the picture, below which long titles are written short
SHORT: Mapping[str, str] = {"softmax": "Softm.", "dropout": "Drop.", "norm": "Nrm 1", "norm_2": "Nrm 2"}
DARKEST = 10  # times the threshold: where the colour scale ends


class PartingPart(ComparePage):
    """A click on a stage of a layer goes there."""

    page: ClassVar[str] = "parting"
    watches: ClassVar[frozenset[str]] = frozenset({"comparison", "threshold", "compare_page", "theme"})

    def build(self) -> None:
        self._line = QLabel(self)
        self._line.setObjectName("compare.parting")
        self._line.setWordWrap(True)
        self._line.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._line.setMinimumWidth(LINE)
        self._threshold = QDoubleSpinBox(self)
        self._threshold.setObjectName("compare.threshold")
        self._threshold.setRange(LEAST, MOST)
        self._threshold.setDecimals(DIGITS)
        self._threshold.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        self._threshold.setPrefix("> ")
        self._threshold.setKeyboardTracking(False)
        self._threshold.setAccessibleName(self.tr("Threshold"))
        self._threshold.setToolTip(self.tr("Threshold: differences up to this one count as none"))
        self._threshold.valueChanged.connect(self._on_threshold)
        self._view = MatrixView(self)
        self._view.setObjectName("compare.steps")
        self._view.tooltip_for = self._tip
        self._view.activated.connect(self._on_cell)
        self._view.resized.connect(self._on_resized)
        self._stages: tuple[str, ...] = ()
        self._table: list[list[StepDifference]] = []
        self._drawn = QSize()
        above = row(self._line, self._threshold)
        above.setStretch(0, 1)
        above.setAlignment(self._threshold, Qt.AlignmentFlag.AlignTop)
        layout = column(self)
        layout.addLayout(above)
        layout.addWidget(self._view, 1)

    def show_comparison(self, found: Comparison, view: View) -> None:
        state = self.session.state
        self._view.set_theme(THEMES[state.theme])
        self._threshold.blockSignals(True)
        self._threshold.setValue(state.threshold)
        self._threshold.blockSignals(False)
        parting = found.parting(state.threshold)
        self._line.setText(self._sentence(found, parting))
        self._stages, self._table = _by_stage(found)
        self._draw()
        self._view.set_current(
            (parting.at.layer, self._stages.index(parting.at.step.stage)) if parting else None
        )

    def _draw(self) -> None:
        """With whole titles, unless they stand upright in little room."""
        self._drawn = self._view.size()
        self._fill(stage_title)
        if self._view.arranged and self._view.arranged.rotated and self._view.height() < LOW:
            self._fill(short_stage)

    def _fill(self, title: Callable[[str], str]) -> None:
        titles = tuple(map(title, self._stages))
        self._view.set_data(_picture(titles, self._table, DARKEST * self.session.state.threshold))
        self._view.fit()

    @Slot()
    def _on_resized(self) -> None:
        """Titles that fit now; the ring stays."""
        if self._table and self._drawn != self._view.size():
            self._draw()

    def _sentence(self, found: Comparison, parting: Parting | None) -> str:
        if not found.pairs:
            return self.tr("The sentences share no token: there is nothing to compare.")
        if parting is not None:
            return self._parting(parting)
        most = max(found.steps, key=lambda step: step.largest)
        if not most.largest:
            return self.tr("The shared tokens are the same at every step: the sentences part nowhere.")
        return self.tr(
            "The shared tokens never differ by more than {0}. They differ most at {1}: by {2}."
        ).format(numbers.exported(self.session.state.threshold), self._place(most), _amount(most.largest))

    def _parting(self, parting: Parting) -> str:
        at, head = parting.at, parting.head
        threshold = numbers.exported(self.session.state.threshold)
        first = self.tr("The shared tokens first differ by more than {0} at {1}")
        text = first.format(threshold, self._place(at))
        if head is not None:
            text = self.tr("{0}, head {1}").format(text, head + 1)
        text = self.tr("{0}: by {1}").format(text, _amount(parting.amount))
        most = int(np.argmax(at.heads)) if head is not None else None
        if most is not None and _amount(at.heads[most]) != _amount(parting.amount):
            text = self.tr("{0} (most there: head {1}, by {2})").format(
                text, most + 1, _amount(at.heads[most])
            )
        return f"{text}."

    def _place(self, at: StepDifference) -> str:
        """``layer 1, Softmax``; with the step's own title where its stage has several."""
        stage, found = at.step.stage, self.session.results.comparison
        steps = found.steps if found else ()
        several = sum(other.step.stage == stage and other.layer == at.layer for other in steps) > 1
        title = f"{stage_title(stage)} ({step_title(at.step)})" if several else stage_title(stage)
        return self.tr("layer {0}, {1}").format(at.layer + 1, title)

    def _tip(self, layer: int, col: int) -> str:
        found = self._table[layer][col]
        return self.tr("{0}: at most {1}, on average {2}").format(
            self._place(found), _amount(found.largest), _amount(found.mean)
        )

    @Slot(float)
    def _on_threshold(self, value: float) -> None:
        self.session.set(threshold=value)

    @Slot(int, int)
    def _on_cell(self, layer: int, col: int) -> None:
        step = self._table[layer][col].step
        self.session.set(layer=layer, stage=step.stage, step=key(step.output))
        self.refresh()  # the ring, which a click has moved


def short_stage(stage: str) -> str:
    """A stage's title where there is little room."""
    return tr(SHORT[stage]) if stage in SHORT else stage_title(stage)


def _amount(value: float) -> str:
    return numbers.short(value, 4)


def _by_stage(found: Comparison) -> tuple[tuple[str, ...], list[list[StepDifference]]]:
    """The stages, and for each layer the step of each stage that differs most."""
    stages = tuple(dict.fromkeys(step.step.stage for step in found.steps))
    table = []
    for layer in range(found.a.model.sizes.layers):
        steps = [step for step in found.steps if step.layer == layer]
        table.append(
            [max((s for s in steps if s.step.stage == stage), key=lambda s: s.largest) for stage in stages]
        )
    return stages, table


def _picture(titles: tuple[str, ...], table: list[list[StepDifference]], darkest: float) -> MatrixData:
    values = np.array([[step.largest for step in layer] for layer in table])
    rows = tuple(str(layer + 1) for layer in range(len(table)))
    return MatrixData(
        values,
        rows,
        titles,
        row_axis=tr("layer"),
        scale="weights",
        limits=(0.0, darkest),
    )

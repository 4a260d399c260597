"""Why scores are divided by the root of d: settings of the experiment, curves measured against theory, a table."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QToolButton

from engine.scaling import MOST_KEYS, MOST_SAMPLES, Scaling, ScalingSettings, Wide
from gui.parts.lab_page import MOST_SEED, LabPage, label_of, muted, narrow_spin
from gui.widgets import numbers
from gui.widgets.cell_table import CellTable, TableCell
from gui.widgets.curves import Curves
from gui.widgets.curves_layout import Chart as PowersChart
from gui.widgets.curves_layout import Curve, Mark
from gui.widgets.line_chart import Chart, Line, LineChart
from gui.widgets.notice import Notice
from gui.widgets.number_box import put
from gui.widgets.rows import column, row
from gui.wording import sentence

RAW, SCALED, THEORY = "pair_b", "accent", "muted"  # colours of the theme
PAPER = 64  # width of a head (Vaswani et al. 2017, section 3.2.2)
HEIGHT = 150  # of a chart, at least


class LabScalePart(LabPage):
    """Settings draw anew as soon as they are changed; what takes long can be stopped."""

    pages: ClassVar[tuple[str, ...]] = ("scale",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_scaling", "lab_count", "lab_samples", "lab_sample_seed", "lab_halted"}
        | {"theme", "failed"}
    )

    def build(self) -> None:
        self.count = narrow_spin(
            self, "scoring.scale.keys", (1, MOST_KEYS), self.tr("How many keys each query has")
        )
        self.samples = narrow_spin(
            self, "scoring.scale.samples", (1, MOST_SAMPLES), self.tr("How many queries are drawn")
        )
        self.seed = narrow_spin(
            self, "scoring.scale.seed", (0, MOST_SEED), self.tr("The seed of what is drawn")
        )
        self.again = QToolButton(self)
        self.again.setObjectName("scoring.scale.again")
        self._told, self._found = muted(self, "scoring.scale.told"), Notice(self)
        self._found.setObjectName("scoring.scale.found")
        self.variance = Curves(self)
        self.entropy, self.largest = LineChart(self), LineChart(self)
        charts = {"variance": self.variance, "entropy": self.entropy, "largest": self.largest}
        for name, chart in charts.items():
            chart.setObjectName(f"scoring.scale.{name}")
            chart.setMinimumHeight(HEIGHT)
        self.table = CellTable(self)
        self.table.setObjectName("scoring.scale.table")
        self.table.setAccessibleName(self.tr("Measured variance, entropy and largest weight by d"))
        layout = column(self)
        layout.addWidget(self._told)
        layout.addLayout(self._controls())
        layout.addWidget(self._found)
        beside = row(*charts.values())
        beside.setSpacing(12)
        layout.addLayout(beside, 1)
        layout.addWidget(self.table)
        self._connect()

    def _controls(self) -> QHBoxLayout:
        line = row(label_of(self.tr("&Keys"), self.count), self.count)
        for title, box in ((self.tr("&Samples"), self.samples), (self.tr("S&eed"), self.seed)):
            line.addWidget(label_of(title, box))
            line.addWidget(box)
        line.addWidget(self.again)
        line.addStretch(1)
        line.setSpacing(6)
        return line

    def _connect(self) -> None:
        self.count.valueChanged.connect(self._on_count)
        self.samples.valueChanged.connect(self._on_samples)
        self.seed.valueChanged.connect(self._on_seed)
        self.again.clicked.connect(self._on_again)

    def show_page(self) -> None:
        state, found = self.session.state, self.session.results.lab_scaling
        for box, value in (
            (self.count, state.lab_count),
            (self.samples, state.lab_samples),
            (self.seed, state.lab_sample_seed),
        ):
            put(box, value)
        self._told.setText(
            self.tr(
                "q · k adds d products. Of random numbers with variance 1 the sum has the variance d: it grows with "
                "the vectors, and softmax gives nearly all to one key. Divided by √d it has the variance 1, whatever "
                "d is."
            )
        )
        wanted = ScalingSettings(state.lab_count, state.lab_samples, state.lab_sample_seed)
        waiting = found is None or found.settings != wanted
        self.again.setText(self.tr("Stop") if waiting and not state.lab_halted else self.tr("Draw again"))
        self.again.setToolTip(
            self.tr("Stop drawing; the last numbers stay")
            if waiting and not state.lab_halted
            else self.tr("Draw other numbers, with the next seed")
        )
        failed = self.session.results.failed.get("lab_scaling")
        self._found.say(
            [escape(sentence(failed))] if failed else self._said(found, waiting, state.lab_halted),
            self._tone(waiting),
        )
        for chart in (self.variance, self.entropy, self.largest, self.table):
            chart.setVisible(found is not None)
        if found is not None:
            self._show(found)

    def _tone(self, waiting: bool) -> str:
        return "warning" if waiting and self.session.state.lab_halted else "plain"

    def _said(self, found: Scaling | None, waiting: bool, halted: bool) -> list[str]:
        """What is happening, or what was found."""
        if waiting and not halted:
            return [self.tr("Drawing numbers…")]
        if found is None:
            return [self.tr("Stopped before there was anything to show.")]
        if waiting:
            return [
                self.tr("Stopped. Below is what was drawn before, with {0} keys and {1} samples.").format(
                    found.settings.keys, found.settings.samples
                )
            ]
        raw, scaled = (numbers.short(float(curves.largest[-1]), 2) for curves in (found.raw, found.scaled))
        even = numbers.short(1 / found.settings.keys, 2)
        return [
            self.tr(
                "At d = {0} the largest weight is {1} on average, and {2} with division by √d. Were all keys alike, it "
                "would be {3}. The variance is measured from {4} scores: samples times keys."
            ).format(found.widths[-1], raw, scaled, even, f"{found.settings.samples * found.settings.keys:,}")
        ]

    def _show(self, found: Scaling) -> None:
        for chart in (self.variance, self.entropy, self.largest):
            chart.set_theme(self.theme)
        theory = tuple((float(d), float(d)) for d in found.widths)
        self.variance.show_chart(
            PowersChart(
                (
                    Curve(self.tr("q · k, measured"), RAW, _points(found, found.raw.variance)),
                    Curve(self.tr("theory: d"), "text", theory, dashed=True),
                    Curve(self.tr("÷ √d, measured"), SCALED, _points(found, found.scaled.variance)),
                    Curve(self.tr("theory: 1"), THEORY, tuple((d, 1.0) for d, _ in theory), dashed=True),
                ),
                (Mark(float(PAPER), self.tr("64: a head in the paper")),),
                across=self.tr("d"),
                up=self.tr("Variance of the scores"),
            )
        )
        most = tuple((float(d), found.most_bits) for d in found.widths)
        even = tuple((float(d), 1 / found.settings.keys) for d in found.widths)
        self.entropy.show_chart(
            self._chart(self.tr("Entropy of softmax, in bits"), found, "entropy", self.tr("all alike"), most)
        )
        self.largest.show_chart(
            self._chart(
                self.tr("Largest weight of softmax"), found, "largest", self.tr("all alike"), even, most=1.0
            )
        )
        self.table.show_cells(self._titles(), self._rows(found))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setFixedHeight(self.table.whole())

    def _chart(
        self,
        title: str,
        found: Scaling,
        name: str,
        beside: str,
        line: tuple[tuple[float, float], ...],
        most: float = 0.0,
    ) -> Chart:
        return Chart(
            title,
            self.tr("d"),
            (
                Line(self.tr("q · k"), _points(found, getattr(found.raw, name)), RAW),
                Line(self.tr("÷ √d"), _points(found, getattr(found.scaled, name)), SCALED),
                Line(beside, line, THEORY, dashed=True),
            ),
            even=True,
            most=most,
            write=lambda value: f"{value:g}",
        )

    def _titles(self) -> tuple[str, ...]:
        return (
            self.tr("d"),
            self.tr("variance of q · k"),
            self.tr("theory"),
            self.tr("÷ √d"),
            self.tr("entropy of q · k"),
            self.tr("÷ √d"),
            self.tr("largest of q · k"),
            self.tr("÷ √d"),
        )

    def _rows(self, found: Scaling) -> list[list[TableCell]]:
        rows = []
        for place, d in enumerate(found.widths):
            raw, scaled, error = found.raw, found.scaled, float(found.error[place])
            tip = self.tr("Theory: {0}, and from one sample to the next ± {1}").format(
                d, numbers.short(error, 2)
            )
            cells = [_cell(raw.variance[place], 2, tip), TableCell(str(d)), _cell(scaled.variance[place], 3)]
            for name in ("entropy", "largest"):
                cells += [_cell(getattr(of, name)[place], 3) for of in (raw, scaled)]
            rows.append([TableCell(str(d)), *cells])
        return rows

    @Slot(int)
    def _on_count(self, keys: int) -> None:
        self.session.set(lab_count=keys, lab_halted=False)

    @Slot(int)
    def _on_samples(self, samples: int) -> None:
        self.session.set(lab_samples=samples, lab_halted=False)

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(lab_sample_seed=seed, lab_halted=False)

    @Slot()
    def _on_again(self) -> None:
        """Stop what is being drawn, or draw with the next seed."""
        state, found = self.session.state, self.session.results.lab_scaling
        wanted = ScalingSettings(state.lab_count, state.lab_samples, state.lab_sample_seed)
        if (found is None or found.settings != wanted) and not state.lab_halted:
            self.session.set(lab_halted=True)
        else:
            self.session.set(lab_sample_seed=(state.lab_sample_seed + 1) % (MOST_SEED + 1), lab_halted=False)


def _points(found: Scaling, values: Wide) -> tuple[tuple[float, float], ...]:
    return tuple((float(d), float(value)) for d, value in zip(found.widths, values, strict=True))


def _cell(value: float, digits: int, tip: str = "") -> TableCell:
    return TableCell(numbers.short(float(value), digits), numbers.exported(float(value)), tip)

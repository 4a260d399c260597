"""What a layer of each net costs at any n, d and k: as a table, and as curves that cross."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout

from engine.costs import LIMITS, Cost
from gui.parts.far_page import NETS, FarPage, net_title
from gui.results_of_desks import Costs
from gui.widgets import numbers
from gui.widgets.cell_table import CellTable, TableCell, count_cell
from gui.widgets.curves import Curves
from gui.widgets.curves_layout import Chart, Curve, Mark
from gui.widgets.number_box import put, spin
from gui.widgets.rows import row, titled

# Multiplications of a layer as the paper writes them (Vaswani et al. 2017, table 1).
FORMULAS: Mapping[str, str] = {"recurrent": "n d²", "convolution": "k n d²", "attention": "n² d"}


class CostsPart(FarPage):
    """A box left empty, as one at its least, stands for the sentence's own length."""

    page: ClassVar[str] = "path"
    name: ClassVar[str] = "costs"
    result: ClassVar[str] = "far_costs"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_costs", "far_page", "far_n", "far_d", "theme", "failed"}
    )

    def build_body(self, layout: QVBoxLayout) -> None:
        self.count = spin(
            self,
            "distance.costs.n",
            (0, LIMITS["n"][1]),
            self.tr("How many positions; at its least it is the length of the sentence"),
        )
        self.features = spin(
            self, "distance.costs.d", LIMITS["d"], self.tr("How many features each position has: d")
        )
        for box in (self.count, self.features):
            box.setStepType(box.StepType.AdaptiveDecimalStepType)
        self.table, self.curves = CellTable(self), Curves(self)
        self.table.setObjectName("distance.costs.table")
        self.table.setAccessibleName(self.tr("Costs of a layer"))
        self.curves.setObjectName("distance.costs.curves")
        self.curves.setAccessibleName(self.tr("Multiplications of a layer by positions"))
        boxes = row(
            titled(self.tr("Positions &n"), self.count),
            self.count,
            titled(self.tr("features &d"), self.features),
            self.features,
        )
        boxes.addStretch(1)
        layout.addLayout(boxes)
        layout.addWidget(self.table)
        layout.addWidget(self.curves, 1)
        self.count.valueChanged.connect(self._on_count)
        self.features.valueChanged.connect(self._on_features)

    def explanation(self) -> str:
        return self.tr(
            "What a layer costs that joins n positions of d features, in time (multiplications) and memory: leading "
            "terms, as in table 1 of “Attention Is All You Need” (2017)."
        )

    def finding(self, found: Costs) -> str:
        shape, at = found.shape, found.crossings["recurrent"]
        ours, theirs = (found.by_net[name].operations for name in ("attention", "recurrent"))
        if ours == theirs:
            text = self.tr("At n = d = {0} attention takes as many multiplications as the recurrent net.")
            return text.format(f"<b>{shape.n:,}</b>")
        times = numbers.compact(max(ours, theirs) / min(ours, theirs))
        text = (
            self.tr("At n = {0} attention is the cheaper one: the recurrent net takes {1} times as much.")
            if ours < theirs
            else self.tr(
                "At n = {0} attention is the dearer one: it takes {1} times as much as the recurrent net."
            )
        )
        crossing = self.tr("They cross at n = d = {0}; with convolutions at n = k · d = {1}.").format(
            f"<b>{at:,}</b>", f"<b>{found.crossings['convolution']:,}</b>"
        )
        return f"{text.format(f'<b>{shape.n:,}</b>', f'<b>{times}</b>')} {crossing}"

    def show_found(self, found: Costs) -> None:
        state = self.session.state
        own = self.tr("sentence: {0}").format(found.shape.n)
        self.count.setSpecialValueText(own if state.far_n is None else self.tr("sentence"))
        put(self.count, state.far_n or 0)
        put(self.features, state.far_d)
        titles = ("", *map(net_title, NETS))
        self.table.show_cells(titles, self._rows(found))
        self.table.setFixedHeight(self.table.whole())
        self.curves.set_theme(self.theme)
        self.curves.show_chart(self._chart(found))

    def _rows(self, found: Costs) -> list[list[TableCell]]:
        by_net = [found.by_net[name] for name in NETS]
        formulas = [TableCell(FORMULAS[name]) for name in NETS]
        kept = self.tr(
            "Numbers that the layer makes and that are there at the same time: n · d, for attention also its "
            "n² weights (of one head)"
        )
        whole = self.tr("Multiplications of all layers that the longest path takes")
        sequential = self.tr("Steps that must wait for one another, in one layer")
        longest = self.tr("How often the first word is handed on until the last place has heard of it")
        rows = (
            (
                self.tr("Multiplications"),
                self.tr("The time of a layer: how often it multiplies two numbers"),
                formulas,
            ),
            (self.tr("… here"), "", [count_cell(cost.operations) for cost in by_net]),
            (self.tr("Memory: numbers"), kept, [count_cell(cost.kept) for cost in by_net]),
            (
                self.tr("Steps in turn"),
                sequential,
                [count_cell(cost.sequential) for cost in by_net],
            ),
            (self.tr("Longest path"), longest, [self._longest(cost) for cost in by_net]),
            (self.tr("… for that path"), whole, [self._whole(cost) for cost in by_net]),
        )
        return [[TableCell(title, tip=tip), *cells] for title, tip, cells in rows]

    def _longest(self, cost: Cost) -> TableCell:
        return TableCell(self.tr("no way")) if cost.longest is None else count_cell(cost.longest)

    def _whole(self, cost: Cost) -> TableCell:
        return TableCell(self.tr("no way")) if cost.whole is None else count_cell(cost.whole)

    def _chart(self, found: Costs) -> Chart:
        shape = found.shape
        return Chart(
            tuple(
                Curve(
                    f"{net_title(name)}: {FORMULAS[name]}",
                    colour,
                    tuple((float(n), float(height)) for n, height in found.curves[name]),
                )
                for name, (_, colour) in NETS.items()
            ),
            (
                Mark(shape.n, self.tr("here: n = {0}").format(f"{shape.n:,}"), strong=True),
                Mark(found.crossings["recurrent"], self.tr("n = d")),
                *(
                    [Mark(found.crossings["convolution"], self.tr("n = k · d"))]
                    if shape.stack.width > 1
                    else ()
                ),
            ),
            self.tr("positions n"),
            self.tr("multiplications"),
        )

    @Slot(int)
    def _on_count(self, count: int) -> None:
        self.session.set(far_n=count or None)

    @Slot(int)
    def _on_features(self, features: int) -> None:
        self.session.set(far_d=features)

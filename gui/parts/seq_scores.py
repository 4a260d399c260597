"""How well the models of a direction translate what they have never seen: by length, in all, and while they learnt."""

from typing import ClassVar

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QTextBrowser

from gui.pages import SEQ_CHARTS, SEQ_CURVES
from gui.parts.seq_examples import examples
from gui.parts.seq_figures import NAMES, by_epoch, by_length, compared, of_direction, score_rows
from gui.parts.seq_page import SeqPage
from gui.widgets.bar_groups import BarGroups
from gui.widgets.line_chart import LineChart
from gui.widgets.painting import SMALL, font
from gui.widgets.readout_table import ReadoutTable
from gui.widgets.rows import column, row, scrolled
from gui.widgets.segments import Segments
from gui.wording import direction_title

ACROSS, DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
WIDE = 720  # from which table and examples have room beside each other
WIDEST = 620  # of the table
LOWEST = 150  # height of a chart
DIGITS = 2


class ScoresPart(SeqPage):
    """Shows `Results.scores`, whatever they are."""

    page: ClassVar[str] = "lengths"
    result: ClassVar[str] = "scores"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"scores", "seq_page", "seq_source", "seq_chart", "seq_curve", "theme", "failed"}
    )

    def build(self) -> None:
        self._metric, self._curve = Segments(self), Segments(self)
        self._metric.setObjectName("lengths.metric")
        self._metric.chosen.connect(self._on_metric)
        self._curve.setObjectName("lengths.curve")
        self._curve.chosen.connect(self._on_curve)
        self._verdict = self.label("verdict")
        self.bars, self.lines = BarGroups(self), LineChart(self)
        self.bars.setObjectName("lengths.bars")
        self.lines.setObjectName("lengths.epochs")
        self.table = ReadoutTable(self)
        self.table.setObjectName("lengths.table")
        self.table.setAccessibleName(self.tr("All held-out scores"))
        self.table.setMaximumWidth(WIDEST)
        self.examples = QTextBrowser(self)
        self.examples.setObjectName("lengths.examples")
        self.examples.setAccessibleName(
            self.tr("Three held-out sentences and how each model translates them")
        )
        self.examples.setFont(font(SMALL))
        self.examples.setMinimumSize(QSize(240, 90))
        self._lay_out_all()

    def _lay_out_all(self) -> None:
        self.area, inner = scrolled(self)
        self.area.setObjectName("lengths.area")
        self.lay_out().addWidget(self.area)
        layout = column(inner)
        layout.addWidget(self._verdict)
        layout.addLayout(row(self._metric, None, self._curve))
        charts = row(self.bars, self.lines)
        charts.setSpacing(16)
        charts.setStretch(0, 5)
        charts.setStretch(1, 4)
        for chart in (self.bars, self.lines):
            chart.setMinimumHeight(LOWEST)
            chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        layout.addLayout(charts, 5)
        self._below = QBoxLayout(ACROSS)
        self._below.setSpacing(16)
        self._below.addWidget(self.table, 0, Qt.AlignmentFlag.AlignTop)
        self._below.addWidget(self.examples, 1)
        layout.addLayout(self._below, 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._below.setDirection(ACROSS if self.width() >= WIDE else DOWN)

    def show_page(self) -> None:
        state, scores = self.session.state, self.session.results.scores
        self._show_switches()
        for chart in (self.bars, self.lines):
            chart.set_theme(self.theme)
        models = of_direction(scores, state.seq_source) if scores else {}
        if scores is None or self.failed or not models:
            self.show_message(self._caption(), self._nothing())
            return
        self.bars.show_groups(by_length(models, state.seq_source, state.seq_chart))
        drawn = state.seq_chart if state.seq_curve == "score" else state.seq_curve
        self.lines.show_chart(by_epoch(models, drawn))
        self.table.show_rows(*score_rows(scores, models, state.seq_source, state.seq_chart), DIGITS)
        self._verdict.setText(compared(scores, models, state.seq_source))
        self.examples.setHtml(examples(scores.examples, state.seq_source, tuple(models)))
        self.show_picture(self._caption())

    def _nothing(self) -> str:
        if self.session.results.scores is None or self.failed:
            return self.missing()
        return self.tr("No scores of {0} have been recorded.").format(
            direction_title(self.session.state.seq_source)
        )

    def _caption(self) -> str:
        return self.tr(
            "<b>{0}: how well each model translates sentences it has never seen</b>, by their length. BLEU counts runs "
            "of 1 to 4 tokens that a person’s translation has too, chrF runs of letters; both go from 0 to 100, higher "
            "is better. A right translation in other words scores low: neither is a share of right sentences."
        ).format(direction_title(self.session.state.seq_source))

    def _show_switches(self) -> None:
        state = self.session.state
        metrics = tuple(NAMES[metric] for metric in SEQ_CHARTS)
        self._metric.show_titles(metrics, SEQ_CHARTS.index(state.seq_chart))
        curves = self.tr("Score by epoch"), self.tr("Perplexity by epoch")
        self._curve.show_titles(curves, SEQ_CURVES.index(state.seq_curve))
        for button in self._metric.buttons():
            button.setToolTip(self.tr("Which score is drawn, by length and by epoch"))
        tips = (
            self.tr("The score on the validation sentences after each pass over the training data"),
            self.tr(
                "Among how many tokens the model wavers, on average over the validation sentences: lower is better"
            ),
        )
        for button, tip in zip(self._curve.buttons(), tips, strict=True):
            button.setToolTip(tip)

    @Slot(int)
    def _on_metric(self, place: int) -> None:
        self.session.set(seq_chart=SEQ_CHARTS[place])

    @Slot(int)
    def _on_curve(self, place: int) -> None:
        self.session.set(seq_curve=SEQ_CURVES[place])

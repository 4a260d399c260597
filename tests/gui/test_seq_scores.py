"""Scores by length: what was recorded is what is drawn, said and copied, whatever it is."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QTextBrowser

from engine.errors import DataFileError
from engine.paths import TRANSLATION
from engine.sequences.evaluation import (
    Curve,
    Difference,
    Epoch,
    Example,
    LengthScore,
    ModelScores,
    Score,
    Scores,
)
from gui.parts.seq_scores import ScoresPart
from gui.session import Session
from gui.state import State
from gui.widgets.bar_groups import BarGroups
from gui.widgets.copying import rows_of
from gui.widgets.readout_table import ReadoutTable

LENGTHS = ((1, 4), (5, None))


def recorded(bleu, parts, epochs):
    """A model's record, its chrF half of its BLEU."""
    by_length = tuple(
        LengthScore(pairs=10 * (place + 1), bleu=value, chrf=value / 2, shortest=low, longest=high)
        for place, (value, (low, high)) in enumerate(zip(parts, LENGTHS, strict=True))
    )
    curve = tuple(Epoch(i + 1, 3.0, 9.0 - i, value, value / 2, 1.0) for i, value in enumerate(epochs))
    perplexity = {"validation": 5.0, "test": 7.25}
    return ModelScores(1234, "", perplexity, Score(30, bleu, bleu / 2), by_length, Curve(2, curve))


SCORES = Scores(
    models={
        "en-zh.fixed": recorded(20.0, (30.0, 10.0), (5.0, 15.0)),
        "en-zh.attention": recorded(26.5, (28.0, 25.0), (10.0, 20.0)),
        "zh-en.fixed": recorded(11.0, (12.0, 13.0), (1.0, 2.0)),
    },
    against_fixed={"en-zh.attention": Difference(0.001, 0.2)},
    samples=1000,
    signatures={},
    examples=(
        Example(
            1,
            "Go <b>.",
            "去。",
            "by them & others",
            {"en-zh.fixed": "去吧。", "en-zh.attention": "走。", "zh-en.fixed": "go!"},
        ),
    ),
)


@pytest.fixture
def part(exposed):
    def make(scores=SCORES, width=1000, **choices):
        session = Session(state=State(desk="translation", seq_page="lengths", **choices))
        session.publish(scores=scores)
        return exposed(ScoresPart(session), width, 620)

    return make


def said(part, name):
    document = QTextDocument()
    document.setHtml(part.findChild(QLabel, f"lengths.{name}").text())
    return document.toPlainText()


def bars(part):
    return {series.name: series.values for series in part.bars.shown.series}


def test_bars_are_the_recorded_scores_of_the_direction(part):
    shown = part()
    assert bars(shown) == {"Fixed vector": (30.0, 10.0), "Attention": (28.0, 25.0)}
    assert [(group.name, group.note) for group in shown.bars.shown.groups] == [
        ("1–4", "10 pairs"),
        ("5 or more", "20 pairs"),
    ]
    shown.session.set(seq_source="zh")
    assert bars(shown) == {"Fixed vector": (12.0, 13.0)}


def test_the_other_score_is_a_click_away(part, qtbot):
    shown = part()
    qtbot.mouseClick(shown._metric.buttons()[1], Qt.MouseButton.LeftButton)
    assert bars(shown)["Attention"] == (14.0, 12.5)
    assert shown.lines.chart.lines[1].points == ((1.0, 5.0), (2.0, 10.0))


def test_lines_follow_the_training(part, qtbot):
    shown = part()
    assert [line.points for line in shown.lines.chart.lines] == [((1, 5), (2, 15)), ((1, 10), (2, 20))]
    qtbot.mouseClick(shown._curve.buttons()[1], Qt.MouseButton.LeftButton)
    assert shown.session.state.seq_curve == "perplexity"
    assert shown.lines.chart.lines[0].points == ((1, 9), (2, 8))
    assert bars(shown)["Fixed vector"] == (30.0, 10.0)  # as before


def test_the_whole_test_and_the_bootstrap_are_said(part):
    text = said(part(), "verdict")
    assert "Over all 30 held-out pairs BLEU is: Fixed vector 20.0, Attention 26.5." in text
    assert "1,000 samples" in text
    assert "Attention p = 0.001; chance does not explain it" in text


def test_a_difference_that_chance_may_explain_is_not_called_sure(part):
    doubtful = replace(SCORES, against_fixed={"en-zh.attention": Difference(0.31, 0.2)})
    assert "p = 0.310; where p is above 0.05 chance may explain it" in said(part(doubtful), "verdict")


def test_without_a_bootstrap_none_is_claimed(part):
    assert "bootstrap" not in said(part(replace(SCORES, against_fixed={})), "verdict")


def test_the_table_is_copied_with_everything(part, qtbot):
    shown = part()
    rows = rows_of(shown.table.tsv())
    assert rows[0] == ["", "pairs", "Fixed vector", "Attention"]
    assert ["BLEU, length 5 or more", "20", "10.0", "25.0"] in rows
    assert ["chrF, whole test", "30", "10.0", "13.25"] in rows
    assert ["p against fixed vector", "", "–", "0.001"] in rows
    assert ["perplexity, whole test", "", "7.25", "7.25"] in rows
    shown.table.copy_table()
    assert rows_of(QApplication.clipboard().text()) == rows


def test_examples_are_text_and_name_who_wrote_what(part):
    text = part().findChild(QTextBrowser, "lengths.examples").toPlainText()
    for line in (
        "Go <b>.",
        "by them & others",
        "a person",
        "去。",
        "Fixed vector",
        "去吧。",
        "Attention",
        "走。",
    ):
        assert line in text
    assert "go!" not in text  # of the other direction
    other = part(seq_source="zh").findChild(QTextBrowser, "lengths.examples").toPlainText()
    assert "go!" in other


def test_a_direction_without_scores_says_so(part):
    shown = part(replace(SCORES, models={}))
    assert "No scores of English → Chinese have been recorded." in said(shown, "message")


def test_a_damaged_record_is_said(exposed):
    session = Session(state=State(desk="translation", seq_page="lengths"))
    session.publish(failed={"scores": DataFileError(TRANSLATION / "scores.json", "file is damaged")})
    shown = exposed(ScoresPart(session), 800, 600)
    assert "scores.json cannot be used: file is damaged" in said(shown, "message")


def test_table_and_examples_stand_below_each_other_where_it_is_narrow(part):
    wide, narrow = part(), part(width=600)
    assert wide.table.y() == pytest.approx(wide.examples.y(), abs=4)
    assert narrow.examples.y() > narrow.table.geometry().bottom()


def test_the_record_that_ships_is_shown_in_the_window(window, qtbot):
    """The real window: the page by mouse, chrF by keyboard, the table on the clipboard."""
    window.session.set(desk="translation")
    window.settle()
    pane = window.docks.here["translation"].widget()
    qtbot.mouseClick(pane.pages.buttons()[3], Qt.MouseButton.LeftButton)
    window.settle()
    scores = window.session.results.scores
    shown = window.findChild(BarGroups, "lengths.bars").shown
    for series, kind in zip(shown.series, ("fixed", "attention", "transformer"), strict=True):
        model = scores.models[f"en-zh.{kind}"]
        assert series.values == tuple(length.bleu for length in model.by_source_length)
    metric = pane.parts["lengths"]._metric.buttons()
    metric[0].setFocus()
    qtbot.keyClick(metric[0], Qt.Key.Key_Right)
    qtbot.keyClick(metric[1], Qt.Key.Key_Space)
    assert window.session.state.seq_chart == "chrf"
    table = window.findChild(ReadoutTable, "lengths.table")
    table.selectAll()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    first = scores.models["en-zh.fixed"].by_source_length[0]
    assert QApplication.clipboard().text().split("\n")[0].split("\t")[:2] == [
        str(first.pairs),
        str(first.chrf),
    ]

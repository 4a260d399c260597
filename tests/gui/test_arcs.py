"""Shades and arcs of a sentence are those of the weights, in both directions."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gui.theme import DARK, LIGHT
from gui.widgets.arcs import HEIGHT, LEAST, WIDEST
from gui.widgets.lit_sentence import LitSentence

TOKENS = ("[CLS]", "the", "cat", "sees", "the", "milk")
WEIGHTS = (0.1, 0.005, 0.6, 0.2, 0.0, 0.095)


@pytest.fixture
def lit(qtbot: QtBot) -> LitSentence:
    made = LitSentence()
    qtbot.addWidget(made)
    made.resize(700, 140)
    made.strip.set_tokens(TOKENS)
    made.show()
    made.light(WEIGHTS, 3, looked_at=False)
    made.set_room(600)
    return made


def image_of(lit: LitSentence) -> QImage:
    return lit.arcs.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def thickness(lit: LitSentence, x: int) -> float:
    """How much of a column of pixels is inked, in points; an opaque line counts fully."""
    image = image_of(lit)
    ground = np.array(QColor(image.pixel(x, 0)).getRgb()[:3], float)
    column = np.array([QColor(image.pixel(x, y)).getRgb()[:3] for y in range(image.height())], float)
    away = np.abs(column - ground).sum(axis=1)
    return float((away / away.max()).sum()) if away.max() else 0.0


def test_arcs_are_as_wide_as_their_weights(lit: LitSentence) -> None:
    drawn = {arc.key: arc for arc in lit.arcs.drawn()}
    assert set(drawn) == {i for i, weight in enumerate(WEIGHTS) if weight >= LEAST}
    for key, arc in drawn.items():
        assert (arc.query, arc.weight) == (3, WEIGHTS[key])
        assert arc.width == pytest.approx(WIDEST * WEIGHTS[key])
    by_weight = sorted(drawn.values(), key=lambda arc: arc.weight)
    assert [arc.opacity for arc in by_weight] == sorted({arc.opacity for arc in by_weight})


@pytest.mark.parametrize("weight", [0.3, 0.6, 1.0])
def test_the_ink_of_an_arc_is_as_thick_as_its_weight(lit: LitSentence, weight: float) -> None:
    lit.light((0, 0, 0, 0, 0, weight), 0, looked_at=False)
    chips = lit.strip.chips()
    top = (chips[0].center().x() + chips[5].center().x()) // 2  # where the arc runs level
    assert thickness(lit, top) == pytest.approx(WIDEST * weight, abs=0.6)


def test_arcs_stand_on_the_chips(lit: LitSentence) -> None:
    chips = lit.strip.chips()
    for arc in lit.arcs.drawn():
        if arc.query != arc.key:
            first, last = arc.path.elementAt(0), arc.path.currentPosition()
            assert first.x == pytest.approx(chips[arc.query].center().x(), abs=1)
            assert last.x() == pytest.approx(chips[arc.key].center().x(), abs=1)
        assert lit.arcs.rect().contains(arc.path.boundingRect().center().toPoint())
    lit.resize(560, 140)
    assert lit.arcs.drawn()[0].path.currentPosition().x() < 560


def test_a_token_that_looks_at_itself_has_a_loop(lit: LitSentence) -> None:
    loop = next(arc for arc in lit.arcs.drawn() if arc.key == 3).path.boundingRect()
    chip = lit.strip.chips()[3]
    assert chip.left() < loop.left() < chip.center().x() < loop.right() < chip.right()
    assert loop.height() > 5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_query_end_is_purple_and_the_key_end_amber(lit: LitSentence, theme) -> None:
    lit.set_theme(theme)
    for looked_at in (False, True):
        lit.light((0, 0, 0, 0, 0, 1), 0, looked_at)
        chips, image = lit.strip.chips(), image_of(lit)
        feet = [QColor(image.pixel(chips[i].center().x(), image.height() - 1)) for i in (0, 5)]
        query, key = reversed(feet) if looked_at else feet
        assert nearest(query, theme) == "q"
        assert nearest(key, theme) == "k"


def nearest(colour: QColor, theme) -> str:
    def away(name: str) -> float:
        other = QColor(getattr(theme, name))
        return sum((a - b) ** 2 for a, b in zip(colour.getRgb()[:3], other.getRgb()[:3], strict=True))

    return min(("q", "k", "panel"), key=away)


def test_the_direction_is_said(lit: LitSentence) -> None:
    arc = lit.arcs.drawn()[-1]
    assert lit.arcs.describe(arc.query, arc.key) == "from “sees” to “cat”: 0.6000"
    assert lit.strip.describe(2).endswith("from “sees” to “cat”: weight 0.6000")
    lit.light(WEIGHTS, 3, looked_at=True)
    arc = lit.arcs.drawn()[-1]
    assert lit.arcs.describe(arc.query, arc.key) == "from “cat” to “sees”: 0.6000"
    assert lit.strip.describe(2).endswith("from “cat” to “sees”: weight 0.6000")
    assert "from “sees” to “sees”: 0.2000" in lit.arcs.accessibleDescription()
    lit.light((0, 0.5, 0, 0, 0.5, 0), 4, looked_at=False)
    assert lit.strip.describe(1).endswith("from “the₅” to “the₂”: weight 0.5000")


def test_an_arc_is_found_under_the_mouse(lit: LitSentence) -> None:
    arc = next(arc for arc in lit.arcs.drawn() if arc.key == 2)
    found = lit.arcs.arc_at(arc.path.pointAtPercent(0.5))
    assert found is not None
    assert (found.query, found.key) == (3, 2)
    assert lit.arcs.arc_at(QPointF(lit.arcs.width() - 2, 2)) is None


def test_a_token_under_the_mouse_brings_out_its_arc(lit: LitSentence) -> None:
    before = image_of(lit)
    lit.strip.set_hover(5)
    assert lit.arcs.hover == (3, 5)
    assert image_of(lit) != before
    lit.strip.set_hover(None)
    assert image_of(lit) == before


def test_no_arcs_without_room_or_in_several_lines(lit: LitSentence) -> None:
    assert lit.arcs.isVisible()
    assert lit.arcs.height() >= HEIGHT > 34
    lit.set_room(0)
    assert not lit.arcs.isVisible()
    lit.set_room(600)
    lit.resize(300, 200)
    assert not lit.arcs.isVisible()
    lit.resize(700, 200)
    assert lit.arcs.isVisible()


def test_undefined_and_masked_weights_have_no_arc(lit: LitSentence) -> None:
    lit.light((np.nan, -np.inf, 1, 0, 0, 0), 3, looked_at=False)
    assert [arc.key for arc in lit.arcs.drawn()] == [2]
    lit.strip.set_tokens(["a"])  # other tokens, whose weights are not there yet
    assert lit.arcs.drawn() == []


def test_the_direction_is_chosen_by_key(lit: LitSentence, qtbot: QtBot) -> None:
    other = lit.findChild(QToolButton, "attention.direction.1")
    other.setFocus()
    with qtbot.waitSignal(lit.directions.chosen) as signal:
        qtbot.keyClick(other, Qt.Key.Key_Space)
    assert signal.args == [1]

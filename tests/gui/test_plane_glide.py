"""Words glide from one map to the next, where the system wants it so, and end exactly where they should."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QApplication

from gui.widgets.arrow_picture import Arrow, Arrows
from gui.widgets.arrow_plot import ArrowPlot
from gui.widgets.plane_glide import between, between_views

OLD = Arrows((Arrow("a", 0.0, 0.0), Arrow("gone", 5.0, 5.0)), map="one", glides=True)
NEW = Arrows((Arrow("a", 4.0, -2.0), Arrow("new", 1.0, 1.0)), "a", map="two", glides=True)


@pytest.fixture
def effects(qapp):
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, True)
    yield
    QApplication.setEffectEnabled(Qt.UIEffect.UI_General, False)


@pytest.fixture
def plot(qtbot):
    made = ArrowPlot()
    qtbot.addWidget(made)
    made.resize(410, 300)
    made.show()
    qtbot.waitExposed(made)
    made.set_data(OLD)
    return made


def test_half_way_by_hand():
    half = between(OLD, NEW, 0.5)
    assert [(one.word, one.x, one.y) for one in half.arrows] == [("a", 2.0, -1.0), ("new", 1.0, 1.0)]
    assert half.a == "a"
    assert between_views(QRectF(0, 0, 2, 2), QRectF(4, 2, 6, 4), 0.5) == QRectF(2, 1, 4, 3)


def test_words_begin_where_they_were_and_end_where_they_belong(plot, qtbot, effects):
    before = plot.view
    plot.set_data(NEW)
    assert (plot.data.get("a").x, plot.data.get("a").y) == (0.0, 0.0)
    assert plot.view.center().x() == pytest.approx(before.center().x(), abs=1e-6)
    qtbot.waitUntil(lambda: plot.data is NEW)
    qtbot.waitUntil(lambda: not plot._glide.running)
    assert plot.frame.contains(plot.laid.tips["a"])
    assert plot.fitted


def test_what_comes_on_the_way_does_not_end_the_glide(plot, qtbot, effects):
    """How far to trust a map is known a little later than the map."""
    plot.set_data(NEW)
    more = Arrows(NEW.arrows, "a", "new", map="two", glides=True)
    plot.set_data(more)
    assert plot._glide.running
    assert plot.data.get("a").x < 4.0
    qtbot.waitUntil(lambda: plot.data is more)
    qtbot.waitUntil(lambda: not plot._glide.running)


@pytest.mark.parametrize("reason", ["system", "choice", "same places"])
def test_without_a_wish_or_a_way_nothing_glides(plot, effects, reason):
    new = NEW
    if reason == "system":
        QApplication.setEffectEnabled(Qt.UIEffect.UI_General, False)
    if reason == "choice":
        new = Arrows(NEW.arrows, map="two", glides=False)
    if reason == "same places":
        new = Arrows((*OLD.arrows, Arrow("more", 1.0, 0.0)), map="one", glides=True)
    plot.set_data(new)
    assert plot.data is new
    assert not plot._glide.running

"""All words behind the chosen ones: counted right, named where there is room, and picked by a click."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from engine.density import Density, shades
from gui.parts.plane_words import PlaneWordsPart
from gui.theme import DARK, LIGHT
from gui.widgets.density_picture import picture
from gui.widgets.plane_places import on_screen

FAMILY = ("king", "queen", "man", "woman", "prince", "princess", "boy", "girl", "dog", "cat")
PALE = 3  # how far apart two colours are that are the same, for all that is drawn over the picture


@pytest.fixture
def pane(live_words, qtbot):
    def make(**choices):
        made = PlaneWordsPart(live_words(words=FAMILY, pair=("king", "queen"), map_all=True, **choices))
        qtbot.addWidget(made)
        made.resize(620, 460)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def points(pane):
    """Where all words lie, by the way of the vectors: [word, axis]."""
    results = pane.session.results
    return pane.session.state.map_turn.of(results.plane.frame.place(results.vectors.matrix))


def test_the_note_says_how_to_read_the_dots(pane):
    pane = pane()
    assert "darker: more (1 to " in pane.plot.crowd_note()
    pane.plot.zoom(3000)
    assert pane.plot.crowd_note() == f"{len(points(pane)):,} words; a dot each"


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_dot_s_shade_is_that_of_its_count(theme):
    """Against NumPy's histogram, over a part of the plane."""
    rng = np.random.default_rng(2)
    cloud = (np.round(rng.normal(size=(600_000, 2)) * 8) / 8).astype(np.float32)
    view, frame = QRectF(-2.01, -1.01, 4.0, 3.0), QRectF(10, 20, 80, 60)
    made = picture(Density(cloud), view, frame, theme, 1.0)
    edges = [np.linspace(-1.01, 1.99, 61), np.linspace(-2.01, 1.99, 81)]
    counts = np.histogram2d(cloud[:, 1], cloud[:, 0], bins=edges)[0][::-1].astype(np.int64)
    assert made.most == counts.max()
    assert made.seen == counts.sum()
    levels = shades(counts)
    # One colour for each level, the ground for none, farther from the ground the more there are.
    ground = theme.colour("panel").rgb()
    assert (made.shade[counts == 0] == ground).all()
    assert (made.shade[counts > 0] != ground).all()
    colours = {level: set(made.shade[levels == level].tolist()) for level in np.unique(levels)}
    assert all(len(found) == 1 for found in colours.values())
    light = [lightness(next(iter(colours[level]))) for level in sorted(colours)[1:]]
    assert light == sorted(light, reverse=theme is LIGHT)
    assert made.image.pixel(3, 5) == made.shade[5, 3]


def lightness(rgb):
    return ((rgb >> 16) & 255) + ((rgb >> 8) & 255) + (rgb & 255)


def test_few_words_are_drawn_larger_and_still_counted_once():
    one = Density(np.array([[0.0, 0.0], [1.0, 1.0]], np.float32))
    made = picture(one, QRectF(-0.5, -0.5, 2, 2), QRectF(0, 0, 100, 100), LIGHT, 1.0)
    drawn = made.shade != LIGHT.colour("panel").rgb()
    assert drawn.sum() == 2 * 4**2
    assert made.seen == 2


def test_the_crowd_lies_where_the_vectors_do(pane):
    pane = pane()
    view = pane.plot.view
    places = points(pane)
    inside = (
        (places[:, 0] >= view.left())
        & (places[:, 0] < view.left() + view.width())
        & (places[:, 1] >= view.top())
        & (places[:, 1] < view.top() + view.height())
    )
    seen = pane.plot.crowd.picture(pane.plot.sight()).seen
    assert seen == pytest.approx(inside.sum(), rel=0.01)
    assert "50,000 words; darker: more (1 to" in pane.plot.crowd_note()


def test_a_turned_map_has_a_turned_crowd(pane):
    pane = pane()
    before = pane.plot.crowd.density
    pane.session.set(map_flipped=(True, False))
    after = pane.plot.crowd.density
    ranks = np.arange(50, dtype=np.int32)
    np.testing.assert_allclose(after.points(ranks), before.points(ranks) * [-1, 1], rtol=1e-6)


def test_names_come_when_one_zooms_in_and_lie_on_nothing(pane):
    pane = pane()
    assert pane.plot.named == ()
    pane.plot.zoom(6)
    named, laid = pane.plot.named, pane.plot.laid
    assert len(named) > 10
    places = on_screen(points(pane), pane.plot.view, pane.plot.frame)
    words = pane.session.results.vectors.words
    taken = [*laid.labels.values(), *pane.plot.kept_free()]
    for at, name in enumerate(named):
        assert words[name.rank] == name.word
        assert name.word not in FAMILY
        assert (name.tip.x(), name.tip.y()) == pytest.approx(tuple(places[name.rank]), abs=0.1)
        assert name.box.contains(name.tip)
        assert pane.plot.frame.contains(name.box)
        assert not any(name.box.intersects(box) for box in taken)
        assert not any(name.box.intersects(other.box) for other in named[at + 1 :])
    ranks = [name.rank for name in named]
    assert ranks == sorted(ranks), "the most frequent ones choose first"


def test_a_click_on_a_name_adds_it_and_makes_it_b(pane, qtbot):
    pane = pane()
    pane.plot.zoom(6)
    name = pane.plot.named[3]
    qtbot.mouseClick(pane.plot.viewport(), Qt.MouseButton.LeftButton, pos=name.box.center().toPoint())
    assert pane.session.state.words == (*FAMILY, name.word)
    assert pane.session.state.pair == ("queen", name.word)
    assert pane.plot.data.b == name.word


def test_names_can_be_reached_with_keys_and_told(pane, qtbot):
    pane = pane()
    pane.plot.zoom(6)
    name = pane.plot.named[0]
    at = name.box.center().toPoint()
    event = QHelpEvent(QEvent.Type.ToolTip, at, pane.plot.viewport().mapToGlobal(at))
    QApplication.sendEvent(pane.plot.viewport(), event)
    assert f"word {name.rank + 1:,} by frequency" in QToolTip.text()
    QToolTip.hideText()
    pane.plot.setFocus()
    pane.plot.go_to(name.word)
    assert name.word in pane.plot.accessibleDescription()
    others = {one.word for one in pane.plot.named} | set(FAMILY)
    keys = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
    found = {pane.plot.beside(name.word, key) for key in keys} - {None}
    assert found
    assert found <= others - {name.word}
    qtbot.keyClick(pane.plot, Qt.Key.Key_Return)
    assert name.word in pane.session.state.words


def test_the_lasso_takes_names_too(pane):
    pane = pane()
    pane.plot.zoom(6)
    named = {name.word for name in pane.plot.named}
    assert named <= set(pane.plot.inside(None))


def test_on_maps_without_a_place_for_other_words_there_is_no_crowd_and_it_is_said(pane):
    pane = pane()
    for method in ("tsne", "mds"):
        pane.session.set(map_method=method)
        assert pane.plot.crowd.density is None
        assert pane.plot.crowd_note() == ""
        assert "no place for words that are not chosen" in pane.findChild(QLabel, "plane.caption").text()
    for method in ("vocabulary", "pair", "axes", "pca"):
        pane.session.set(map_method=method)
        assert pane.plot.crowd.density is not None
    pane.session.set(map_all=False)
    assert pane.plot.crowd.density is None


def test_a_crowd_of_another_map_is_not_shown(pane):
    """It is made after the map: until then none is better than a false one."""
    pane = pane()
    crowd = pane.session.results.crowd
    pane.session.set(map_method="axes")
    pane.session.publish(crowd=crowd)
    assert pane.plot.crowd.density is None


def test_it_follows_the_theme_and_is_painted_for_a_file(pane):
    pane = pane(theme="dark")
    assert "brighter: more" in pane.plot.crowd_note()
    image = QImage(pane.plot.size(), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    pane.plot.picture(painter)
    painter.end()
    ground, shade = DARK.colour("panel").rgb(), pane.plot.crowd.picture(pane.plot.sight()).shade
    # Where nothing is drawn over it: in a corner of the crowd's that is far from words and axes.
    free = [box.adjusted(-9, -9, 9, 9) for box in (*pane.plot.laid.labels.values(), *pane.plot.kept_free())]
    tips = [QRectF(pane.plot.laid.origin, tip).normalized() for tip in pane.plot.laid.tips.values()]
    left, top = round(pane.plot.frame.left()), round(pane.plot.frame.top())
    dots = [QPointF(left + column, top + row) for row, column in np.argwhere(shade != ground).tolist()]
    alone = [dot for dot in dots if not any(box.contains(dot) for box in (*free, *tips))]
    assert len(alone) > 50
    drawn = np.array([lightness(image.pixel(dot.toPoint())) for dot in alone])
    meant = np.array([lightness(int(shade[round(d.y()) - top, round(d.x()) - left])) for d in alone])
    assert (np.abs(drawn - meant) <= PALE).mean() > 0.95, "but for the lines of the axes"

"""Tokens are shown literally, shaded by their weight, and one of them is chosen."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from gui.colormaps import word
from gui.theme import DARK, LIGHT
from gui.widgets.token_chip import CHIP, Badge
from gui.widgets.token_strip import LIMIT, TokenStrip

TOKENS = ("[CLS]", "the", "cat", "drank", "the", "milk", "[SEP]")


@pytest.fixture
def strip(qtbot: QtBot) -> TokenStrip:
    made = TokenStrip()
    qtbot.addWidget(made)
    made.resize(240, 120)
    made.set_tokens(TOKENS)
    made.show()
    return made


def image_of(strip: TokenStrip) -> QImage:
    return strip.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def ground(strip: TokenStrip, index: int) -> int:
    """The colour just inside the lower edge of a chip, where no text reaches."""
    box = strip.box(index)
    return image_of(strip).pixel(box.center().x(), box.y() + CHIP - 3)


def test_a_click_chooses_the_query(strip: TokenStrip, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.chosen) as signal:
        qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=strip.box(4).center())
    assert signal.args == [4]
    assert strip.query == 4  # the second "the", not the first
    with qtbot.assertNotEmitted(strip.chosen):
        qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=strip.box(4).center())
        qtbot.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, 1))


def test_keys_walk_through_the_sentence(strip: TokenStrip, qtbot: QtBot) -> None:
    chosen: list[int] = []
    strip.chosen.connect(chosen.append)
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Right,
        Qt.Key.Key_End,
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_Home,
    ):
        qtbot.keyClick(strip, key)
    assert chosen == [0, 1, 6, 5, 0]
    qtbot.keyClick(strip, Qt.Key.Key_Down)
    assert strip.box(chosen[-1]).y() > strip.box(0).y()


def test_setting_the_query_is_silent_and_read_aloud(strip: TokenStrip, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(strip.chosen):
        strip.set_query(2)
    assert strip.accessibleDescription().startswith("cat\ntoken 3 of 7")
    strip.set_query(99)
    assert strip.query is None


def test_chips_have_the_colour_of_their_weight(strip: TokenStrip) -> None:
    strip.set_weights([0, 0.5, 1, 0.25, 0, 0, 0])
    lut = LIGHT.lut("weights")
    assert [ground(strip, i) for i in (0, 1, 2, 3)] == [int(lut[level]) for level in (0, 128, 255, 64)]
    strip.set_weights(None)
    assert ground(strip, 2) == word(LIGHT.raised)


def test_a_scale_of_its_own(strip: TokenStrip) -> None:
    strip.set_weights([0, 0.5, 0, 0, 0, 0, 0], limits=(0.0, 0.5))
    assert ground(strip, 1) == int(LIGHT.lut("weights")[255])


def test_masked_and_undefined_are_said(strip: TokenStrip) -> None:
    strip.set_weights([-np.inf, np.nan, 0.564, 0, 0, 0, 0])
    assert [strip._number(i) for i in range(3)] == ["masked", "undefined", "0.56"]
    assert "-inf (masked)" in strip.describe(0)
    assert "weight 0.5640" in strip.describe(2)
    box = strip.box(0).adjusted(6, 3, -6, -20)
    image = image_of(strip)
    seen = {image.pixel(x, y) for x in range(box.left(), box.right()) for y in range(box.top(), box.bottom())}
    assert word(LIGHT.hatch_ground) in seen
    assert len(seen) > 2


def test_the_number_is_not_cut_off(strip: TokenStrip) -> None:
    strip.set_weights([-np.inf, np.nan, 0.5, 0, 0, 0, 0])
    for i in range(3):
        assert strip.box(i).width() >= strip.texts.width(strip._number(i), 11)


def test_badges_are_marked_and_said(strip: TokenStrip) -> None:
    plain = strip.box(5).width()
    strip.set_tokens(TOKENS, [Badge("special"), *[None] * 4, Badge("unknown word", warning=True), None])
    assert strip.box(5).width() > plain
    assert strip.tip_at(strip.box(5).center())[0].splitlines() == ["milk", "token 6 of 7", "unknown word"]
    image, box = image_of(strip), strip.box(5)
    marks = [image.pixelColor(x, box.center().y() + 1) for x in range(box.right() - 14, box.right() - 5)]
    assert QColor(LIGHT.warning) in marks


def test_text_is_literal(strip: TokenStrip) -> None:
    strip.set_tokens(["<b>x</b>", "\t", "", "\ud800", "a" * 300])
    assert strip.describe(0).splitlines()[0] == "<b>x</b>"
    assert strip.describe(1).splitlines()[0] == r"\t"
    assert strip.boxes[4].width() <= LIMIT
    assert strip.describe(4).splitlines()[0] == "a" * 300
    strip.grab()


def test_many_tokens_scroll_in_limited_height(strip: TokenStrip, qtbot: QtBot) -> None:
    strip.set_tokens([f"word{i}" for i in range(512)])
    assert strip.heightForWidth(240) < 150
    qtbot.keyClick(strip, Qt.Key.Key_End)
    qtbot.keyClick(strip, Qt.Key.Key_End)
    assert strip.query == 511
    assert strip.viewport().rect().contains(strip.box(511))


def test_other_tokens_forget_the_old_ones(strip: TokenStrip) -> None:
    strip.set_weights([0.1] * 7)
    strip.set_query(6)
    strip.set_tokens(["a", "b"])
    assert (strip.query, strip.weights) == (None, None)
    strip.set_tokens([])
    strip.grab()
    assert strip.tip_at(QPoint(10, 10))[0] == ""


def test_what_does_not_fit_is_refused(strip: TokenStrip) -> None:
    with pytest.raises(ValueError, match="3 weights for 7"):
        strip.set_weights([1, 2, 3])
    with pytest.raises(ValueError, match="1 badges for 2"):
        strip.set_tokens(["a", "b"], [None])


def test_repeated_tokens_are_told_apart(strip: TokenStrip) -> None:
    strip.set_tokens(("cat", "cat", "it"))
    assert [strip.describe(i).splitlines()[0] for i in range(3)] == ["cat₁", "cat₂", "it"]


def test_kept_pictures_are_of_the_theme_and_of_what_is_known_of_the_token(strip: TokenStrip) -> None:
    strip.set_weights([0.5] * 7)
    light = ground(strip, 1)
    strip.set_theme(DARK)
    assert ground(strip, 1) == int(DARK.lut("weights")[128]) != light
    strip.set_faint([1])
    assert ground(strip, 1) == word(DARK.panel)
    assert ground(strip, 2) == int(DARK.lut("weights")[128])


def test_kept_pictures_have_the_weight_that_is_written_below(strip: TokenStrip) -> None:
    pictures = []
    for weight in (1.0, 1.1, 1.0):  # of one colour on so long a scale
        strip.set_weights([weight] * 7, limits=(0.0, 100.0))
        assert ground(strip, 1) == int(LIGHT.lut("weights")[3])
        pictures.append(image_of(strip).copy(strip.box(1)))
    assert pictures[0] == pictures[2] != pictures[1]


def test_kept_pictures_have_the_font_of_the_program(strip: TokenStrip) -> None:
    before = image_of(strip).copy(strip.box(1))
    usual = QGuiApplication.font()
    try:
        QGuiApplication.setFont(QFont(usual.family(), usual.pointSize(), italic=True))
        strip.changeEvent(QEvent(QEvent.Type.FontChange))
        assert image_of(strip).copy(strip.box(1)) != before
    finally:
        QGuiApplication.setFont(usual)

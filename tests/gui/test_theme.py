"""Both themes can be read by everybody, and dress the program."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from string import Template

import numpy as np
import pytest
from PySide6.QtGui import QFont, QPalette, QRawFont
from PySide6.QtWidgets import QApplication

from engine.paths import RESOURCES
from engine.tatoeba import read_pairs
from gui import theme as themes
from gui.colormaps import (
    LEGIBLE,
    LEVELS,
    ZERO,
    contrast,
    curved,
    diverging_levels,
    from_oklab,
    linear,
    oklab,
    rgb,
    sequential_levels,
    unpack,
    word,
)
from gui.stylesheet import QSS
from gui.theme import DARK, LIGHT, THEMES, Theme, apply, load_fonts

ROLES = ("q", "k", "v", "result")
WRITTEN = ("text", "muted", "accent", "error", "warning", "pair_a", "pair_b", *ROLES)
TINTED = [name for name in WRITTEN if hasattr(LIGHT, f"{name}_tint")]

# How dichromats see linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.0.
DICHROMATS = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
each_dichromat = pytest.mark.parametrize("eye", DICHROMATS)


def seen(srgb: np.ndarray, eye: str) -> np.ndarray:
    return oklab(curved(linear(srgb) @ np.array(DICHROMATS[eye]).T))


def lightness(lut: np.ndarray) -> np.ndarray:
    return oklab(unpack(lut))[:, 0]


@pytest.fixture
def undressed(qapp: QApplication) -> Iterator[QApplication]:
    before = qapp.palette(), qapp.styleSheet(), qapp.font()
    yield qapp
    qapp.setStyleSheet(before[1])
    qapp.setPalette(before[0])
    qapp.setFont(before[2])


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.01)  # WebAIM's example


def test_oklab_of_white_and_back() -> None:
    assert oklab(rgb("#ffffff")) == pytest.approx([1, 0, 0], abs=1e-4)
    assert from_oklab(oklab(rgb("#3366cc"))) == pytest.approx(rgb("#3366cc"), abs=1e-6)


@each_theme
@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("ground", ["panel", "window", "raised"])
def test_text_is_legible(theme: Theme, name: str, ground: str) -> None:
    assert contrast(getattr(theme, name), getattr(theme, ground)) >= LEGIBLE


@each_theme
@pytest.mark.parametrize("name", TINTED)
def test_text_is_legible_on_its_tint(theme: Theme, name: str) -> None:
    assert contrast(getattr(theme, name), getattr(theme, f"{name}_tint")) >= LEGIBLE


@each_theme
def test_focus_is_visible_and_selection_legible(theme: Theme) -> None:
    assert contrast(theme.focus, theme.panel) >= 3  # WCAG 2.2, 1.4.11
    assert contrast(theme.on_accent, theme.accent) >= LEGIBLE


@each_theme
@each_dichromat
def test_roles_differ_for_colour_blind_people(theme: Theme, eye: str) -> None:
    colours = {role: seen(rgb(getattr(theme, role)), eye) for role in ROLES}
    distances = {pair: np.linalg.norm(colours[pair[0]] - colours[pair[1]]) for pair in combinations(ROLES, 2)}
    assert min(distances.values()) > 0.04, distances


@each_theme
def test_weights_get_steadily_stronger(theme: Theme) -> None:
    steps = np.diff(lightness(theme.lut("weights")))
    one_way = steps * np.sign(steps.sum())
    assert one_way.min() > -0.002  # rounding to 8 bits
    assert one_way.max() < 0.012  # no jump


@each_theme
def test_signed_values_get_steadily_stronger_away_from_zero(theme: Theme) -> None:
    light = lightness(theme.lut("signed"))
    outwards = np.concatenate([-np.diff(light[1 : ZERO + 1]), np.diff(light[ZERO:])])
    assert (outwards * np.sign(outwards.sum())).min() > -0.002
    assert light[1] == pytest.approx(light[255], abs=0.06)  # neither sign looks weightier


@each_theme
def test_nothing_looks_like_the_panel(theme: Theme) -> None:
    ground = oklab(rgb(theme.panel))
    for scale, level in (("weights", 0), ("signed", ZERO)):
        assert np.linalg.norm(oklab(unpack(theme.lut(scale)))[level] - ground) < 0.03


@each_theme
@each_dichromat
def test_signs_differ_for_colour_blind_people(theme: Theme, eye: str) -> None:
    lab = seen(unpack(theme.lut("signed")), eye)
    assert all(np.linalg.norm(lab[ZERO - d] - lab[ZERO + d]) > 0.1 for d in (40, 64, 127))


@each_theme
@pytest.mark.parametrize("scale", ["weights", "signed"])
def test_numbers_are_legible_on_every_level(theme: Theme, scale: themes.Scale) -> None:
    grounds = [f"#{int(entry) & 0xFFFFFF:06x}" for entry in theme.lut(scale)]
    inks = [theme.inks[i] for i in theme.ink_levels(scale)]
    assert min(contrast(ink, ground) for ink, ground in zip(inks, grounds, strict=True)) >= LEGIBLE


def test_tables_are_opaque_and_read_only() -> None:
    lut = LIGHT.lut("weights")
    assert lut.shape == (LEVELS,)
    assert set((lut >> 24).tolist()) == {0xFF}
    assert int(lut[0]) == word(LIGHT.weights[0])
    assert int(LIGHT.lut("signed")[ZERO]) == word(LIGHT.zero)
    with pytest.raises(ValueError, match="read-only"):
        lut[0] = 0


def test_levels_of_weights() -> None:
    values = np.array([0, 0.5, 1, 2, -1, np.nan, -np.inf], np.float32)
    assert sequential_levels(values, 0, 1).tolist() == [0, 128, 255, 255, 0, 0, 0]
    assert sequential_levels(values[:1], 0.0, 0.0).tolist() == [0]


def test_levels_of_signed_values_are_centred_on_zero() -> None:
    values = np.array([-2, -1, 0, 1, 2, np.nan, np.inf], np.float32)
    assert diverging_levels(values, 2).tolist() == [1, 64, ZERO, 192, 255, ZERO, ZERO]
    assert diverging_levels(values[2:3], 0.0).tolist() == [ZERO]


@each_theme
def test_style_sheet_names_only_colours_of_the_theme(theme: Theme, undressed: QApplication) -> None:
    assert set(Template(QSS).get_identifiers()) <= {*vars(theme), "icons"}
    apply(undressed, theme)
    assert "$" not in undressed.styleSheet()
    assert undressed.palette().color(QPalette.ColorRole.Window).name() == theme.window
    assert undressed.palette().color(QPalette.ColorRole.Text).name() == theme.text


def test_every_picture_of_the_style_sheet_exists(undressed: QApplication) -> None:
    for theme in THEMES.values():
        apply(undressed, theme)
        used = [part.split('"')[0] for part in undressed.styleSheet().split('url("')[1:]]
        assert used
        assert [path for path in used if not Path(path).is_file()] == []


def test_a_role_has_text_and_ground() -> None:
    assert [c.name() for c in DARK.role("k")] == [DARK.k, DARK.k_tint]
    assert [c.name() for c in LIGHT.role(None)] == [LIGHT.text, LIGHT.raised]


def test_fonts_of_an_empty_folder_leave_the_fallbacks(undressed: QApplication, tmp_path: Path) -> None:
    assert load_fonts(undressed, tmp_path) == ()
    assert undressed.font().pixelSize() == themes.FONT_PIXELS
    assert undressed.font().families() == list(themes.FALLBACKS)


def test_bundled_fonts_come_first(undressed: QApplication) -> None:
    families = load_fonts(undressed)
    assert families
    assert QFont(undressed.font()).families()[: len(families)] == list(families)


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_bundled_fonts_can_draw_every_sentence_that_ships(qapp: QApplication, weight: str) -> None:
    font = QRawFont(str(RESOURCES / "fonts" / f"AttentionExplorerSans-{weight}.otf"), themes.FONT_PIXELS)
    assert font.isValid()
    characters = {character for pair in read_pairs() for character in pair.en + pair.zh}
    assert {c for c in characters if c.isprintable() and not font.supportsCharacter(ord(c))} == set()


def test_themes_differ_in_every_colour_that_is_seen() -> None:
    same = [name for name, value in vars(LIGHT).items() if value == getattr(DARK, name)]
    assert same == []


def test_a_theme_is_a_value() -> None:
    assert replace(LIGHT) == LIGHT
    assert hash(replace(DARK)) == hash(DARK)

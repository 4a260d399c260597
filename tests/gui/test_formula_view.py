"""Every formula is baked from the table, and shows in the colours of the theme."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from engine.formulas import FORMULAS
from engine.paths import RESOURCES
from gui.colormaps import word
from gui.theme import DARK, LIGHT, THEMES, Theme
from gui.widgets.formula_ink import MACROS, PLACEHOLDERS, coloured, uncoloured
from gui.widgets.formula_view import FormulaView, description, formula_path, recoloured
from gui.widgets.icons import NAMES, icon

each_formula = pytest.mark.parametrize("key", FORMULAS)


@pytest.fixture
def view(qtbot: QtBot) -> FormulaView:
    made = FormulaView()
    qtbot.addWidget(made)
    made.resize(400, 80)
    return made


def colours_of(view: FormulaView, theme: Theme) -> set[int]:
    view.setAutoFillBackground(True)
    palette = view.palette()
    palette.setColor(view.backgroundRole(), theme.colour("panel"))
    view.setPalette(palette)
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


@each_formula
def test_the_baked_formula_is_that_of_the_table(key: str) -> None:
    assert description(formula_path(key).read_text(encoding="utf-8")) == FORMULAS[key]


@each_formula
def test_only_placeholder_colours_are_baked(key: str) -> None:
    svg = formula_path(key).read_text(encoding="utf-8")
    inks = {part.split('"')[0] for name in ("fill", "stroke") for part in svg.split(f'{name}="')[1:]}
    assert PLACEHOLDERS["text"] in inks
    assert inks <= {*PLACEHOLDERS.values(), "none"}
    assert "<symbol" not in svg  # Qt clips their glyphs
    used = {role for macro, role in MACROS.items() if macro + "{" in FORMULAS[key]}
    assert inks & set(PLACEHOLDERS.values()) == {PLACEHOLDERS[role] for role in {"text", *used}}


def test_no_formula_is_left_over() -> None:
    assert {path.stem for path in (RESOURCES / "formulas").glob("*.svg")} == set(FORMULAS)


@each_formula
def test_a_formula_is_painted_whole(view: FormulaView, key: str) -> None:
    view.set_formula(key)
    view.resize(900, 120)
    box = view.box()
    assert box.size() == view._renderer.defaultSize()  # as large as it was set
    image = view.grab().toImage()
    ground = image.pixel(899, 0)
    xs = [x for x in range(900) if any(image.pixel(x, y) != ground for y in range(120))]
    assert xs
    assert xs[0] >= int(box.left()) - 1
    assert xs[-1] <= int(box.right()) + 1
    margin = max(0.15 * box.width(), 12)  # what the setting leaves free round a formula, however short
    assert box.width() - (xs[-1] - xs[0]) < margin  # nothing is clipped at either end


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_roles_have_the_colours_of_the_theme(view: FormulaView, theme: Theme) -> None:
    view.set_theme(theme)
    view.set_formula("attn.scores")  # S = Q K^T
    seen = colours_of(view, theme)
    assert {word(theme.q), word(theme.k), word(theme.text)} <= seen
    assert not {word(colour) for colour in PLACEHOLDERS.values()} & seen


def test_a_formula_shrinks_into_its_room(view: FormulaView) -> None:
    view.set_formula("attn.weights")
    natural = view._renderer.defaultSize()
    view.resize(120, 60)
    box = view.box()
    assert view.rect().toRectF().contains(box)
    assert box.width() / box.height() == pytest.approx(natural.width() / natural.height())
    assert box.center().y() == pytest.approx(30, abs=1)


def test_a_formula_can_be_read_aloud(view: FormulaView) -> None:
    view.set_formula("attn.q", "Q = X W_Q + b_Q")
    assert view.accessibleName() == "Q = X W_Q + b_Q"
    assert view.accessibleDescription() == r"{Q} = X\,{W_Q} + {b_Q}"
    assert "Q = X W_Q + b_Q" in view.toolTip()


def test_a_formula_that_was_never_baked_is_written(view: FormulaView) -> None:
    view.set_formula("no.such.step", "a < b")
    assert word(LIGHT.text) in colours_of(view, LIGHT)
    assert view.latex == ""
    view.set_formula("")
    assert view.sizeHint() == QSize(80, 28)
    assert colours_of(view, LIGHT) == {word(LIGHT.panel)}


def test_macros_become_colours() -> None:
    assert coloured(r"\q{Q}\quad\r{Z}") == (
        rf"\textcolor{{{PLACEHOLDERS['q']}}}{{Q}}\quad\textcolor{{{PLACEHOLDERS['result']}}}{{Z}}"
    )
    assert uncoloured(r"\q{W_Q} + \v{V}") == "{W_Q} + {V}"


def test_placeholders_are_told_apart() -> None:
    assert len(set(PLACEHOLDERS.values())) == len(PLACEHOLDERS)
    assert recoloured("".join(PLACEHOLDERS.values()), DARK) == "".join(getattr(DARK, r) for r in PLACEHOLDERS)


@pytest.mark.parametrize("name", NAMES)
def test_icons_are_drawn_in_the_colours_of_the_theme(qapp: object, name: str) -> None:
    drawn = icon(name, DARK).pixmap(32, 32).toImage()
    pixels = [drawn.pixelColor(x, y) for x in range(32) for y in range(32)]
    assert {pixel.name() for pixel in pixels if pixel.alpha() == 255} == {DARK.text}
    assert {p.stem for p in (RESOURCES / "icons").glob("*.svg")} >= set(NAMES)

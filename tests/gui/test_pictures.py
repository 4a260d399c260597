"""Pictures as files: text stays text and stands where the screen has it; the widget is afterwards as it was."""

import re
import xml.etree.ElementTree as ET
import zlib

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QTransform

from gui.exporting.pictures import DENSITY, paint_to
from gui.theme import DARK, LIGHT
from gui.widgets.arrow_picture import Arrow, Arrows
from gui.widgets.arrow_plot import ArrowPlot
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView

WORDS = Arrows(
    (Arrow("florida", 1, 2), Arrow("佛罗里达", -1, 0.5), Arrow('a<b&"c', 0.3, -1.0), Arrow("texas", 2, -1)),
    "florida",
    "texas",
    "91°",
)
SIZE = QSize(640, 480)
NUMBER = re.compile(r"[-+]?[\d.]+(?:e[-+]?\d+)?")


@pytest.fixture
def plot(qtbot):
    made = ArrowPlot()
    qtbot.addWidget(made)
    made.set_theme(DARK)
    made.set_titles("Component 1", "Component 2")
    made.set_data(WORDS)
    made.resize(300, 220)
    made.show()
    return made


def svg_texts(path):
    """Every text with the place where its baseline begins, in points of the picture."""

    def walk(element, transform):
        if given := element.get("transform"):
            transform = QTransform(*map(float, NUMBER.findall(given))) * transform
        if element.tag.endswith("}text"):
            at = transform.map(float(element.get("x")), float(element.get("y")))
            yield element.text.strip(), at
        for child in element:
            yield from walk(child, transform)

    return list(walk(ET.parse(path).getroot(), QTransform()))


def pdf_texts(path):
    """The same of a page as Qt writes it: the parts of a text that are set in one piece, by way of each font's table
    from its glyphs back to characters."""
    data = path.read_bytes()
    bodies = {int(m[1]): m[2] for m in re.finditer(rb"(\d+) 0 obj\s(.*?)endobj", data, re.S)}
    streams = {number: stream(body) for number, body in bodies.items() if b"stream" in body}
    fonts = {}
    for number, body in bodies.items():
        if found := re.search(rb"/ToUnicode (\d+) 0 R", body):
            fonts[number] = glyphs(streams[int(found[1])].decode("latin-1"))
    page = next(body for body in bodies.values() if b"/Type /Page\n" in body)
    height = float(re.search(rb"/MediaBox \[0 0 [\d.]+ ([\d.]+)\]", page)[1])
    content = streams[int(re.search(rb"/Contents (\d+) 0 R", page)[1])].decode("latin-1")
    return list(shown(content, fonts, height))


def stream(body):
    found = re.search(rb"stream\r?\n(.*)\r?\nendstream", body, re.S)[1]
    return zlib.decompress(found) if b"FlateDecode" in body else found


def glyphs(cmap):
    table = {}
    for part in re.findall(r"beginbfrange\s(.*?)endbfrange", cmap, re.S):
        for first, _, target in re.findall(r"<(\w+)> <(\w+)> (<\w+>|\[[^\]]*\])", part):
            for offset, code in enumerate(re.findall(r"<(\w+)>", target)):
                table[int(first, 16) + offset] = bytes.fromhex(code).decode("utf-16-be")
    for part in re.findall(r"beginbfchar\s(.*?)endbfchar", cmap, re.S):
        table |= {
            int(glyph, 16): bytes.fromhex(code).decode("utf-16-be")
            for glyph, code in re.findall(r"<(\w+)> <(\w+)>", part)
        }
    return table


def shown(content, fonts, height):
    kept, now, font, text, at, line = [], QTransform(), {}, "", None, QTransform()
    number = r"[-\d.]+"
    tokens = re.finditer(
        rf"(?P<cm>(?:{number} ){{6}}cm)|(?P<tm>(?:{number} ){{6}}Tm)|(?P<td>{number} {number} Td)"
        rf"|/F(?P<font>\d+) {number} Tf|<(?P<glyph>\w+)> Tj|(?P<one>\bBT\b|\bET\b|\bq\b|\bQ\b)",
        content,
    )
    for token in tokens:
        numbers = [float(n) for n in NUMBER.findall(token["cm"] or token["tm"] or token["td"] or "")]
        if token["cm"]:
            now = QTransform(*numbers) * now
        elif token["tm"]:
            line = QTransform(*numbers)
        elif token["td"]:
            line = QTransform.fromTranslate(*numbers) * line
        elif token["font"]:
            font = fonts[int(token["font"])]
        elif token["glyph"]:
            at = at or (line * now).map(0.0, 0.0)
            text += font[int(token["glyph"], 16)]
        elif token["one"] == "ET":
            yield " ".join(text.split()), (at[0] * 96 / 72, (height - at[1]) * 96 / 72)
        elif token["one"] == "BT":
            text, at = "", None
        elif token["one"] == "q":
            kept.append(now)
        elif token["one"] == "Q":
            now = kept.pop()


READ = {"svg": svg_texts, "pdf": pdf_texts}


def laid_out(plot, size):
    """Where the labels lie when the widget itself has the size."""
    before = plot.size()
    plot.resize(size)
    labels = dict(plot.laid.labels)
    plot.resize(before)
    return labels


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_text_is_text_and_stands_in_its_label(plot, tmp_path, kind):
    path = tmp_path / f"plane.{kind}"
    labels = laid_out(plot, SIZE)
    paint_to(plot, path, SIZE)
    texts = READ[kind](path)
    assert {text for text, _ in texts} >= {*labels, "91°", "Component 1", "Component 2"}
    assert len(labels) == 4
    for word, box in labels.items():
        (at,) = [at for text, at in texts if text == word]
        assert box.left() < at[0] < box.center().x(), word
        assert box.center().y() < at[1] < box.bottom(), word


def test_a_picture_of_another_size_is_laid_out_anew(plot, tmp_path):
    paint_to(plot, tmp_path / "small.svg", plot.size())
    paint_to(plot, tmp_path / "large.svg", SIZE)
    small, large = (dict(svg_texts(tmp_path / f"{name}.svg"))["florida"] for name in ("small", "large"))
    assert large[0] > small[0] + 50
    assert ET.parse(tmp_path / "large.svg").getroot().get("viewBox") == "0 0 640 480"


def test_the_ground_is_the_theme_s_or_white(plot, tmp_path):
    for name, theme in (("own", None), ("white", LIGHT)):
        paint_to(plot, tmp_path / f"{name}.png", SIZE, theme=theme)
    own, white = (QImage(str(tmp_path / f"{name}.png")) for name in ("own", "white"))
    assert own.size() == white.size() == SIZE * DENSITY
    assert own.pixelColor(3, 3) == DARK.colour("panel")
    assert white.pixelColor(3, 3).name() == "#ffffff"
    assert plot.theme is DARK


@pytest.mark.parametrize("fitted", [True, False])
def test_the_widget_is_afterwards_as_it_was(plot, tmp_path, fitted):
    if not fitted:
        plot.zoom(3)
    plot.go_to("texas")
    before = plot.size(), QRectF(plot.view), plot.fitted, plot.current, plot.laid.labels
    paint_to(plot, tmp_path / "plane.pdf", QSize(900, 300), theme=LIGHT)
    assert (plot.size(), QRectF(plot.view), plot.fitted, plot.current, plot.laid.labels) == before


def test_what_belongs_to_mouse_and_keys_is_not_painted(plot, tmp_path):
    paint_to(plot, tmp_path / "before.svg", SIZE)
    plot.setFocus()
    plot.go_to("texas")
    plot.hover = "florida"
    paint_to(plot, tmp_path / "after.svg", SIZE)
    assert (tmp_path / "before.svg").read_bytes() == (tmp_path / "after.svg").read_bytes()


def test_numbers_of_a_matrix_are_text_too(qtbot, tmp_path):
    view = MatrixView()
    qtbot.addWidget(view)
    view.set_data(MatrixData(np.array([[0.25, -1.5], [3.0, 0.125]], np.float32), ("one", "two"), ("x", "y")))
    view.resize(400, 300)
    view.show()
    paint_to(view, tmp_path / "matrix.svg", QSize(400, 300))
    texts = dict(svg_texts(tmp_path / "matrix.svg"))
    assert texts.keys() >= {"0.25", "−1.50", "3.00", "one", "two"}
    assert texts["0.25"][1] == texts["−1.50"][1] < texts["3.00"][1]
    assert texts["0.25"][0] < texts["−1.50"][0]


def test_a_file_that_cannot_be_written_is_an_error_and_leaves_all_as_it_was(plot, tmp_path):
    before = plot.size()
    with pytest.raises(OSError, match="plane"):
        paint_to(plot, tmp_path / "nowhere" / "plane.svg", SIZE)
    assert plot.size() == before


def test_whatever_paints_can_be_saved(qapp, tmp_path):
    paint_to(lambda painter: painter.drawText(10, 20, "by hand"), tmp_path / "own.svg", QSize(100, 50))
    ((text, at),) = svg_texts(tmp_path / "own.svg")
    assert (text, at) == ("by hand", (10.0, 20.0))

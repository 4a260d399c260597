"""The report: nothing but itself is needed to read it, and every number in it is one that the run computed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

import numpy as np
import pytest

from engine.examples import HUNGRY, LOOK, Look
from engine.latex import plain
from engine.models.base import Model
from engine.names import key
from engine.recipes import STAGES
from engine.report import page
from engine.report.formula import INKS, formula
from engine.report.markup import decimals_for, number, shade, text
from engine.report.matrix import choose
from engine.report.sentences import STAGES as TOLD
from engine.run import Run
from gui.widgets.formula_ink import PLACEHOLDERS

VOID = {"meta", "br", "path", "rect", "line"}


@dataclass
class Node:
    tag: str
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, tag: str, of_class: str = "") -> list["Node"]:
        """Descendants with a tag, and a class."""
        found = []
        for child in self.children:
            if isinstance(child, Node):
                fits = child.tag == tag and (
                    not of_class or of_class in (child.attributes.get("class") or "").split()
                )
                found += [child] * fits + child.all(tag, of_class)
        return found


class Reader(HTMLParser):
    """A strict reader: every element must be closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("document")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().tag == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(html: str) -> Node:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert [node.tag for node in reader.open] == ["document"]
    return reader.open[0]


def made(model: Model, sentence: str, look: Look = LOOK) -> tuple[Run, Node]:
    run = Run.forward(model, model.encode(sentence))
    return run, read(page(run, sentence, look))


@pytest.fixture(scope="module")
def html(run: Run) -> str:
    return page(run, HUNGRY, LOOK)


@pytest.fixture(scope="module")
def document(html: str) -> Node:
    return read(html)


def figures(document: Node) -> dict[str, Node]:
    """The figure of each array, by its path."""
    return {figure.all("figcaption")[0].all("code")[0].text: figure for figure in document.all("figure")}


def section(document: Node, name: str) -> Node:
    return next(node for node in document.all("section") if node.attributes.get("id") == name)


# --- self-contained -------------------------------------------------------------------------------------------------


def test_needs_no_network_and_no_script(html: str, document: Node) -> None:
    assert not re.search(r"https?:|//\w|url\(|@import|javascript:", html)
    for tag in ("script", "link", "img", "iframe", "object", "base", "form"):
        assert not document.all(tag)


def test_is_a_whole_document(html: str, document: Node) -> None:
    assert html.startswith("<!DOCTYPE html>")
    assert document.all("html")[0].attributes == {"lang": "en"}
    assert {"charset": "utf-8"} in [meta.attributes for meta in document.all("meta")]
    assert document.all("title")[0].text == "Attention, step by step: layer 4 of 6, head 2 of 12"
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert {link.attributes["href"] for link in document.all("a")} == {f"#{name}" for name in ids}


def test_is_small_and_always_the_same(html: str, run: Run) -> None:
    assert len(html.encode()) < 1_500_000
    assert page(run, HUNGRY, LOOK) == html


# --- what it tells --------------------------------------------------------------------------------------------------


def test_says_what_is_looked_at(document: Node) -> None:
    header = document.all("header")[0].text
    for told in (
        "The cat drank the milk",
        "all-MiniLM-L6-v2",
        "trained",
        "Layer 4 of 6, head 2 of 12",
        "8it",
        "12",
    ):
        assert told in header


def test_tokens_are_shown_with_their_weights(document: Node, run: Run) -> None:
    weights = run.trace(3)["blocks.3.attn.weights"][1, 7]
    chips = document.all("li", "chip")
    assert [chip.all("bdi")[0].text for chip in chips] == list(run.tokens.texts)
    assert [chip.all("small")[0].text for chip in chips] == [f"{weight:.3f}" for weight in weights]
    assert [i for i, chip in enumerate(chips) if "query" in str(chip.attributes["class"]).split()] == [7]


def test_every_stage_and_step_is_there_in_order(document: Node, run: Run) -> None:
    assert [s.attributes["id"] for s in document.all("section") if s.attributes.get("id") in STAGES] == list(
        STAGES
    )
    assert list(figures(document)) == [step.output for step in run.trace(3).recipe]
    for stage in STAGES:
        assert TOLD[stage].title in section(document, stage).all("h2")[0].text
        assert section(document, stage).all("p")[0].text == TOLD[stage].sentence


def test_every_cell_shown_is_the_runs_own(document: Node, run: Run) -> None:
    trace = run.trace(3)
    for path, figure in figures(document).items():
        values = trace[path]
        values = values[1] if values.ndim == 3 else values
        start = 32 if key(path) == "attn.joined" else 0  # the columns of head 2
        rows = figure.all("tbody")[0].all("tr")
        shown = np.array(
            [[float(cell.attributes["title"] or "nan") for cell in row.all("td")] for row in rows]
        )
        assert shown.shape == (12, min(12, values.shape[1]))
        np.testing.assert_array_equal(shown.astype(np.float32), values[:, start : start + 12], path)


def test_cells_read_as_their_numbers_rounded(document: Node) -> None:
    for path, figure in figures(document).items():
        for cell in figure.all("tbody")[0].all("td"):
            exact, shown = (
                float(cell.attributes["title"] or "nan"),
                cell.text.replace("−", "-").replace(",", ""),
            )
            unit = 10.0 ** -len(shown.partition(".")[2])
            assert abs(exact - float(shown)) <= unit / 2 * 1.001, path


def test_tables_name_their_sides(document: Node) -> None:
    scores = figures(document)["blocks.3.attn.scores"]
    assert [th.text for th in scores.all("th", "axis")] == ["from query"]
    assert scores.all("tr", "axis")[0].text == "to key"
    heads = [th.text for th in scores.all("thead")[0].all("tr")[1].all("th")[1:]]
    assert heads == [f"{i}{text}" for i, text in enumerate(heads_of(document), start=1)]
    assert "head 12 × query 12 × key 12, head 2 shown" in scores.all("p", "note")[0].text


def heads_of(document: Node) -> list[str]:
    return [chip.all("bdi")[0].text for chip in document.all("li", "chip")]


def test_what_is_left_out_is_said(document: Node) -> None:
    figure = figures(document)["blocks.3.norm2"]
    assert "shown: 12 of 384 columns; the others are left out" in figure.all("p", "note")[0].text


def test_strongest_links_are_ranked(document: Node, run: Run) -> None:
    weights = np.array(run.trace(3)["blocks.3.attn.weights"])
    weights[:, [0, 11]] = weights[:, :, [0, 11]] = 0  # [CLS] and [SEP]
    of_head, of_layer = document.all("table", "links")
    largest = np.sort(weights[1].ravel())[::-1][:10]
    assert [row.all("td")[-2].text for row in of_head.all("tbody")[0].all("tr")] == [
        f"{w:.3f}" for w in largest
    ]
    largest = np.sort(weights.ravel())[::-1][:10]
    assert [row.all("td")[-2].text for row in of_layer.all("tbody")[0].all("tr")] == [
        f"{w:.3f}" for w in largest
    ]
    assert "8it" in of_head.text
    share = run.trace(3)["blocks.3.attn.weights"][1][:, [0, 11]].sum(axis=1).mean()
    assert f"they get {share:.0%} of this head" in section(document, "links").text


def test_one_number_is_opened_down_to_its_operands(document: Node, run: Run) -> None:
    trace = run.trace(3)
    score, softmax = (table.all("tbody")[0].all("tr") for table in document.all("table", "list")[-2:])
    cells = np.array([[float(td.text.replace("−", "-")) for td in row.all("td")] for row in score])
    q, k = trace["blocks.3.attn.q"][1, 7], trace["blocks.3.attn.k"][1, 2]  # it -> cat
    np.testing.assert_allclose(cells[:, 0], q, atol=1e-6)
    np.testing.assert_allclose(cells[:, 1], k, atol=1e-6)
    np.testing.assert_allclose(cells[:, 2], q * k, atol=2e-6)
    np.testing.assert_allclose(cells[:, 3], np.cumsum(q.astype(float) * k), atol=2e-6)
    assert cells[-1, 3] == pytest.approx(float(trace["blocks.3.attn.scores"][1, 7, 2]), abs=1e-5)
    exponentials = np.array([float(row.all("td")[2].text) for row in softmax])
    weights = trace["blocks.3.attn.weights"][1, 7]
    np.testing.assert_allclose(exponentials / exponentials.sum(), weights, atol=1e-6)
    assert "They do not agree" not in document.text


# --- other inputs ---------------------------------------------------------------------------------------------------

HOSTILE = (
    "</script><script>alert(1)</script> <b>bold</b> & \"quoted' [SEP] שלום 我爱 😀 \x00\x07 \u202eturned \udcff end"
)


def test_what_a_user_types_is_never_markup(minilm: Model) -> None:
    _, document = made(minilm, HOSTILE)
    assert not document.all("script")
    assert len(document.all("b")) == len(document.all("figure")) + 3, "only captions and three results are bold"
    quote = document.all("blockquote")[0]
    assert [child.tag for child in quote.children if isinstance(child, Node)] == ["bdi"]
    assert quote.text == (
        "</script><script>alert(1)</script> <b>bold</b> & \"quoted' [SEP] שלום 我爱 😀 ␀␇ [U+202E]turned ? end"
    )
    assert "bold" in [bdi.text for bdi in document.all("bdi")]


def test_a_first_layer_shows_what_its_input_is_made_of(minilm: Model, fresh: Model) -> None:
    _, document = made(minilm, "a cat", Look(0, 0, 1))
    assert {"embed", "pos_embed", "segment_embed", "embed_norm", "blocks.0.resid_pre"} <= set(
        figures(document)
    )
    assert TOLD["input of the first layer"].sentence in document.text
    _, document = made(fresh, "a cat", Look(0, 7, 1))
    assert TOLD["input of words"].sentence in document.text
    assert "untrained" in document.all("header")[0].text


def test_an_empty_sentence_has_a_report(minilm: Model) -> None:
    run, document = made(minilm, " ", Look(3, 1, 0))
    assert "(an empty sentence)" in document.text
    assert heads_of(document) == ["[CLS]", "[SEP]"]
    assert len(run.tokens) == 2


def test_masked_cells_say_so(minilm: Model) -> None:
    run = Run.forward(minilm, minilm.encode("a cat").padded(6, "[PAD]", 0))
    document = read(page(run, "a cat", Look(3, 1, 1)))
    masked = figures(document)["blocks.3.attn.masked"].all("td", "masked")
    assert [cell.text for cell in masked] == ["-inf (masked)"] * 12
    assert not re.search(r"\b(nan|inf)\b(?! \(masked\))", document.all("main")[0].text)


def test_heads_that_share_keys_show_the_shared_ones(grouped: Model) -> None:
    run, document = made(grouped, "abacadab", Look(1, 4, 2))
    cell = figures(document)["blocks.1.attn.k"].all("tbody")[0].all("td")[0]
    assert np.float32(cell.attributes["title"] or "nan") == run.trace(1)["blocks.1.attn.k"][1, 0, 0]


def test_a_number_set_by_hand_is_called_so(run: Run) -> None:
    scores = np.array(run.trace(3)["blocks.3.attn.scores"])
    scores[1, 7, 4] = 99
    document = read(page(run.what_if({"blocks.3.attn.scores": scores}), HUNGRY, LOOK))
    assert "set by hand: 99.000000" in document.text


def test_a_text_of_512_tokens_stays_readable(minilm: Model) -> None:
    sentence = "The keeper of the lighthouse climbed the stairs. " * 60
    run = Run.forward(minilm, minilm.encode(sentence))
    html = page(run, sentence, Look(3, 1, 400))
    assert len(html.encode()) < 1_500_000
    document = read(html)
    assert "2,340 more characters" in document.all("blockquote")[0].text
    scores = figures(document)["blocks.3.attn.scores"]
    assert "24 of 512 rows and 24 of 512 columns" in scores.all("p", "note")[0].text
    assert [row.all("th")[0].all("i")[0].text for row in scores.all("tr", "query")] == ["401"]
    assert len(scores.all("td", "mark")) == 1
    strongest = int(run.trace(3)["blocks.3.attn.weights"][1, 400].argmax())
    assert f"{strongest + 1}{run.tokens.texts[strongest]}" in section(document, "links").text


# --- parts ----------------------------------------------------------------------------------------------------------


def test_formulas_are_pictures_in_the_pages_colours(html: str, run: Run) -> None:
    assert set(INKS) == set(PLACEHOLDERS.values())
    assert not [placeholder for placeholder in INKS if placeholder in html]
    for step in run.trace(3).recipe:
        assert formula(step).startswith(("<svg", "<code>"))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"S = \q{Q}\,\k{K}^{\top}", r"S = Q\,K^{\top}"),
        (r"\r{Z} = A\,\v{V}", r"Z = A\,V"),
        (r"X\,\q{W_Q}", r"X\,W_Q"),
        (r"\q{W_Q}_{ij}", r"{W_Q}_{ij}"),
        (r"\k{\hat{K}}", r"\hat{K}"),
        (r"\quad \right) \varepsilon", r"\quad \right) \varepsilon"),
    ],
)
def test_colour_macros_are_taken_out(latex: str, expected: str) -> None:
    assert plain(latex) == expected


def test_numbers() -> None:
    assert [number(x) for x in (1.23456, -0.5, -0.0001, 1234.5)] == ["1.235", "−0.500", "0.000", "1,234.500"]
    assert [number(x) for x in (-np.inf, np.inf, np.nan)] == ["-inf (masked)", "infinite", "undefined"]
    assert [decimals_for(x) for x in (0.0, 9.9, 10, 100, 1e6)] == [3, 3, 2, 1, 0]
    assert [shade(x) for x in (0.0, 0.5, -1.0, 7.0, np.nan)] == [0, 4, 8, 8, 0]
    assert text("<\x00\ud800>") == "&lt;␀?&gt;"


def test_choosing_what_fits() -> None:
    assert choose(5, 9) == [0, 1, 2, 3, 4]
    assert choose(100, 4) == [0, 1, 2, 3]
    assert choose(100, 4, wanted=(50, 2, 99)) == [0, 1, 50, 99]
    assert choose(100, 4, start=32) == [32, 33, 34, 35]

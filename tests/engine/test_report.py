"""The report of the default sentence: nothing but itself is needed to read it, and every number is the run's own."""

import re

import numpy as np
import pytest

from engine.examples import HUNGRY, LOOK
from engine.names import key
from engine.recipes import STAGES
from engine.report import page
from engine.report.sentences import STAGES as TOLD
from engine.run import Run
from tests.engine.report_reader import Node, figures, read, section, tokens_of


@pytest.fixture(scope="module")
def html(run: Run) -> str:
    return page(run, HUNGRY, LOOK)


@pytest.fixture(scope="module")
def document(html: str) -> Node:
    return read(html)


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
    assert heads == [f"{i}{text}" for i, text in enumerate(tokens_of(document), start=1)]
    assert "head 12 × query 12 × key 12, head 2 shown" in scores.all("p", "note")[0].text


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

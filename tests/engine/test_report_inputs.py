"""Reports of sentences that are hostile, empty, long, masked or edited, and the parts that a page is made of."""

import re

import numpy as np
import pytest

from engine.edits import SetParameter, Training
from engine.examples import HUNGRY, LOOK, Look
from engine.latex import plain
from engine.models.base import Model
from engine.report import page
from engine.report.formula import INKS, formula
from engine.report.markup import decimals_for, number, shade, text
from engine.report.matrix import choose
from engine.report.sentences import STAGES as TOLD
from engine.run import Run
from gui.widgets.formula_ink import PLACEHOLDERS
from tests.engine.report_reader import Node, figures, read, section, tokens_of


def made(model: Model, sentence: str, look: Look = LOOK) -> tuple[Run, Node]:
    run = Run.forward(model, model.encode(sentence))
    return run, read(page(run, sentence, look))


# --- other inputs ---------------------------------------------------------------------------------------------------

HOSTILE = "</script><script>alert(1)</script> <b>bold</b> & \"quoted' [SEP] שלום 我爱 😀 \x00\x07 \u202eround \udcff"


def test_what_a_user_types_is_never_markup(minilm: Model) -> None:
    _, document = made(minilm, HOSTILE)
    assert not document.all("script")
    assert len(document.all("b")) == len(document.all("figure")) + 3, (
        "only captions and three results are bold"
    )
    quote = document.all("blockquote")[0]
    assert [child.tag for child in quote.children if isinstance(child, Node)] == ["bdi"]
    assert quote.text == (
        "</script><script>alert(1)</script> <b>bold</b> & \"quoted' [SEP] שלום 我爱 😀 ␀␇ [U+202E]round ?"
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
    assert tokens_of(document) == ["[CLS]", "[SEP]"]
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


def test_formulas_are_pictures_in_the_pages_colours(run: Run) -> None:
    html = page(run, HUNGRY, LOOK)
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


# --- changed formulas -----------------------------------------------------------------------------------------------


def test_training_and_another_score_are_told_and_dropped_cells_marked(minilm: Model) -> None:
    at = f"blocks.{LOOK.layer}.attn."
    scored = [SetParameter(f"{at}scores.function", "cosine"), SetParameter(f"{at}scale.divisor", 0.5)]
    changes = [Training(0.5, 3), *scored]
    run = Run.forward(minilm, minilm.encode(HUNGRY)).with_changes(changes)
    document = read(page(run, HUNGRY, LOOK))
    assert section(document, "dropout").all("p")[0].text == TOLD["dropout in training"].sentence
    assert section(document, "scores").all("p")[0].text == TOLD["scores by cosine"].sentence
    gone = run.trace(LOOK.layer)[f"{at}dropped"][:, :12] == 0
    rows = figures(document)[f"{at}dropped"].all("tbody")[0].all("tr")
    assert [
        [cell.attributes.get("title") == "dropped" for cell in row.all("td")] for row in rows
    ] == gone.tolist()
    opened = section(document, "opened").text
    assert "a cosine" in opened
    assert "/ 0.5" in opened

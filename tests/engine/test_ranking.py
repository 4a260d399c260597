"""All heads by the weight between two tokens: the known ones on top, on short and on long texts."""

import csv
import io

import numpy as np
import pytest

from engine.errors import Cancelled
from engine.examples import HUNGRY, LOOK, SWEET, Look
from engine.heads import Glance
from engine.models.base import Model
from engine.pieces import Reading
from engine.ranking import PairRanking, rank, rank_pair
from engine.run import Run

PLAIN = Reading()


def ranked(
    model: Model, text: str, start: str, end: str, reading: Reading = PLAIN, look: Look = LOOK
) -> PairRanking:
    tokens = model.encode(text)
    glance = Glance(tokens)
    run = Run.forward(model, tokens, glance)
    found = rank_pair(run, glance.thumbs, reading, (tokens.find(start), tokens.find(end)), look)
    assert found is not None
    return found


def test_the_heads_that_look_from_it_to_cat(minilm: Model) -> None:
    first, second, *_ = ranked(minilm, HUNGRY, "it", "cat").heads
    assert (first.layer, first.head, second.layer, second.head) == (3, 1, 5, 11)
    assert (first.value, second.value) == pytest.approx((0.56, 0.55), abs=0.005)


def test_the_head_that_looks_from_it_to_milk(minilm: Model) -> None:
    best = ranked(minilm, SWEET, "it", "milk").heads[0]
    assert (best.layer, best.head) == (3, 1)
    assert best.value == pytest.approx(0.49, abs=0.005)


def test_the_reverse_is_another_ranking(minilm: Model) -> None:
    tokens = minilm.encode(HUNGRY)
    run = Run.forward(minilm, tokens)
    found = ranked(minilm, HUNGRY, "cat", "it")
    for one in found.heads[:5]:
        weights = run.trace(one.layer)[f"blocks.{one.layer}.attn.weights"]
        assert one.value == weights[one.head, tokens.find("cat"), tokens.find("it")]
    assert (found.heads[0].layer, found.heads[0].head) != (3, 1)


def test_every_head_is_in_it_once_and_in_order(minilm: Model) -> None:
    heads = ranked(minilm, HUNGRY, "it", "cat").heads
    assert len({(one.layer, one.head) for one in heads}) == len(heads) == 72
    values = [one.value for one in heads]
    assert values == sorted(values, reverse=True)


def test_nothing_chosen_is_the_query_and_its_strongest_key(minilm: Model) -> None:
    tokens = minilm.encode(HUNGRY)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    found = rank_pair(run, glance.thumbs, PLAIN, (None, None), LOOK)
    assert found is not None
    assert (tokens.texts[found.query], tokens.texts[found.key]) == ("it", "cat")


def test_a_long_text_is_ranked_by_whole_weights_and_not_by_thumbnails(minilm: Model) -> None:
    tokens = minilm.encode("the cat drank " * 30)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    found = rank_pair(run, glance.thumbs, PLAIN, (81, 80), LOOK)
    assert found is not None
    for one in found.heads[:3]:
        weights = run.trace(one.layer)[f"blocks.{one.layer}.attn.weights"]
        assert one.value == pytest.approx(weights[one.head, 81, 80], rel=1e-5)


def test_words_are_ranked_whole(minilm: Model) -> None:
    """From a word of pieces: the mean over its pieces of the sum over those of the other."""
    text = "The xylophonists embarrassed the disreputable conductor."
    tokens = minilm.encode(text)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    start, end = tokens.texts.index("the", 2), 2
    found = rank_pair(run, glance.thumbs, Reading(join=True), (start, end), LOOK)
    assert found is not None
    word = found.places[found.key]
    assert word.text == "xylophonists"
    best = found.heads[0]
    weights = run.trace(best.layer)[f"blocks.{best.layer}.attn.weights"][best.head]
    assert best.value == pytest.approx(weights[start, word.first : word.end].sum(), rel=1e-5)


def test_a_hidden_token_gives_way(minilm: Model) -> None:
    found = ranked(minilm, HUNGRY, "it", "[SEP]", Reading(hide_special=True))
    assert found.places[found.key].text == "cat"


def test_no_token_left_no_ranking(minilm: Model) -> None:
    tokens = minilm.encode("")
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    assert rank_pair(run, glance.thumbs, Reading(hide_special=True), (None, None), Look(0, 0, 0)) is None


def test_undefined_values_come_last() -> None:
    order = rank(np.array([[0.1, np.nan], [0.3, 0.1]]))
    assert [(one.layer, one.head) for one in order] == [(1, 0), (0, 0), (1, 1), (0, 1)]
    order = rank(np.array([[0.1, np.nan], [0.3, 0.1]]), largest_first=False)
    assert [(one.layer, one.head) for one in order] == [(0, 0), (1, 1), (1, 0), (0, 1)]


def test_the_table_counts_from_one_and_loses_no_digit(minilm: Model) -> None:
    found = ranked(minilm, HUNGRY, "it", "cat")
    rows = list(csv.DictReader(io.StringIO(found.csv())))
    assert len(rows) == 72
    assert (rows[0]["rank"], rows[0]["layer"], rows[0]["head"]) == ("1", "4", "2")
    assert (rows[0]["from"], rows[0]["from token"], rows[0]["to"], rows[0]["to token"]) == (
        "it",
        "8",
        "cat",
        "3",
    )
    assert all(
        float(np.float32(row["weight"])) == one.value for row, one in zip(rows, found.heads, strict=True)
    )


def test_it_can_be_stopped(minilm: Model) -> None:
    tokens = minilm.encode("the cat drank " * 30)
    glance = Glance(tokens)
    run = Run.forward(minilm, tokens, glance)
    calls = []

    def stop() -> None:
        calls.append(1)
        if len(calls) > 20:
            raise Cancelled

    with pytest.raises(Cancelled):
        rank_pair(run, glance.thumbs, PLAIN, (5, 6), LOOK, stop)

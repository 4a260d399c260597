"""The sentence pairs and their split: what is held out was never seen, and anyone can draw the same split again."""

from __future__ import annotations

import itertools
import json
import re
import unicodedata

import numpy as np
import pytest

from engine.tatoeba import SPLIT, VOCABULARIES, Pair, distinct, read_pairs
from engine.translation_text import (
    SPECIALS,
    UNKNOWN,
    Vocabulary,
    chinese_tokens,
    english_tokens,
    join_chinese,
    join_english,
    sentence_key,
)
from scripts.training.data import Corpus, batches, connected, padded, split

SIDES = ("train", "validation", "test")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus.load()


def bare(text: str) -> str:
    """A sentence without signs, spaces and case, told apart by another road than the split's."""
    return "".join(c for c in unicodedata.normalize("NFKC", text).casefold() if c.isalnum() or c in "'’")


def made_up(*texts: tuple[str, str]) -> list[Pair]:
    return [Pair(line, english, chinese, "") for line, (english, chinese) in enumerate(texts)]


def test_every_line_names_its_sentences_and_their_authors(corpus: Corpus) -> None:
    assert len(corpus.pairs) == 29_155
    credit = re.compile(r"CC-BY 2\.0 \(France\) Attribution: tatoeba\.org #\d+ \(.+\) & #\d+ \(.+\)")
    assert all(credit.fullmatch(pair.attribution) for pair in corpus.pairs)


def test_2000_pairs_are_held_out_for_test_and_1000_for_validation(corpus: Corpus) -> None:
    assert (len(corpus.split.test), len(corpus.split.validation)) == (2000, 1000)


def test_at_least_300_test_pairs_are_long(corpus: Corpus) -> None:
    words = [re.findall(r"[\w']+", corpus.pairs[line].en) for line in corpus.split.test]
    assert (
        sum(len(sentence) > 10 for sentence in words) >= 200
    )  # ten words and a full stop are more than ten tokens
    assert sum(len(corpus.pairs[line].tokens("en")) > 10 for line in corpus.split.test) >= 300


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_sentence_stands_on_two_sides(corpus: Corpus, language: str) -> None:
    seen = {
        side: {bare(getattr(corpus.pairs[line], language)) for line in getattr(corpus.split, side)}
        for side in SIDES
    }
    assert seen["train"].isdisjoint(seen["test"])
    assert seen["train"].isdisjoint(seen["validation"])
    assert seen["validation"].isdisjoint(seen["test"])


def test_each_distinct_pair_stands_on_one_side_once(corpus: Corpus) -> None:
    lines = [line for side in SIDES for line in getattr(corpus.split, side)]
    kept = [(corpus.pairs[line].en, corpus.pairs[line].zh) for line in lines]
    assert len(set(lines)) == len(lines) == len(set(kept))
    assert {(bare(english), bare(chinese)) for english, chinese in kept} == {
        (bare(pair.en), bare(pair.zh)) for pair in corpus.pairs
    }


def test_the_shipped_split_and_vocabularies_can_be_drawn_again() -> None:
    pairs = read_pairs()
    again = split(pairs)
    shipped = json.loads(SPLIT.read_text(encoding="utf-8"))
    assert (list(again.validation), list(again.test)) == (shipped["validation"], shipped["test"])
    for language, path in VOCABULARIES.items():
        train = [pairs[line].tokens(language) for line in again.train]
        assert Vocabulary.count(train, at_least=2) == Vocabulary.load(path)


def test_a_token_that_only_held_out_pairs_have_is_unknown(corpus: Corpus) -> None:
    train = {token for line in corpus.split.train for token in corpus.pairs[line].tokens("en")}
    held = {token for line in corpus.split.test for token in corpus.pairs[line].tokens("en")}
    never_seen = sorted(held - train)
    assert never_seen
    assert set(corpus.vocabularies["en"].encode(never_seen)) == {UNKNOWN}


def test_pairs_are_connected_through_either_language() -> None:
    pairs = made_up(
        ("Hi.", "嗨。"), ("Hello.", "你好。"), ("hi!", "你好！"), ("Run.", "跑。"), ("Bye.", "嗨？")
    )
    assert [[pair.line for pair in group] for group in connected(pairs)] == [[0, 1, 2, 4], [3]]


def test_repeated_pairs_are_kept_once() -> None:
    pairs = made_up(("Hi.", "嗨。"), ("Hi.", "嗨。"), ("hi.", "嗨。"), ("Hi.", "你好。"))
    assert [pair.line for pair in distinct(pairs)] == [0, 3]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("I ate an apple.", "i ate an apple ."),
        ("Don't you think he'd've gone?", "don't you think he 'd 've gone ?"),
        ("It’s five o'clock; let's go!", "it 's five o'clock ; let 's go !"),
        ('"T-shirts" cost $30.', '" t - shirts " cost $ 30 .'),
        ("Ｈｅｌｌｏ，ｗｏｒｌｄ？。", "hello , world ? ."),
        ("'s", "'s"),
        ("  ", ""),
    ],
)
def test_english_is_cut_into_words_and_signs(text: str, tokens: str) -> None:
    assert english_tokens(text) == tokens.split()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我吃了一个苹果。", "我 吃 了 一 个 苹 果 。"),
        ("Tom喝果汁,对吗?", "Tom 喝 果 汁 ， 对 吗 ？"),
        ("ＭＰ３用了2.5小时.", "MP3 用 了 2 . 5 小 时 。"),
        ("拉 OK　！", "拉 OK ！"),
    ],
)
def test_chinese_is_cut_into_characters(text: str, tokens: str) -> None:
    assert chinese_tokens(text) == tokens.split()


@pytest.mark.parametrize("text", ["i'm sure, don't you think?", 'a "t-shirt" at 2:30 (for $5).', "100%!"])
def test_english_tokens_join_to_the_sentence(text: str) -> None:
    assert join_english(english_tokens(text)) == text


def test_chinese_tokens_join_to_the_sentence() -> None:
    text = "Tom Smith和我用了2.5小时。"
    assert join_chinese(chinese_tokens(text)) == text


def test_signs_and_case_do_not_make_another_sentence() -> None:
    assert sentence_key("Stop!", "en") == sentence_key("stop.", "en")
    assert sentence_key("I'm here.", "en") != sentence_key("I'll here.", "en")
    assert sentence_key("?!", "en") != sentence_key("!", "en")


def test_vocabulary_is_in_order_of_frequency_after_the_specials(corpus: Corpus) -> None:
    sentences = [["b", "a"], ["b", "a"], ["b", "c"]]
    assert Vocabulary.count(sentences, at_least=2).tokens == (*SPECIALS, "b", "a")
    for vocabulary in corpus.vocabularies.values():
        assert vocabulary.tokens[:4] == SPECIALS
        assert vocabulary.decode(vocabulary.encode(vocabulary.tokens)) == list(vocabulary.tokens)


def test_batches_hold_each_row_once_and_like_lengths_together() -> None:
    lengths = [int(n) for n in np.random.default_rng(0).integers(1, 40, 100)]
    parts = list(batches(lengths, 8, np.random.default_rng(1)))
    assert sorted(index for part in parts for index in part) == list(range(100))
    spans = sorted((min(lengths[i] for i in part), max(lengths[i] for i in part)) for part in parts)
    assert all(high <= low for (_, high), (low, _) in itertools.pairwise(spans))
    assert parts != list(batches(lengths, 8, np.random.default_rng(2)))


def test_short_rows_are_filled_with_padding() -> None:
    assert padded([[5, 6, 7], [8]]).tolist() == [[5, 6, 7], [8, 0, 0]]

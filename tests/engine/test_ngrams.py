"""The table of next words against plain counting, on a few sentences and on all that were read for training."""

from collections import Counter
from functools import cache

import pytest

from engine.errors import Cancelled, DataFileError
from engine.ngrams import END, ORDERS, START, Counted, training_sentences
from engine.tatoeba import read_pairs, read_split

CATS = (("the", "cat", "sat"), ("the", "cat", "ran"), ("the", "dog", "sat"), ("a", "cat"))


@cache
def cats():
    return Counted.of(CATS)


@cache
def corpus():
    return tuple(map(tuple, training_sentences()))


@cache
def counted():
    return Counted.of(corpus())


def plain(sentences, context, order):
    """What follows a context, by walking through every sentence."""
    found = Counter()
    for sentence in sentences:
        padded = (*[START] * (order - 1), *sentence, END)
        for place in range(order - 1, len(padded)):
            if padded[place - order + 1 : place] == tuple(context):
                found[padded[place]] += 1
    return found


def answers(found):
    return [(one.word, one.count) for one in found.next]


def test_after_the_by_hand():
    found = cats().after(["the"], 2)
    assert answers(found) == [("cat", 2), ("dog", 1)]
    assert [one.share for one in found.next] == [pytest.approx(2 / 3), pytest.approx(1 / 3)]
    assert (found.total, found.context, found.backed_off) == (3, ("the",), False)


def test_the_end_of_a_sentence_is_counted_and_its_beginning_is_context():
    assert answers(cats().after(["sat"], 2)) == [(END, 2)]
    assert answers(cats().after([], 2)) == [("the", 3), ("a", 1)]
    assert cats().after([], 3).context == (START, START)


def test_without_context_every_word_is_counted():
    found = cats().after(["whatever"], 1)
    assert answers(found)[0] == (END, 4)
    assert dict(answers(found)) == {END: 4, "the": 3, "cat": 3, "sat": 2, "a": 1, "dog": 1, "ran": 1}
    assert found.total == 15 == cats().tokens


def test_words_of_the_same_count_stand_in_the_order_of_the_alphabet():
    assert answers(cats().after(["cat"], 2)) == [(END, 1), ("ran", 1), ("sat", 1)]


def test_what_was_never_seen_gives_way_to_fewer_words_and_it_is_said():
    found = cats().after(["a", "dog"], 3)
    assert (found.asked, found.context, found.backed_off) == (("a", "dog"), ("dog",), True)
    assert answers(found) == [("sat", 1)]
    unknown = cats().after(["the", "zebra"], 3)
    assert (unknown.context, unknown.total) == ((), 15)


def test_contexts_of_words_alone_are_counted_against_all_that_could_be():
    # Words: a cat dog ran sat the.  Pairs: the cat, cat sat, cat ran, the dog, dog sat, a cat.  Three: 3 sentences.
    assert [(one.seen, one.possible) for one in cats().coverage()] == [
        (1, 1),
        (6, 6),
        (6, 36),
        (3, 216),
        (0, 1296),
    ]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "prefix",
    [("you", "should"), ("i", "am", "going", "to"), ("do", "you", "know"), (), ("of",), ("it", "is", "a")],
)
def test_the_shipped_sentences_against_plain_counting(prefix, order):
    found = counted().after(prefix, order)
    expected = plain(corpus(), found.asked, order)
    if expected:
        assert not found.backed_off
        assert dict(answers(found)) == expected
        assert found.total == expected.total()
        assert sum(one.share for one in found.next) == pytest.approx(1)
    else:
        assert found.backed_off
        assert dict(answers(found)) == plain(corpus(), found.context, len(found.context) + 1)


@pytest.mark.parametrize("order", [2, 3, 5])
def test_coverage_of_the_shipped_sentences_against_a_set(order):
    seen = {s[i : i + order - 1] for s in corpus() for i in range(len(s) - order + 2)}
    vocabulary = {word for sentence in corpus() for word in sentence}
    found = counted().coverage()[order - 1]
    assert (found.order, found.seen, found.possible) == (order, len(seen), len(vocabulary) ** (order - 1))


def test_only_training_pairs_are_counted():
    pairs = read_pairs()
    split = read_split(pairs)
    assert len(corpus()) == len(split.train) == counted().sentences
    held_out = next(pairs[line] for line in split.test if len(pairs[line].tokens("en")) > 8)
    assert tuple(held_out.tokens("en")) not in set(corpus())
    assert counted().tokens == sum(map(len, corpus())) + len(corpus())
    assert counted().nbytes == 5 * counted().tokens * 12  # an int64 and an int32 for each place and order


def test_counting_that_is_not_wanted_stops_between_sentences():
    asked = []

    def stop():
        asked.append(None)
        if len(asked) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        Counted.of(corpus(), stop)
    assert len(asked) == 3


def test_a_missing_or_damaged_file_is_named(tmp_path):
    for path in (tmp_path / "none.gz", tmp_path / "cut.gz"):
        (tmp_path / "cut.gz").write_bytes(b"\x1f\x8b not gzip")
        with pytest.raises(DataFileError) as error:
            read_pairs(path)
        assert error.value.path == path
    (tmp_path / "split.json").write_text('{"test": []}')
    with pytest.raises(DataFileError):
        read_split([], tmp_path / "split.json")

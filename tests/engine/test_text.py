"""Any text becomes tokens that say where they came from and what was lost."""

from itertools import pairwise

import numpy as np
import pytest

from engine.errors import DataFileError, EmptySentenceError
from engine.models.base import Model
from engine.run import Run
from engine.text import Tokens, encode_words, open_tokenizer, words_of
from engine.vectors import WordVectors

UNTIDY = {
    "emoji": "I ❤️ 🍕 and 👩‍👩‍👧",
    "chinese": "我爱你 and 東京",
    "right_to_left": "שלום עולם مرحبا",
    "control": "a\x00b\x07c\u200b\u202ed\ufeff",
    "surrogate": "half \ud83d an emoji \udc00",
    "markup": "</script><b>bold</b> &amp; [SEP]x",
    "long_word": "a" * 300,
    "combining": "cafe\u0301 n\u0303",
    "lines": "one\r\ntwo\u2028three\tfour",
    "marks": "¿?¡! … — « »",
}
each_untidy = pytest.mark.parametrize("text", UNTIDY.values(), ids=UNTIDY.keys())


def held_together(tokens: Tokens, text: str) -> None:
    """Every field has one entry per token, and every span lies within the text, in order."""
    fields = (tokens.texts, tokens.ids, tokens.special, tokens.unknown, tokens.spans, tokens.attended)
    assert {len(field) for field in fields} == {len(tokens)}
    assert tokens.ids.dtype == np.int64
    assert all(0 <= start <= end <= len(text) for start, end in tokens.spans)
    starts = [start for (start, end) in tokens.spans if end]
    assert starts == sorted(starts)


# --- WordPiece ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u3000", "\x00\u200b"])
def test_a_blank_sentence_is_cls_and_sep(minilm: Model, text: str) -> None:
    tokens = minilm.encode(text)
    assert tokens.texts == ("[CLS]", "[SEP]")
    assert tokens.special == (True, True)
    assert Run.forward(minilm, tokens).trace(0)["blocks.0.attn.weights"].shape == (12, 2, 2)


@each_untidy
def test_untidy_text_runs_through_the_model(minilm: Model, text: str) -> None:
    tokens = minilm.encode(text)
    held_together(tokens, text)
    assert (tokens.texts[0], tokens.texts[-1]) == ("[CLS]", "[SEP]")
    assert np.isfinite(Run.forward(minilm, tokens).stream(5)).all()


def test_spans_lead_back_to_the_text(minilm: Model) -> None:
    text = "  Playing 😀, the UNBREAKABLE  piano, café!"
    tokens = minilm.encode(text)
    parts = [text[start:end] for start, end in tokens.spans]
    assert parts[0] == parts[-1] == ""
    for token, part in zip(tokens.texts[1:-1], parts[1:-1], strict=True):
        plain = part.lower().replace("é", "e")
        assert plain == ("😀" if token == "[UNK]" else token.removeprefix("##"))
    assert "##able" in tokens.texts


def test_spans_count_characters_behind_a_lone_surrogate(minilm: Model) -> None:
    text = "\ud83d cat"
    tokens = minilm.encode(text)
    start, end = tokens.spans[tokens.texts.index("cat")]
    assert text[start:end] == "cat"


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("plain café 我 🍕\t\n\u2028\u3000", ()),
        ("a\x00b \x07c\x00", ("\x00", "\x07")),
        ("\u202eevil\u202c x\u200dy\x85", ("\u202e", "\u202c", "\u200d", "\x85")),
        ("half \ud83d an emoji \udc00", ("\ud83d", "\udc00")),
    ],
)
def test_signs_without_a_shape_that_leave_no_trace_are_named(
    minilm: Model, text: str, unread: tuple[str, ...]
) -> None:
    assert minilm.encode(text).unread == unread


def test_what_is_named_as_unread_makes_no_difference(minilm: Model) -> None:
    """But for halves of characters, which become question marks."""
    text = UNTIDY["control"]
    tokens = minilm.encode(text)
    bare = "".join(sign for sign in text if sign not in tokens.unread)
    assert tokens.unread
    assert minilm.encode(bare).texts == tokens.texts


def test_a_token_tells_the_characters_it_came_from(minilm: Model) -> None:
    long = "a" * 300
    tokens = minilm.encode(f"The {long} PLAYS")
    assert [tokens.source(i) for i in range(len(tokens))] == ["", "The", long, "PLAYS", ""]
    assert tokens.unknown[2]
    assert tokens.taken([0, 2]).source(1) == long
    assert tokens.padded(9, "[PAD]", 0).source(8) == ""


def test_words_name_halves_of_characters_too(vectors: WordVectors) -> None:
    tokens = encode_words(vectors, 9, "the \ud83d CAT")
    assert tokens.unread == ("\ud83d",)
    assert tokens.source(len(tokens) - 1) == "CAT"


def test_a_typed_special_token_is_one_and_marked(minilm: Model) -> None:
    tokens = minilm.encode("before [SEP] after [sep]")
    assert tokens.texts[:4] == ("[CLS]", "before", "[SEP]", "after")
    assert tokens.special[:4] == (True, False, True, False)
    assert tokens.texts[4:-1] == ("[", "sep", "]")
    assert not any(tokens.special[4:-1])


def test_what_the_model_does_not_know_is_marked_but_not_special(minilm: Model) -> None:
    tokens = minilm.encode("a 😀 b")
    assert tokens.texts == ("[CLS]", "a", "[UNK]", "b", "[SEP]")
    assert tokens.unknown == (False, False, True, False, False)
    assert tokens.special == (True, False, False, False, True)


@pytest.mark.parametrize(
    ("words", "kept", "dropped"), [(509, 511, 0), (510, 512, 0), (511, 512, 1), (2000, 512, 1490)]
)
def test_a_long_text_is_cut_and_counted(minilm: Model, words: int, kept: int, dropped: int) -> None:
    tokens = minilm.encode("cat " * words)
    assert (len(tokens), tokens.dropped) == (kept, dropped)
    assert (tokens.texts[0], tokens.texts[-1]) == ("[CLS]", "[SEP]")
    assert set(tokens.texts[1:-1]) == {"cat"}
    held_together(tokens, "cat " * words)


def test_the_first_words_are_kept_and_the_last_dropped(minilm: Model) -> None:
    tokens = minilm.encode("cat " * 509 + "dog " + "milk " * 9)
    assert tokens.texts[-3:] == ("cat", "dog", "[SEP]")
    assert tokens.dropped == 9


def test_a_text_of_full_length_runs(minilm: Model) -> None:
    run = Run.forward(minilm, minilm.encode("the cat " * 400))
    assert run.stream(5).shape == (512, 384)
    assert np.isfinite(run.stream(5)).all()


# --- find and pad -------------------------------------------------------------------------------------------


def test_find_takes_the_first_of_repeated_tokens_in_any_case(minilm: Model) -> None:
    tokens = minilm.encode("the cat the cat")
    assert [tokens.find(token) for token in ("cat", "CAT", "[sep]", "dog")] == [2, 2, 5, None]


def test_padding_keeps_what_was_said_about_the_text(minilm: Model) -> None:
    tokens = minilm.encode("cat " * 600)
    padded = tokens.padded(520, "[PAD]", 0)
    assert len(padded) == 520
    assert padded.dropped == tokens.dropped > 0
    assert padded.texts[512:] == ("[PAD]",) * 8
    assert (padded.ids[512:] == 0).all()
    assert list(padded.attended) == [True] * 512 + [False] * 8


# --- whole words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The CAT", "the cat"),
        ("can't won't DIDN'T isn't", "ca n't wo n't did n't is n't"),
        ("don’t I’m Bob’s", "do n't i 'm bob 's"),
        ("it's we're they'll I'd I've", "it 's we 're they 'll i 'd i 've"),
        ("state-of-the-art well-known", "state-of-the-art well-known"),
        ("the U.S. at 5 a.m.", "the u.s. at 5 a.m."),
        ("1,000 and 3.5, or 7:30.", "1,000 and 3.5 , or 7:30 ."),
        ("wait...what -- no", "wait ... what -- no"),
        ("(milk), 'cat'!", "( milk ) , ' cat ' !"),
        ("end. Next", "end . next"),
        ("</b> [SEP]", "< / b > [ sep ]"),
        ("n't 's", "n't 's"),
    ],
)
def test_words_as_in_the_vectors_own_corpus(text: str, words: str) -> None:
    assert [word for word, _ in words_of(text)] == words.split()


@each_untidy
def test_words_span_the_text(text: str) -> None:
    found = words_of(text)
    assert all(0 <= start < end <= len(text) for _, (start, end) in found)
    assert all(before[1][1] <= after[1][0] for before, after in pairwise(found))
    if "\ud83d" not in text:
        assert all(text[start:end].lower() == word for word, (start, end) in found)


def test_unknown_words_are_named_once_and_left_out(vectors: WordVectors) -> None:
    text = "The flurbish cat, Flurbish and grintled"
    tokens = encode_words(vectors, 512, text)
    held_together(tokens, text)
    assert tokens.texts == ("the", "cat", ",", "and")
    assert tokens.left_out == ("flurbish", "grintled")
    assert [text[start:end] for start, end in tokens.spans] == ["The", "cat", ",", "and"]
    assert list(tokens.ids) == [vectors.index(word) for word in tokens.texts]


def test_repeated_words_stay_apart(vectors: WordVectors) -> None:
    tokens = encode_words(vectors, 512, "the cat the cat")
    assert tokens.texts == ("the", "cat", "the", "cat")
    assert tokens.spans == ((0, 3), (4, 7), (8, 11), (12, 15))


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("", ()),
        (" \n", ()),
        ("Flurbish grintled flurbish", ("flurbish", "grintled")),
        ("日本語", ("日本語",)),
    ],
)
def test_a_sentence_without_a_known_word_is_refused_by_name(
    vectors: WordVectors, text: str, unknown: tuple[str, ...]
) -> None:
    with pytest.raises(EmptySentenceError) as caught:
        encode_words(vectors, 512, text)
    assert caught.value.unknown == unknown


def test_too_many_words_are_cut_and_counted(vectors: WordVectors) -> None:
    tokens = encode_words(vectors, 5, "cat flurbish " * 4 + "dog dog")
    assert tokens.texts == ("cat", "cat", "cat", "cat", "dog")
    assert (tokens.dropped, tokens.left_out) == (1, ("flurbish",))


# --- the tokenizer's file -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content", [None, b"", b"{}", b"[1, 2]", b"\x00\xff", b'{"model": {"type": "WordPiece"']
)
def test_a_bad_tokenizer_file_is_named(
    tmp_path_factory: pytest.TempPathFactory, content: bytes | None
) -> None:
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataFileError) as caught:
        open_tokenizer(path)
    assert caught.value.path == path
    assert caught.value.reason == ("file is missing" if content is None else "file is damaged")

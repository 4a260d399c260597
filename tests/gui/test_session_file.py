"""Session files: what they keep, what comes back, and what is said of those that are damaged."""

import json
from dataclasses import fields, replace
from typing import get_args, get_type_hints

import pytest

from engine.edits import (
    CutToken,
    Edit,
    MaskLater,
    Padding,
    Reorder,
    ReplaceToken,
    SetCells,
    SetParameter,
    Training,
)
from engine.errors import SessionFileError
from gui.allowed import ALLOWED, FREE
from gui.coding import plain, typed
from gui.remarks import Remark
from gui.session_file import FORMAT, FORMAT_VERSION, NOT_SAVED, SAVED, document, read
from gui.state import State

EVERY_CHANGE = (
    SetCells("blocks.1.attn.z", (2, None, None), 0.0),
    SetCells("mask", (None, 3), float("-inf")),
    MaskLater(),
    SetParameter("blocks.3.attn.softmax.temperature", 0.1 + 0.2),
    SetParameter("blocks.3.attn.scores.function", "cosine"),
    Training(0.25, 3),
    CutToken(4, "the"),
    ReplaceToken(2, "dog", 3899),
    Reorder((0, 2, 1, 3)),
    Padding(2, "[PAD]", 0, True),
)
CHOSEN = State(
    words=("王", "nbsp\u00a0", "half \ud800", 'quote"'),
    text="Ein\nText\u2028mit allem \ud83d",
    pair=("王", 'quote"'),
    changes=EVERY_CHANGE,
    cell=("blocks.3.attn.weights", (1, 7, 2)),
    trail=(("blocks.3.attn.masked", (1, 7, 2)), ("tokens", (0,))),
    bound=0.30000000000000004,
    look_from=3,
)


def written(tmp_path, **changes):
    """A file with some fields of the state, or of the file itself, changed; ``...`` takes one out."""
    found = json.loads(document(State()))
    for name, value in changes.items():
        where = found["state"] if name in SAVED or name not in found else found
        where[name] = value
        if value is ...:
            del where[name]
    path = tmp_path / "session.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    return path


def test_every_choice_is_kept_or_named_as_not_kept():
    names = {field.name for field in fields(State)}
    assert names >= NOT_SAVED
    assert set(SAVED) == names - NOT_SAVED
    assert set(json.loads(document(State()))["state"]) == set(SAVED)


@pytest.mark.parametrize("name", [field.name for field in fields(State)])
def test_the_type_of_every_choice_has_a_form_in_a_file(name):
    value = getattr(State(), name)
    assert typed(get_type_hints(State)[name], json.loads(json.dumps(plain(value)))) == value


def test_every_text_is_one_of_some_names_or_free():
    """A new text with a few meanings needs a rule: an unknown one must not get into the window."""
    texts = {name for name, hint in get_type_hints(State).items() if hint is str and name in SAVED}
    assert texts - FREE <= ALLOWED.keys()


def test_the_defaults_are_allowed():
    assert [name for name, rule in ALLOWED.items() if not rule.fits(getattr(State(), name))] == []


def test_every_kind_of_change_is_tried_here():
    kinds = {kind for union in get_args(Edit) for kind in (get_args(union) or (union,))}
    assert {type(change) for change in EVERY_CHANGE} == kinds


def test_all_comes_back_to_the_last_bit(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(document(CHOSEN, {"vectors": "abc"}))
    found, made_on = read(path)
    assert replace(State(), **found.choices) == replace(
        CHOSEN, **{name: getattr(State(), name) for name in NOT_SAVED}
    )
    assert found.remarks == ()
    assert made_on == {"vectors": "abc"}


def test_a_field_that_is_missing_is_as_by_default(tmp_path):
    found, _ = read(written(tmp_path, metric=...))
    assert found.choices["metric"] == "cosine"
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("layer", "three"),
        ("layer", True),
        ("layer", 2.5),
        ("layer", -1),
        ("layer", 10**400),
        ("words", "florida"),
        ("words", ["florida", 3]),
        ("words", ["florida", "florida"]),
        ("words", [str(i) for i in range(501)]),
        ("text", None),
        ("metric", "taste"),
        ("plane_page", "moon"),
        ("heads", 0),
        ("heads", 33),
        ("one_word", 1),
        ("bound", "nan"),
        ("bound", "inf"),
        ("cell", ["blocks.0.nothing", [0, 0]]),
        ("cell", ["blocks.0.attn.q", [0, -1, 0]]),
        ("cell", ["blocks.0.attn.q"]),
        ("cell", ["blocks.0.attn.q", [0, 0]]),
        ("changes", [{"kind": "SetCells", "path": "blocks.0.attn.q", "where": [None, 0], "value": 1}]),
        ("changes", [{"kind": "DeleteEverything"}]),
        ("changes", [{"kind": "CutToken"}]),
        ("changes", [{"kind": "MaskLater", "path": "mask", "then": "rm"}]),
        ("changes", [{"kind": "SetCells", "path": "no.such", "where": [0], "value": 1}]),
        ("changes", [{"kind": "SetParameter", "path": "blocks.0.attn.softmax.mood", "value": 1}]),
        ("changes", [{"kind": "SetParameter", "path": "blocks.0.attn.scores.function", "value": "taste"}]),
        ("changes", {"kind": "MaskLater"}),
    ],
)
def test_a_value_that_does_not_fit_is_named_and_the_rest_is_kept(tmp_path, name, value):
    found, _ = read(written(tmp_path, **{name: value, "seed": 7}))
    assert [(remark.kind, remark.what[0]) for remark in found.remarks] == [("wrong", name)]
    assert found.choices[name] == getattr(State(), name)
    assert found.choices["seed"] == 7


def test_what_is_not_known_is_passed_over_and_said(tmp_path):
    path = written(tmp_path, colour_of_socks="red", search="not kept")
    found, _ = read(path)
    assert found.remarks == (Remark("unknown", ("colour_of_socks", "search")),)
    assert found.choices.keys() == set(SAVED)


def test_a_newer_format_is_read_as_far_as_it_is_known(tmp_path):
    found, _ = read(written(tmp_path, format_version=FORMAT_VERSION + 1, seed=7))
    assert [remark.kind for remark in found.remarks] == ["newer"]
    assert found.choices["seed"] == 7


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (document(State())[:500], "not JSON"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not JSON"),
        ("{}".encode("utf-16"), "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"format": ' + b"9" * 5000 + b"}", "not JSON"),
        (b" " * (16 * 2**20 + 1), "too large"),
        (b"[1, 2]", "not a session"),
        (b'{"name": "package", "version": "1.0"}', "not a session"),
        (json.dumps({"format": FORMAT}).encode(), "not a session"),
        (json.dumps({"format": FORMAT, "format_version": "1", "state": {}}).encode(), "not a session"),
        (json.dumps({"format": FORMAT, "format_version": 1, "state": []}).encode(), "not a session"),
    ],
)
def test_what_is_no_session_is_refused(tmp_path, data, reason):
    path = tmp_path / "session.json"
    path.write_bytes(data)
    with pytest.raises(SessionFileError) as error:
        read(path)
    assert error.value.reason == reason


def test_an_editor_s_mark_at_the_beginning_does_no_harm(tmp_path):
    path = tmp_path / "session.json"
    path.write_bytes(b"\xef\xbb\xbf" + document(State(seed=7)))
    assert read(path)[0].choices["seed"] == 7

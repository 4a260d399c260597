"""A checkpoint with a missing, damaged or unfitting file is refused, and the file named."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from engine.errors import DataFileError
from engine.models.bert import BLOCK, EMBEDDING, load
from engine.paths import MINILM
from engine.run import Run
from engine.steps.base import Array

CONFIG = {
    "hidden_size": 4,
    "num_attention_heads": 2,
    "num_hidden_layers": 1,
    "intermediate_size": 6,
    "max_position_embeddings": 8,
    "type_vocab_size": 2,
    "vocab_size": 30522,
    "layer_norm_eps": 1e-12,
}
WEIGHTS = "model.safetensors"


def tensors() -> dict[str, Array]:
    """Of a checkpoint of the sizes above, in PyTorch's shapes."""
    shapes = {
        "word_embeddings": (30522, 4),
        "position_embeddings": (8, 4),
        "token_type_embeddings": (2, 4),
        "intermediate.dense": (6, 4),
        "attention.output.dense": (4, 4),
        "output.dense": (4, 6),
        "self": (4, 4),
    }
    names = [*EMBEDDING.values(), *(f"encoder.layer.0.{name}" for name in BLOCK.values())]
    found = {}
    for name in names:
        shape = next((shape for part, shape in shapes.items() if f"{part}." in name), (4, 4))
        flat = name.endswith(".bias") or "LayerNorm" in name
        found[name] = np.full(shape[:1] if flat else shape, 0.1, np.float16)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small checkpoint that can be loaded."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    shutil.copy(MINILM / "tokenizer.json", tmp_path)
    save_file(tensors(), tmp_path / WEIGHTS)
    return tmp_path


def refused(folder: Path) -> tuple[str, str]:
    with pytest.raises(DataFileError) as caught:
        load(folder)
    assert caught.value.path.parent == folder
    return caught.value.path.name, caught.value.reason


def test_the_small_checkpoint_is_a_good_one(folder: Path) -> None:
    model = load(folder)
    assert Run.forward(model, model.encode("the cat")).stream(0).shape == (4, 4)


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", WEIGHTS])
@pytest.mark.parametrize("harm", ["missing", "folder", "empty", "cut", "noise"])
def test_a_missing_or_damaged_file_is_named(folder: Path, name: str, harm: str) -> None:
    path = folder / name
    content = path.read_bytes()
    path.unlink()
    if harm == "folder":
        path.mkdir()
    elif harm != "missing":
        left = {"empty": b"", "cut": content[: len(content) // 2], "noise": bytes(range(256)) * 8}
        path.write_bytes(left[harm])
    reason = "file is missing" if harm in ("missing", "folder") else "file is damaged"
    assert refused(folder) == (name, reason)


@pytest.mark.parametrize(
    "change",
    [
        {"hidden_size": None},
        {"hidden_size": "wide"},
        {"num_attention_heads": 0},
        {"num_attention_heads": 3},
        {"num_hidden_layers": -1},
        {"intermediate_size": 0},
        {"layer_norm_eps": "tiny"},
        {"layer_norm_eps": 0},
        {"vocab_size": [1]},
    ],
    ids=str,
)
def test_a_configuration_that_makes_no_sense(folder: Path, change: dict[str, object]) -> None:
    (folder / "config.json").write_text(json.dumps(CONFIG | change), encoding="utf-8")
    assert refused(folder) == ("config.json", "file is damaged")


@pytest.mark.parametrize("content", ["[]", "null", '"text"', "{}"])
def test_a_configuration_that_is_none(folder: Path, content: str) -> None:
    (folder / "config.json").write_text(content, encoding="utf-8")
    assert refused(folder) == ("config.json", "file is damaged")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"intermediate_size": 7}, "shape of mlp.W_in in layer 1 does not fit config.json"),
        ({"max_position_embeddings": 9}, "shape of W_pos does not fit config.json"),
        ({"vocab_size": 40000}, "shape of W_E does not fit config.json"),
        ({"num_hidden_layers": 2}, "file is damaged"),
    ],
    ids=str,
)
def test_weights_that_do_not_fit_the_configuration(folder: Path, change: dict[str, int], reason: str) -> None:
    (folder / "config.json").write_text(json.dumps(CONFIG | change), encoding="utf-8")
    assert refused(folder) == (WEIGHTS, reason)


def test_a_tokenizer_with_more_tokens_than_the_table_has_rows(folder: Path) -> None:
    (folder / "config.json").write_text(json.dumps(CONFIG | {"vocab_size": 100}), encoding="utf-8")
    assert refused(folder) == ("tokenizer.json", "has more tokens than config.json")


@pytest.mark.parametrize("name", tensors())
def test_every_weight_must_have_its_shape_and_be_there(folder: Path, name: str) -> None:
    stored = load_file(folder / WEIGHTS)
    longer = np.zeros([size + 1 for size in stored[name].shape], np.float16)
    save_file(stored | {name: longer}, folder / WEIGHTS)
    assert refused(folder)[1].endswith("does not fit config.json")
    del stored[name]
    save_file(stored, folder / WEIGHTS)
    assert refused(folder) == (WEIGHTS, "file is damaged")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_weights_that_are_no_numbers(folder: Path, bad: float) -> None:
    stored = load_file(folder / WEIGHTS)
    stored["encoder.layer.0.output.dense.bias"][2] = bad
    save_file(stored, folder / WEIGHTS)
    assert refused(folder) == (WEIGHTS, "holds numbers that are not finite")

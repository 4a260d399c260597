"""Models, vectors, runs and golden numbers that the engine's tests share: made once, never written to."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pytest

from engine.cli import main
from engine.examples import HUNGRY
from engine.models.base import Model, Sizes
from engine.models.bert import load
from engine.models.fresh import fresh_layer
from engine.names import NAMES, key
from engine.paths import GLOVE, MINILM
from engine.recipes import bert_embedding, post_norm_block
from engine.run import Run
from engine.steps.base import Array
from engine.text import Tokens
from engine.trace import Trace
from engine.vectors import WordVectors, open_vectors

GOLDEN = Path(__file__).parents[1] / "golden"

GROUPED = Sizes(layers=2, heads=6, kv_heads=2, d_model=12, d_head=3, d_mlp=20, max_tokens=16)
VOCABULARY = 10


@pytest.fixture(scope="session")
def minilm() -> Model:
    return load(MINILM)


@pytest.fixture(scope="session")
def vectors() -> WordVectors:
    return open_vectors(GLOVE)


@pytest.fixture(scope="session")
def fresh(vectors: WordVectors) -> Model:
    """The paper's 8 heads of 64 on vectors of 100."""
    return fresh_layer(vectors, 8, 64, seed=1)


def axis_sizes(sizes: Sizes) -> dict[str, int]:
    return {
        "vocab": VOCABULARY,
        "place": sizes.max_tokens,
        "segment": 2,
        "d_model": sizes.d_model,
        "d_attn": sizes.heads * sizes.d_head,
        "d_kv": sizes.kv_heads * sizes.d_head,
        "d_mlp": sizes.d_mlp,
    }


def encode_letters(text: str) -> Tokens:
    """One token a letter, `a` to `j`."""
    count = len(text)
    ids = np.array([ord(letter) - ord("a") for letter in text], np.int64)
    spans = tuple((i, i + 1) for i in range(count))
    return Tokens(tuple(text), ids, (False,) * count, (False,) * count, spans, np.ones(count, np.bool_))


@pytest.fixture(scope="session")
def build() -> Callable[[Sizes, int], Model]:
    """A model of any sizes with random weights, on texts of the letters `a` to `j`."""

    def model(sizes: Sizes, seed: int) -> Model:
        draw, extent = np.random.default_rng(seed), axis_sizes(sizes)
        before = ["embed_norm", *(f"blocks.{layer}.norm2" for layer in range(sizes.layers - 1))]
        shape = (sizes.heads, sizes.kv_heads, sizes.d_head, 1e-5)
        blocks = tuple(post_norm_block(layer, before[layer], *shape) for layer in range(sizes.layers))
        steps = (*bert_embedding(1e-5), *(step for block in blocks for step in block))
        made = {step.output for step in steps} | {"tokens", "positions", "segments", "mask"}
        wanted = [path for step in steps for path in step.inputs if path not in made]
        weights = {
            path: draw.normal(0, 0.7, [extent[axis] for axis in NAMES[key(path)].axes]).astype(np.float32)
            for path in wanted
        }
        return Model("grouped", False, sizes, weights, bert_embedding(1e-5), blocks, encode_letters)

    return model


@pytest.fixture(scope="session")
def grouped(build: Callable[[Sizes, int], Model]) -> Model:
    """Six query heads share two key and value heads."""
    return build(GROUPED, 2)


@pytest.fixture(scope="session")
def run(minilm: Model) -> Run:
    return Run.forward(minilm, minilm.encode(HUNGRY))


@pytest.fixture(scope="session")
def traces(minilm: Model, fresh: Model, grouped: Model) -> Mapping[str, Trace]:
    """Every recipe on real numbers: first and later layers, padded, one word, with heads in groups."""
    padded = Run.forward(minilm, minilm.encode("Padding must not matter.").padded(10, "[PAD]", 0))
    words = Run.forward(fresh, fresh.encode("the cat drank the milk"))
    letters = Run.forward(grouped, grouped.encode("abacadab").padded(10, "j", 9))
    return {
        "minilm first": padded.trace(0),
        "minilm later": padded.trace(4),
        "fresh": words.trace(0),
        "one word": Run.forward(fresh, fresh.encode("hello")).trace(0),
        "grouped first": letters.trace(0),
        "grouped later": letters.trace(1),
    }


def read(name: str) -> Mapping[str, Array]:
    with np.load(GOLDEN / name) as stored:
        return {path: stored[path] for path in stored}


@pytest.fixture(scope="session")
def golden() -> Mapping[str, Array]:
    """Of scripts/golden/make_minilm.py, from Hugging Face transformers."""
    return read("minilm.npz")


@pytest.fixture(scope="session")
def golden_whatif() -> Mapping[str, Array]:
    return read("minilm_whatif.npz")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What a command prints; it must succeed and, unless told, have nothing to remark."""

    def run(*arguments: str, remark: str = "") -> str:
        code = main(arguments)
        out, err = capsys.readouterr()
        assert (code, err) == (0, remark)
        return out

    return run

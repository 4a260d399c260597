"""A translation model as it ships: its kind and sizes, weights under our names, vocabularies, and what it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import DataFileError
from engine.models.base import Sizes
from engine.names import NAMES, key
from engine.paths import TRANSLATION
from engine.recipes import Recipe
from engine.sequences import recipes
from engine.sequences.sentence import MOST_SOURCE, NOTHING, Sentence, read_sentence
from engine.steps.base import Array
from engine.tatoeba import VOCABULARIES
from engine.translation_text import Vocabulary

KINDS = ("fixed", "attention", "transformer", "language")
RECURRENT = frozenset({"fixed", "attention"})
LANGUAGES = ("en", "zh")
NAMES_OF_MODELS = (
    *(f"{source}.{kind}" for source in ("en-zh", "zh-en") for kind in KINDS[:3]),
    "en.language",
)
# What the file calls weights, where the program has another name for them.
RENAMED = {
    "encoder.embed.W_E": "encoder.W_E",
    "decoder.embed.W_E": "decoder.W_E",
    "decoder.unembed.b": "decoder.b_unembed",
    "decoder.attn.W": "decoder.attn.W_a",
    "decoder.attn.U": "decoder.attn.U_a",
    "decoder.attn.b": "decoder.attn.b_a",
    "decoder.attn.v": "decoder.attn.v_a",
    "embed.W_E": "decoder.W_E",
    "unembed.b": "decoder.b_unembed",
}
DIRECTIONS = ("encoder.forward.", "encoder.backward.")


@dataclass(frozen=True, eq=False)
class SequenceModel:
    """Weights are float32 numbers that float16 can hold.  ``source`` is empty for the language model."""

    name: str
    kind: str
    source: str
    target: str
    sizes: Sizes
    weights: Mapping[str, Array]
    source_words: Vocabulary | None
    target_words: Vocabulary

    @property
    def recurrent(self) -> bool:
        return self.kind in RECURRENT

    @property
    def reads(self) -> bool:
        """Whether there is a source sentence."""
        return self.source_words is not None

    def encode(self, text: str) -> Sentence:
        """The source sentence; that of a language model is empty.  EmptySentenceError if the text holds no token."""
        if self.source_words is None:
            return NOTHING
        return read_sentence(text, self.source, self.source_words)

    @property
    def memory(self) -> str:
        """Path of what the decoder of a Transformer sees of the source."""
        return f"encoder.blocks.{self.sizes.layers - 1}.norm2"

    def source_recipe(self, count: int) -> Recipe:
        """All that is computed once for a source of ``count`` tokens."""
        if self.recurrent:
            return recipes.recurrent_encoder(count, self.kind == "attention")
        if not self.reads:
            return ()
        return recipes.transformer_encoder(self.sizes.layers, self.sizes.heads, self.sizes.d_head)

    def step_recipe(self, time: int) -> Recipe:
        """What a recurrent decoder does at a time step."""
        return recipes.recurrent_step(time, self.kind == "attention")

    def target_recipe(self) -> Recipe:
        """What the decoder of a Transformer does with all tokens read so far."""
        sizes = self.sizes
        if self.reads:
            return recipes.transformer_decoder(sizes.layers, sizes.heads, sizes.d_head, self.memory)
        return recipes.language_decoder(sizes.layers, sizes.heads, sizes.d_head)


def model_name(kind: str, source: str) -> str:
    """The model of a kind that reads ``source``; the language model is one of English."""
    if kind == "language":
        return "en.language"
    return f"{source}-{'zh' if source == 'en' else 'en'}.{kind}"


def load(name: str, folder: Path = TRANSLATION) -> SequenceModel:
    """A shipped model.  DataFileError names a file that is missing or damaged."""
    from safetensors import SafetensorError, safe_open

    path = folder / name / "model.safetensors"
    if not path.is_file():
        raise DataFileError(path, "file is missing")
    try:
        with safe_open(path, "np") as file:
            stated = file.metadata()
            stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (not a dict)
        sizes, kind = _sizes(stated), stated["kind"]
        languages = stated["source"], stated["target"]
        if kind not in KINDS or not set(languages) <= set(LANGUAGES):
            raise ValueError("no such kind")
    except (SafetensorError, KeyError, ValueError, TypeError, OSError) as error:
        raise DataFileError(path, "file is damaged") from error
    source = "" if kind == "language" else languages[0]
    model = SequenceModel(
        name,
        kind,
        source,
        languages[1],
        sizes,
        {_ours(theirs): _prepared(array) for theirs, array in stored.items()},
        vocabulary(source) if source else None,
        vocabulary(languages[1]),
    )
    _check(path, model)
    return model


def vocabulary(language: str) -> Vocabulary:
    """The shipped tokens of a language.  DataFileError if they cannot be read."""
    path = VOCABULARIES[language]
    try:
        return Vocabulary.load(path)
    except FileNotFoundError as error:
        raise DataFileError(path, "file is missing") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataFileError(path, "file is damaged") from error


def _sizes(stated: Mapping[str, str]) -> Sizes:
    kind, heads = stated["kind"], int(stated["heads"])
    width = int(stated["d_model"])
    if kind in RECURRENT:
        return Sizes(1, 1, 1, width, int(stated["d_hidden"]), 0, MOST_SOURCE)
    if heads < 1 or width % heads:
        raise ValueError("heads do not divide the features")
    return Sizes(
        int(stated["layers"]), heads, heads, width, width // heads, int(stated["d_mlp"]), MOST_SOURCE
    )


def _ours(name: str) -> str:
    if name.startswith("blocks."):
        return f"decoder.{name}"
    for direction in DIRECTIONS:
        if name.startswith(direction):
            return f"{direction}gru.{name.removeprefix(direction)}"
    return RENAMED.get(name, name)


def _prepared(stored: Array) -> Array:
    ready = np.ascontiguousarray(stored, dtype=np.float32)
    ready.flags.writeable = False
    return ready


def _dimensions(model: SequenceModel, side: str) -> Mapping[str, int]:
    """Size of each axis of the weights of the encoder or the decoder."""
    sizes, words = model.sizes, model.target_words if side == "decoder" else model.source_words
    state = sizes.d_head if model.recurrent else 0
    return {
        "vocab": len(words) if words else 0,
        "d_model": sizes.d_model,
        "d_attn": sizes.d_model,
        "d_kv": sizes.d_model,
        "d_mlp": sizes.d_mlp,
        "d_state": state,
        "d_states": 2 * state,
        "d_gates": 3 * state,
        "d_input": sizes.d_model + (2 * state if side == "decoder" else 0),
        "d_readout": sizes.d_model + 3 * state,
    }


def _check(path: Path, model: SequenceModel) -> None:
    """All weights that the recipes name are there, in their shapes, and finite."""
    steps = (*model.source_recipe(1), *(model.step_recipe(0) if model.recurrent else model.target_recipe()))
    made = {step.output for step in steps}
    given = {"tokens", "positions", "mask", "zero"}
    wanted = {path for step in steps for path in step.inputs if path not in made and key(path) not in given}
    if wanted != model.weights.keys():
        raise DataFileError(path, "file is damaged")
    for name, array in model.weights.items():
        dimensions, axes = _dimensions(model, name.partition(".")[0]), NAMES[key(name)].axes
        if any(
            axis in dimensions and size != dimensions[axis]
            for axis, size in zip(axes, array.shape, strict=False)
        ):
            raise DataFileError(path, f"shape of {name} does not fit the others")
        if len(axes) != array.ndim:
            raise DataFileError(path, f"shape of {name} does not fit the others")
    if not all(np.isfinite(array).all() for array in model.weights.values()):
        raise DataFileError(path, "holds numbers that are not finite")

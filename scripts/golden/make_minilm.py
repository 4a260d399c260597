"""Golden numbers of MiniLM from Hugging Face transformers: float16 weights as they ship, float32 arithmetic.

    pip install -r scripts/golden/requirements.txt
    python scripts/golden/make_minilm.py

Writes tests/golden/{minilm.npz, minilm_whatif.npz, minilm_it.json}; the README.md there names the arrays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import torch
from transformers import BertModel, PreTrainedTokenizerFast
from transformers.models.bert import modeling_bert

ROOT = Path(__file__).resolve().parents[2]
MINILM = ROOT / "data" / "minilm"
OUT = ROOT / "tests" / "golden"

HUNGRY = "The cat drank the milk because it was hungry."
TEXTS = {
    "hungry": HUNGRY,
    "sweet": "The cat drank the milk because it was sweet.",
    "empty": "",
    "typed_sep": "before [SEP] after [MASK] and [sep]",
    "mixed": "Café 😀 我爱你 naïve שלום </script> <b>bold</b>",
    "repeated": "the cat the cat the cat",
    "long": (
        "When the old lighthouse keeper finally climbed the winding stairs, carrying a lantern that "
        "flickered in the cold wind, he noticed that someone had already lit the great lamp, although nobody "
        "else on the island possessed the key, and he wondered, not without unease, who could have been "
        "there before him."
    ),
}
BATCH = (HUNGRY, "Attention!", "Words, plane and attention are one picture of the same vectors.")

Arrays = dict[str, Any]  # NumPy arrays by name


def load() -> tuple[BertModel, PreTrainedTokenizerFast]:
    torch.set_num_threads(1)
    model = BertModel.from_pretrained(
        MINILM,
        attn_implementation="eager",
        add_pooling_layer=False,
        dtype=torch.float32,
        local_files_only=True,
    )
    special = {f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep", "mask")}
    return model.eval(), PreTrainedTokenizerFast(tokenizer_file=str(MINILM / "tokenizer.json"), **special)


def forward(model: BertModel, ids: torch.Tensor, mask: torch.Tensor) -> Arrays:
    """hidden [row, 7, pos, 384]: embeddings, then every block; attention [row, 6, head, query, key]."""
    with torch.no_grad():
        found = model(input_ids=ids, attention_mask=mask, output_hidden_states=True, output_attentions=True)
    hidden, attention = torch.stack(found.hidden_states, dim=1), torch.stack(found.attentions, dim=1)
    assert hidden.dtype == attention.dtype == torch.float32
    return {"hidden": hidden.numpy(), "attention": attention.numpy()}


def single(model: BertModel, ids: list[int]) -> Arrays:
    row = torch.tensor([ids])
    return {name: array[0] for name, array in forward(model, row, torch.ones_like(row)).items()}


def named(prefix: str, arrays: Arrays) -> Arrays:
    return {f"{prefix}.{name}": array for name, array in arrays.items()}


# --- the model as it is ---------------------------------------------------------------------------


def sentences(model: BertModel, tokenizer: PreTrainedTokenizerFast) -> Arrays:
    arrays: Arrays = {}
    for name, text in TEXTS.items():
        ids = tokenizer(text).input_ids
        tokens = tokenizer.convert_ids_to_tokens(ids)
        words = {"text": np.array(text), "ids": np.array(ids), "tokens": np.array(tokens)}
        arrays |= named(name, words | single(model, ids))
    return arrays


def batch(model: BertModel, tokenizer: PreTrainedTokenizerFast) -> Arrays:
    """Rows of different length, padded at the end; the values at padded positions are kept too."""
    rows = tokenizer(list(BATCH), padding=True, return_tensors="pt")
    words = {"text": np.array(BATCH), "ids": rows.input_ids.numpy(), "mask": rows.attention_mask.numpy()}
    return named("batch", words | forward(model, rows.input_ids, rows.attention_mask))


# --- what if --------------------------------------------------------------------------------------


@contextmanager
def z_replaced(model: BertModel, layer: int, head: int, z: torch.Tensor) -> Iterator[None]:
    """One head's weighted sum, [pos, 32], replaced before W_O."""

    def replace(_module: torch.nn.Module, inputs: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, ...]:
        joined = inputs[0].clone()  # [row, pos, 12 * 32]
        width = z.shape[-1]
        joined[0, :, head * width : (head + 1) * width] = z
        return (joined, *inputs[1:])

    handle = model.encoder.layer[layer].attention.output.dense.register_forward_pre_hook(replace)
    try:
        yield
    finally:
        handle.remove()


@contextmanager
def score_replaced(
    layer: int, head: int, query: int, key: int, score: float, seen: list[float]
) -> Iterator[None]:
    """One q.k, before the division by sqrt(32), replaced; other layers run transformers' own function."""
    original = modeling_bert.eager_attention_forward

    def attend(
        module: Any, q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: Any, **options: Any
    ) -> Any:
        if module.layer_idx != layer:
            return original(module, q, k, v, mask, **options)
        # One sentence has no padding, so there is no mask to add.
        assert mask is None or not mask.any()
        scores = q @ k.transpose(2, 3)  # [row, head, query, key]
        seen.append(float(scores[0, head, query, key]))
        scores[0, head, query, key] = score
        weights = torch.softmax(scores * options["scaling"], dim=-1)
        return (weights @ v).transpose(1, 2).contiguous(), weights

    with mock.patch.object(modeling_bert, "eager_attention_forward", attend):
        yield


@contextmanager
def w_q_changed(model: BertModel, layer: int, by: float) -> Iterator[None]:
    weight = model.encoder.layer[layer].attention.self.query.weight.data
    kept = weight[0, 0].clone()
    weight[0, 0] += by
    try:
        yield
    finally:
        weight[0, 0] = kept


def numbers(**values: float) -> Arrays:
    return {name: np.array(value) for name, value in values.items()}


def what_if(model: BertModel, tokenizer: PreTrainedTokenizerFast) -> Arrays:
    """Four edits on the first sentence. Layers, heads and positions count from 0 here."""
    ids = tokenizer(HUNGRY).input_ids
    tokens = tokenizer.convert_ids_to_tokens(ids)
    it, milk, n = tokens.index("it"), tokens.index("milk"), len(tokens)
    arrays: Arrays = {"text": np.array(HUNGRY), "ids": np.array(ids), "tokens": np.array(tokens)}

    with z_replaced(model, layer=3, head=1, z=torch.zeros(n, 32)):
        arrays |= named("z_zero", numbers(layer=3, head=1) | single(model, ids))

    seen: list[float] = []
    with score_replaced(layer=3, head=1, query=it, key=milk, score=30.0, seen=seen):
        where = numbers(layer=3, head=1, query=it, key=milk, score=30.0)
        arrays |= named("score", where | single(model, ids) | numbers(score_before=seen[0]))

    z = np.random.default_rng(0).standard_normal((n, 32)).astype(np.float32)
    with z_replaced(model, layer=1, head=4, z=torch.from_numpy(z)):
        arrays |= named("z_random", numbers(layer=1, head=4) | {"z": z} | single(model, ids))

    with w_q_changed(model, layer=2, by=1.0):
        arrays |= named("w_q", numbers(layer=2, row=0, column=0, added=1.0) | single(model, ids))
    return arrays


# --- all together ---------------------------------------------------------------------------------


def from_it(arrays: Arrays) -> dict[str, list[list[Any]]]:
    """Layer 4, head 2 (counting from 1), from "it": the weight on each token, to be read by eye."""
    found = {}
    for name in ("hungry", "sweet"):
        tokens = arrays[f"{name}.tokens"].tolist()
        weights = arrays[f"{name}.attention"][3, 1, tokens.index("it")]
        rounded = [round(float(weight), 6) for weight in weights]
        found[name] = [[token, weight] for token, weight in zip(tokens, rounded, strict=True)]
    return found


def main() -> None:
    model, tokenizer = load()
    plain = sentences(model, tokenizer)
    edited = what_if(model, tokenizer)
    unchanged = single(model, edited["ids"].tolist())["hidden"]
    assert np.array_equal(unchanged, plain["hungry.hidden"]), "an edit outlived its with block"
    OUT.mkdir(exist_ok=True)
    np.savez_compressed(OUT / "minilm.npz", **plain, **batch(model, tokenizer))
    np.savez_compressed(OUT / "minilm_whatif.npz", **edited)
    rows = {name: [json.dumps(pair) for pair in pairs] for name, pairs in from_it(plain).items()}
    parts = [f'  "{name}": [\n    ' + ",\n    ".join(pairs) + "\n  ]" for name, pairs in rows.items()]
    (OUT / "minilm_it.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Work: Hugging Face transformers' BertModel on PyTorch, eager attention, attentions and hidden states returned."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

os.environ["HF_HUB_OFFLINE"] = "1"
import torch
import transformers
from safetensors.torch import load_file

from benchmarks.worker import Work

MINILM = Path(__file__).resolve().parents[2] / "data" / "minilm"
THREADS = 2


@cache
def _model() -> Any:
    """The weights that ship, in float32; without the pooler, which the engine does not have."""
    torch.set_num_threads(THREADS)
    config = transformers.BertConfig(
        **json.loads((MINILM / "config.json").read_text()), attn_implementation="eager"
    )
    model = transformers.BertModel(config, add_pooling_layer=False)
    stored = {name: array.float() for name, array in load_file(MINILM / "model.safetensors").items()}
    left_out = model.load_state_dict(stored, strict=False).missing_keys
    if left_out:
        raise SystemExit(f"The file lacks weights that transformers wants: {left_out}")
    return model.float().eval()


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``ids`` of one sentence; the answer has the output's first numbers."""
    model, ids = _model(), torch.tensor([asked["ids"]])

    def forward() -> Any:
        with torch.inference_mode():
            return model(ids, output_attentions=True, output_hidden_states=True)

    return forward, {"output": forward().last_hidden_state[0, 0, :8].tolist()}

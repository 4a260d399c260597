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
    """The weights that ship, in float32."""
    torch.set_num_threads(THREADS)
    config = transformers.BertConfig(**json.loads((MINILM / "config.json").read_text()))
    config._attn_implementation = "eager"
    model = transformers.BertModel(config)
    stored = {name: array.float() for name, array in load_file(MINILM / "model.safetensors").items()}
    missing, unexpected = model.load_state_dict(stored, strict=False)
    assert not [name for name in missing if "position_ids" not in name and not name.startswith("pooler")], missing
    return model.float().eval()


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``ids`` of one sentence; the answer has the output's first numbers."""
    model, ids = _model(), torch.tensor([asked["ids"]])

    @torch.inference_mode()
    def forward() -> Any:
        return model(ids, output_attentions=True, output_hidden_states=True)

    return forward, {"output": forward().last_hidden_state[0, 0, :8].tolist()}

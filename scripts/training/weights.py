"""The shipped file of a model: float16 safetensors under the program's names."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from safetensors import safe_open
from safetensors.torch import save_file
from torch import nn

from scripts.training.models import build
from scripts.training.settings import Settings

# A torch module may not have a part called ``forward``.
_TORCH_TO_SHIPPED = {"encoder.gru_forward.": "encoder.forward.", "encoder.gru_backward.": "encoder.backward."}
_SIZES = ("d_model", "d_hidden", "d_attn", "d_mlp", "heads", "layers")


def shipped_name(name: str) -> str:
    for before, after in _TORCH_TO_SHIPPED.items():
        name = name.replace(before, after)
    return name


def export(model: nn.Module, settings: Settings, path: Path) -> None:
    """Every weight rounded to the nearest float16; kind, languages and sizes as metadata."""
    every = {shipped_name(name): value.half().contiguous() for name, value in model.state_dict().items()}
    stated = {name: str(asdict(settings)[name]) for name in ("kind", "source", "target", *_SIZES)}
    save_file(every, path, stated)
    path.chmod(0o644)  # safetensors makes files that only their owner can read


def load(settings: Settings, path: Path) -> nn.Module:
    """The model with the rounded weights, computing in float32."""
    with safe_open(path, "pt") as file:
        every = {name: file.get_tensor(name).float() for name in file.keys()}  # noqa: SIM118 (not a dict)
    tables = {name: len(value) for name, value in every.items() if name.endswith("embed.W_E")}
    target = tables.get("decoder.embed.W_E", tables.get("embed.W_E", 0))
    model = build(settings, tables.get("encoder.embed.W_E", 0), target)
    model.load_state_dict({name: every[shipped_name(name)] for name in model.state_dict()})
    return model.eval()

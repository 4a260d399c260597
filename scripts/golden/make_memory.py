"""Golden numbers of the layer that learns while it reads, by PyTorch's automatic differentiation.

    pip install -r scripts/golden/requirements.txt
    python scripts/golden/make_memory.py

Writes tests/golden/memory.npz; the README.md there names the arrays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

OUT = Path(__file__).resolve().parents[2] / "tests" / "golden" / "memory.npz"
SEED, STEPS, KEY, VALUE, RATE = 7, 5, 6, 4, 0.05


Arrays = dict[str, Any]  # NumPy arrays by name


def run() -> Arrays:
    """One step of torch.optim.SGD for each key and value, from zeros; the outputs are read after each step."""
    generator = torch.Generator().manual_seed(SEED)
    k, v = torch.randn(STEPS, KEY, generator=generator), torch.randn(STEPS, VALUE, generator=generator)
    q = torch.randn(STEPS, KEY, generator=generator)
    layer = torch.nn.Linear(KEY, VALUE, bias=False)
    torch.nn.init.zeros_(layer.weight)
    descent = torch.optim.SGD(layer.parameters(), lr=RATE)
    made: dict[str, list[torch.Tensor]] = {"loss": [], "gradient": [], "state": [], "z": []}
    for step in range(STEPS):
        descent.zero_grad()
        loss = (layer(k[step]) - v[step]).square().sum()
        loss.backward()
        assert layer.weight.grad is not None
        made["loss"].append(loss.detach())
        made["gradient"].append(layer.weight.grad.T.clone())  # PyTorch keeps W transposed
        descent.step()
        made["state"].append(layer.weight.detach().T.clone())
        made["z"].append(layer(q[step]).detach())
    arrays = {name: torch.stack(values).numpy() for name, values in made.items()}
    return {"k": k.numpy(), "v": v.numpy(), "q": q.numpy(), "rate": np.array(RATE), **arrays}


if __name__ == "__main__":
    torch.set_num_threads(1)
    np.savez(OUT, **run())
    print(f"{OUT.name}: {OUT.stat().st_size} bytes")

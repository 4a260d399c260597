"""Where the files that ship with the program lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
RESOURCES = ROOT / "resources"
GLOVE = DATA / "glove.6B.100d"
MINILM = DATA / "minilm"
TRANSLATION = DATA / "translation"

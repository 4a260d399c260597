"""What there is to say about a session file, in plain words."""

from collections.abc import Callable, Mapping

from gui.remarks import SessionRead
from gui.wording.places import tr


def remarks_in_words(found: SessionRead) -> list[str]:
    """A line for each remark; none if all of the file could be used."""
    return [SAID[remark.kind](*remark.what) for remark in found.remarks]


def _wrong(field: str, expected: str, *what: str) -> str:
    return tr("“{0}” is not {1}. It is left as it is by default.", field, tr(expected, *what))


def _unknown(*names: str) -> str:
    named = ", ".join(name if name == "…" else f"“{name}”" for name in names)
    return tr("It also holds what this program does not know, and passes over: {0}.", named)


def _newer(version: str, ours: str) -> str:
    return tr(
        "It was written by a newer program (format {0}; this one writes {1}). What is known of it is used.",
        version,
        ours,
    )


SAID: Mapping[str, Callable[..., str]] = {
    "wrong": _wrong,
    "unknown": _unknown,
    "newer": _newer,
    "other vectors": lambda: tr(
        "It was made on other word vectors than those that are open: numbers differ."
    ),
    "other weights": lambda: tr("It was made on other weights of the model: numbers differ."),
    "damaged": lambda: tr("The last session cannot be read. The window starts with its example."),
    "aside": lambda path: tr("The file was set aside: {0}", path),
    "stays": lambda path: tr("The file could not be set aside: {0}", path),
}

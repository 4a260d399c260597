"""Words that are offered as one types: a section for each kind of hit, with the rank by frequency."""

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from engine.search import Hit
from gui.widgets.suggestions import Suggestion

SECTIONS: Mapping[str, str] = {"prefix": "begins with it", "inside": "contains it", "near": "spelt alike"}


def offered(hits: Iterable[Hit], chosen: Collection[str] = ()) -> list[Suggestion]:
    """What a search found, ready to be shown; ``chosen`` words are marked."""
    taken = frozenset(chosen)
    return [
        Suggestion(
            hit.word,
            _tr("chosen") if hit.word in taken else "",
            f"#{hit.rank + 1:,}",
            _tr(SECTIONS[hit.kind]),
        )
        for hit in hits
    ]


def best(typed: str, hits: Iterable[Hit]) -> str:
    """The word that was meant by one that has no vector: the most frequent that begins so, if there is one."""
    begun = (hit.word for hit in hits if hit.kind == "prefix")
    return next((word for word in begun if word.lower().startswith(typed.lower())), typed)


def _tr(text: str) -> str:
    return QCoreApplication.translate("offered", text)

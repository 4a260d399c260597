"""Which chosen words have no vector, what may have been meant by them, and what a click on that does."""

from PySide6.QtCore import QCoreApplication

from engine.words import WordsReport
from gui.chosen import without
from gui.parts.remark import NAMED
from gui.widgets.notice import link, quoted

ALL = "all"  # the link that removes all of them

Words = tuple[str, ...]


def unknown_lines(report: WordsReport | None, words: Words) -> list[str]:
    """A line for each of the first few, with near spellings as links; of more, how many, and a link to remove all."""
    unknown = _unknown(report, words)
    lines = [_line(words.index(word), word, report.unknown_near[word]) for word in unknown[:NAMED] if report]
    if len(unknown) > NAMED:
        more = _tr("… and {0} more without a vector.").format(len(unknown) - NAMED)
        lines.append(f"{more} {link(ALL, _tr('Remove all {0}').format(len(unknown)))}")
    return lines


def followed(address: str, report: WordsReport | None, words: Words) -> Words:
    """The words after a link was clicked: a near spelling in place of a word, or none without a vector."""
    if address == ALL:
        return without(words, _unknown(report, words))
    place, near = address.split(" ", 1)
    return tuple(dict.fromkeys(near if i == int(place) else word for i, word in enumerate(words)))


def _unknown(report: WordsReport | None, words: Words) -> Words:
    return tuple(word for word in report.unknown if word in words) if report else ()


def _line(place: int, word: str, near: Words) -> str:
    if not near:
        return _tr("{0} has no vector.").format(quoted(word))
    links = ", ".join(link(f"{place} {other}", other) for other in near)
    return _tr("{0} has no vector. Try {1}").format(quoted(word), links)


def _tr(text: str) -> str:
    return QCoreApplication.translate("unknown", text)

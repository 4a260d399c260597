"""What there is to say of a decoder with a key/value cache: what it keeps, why, and what that saves."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engine.sequences.sentence import MOST_SOURCE
from engine.sequences.work import Ledger
from engine.sequences.writing import MOST_PROMPT
from engine.translation_text import LONGEST
from gui.widgets.notice import quoted

NAMED = 3  # words that are named at once


def counted(number: int) -> str:
    """A large whole number with its thousands apart."""
    return f"{number:,}"


def small(number: float) -> str:
    """A difference that should be none."""
    return f"{number:.0e}" if number else "0"


def named(words: Sequence[str]) -> str:
    """The first words in quotation marks, as HTML."""
    return ", ".join(map(quoted, words[:NAMED])) + ("…" if len(words) > NAMED else "")


def about_step(found: Ledger, step: int, token: str) -> str:
    """What is kept when a token is read, and what that saves."""
    if not step:
        return _about_first(found, token)
    here = found.steps[step]
    return _tr(
        "To read “{0}”, the decoder compares it with the keys of all {1} tokens so far and mixes their values. The "
        "keys and values of the {2} before it were kept: this is the key/value cache. So one token is computed instead "
        "of {1}, with {3} multiply-adds instead of {4} ({5} times fewer). The price: {6} bytes of memory.",
        token,
        step + 1,
        step,
        counted(here.cached.multiply_adds),
        counted(here.again.multiply_adds),
        f"{here.again.multiply_adds / here.cached.multiply_adds:.1f}",
        counted(here.grown_bytes),
    )


def _about_first(found: Ledger, token: str) -> str:
    first = _tr("“{0}” is the first token: no keys and values were kept before it.", token)
    if not found.cached.numbers:
        return _tr("{0} So both ways cost the same here.", first)
    return _tr(
        "{0} All that the cache saves here are keys and values of the source: they were computed once, beforehand.",
        first,
    )


def about_both(found: Ledger, step: int) -> str:
    """That both ways give the same and why, and what stands beside them."""
    lines = [
        _tr(
            "Both ways give the same logits (they differ by {0} at most): no token looks at a later one, so its keys "
            "and values never change.",
            small(found.steps[step].difference),
        )
    ]
    if found.recurrent is not None:
        lines.append(
            _tr(
                "The recurrent net is the GRU decoder with one fixed vector, on the same tokens. Its layers have other "
                "sizes: compare what grows."
            )
        )
    return " ".join(lines)


def cache_remarks(found: Ledger, translates: bool) -> list[str]:
    """What was left out or not known of the text, and where what is written was cut off, as HTML."""
    typed, most = (found.run.source, MOST_SOURCE) if translates else (found.prompt, MOST_PROMPT)
    lines = []
    if typed.dropped:
        pattern = "Only the first {0} tokens are read; {1} more were left out."
        lines.append(_tr(pattern, most, counted(typed.dropped)))
    if typed.left_out:
        pattern = "Not in the model’s vocabulary, so it reads &lt;unk&gt; instead: {0}"
        lines.append(_tr(pattern, named(typed.left_out)))
    if len(found.steps) > LONGEST and not found.ended:
        lines.append(_tr("Stopped after {0} tokens: the model did not come to an end.", LONGEST))
    return lines


def _tr(text: str, *values: object) -> str:
    return QCoreApplication.translate("caching", text).format(*values)

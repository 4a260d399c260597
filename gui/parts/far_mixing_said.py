"""What there is to say of how the words of two sentences are mixed: what moved, what stayed, what was left out."""

from html import escape

import numpy as np

from gui.parts.far_page import named, short_word
from gui.results_of_desks import Mixing
from gui.widgets.plain import distinct
from gui.widgets.quantities import percent
from gui.wording import tr


def finding(found: Mixing) -> str:
    """As HTML."""
    moves = f"<b>{percent(found.unlike[0])}</b>", _moved(found), _fixed(found)
    return tr("From sentence A to B {0} of this head’s weight moves elsewhere{1}. {2}", *moves)


def _fixed(found: Mixing) -> str:
    if found.unlike[1] == 0:
        return tr("The {0}’s numbers are the same for both: <b>0 %</b>.", kind_title(found))
    return tr("Of the {0}’s numbers {1} differ.", kind_title(found), percent(found.unlike[1]))


def _moved(found: Mixing) -> str:
    """The token whose weights differ most, and what each sentence makes it look at most."""
    if found.row is None:
        return ""
    a, b = (
        escape(short_word(distinct(texts)[int(np.argmax(weights[found.row]))]))
        for texts, weights in zip(found.texts, found.attention, strict=True)
    )
    word = escape(short_word(distinct(found.texts[0])[found.row]))
    if a == b:
        return tr(", most of all from “{0}”, which looks most at “{1}” in both", word, a)
    looked = word, f"<b>{a}</b>", f"<b>{b}</b>"
    return tr(", most of all from “{0}”: it looks most at “{1}” in A, at “{2}” in B", *looked)


def kind_title(found: Mixing) -> str:
    return tr("convolution") if found.kind == "convolution" else tr("full layer")


def remarks(found: Mixing) -> list[str]:
    """What the reader should know of the two sentences."""
    said = []
    read = zip("AB", found.texts, found.unknown, found.dropped, strict=True)
    for name, texts, unknown, dropped in read:
        if unknown:
            text = "MiniLM reads English. In sentence {0} it does not know {1}: read as [UNK]."
            said.append(tr(text, name, named(unknown)))
        if len(texts) <= 2:
            said.append(tr("Sentence {0} is empty: only the model’s own tokens remain.", name))
        if dropped:
            said.append(tr("Only the first {0} tokens of sentence {1} fit in.", len(texts), name))
    if len(set(map(len, found.texts))) > 1:
        both = min(map(len, found.texts))
        said.append(tr("The sentences are not of the same length: the first {0} places are compared.", both))
    return said

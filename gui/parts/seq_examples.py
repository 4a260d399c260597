"""Held-out sentences, what a person made of each, and what the models make of it."""

from collections.abc import Sequence
from html import escape

from engine.sequences.evaluation import Example
from engine.sequences.model import model_name
from gui.wording import kind_title, tr


def examples(found: Sequence[Example], source: str, kinds: Sequence[str]) -> str:
    """As HTML, a small table for each."""
    target = "zh" if source == "en" else "en"
    head = tr("Three held-out sentences")
    return f"<p><b>{escape(head)}</b></p>" + "".join(_one(one, source, target, kinds) for one in found)


def _one(example: Example, source: str, target: str, kinds: Sequence[str]) -> str:
    made = {kind: example.translations.get(model_name(kind, source)) for kind in kinds}
    lines = [(tr("a person"), getattr(example, target))]
    lines += [(kind_title(kind), text) for kind, text in made.items() if text is not None]
    rows = "".join(
        f'<tr><td style="padding-right:10px">{escape(name)}</td><td>{escape(text)}</td></tr>'
        for name, text in lines
    )
    title = escape(getattr(example, source))
    source_of_both = f'<p style="margin:0"><small>{escape(example.attribution)}</small></p>'
    return (
        f'<p style="margin:6px 0 0 0"><b>{title}</b></p><table cellspacing="0">{rows}</table>{source_of_both}'
    )

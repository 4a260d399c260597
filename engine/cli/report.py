"""``report``: every step of one layer and head as a self-contained web page."""

import sys
from argparse import Namespace
from pathlib import Path

from engine.cli.view import notes, open_view
from engine.cli.wording import Refusal
from engine.examples import HUNGRY
from engine.report import page


def run(options: Namespace) -> None:
    view = open_view(_sentence(options), options)
    for note in notes(view.tokens):
        print(note, file=sys.stderr)
    html = page(view.run, view.sentence, view.look, notes(view.tokens))
    print(_written(html, options.output))


def _sentence(options: Namespace) -> str:
    if options.sentence is not None and options.default:
        raise Refusal("Give a sentence or --default, not both.")
    return HUNGRY if options.sentence is None else str(options.sentence)


def _written(html: str, path: Path) -> Path:
    try:
        path.write_text(html, encoding="utf-8", newline="\n")
        return path.resolve()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refusal(f"The report cannot be written to {path}: {reason}.") from error

"""What can be asked on the command line."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from engine.cli import attend, report, translate, vector_file, words
from engine.cli.wording import Refusal
from engine.sequences.decode import MOST_BEAMS
from engine.sequences.model import KINDS, LANGUAGES
from engine.similarity import METRICS

SENTENCE = "the text to read; - reads it from standard input"


class Parser(argparse.ArgumentParser):
    """Refuses in one sentence instead of printing the usage and leaving."""

    def error(self, message: str) -> NoReturn:
        raise Refusal(f"{message[:1].upper()}{message[1:]}. ({self.prog} --help tells what can be asked.)")


def parser() -> Parser:
    """Each command's function is in ``run``."""
    top = Parser(
        prog="python -m engine",
        description="Attention Explorer without its window. Layers, heads and positions count from 1.",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _words(commands.add_parser("words", help="lengths, similarities and the plane of some words"))
    _attend(
        commands.add_parser("attend", help="where one head looks from one token, and how it was computed")
    )
    _report(commands.add_parser("report", help="every step of one head, as a web page"))
    _translate(commands.add_parser("translate", help="an English or Chinese sentence in the other language"))
    _write(commands.add_parser("write", help="how the language model goes on from the words given"))
    return top


def _words(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", nargs="*", metavar="WORD")
    command.add_argument(
        "--neighbours", type=whole(1, 1000), metavar="N", help="also the N nearest words of each"
    )
    command.add_argument(
        "--metric",
        choices=tuple(METRICS),
        default="cosine",
        help="what the neighbours are nearest by (default cosine)",
    )
    _analogy(command.add_argument_group("analogy"))
    vector_file.add_options(command.add_argument_group("other vectors"))
    _json(command)
    command.set_defaults(run=words.run)


def _analogy(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--analogy", nargs=3, metavar=("A", "B", "C"), help="the words nearest to A - B + C")
    group.add_argument("--raw", action="store_true", help="of vectors as they are, not brought to length 1")
    group.add_argument("--inputs", action="store_true", help="the three words themselves may be answers")
    group.add_argument("--product", action="store_true", help="by 3CosMul instead of 3CosAdd")


def _attend(command: argparse.ArgumentParser) -> None:
    command.add_argument("sentence", metavar="SENTENCE", help=SENTENCE)
    _view(command)
    _json(command)
    command.set_defaults(run=attend.run)


def _report(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "sentence", metavar="SENTENCE", nargs="?", help=f"{SENTENCE}; without it, the default"
    )
    command.add_argument("--default", action="store_true", help="the default sentence")
    command.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE.html", help="file to write"
    )
    _view(command)
    command.set_defaults(run=report.run)


def _translate(command: argparse.ArgumentParser) -> None:
    command.add_argument("sentence", metavar="SENTENCE", help=SENTENCE)
    command.add_argument("--to", choices=LANGUAGES, help="default: the language that the sentence is not in")
    command.add_argument(
        "--model",
        choices=KINDS[:3],
        default="attention",
        help="a recurrent network with one fixed vector, one with attention (default), or a Transformer",
    )
    command.add_argument(
        "--layer", type=whole(1), metavar="L", help="whose alignment is told; default: the last"
    )
    command.add_argument("--head", type=whole(1), metavar="H", help="default 1")
    _decoding(command)
    _json(command)
    command.set_defaults(run=translate.run)


def _write(command: argparse.ArgumentParser) -> None:
    command.add_argument("sentence", metavar="BEGINNING", help="English words; - reads standard input")
    _decoding(command)
    _json(command)
    command.set_defaults(run=translate.write, layer=None, head=None)


def _decoding(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("how tokens are chosen (default: the likeliest)")
    group.add_argument(
        "--beam", type=whole(1, MOST_BEAMS), metavar="N", help="the best of N kept at each step"
    )
    group.add_argument(
        "--temperature", type=_warm, metavar="T", help="drawn by probability; 0 is the likeliest"
    )
    group.add_argument("--seed", type=whole(0), default=0, metavar="N", help="of the draws (0)")


def _warm(text: str) -> float:
    """A temperature from 0 to 100."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 100")
    return number


def _json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="for other programs, in full precision")


def _view(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--layer", type=whole(1), metavar="L", help="default 4, or the last if there are fewer"
    )
    command.add_argument(
        "--head", type=whole(1), metavar="H", help="default 2, or the last if there are fewer"
    )
    command.add_argument(
        "--from",
        dest="start",
        metavar="TOKEN",
        help="the query: a token (its first occurrence) or a position; default: the first that is not special",
    )
    source = command.add_argument_group("what attends")
    source.add_argument(
        "--source",
        choices=("minilm", "fresh"),
        default="minilm",
        help="the trained model (default), or an untrained layer on the bare word vectors",
    )
    source.add_argument(
        "--heads", type=whole(1, 64), default=8, metavar="N", help="of the fresh layer (default 8)"
    )
    source.add_argument(
        "--d-head", type=whole(1, 512), default=64, metavar="N", help="width of its heads (64)"
    )
    source.add_argument(
        "--seed", type=whole(0), default=0, metavar="N", help="its weights are drawn from it (0)"
    )


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""
    bounds = f"from {least} to {most}" if most else f"from {least} on"

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() and len(text) < 19 else None
        if number is None or number < least or (most and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {bounds}")
        return number

    return read

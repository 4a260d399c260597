"""Runs a command; whatever the input can do wrong ends in one sentence on stderr and exit code 2."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from engine.cli.arguments import parser
from engine.cli.wording import Refusal, worded
from engine.errors import EngineError

REFUSED = 2
INTERRUPTED = 130  # 128 + SIGINT, as shells have it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with ``arguments``, else those of the process.  Returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # any text can be printed on any terminal
    try:
        options = parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except (Refusal, EngineError) as error:
        print(worded(error), file=sys.stderr)
        return REFUSED
    except BrokenPipeError:  # whoever read us has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0

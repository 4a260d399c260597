"""The command line: one module per command, the arguments, and the wording of errors."""

from engine.cli.command import main

__all__ = ["main"]

"""A person's own word vectors, opened from the files that people have, with a report of what was found."""

from engine.opening.open import Opened, open_file
from engine.opening.report import REASONS, Header, ImportReport, Skipped

__all__ = ["REASONS", "Header", "ImportReport", "Opened", "Skipped", "open_file"]

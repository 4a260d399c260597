"""How the workroom makes what the other pages of the translation show; None while a page is not looked at."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.errors import DataFileError
from engine.sequences.beside import Beside, translated
from engine.sequences.model import SequenceModel
from engine.sequences.searching import Searched, search
from engine.sequences.writing import Method, Writing, write
from engine.trace import Stop
from gui.owners import Openable
from gui.rooms.translation import DESK, TranslationRoom, possible
from gui.shelf import Shelf
from gui.state import State

T = TypeVar("T")

LANGUAGE = "language"
SHOWN_BESIDE = ("fixed", "attention", "transformer")


class TranslationPagesRoom(TranslationRoom):
    """Uses the models that the translation has loaded, and keeps what was made last for each page."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._page_made: dict[str, tuple[object, Any]] = {}  # by page: what it was made of, and what it is

    def _once(self, page: str, of: object, make: Callable[[], T]) -> T:
        """What a page shows; made anew only of something else."""
        if page not in self._page_made or self._page_made[page][0] != of:
            self._page_made[page] = of, make()
        found: T = self._page_made[page][1]
        return found

    def searched(self, state: State, stop: Stop) -> Searched | None:
        if not _seen(state, "beam"):
            return None
        model, text, width = self._read_by(state), state.seq_text, state.seq_width
        return self._once(
            "beam", (model, text, width), lambda: search(model, model.encode(text), width, stop)
        )

    def beside(self, state: State, stop: Stop) -> Beside | None:
        """By all models that can be loaded; DataFileError if none can."""
        if not _seen(state, "beside"):
            return None
        of = state.seq_source, state.seq_text
        return self._once("beside", of, lambda: self._translated_by_all(state, stop))

    def _translated_by_all(self, state: State, stop: Stop) -> Beside:
        made, missing = [], {}
        for kind in SHOWN_BESIDE:
            try:
                model = self.sequence_model(kind, state.seq_source)
            except DataFileError as error:
                missing[kind] = error.with_traceback(None)
            else:
                made.append(translated(model, state.seq_text, stop))
        if not made:
            raise missing[SHOWN_BESIDE[0]]
        return Beside(tuple(made), missing)

    def writing(self, state: State, stop: Stop) -> Writing | None:
        if state.desk != DESK or state.seq_model != LANGUAGE:
            return None
        method = Method(state.seq_method, state.seq_temperature, state.seq_seed)
        model, text, to_end = self._read_by(state), state.seq_prompt, state.seq_to_end
        added, changes = possible(state.seq_prefix, model), state.seq_changes
        of = model, text, added, method, to_end, changes
        return self._once(LANGUAGE, of, lambda: write(model, text, added, method, to_end, changes, stop))

    def _read_by(self, state: State) -> SequenceModel:
        """The model that is chosen."""
        return self.sequence_model(state.seq_model, state.seq_source)

    def translation_run(self, state: State, stop: Stop) -> Openable | None:
        """What a number that begins with ``encoder.`` or ``decoder.`` is from."""
        found = self.writing(state, stop)
        return found.run if found else super().translation_run(state, stop)


def _seen(state: State, page: str) -> bool:
    return state.desk == DESK and state.seq_page == page and state.seq_model != LANGUAGE

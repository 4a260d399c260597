"""How the workroom makes what is kept from token to token: the key/value cache and its cost, three kinds of memory."""

from dataclasses import replace

from engine.errors import DataFileError
from engine.memories.recall import recall
from engine.memories.run import MemoryRun, MemorySettings
from engine.sequences.model import SequenceModel
from engine.sequences.sentence import NOTHING, language_of
from engine.sequences.speed import measure
from engine.sequences.work import Ledger, ledger
from engine.sequences.writing import read_prompt
from engine.trace import Stop
from gui.owners import Openable
from gui.results_of_desks import Measured, Recalled
from gui.rooms.translation import TranslationRoom
from gui.shelf import Shelf
from gui.state import State

DESK = "memory"


class MemoryRoom(TranslationRoom):
    """Keeps the last ledger, the last measurement, and the memories last read."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._last_ledger: tuple[object, Ledger] | None = None
        self._last_measured: Measured | None = None
        self._last_memories: tuple[object, MemoryRun] | None = None
        self._last_recalled: Recalled | None = None

    def ledger(self, state: State, stop: Stop) -> Ledger | None:
        """Made while its page is looked at."""
        if state.desk != DESK or state.mem_page != "cache":
            return None
        return self._cache_counted(state, stop)

    def _cache_counted(self, state: State, stop: Stop) -> Ledger:
        translates = state.mem_model == "transformer"
        wanted = state.mem_model, state.mem_text if translates else state.mem_prompt
        if self._last_ledger is None or self._last_ledger[0] != wanted:
            made = (
                self._cache_of_translation(state, stop)
                if translates
                else self._cache_of_language(state, stop)
            )
            self._last_ledger = wanted, made
        return self._last_ledger[1]

    def _cache_of_translation(self, state: State, stop: Stop) -> Ledger:
        source = language_of(state.mem_text) or "en"
        model = self.sequence_model("transformer", source)
        return ledger(model, model.encode(state.mem_text), recurrent=self._with_a_state(source), stop=stop)

    def _with_a_state(self, source: str) -> SequenceModel | None:
        """The recurrent model of a direction, if it is there."""
        try:
            return self.sequence_model("fixed", source)
        except DataFileError:
            return None

    def _cache_of_language(self, state: State, stop: Stop) -> Ledger:
        model = self.sequence_model("language", "en")
        prompt = read_prompt(state.mem_prompt, model)
        made = ledger(model, NOTHING, tuple(map(int, prompt.ids)), stop=stop)
        return replace(made, prompt=prompt)

    def translation_run(self, state: State, stop: Stop) -> Openable | None:
        """On this desk the decoder's numbers are those of the cached run."""
        if state.desk == DESK:
            return self._cache_counted(state, stop).run
        return super().translation_run(state, stop)

    def speeds(self, state: State, stop: Stop) -> Measured | None:
        """Measured anew for every request; the last ones stay when a measurement is stopped."""
        request, kept = state.mem_measuring, self._last_measured
        if request > 0 and (kept is None or kept.request != request):
            run = self._cache_counted(state, stop).run
            found = measure(run.model, run.source, run.read, stop=stop)
            self._last_measured = Measured(request, run.model.name, found)
        return self._last_measured

    def memory_run(self, state: State, stop: Stop) -> MemoryRun:
        """The three kinds of memory on the sentence.  EmptySentenceError if none of its words has a vector."""
        settings = MemorySettings(state.mem_features, state.mem_maps, state.mem_seed, state.mem_rate)
        wanted = self.open_vectors, state.mem_sentence, settings
        if self._last_memories is None or self._last_memories[0] != wanted:
            self._last_memories = wanted, MemoryRun.read(*wanted, stop)
        return self._last_memories[1]

    def memories(self, state: State, stop: Stop) -> MemoryRun | None:
        """Made while its page is looked at, as is the recall."""
        if state.desk != DESK or state.mem_page != "kinds":
            return None
        return self.memory_run(state, stop)

    def recalled(self, state: State, stop: Stop) -> Recalled | None:
        run = self.memories(state, stop)
        if run is None or state.mem_kinds != "recall":
            return None
        if self._last_recalled is None or self._last_recalled.run is not run:
            self._last_recalled = Recalled(run, recall(run, stop))
        return self._last_recalled

"""How the workroom translates: models loaded once, a sentence written to its end, and where it is from."""

from dataclasses import replace
from functools import cached_property

from engine.errors import DataFileError
from engine.examples import TRANSLATIONS
from engine.sequences.decode import beam, greedy, sample
from engine.sequences.evaluation import Scores, load_scores
from engine.sequences.model import LANGUAGES, SequenceModel, load, model_name
from engine.sequences.origin import Origins
from engine.sequences.run import SequenceRun
from engine.trace import Stop
from engine.translation_text import END, LONGEST
from gui.owners import Openable
from gui.results_of_desks import Origin, PairOffered, Translation
from gui.rooms.words import WordsRoom
from gui.shelf import Shelf
from gui.state import State

DESK = "translation"


class TranslationRoom(WordsRoom):
    """Keeps the models, and the last translation without and with the changes."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._sequence_models: dict[str, SequenceModel] = {}
        self._translated: dict[bool, tuple[object, Translation]] = {}  # by whether changes are in force

    def sequence_model(self, kind: str, source: str) -> SequenceModel:
        """A shipped model; that of English for "language".  DataFileError if it cannot be used."""
        name = model_name(kind, source)
        if name not in self._sequence_models:
            self._sequence_models[name] = load(name)
        return self._sequence_models[name]

    def translation(self, state: State, stop: Stop) -> Translation | None:
        """Made while its desk is looked at, and of models that read a source."""
        if state.desk != DESK or state.seq_model == "language":
            return None
        plain = self._translate(replace(state, seq_changes=()), stop)
        if not state.seq_changes:
            return plain
        made = self._translate(state, stop)
        if made.before is None:
            model, run = made.run.model, made.run
            same = SequenceRun.begin(model, run.source, run.written, stop=stop)
            made = replace(made, unchanged=same, before=plain.run)
            self._translated[True] = self._translated[True][0], made
        return made

    def _translate(self, state: State, stop: Stop) -> Translation:
        wanted = _asked_for(state)
        changed = bool(state.seq_changes)
        kept = self._translated.get(changed)
        if kept is None or kept[0] != wanted:
            model = self.sequence_model(state.seq_model, state.seq_source)
            source, prefix = model.encode(state.seq_text), possible(state.seq_prefix, model)
            start = SequenceRun.begin(model, source, prefix, state.seq_changes, stop)
            kept = self._translated[changed] = wanted, written(start, state, stop)
        return kept[1]

    def translation_run(self, state: State, stop: Stop) -> Openable | None:
        """The run that is walked through, for the arithmetic of its numbers."""
        made = self.translation(state, stop)
        return made.run if made else None

    @cached_property
    def origins(self) -> Origins:
        return Origins.load()

    def origin(self, state: State, stop: Stop) -> Origin | None:
        """Where the sentence is from; None if that cannot be told."""
        if state.desk != DESK:
            return None
        here, there = state.seq_source, next(other for other in LANGUAGES if other != state.seq_source)
        try:
            found = self.origins.find(state.seq_text, here)
        except DataFileError:
            return None
        references = dict.fromkeys(str(getattr(pair, there)) for pair in found)
        return Origin(state.seq_text, self.origins.side(found), tuple(references))

    def pairs(self, state: State, stop: Stop) -> tuple[PairOffered, ...]:
        """Examples to translate: everyday ones, and those that were held out."""
        if state.desk != DESK:
            return ()
        everyday = [
            PairOffered(en, zh, self.origins.side(self.origins.find(en, "en"))) for en, zh in TRANSLATIONS
        ]
        return *everyday, *(PairOffered(one.en, one.zh, "test") for one in self._recorded.examples)

    def scores(self, state: State, stop: Stop) -> Scores | None:
        return self._recorded if state.desk == DESK else None

    @cached_property
    def _recorded(self) -> Scores:
        return load_scores()


def _asked_for(state: State) -> object:
    """All that makes a difference to a translation."""
    how: tuple[object, ...] = {
        "beam": (state.seq_width,),
        "sample": (state.seq_temperature, state.seq_seed),
    }.get(state.seq_method, ())
    what = state.seq_text, state.seq_source, state.seq_model, state.seq_prefix, state.seq_changes
    return what, state.seq_method, how


def possible(prefix: tuple[int, ...], model: SequenceModel) -> tuple[int, ...]:
    """As much of a prefix, which may come from a file, as the model can have written."""
    count = len(model.target_words)
    stands = next((place for place, token in enumerate(prefix) if token >= count), len(prefix))
    kept = prefix[: min(stands, LONGEST)]
    return kept[: kept.index(END) + 1] if END in kept else kept


def written(run: SequenceRun, state: State, stop: Stop) -> Translation:
    """The run, gone on with to its end in the way that was chosen."""
    if state.seq_method == "beam":
        found = beam(run, state.seq_width, stop)
        return Translation(found.best, found)
    if state.seq_method == "sample":
        return Translation(sample(run, state.seq_temperature, state.seq_seed, stop))
    return Translation(greedy(run, stop))

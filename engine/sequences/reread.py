"""The decoder of a Transformer without a cache: for every token it reads all of them again."""

from dataclasses import dataclass

from engine.parallel import one_blas_thread
from engine.recipes import Recipe
from engine.sequences.model import SequenceModel
from engine.sequences.run import encoded, of_target
from engine.sequences.sentence import Sentence
from engine.steps.base import Array
from engine.trace import Stop, Trace, never_stop

ENDING = 2  # steps of a decoder's recipe that make a prediction of its last vectors: logits, probabilities


@dataclass(frozen=True, eq=False)
class Reread:
    """All that one token costs: the blocks over all tokens read so far, and the prediction from the last of them."""

    body: Trace
    ending: Trace

    @property
    def logits(self) -> Array:
        """Of the next token ``[vocab]``."""
        return self.ending[self.ending.recipe[0].output][0]


class Rereader:
    """A model and a source, which is encoded once; ``of_source`` is all that is kept of it."""

    def __init__(self, model: SequenceModel, source: Sentence, stop: Stop = never_stop) -> None:
        self.model = model
        self.of_source = encoded(model, source, stop)
        self._body, self._ending = _parted(model.target_recipe())

    def read(self, tokens: tuple[int, ...], stop: Stop = never_stop) -> Reread:
        """Everything from the first token on; only the last vector is compared with the vocabulary."""
        given = {**self.model.weights, **self.of_source, **of_target(tokens)}
        last = self._ending[0].inputs[0]
        with one_blas_thread():
            body = Trace.compute(self._body, given, stop=stop)
            ending = Trace.compute(self._ending, given | {last: body[last][-1:]}, stop=stop)
        return Reread(body, ending)


def _parted(recipe: Recipe) -> tuple[Recipe, Recipe]:
    return recipe[:-ENDING], recipe[-ENDING:]

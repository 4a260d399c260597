"""A language model writes on from a beginning, one token at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.edits import Edit
from engine.sequences.decode import drawn, greedy, sample
from engine.sequences.model import SequenceModel
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import NOTHING, Sentence, seen_tokens
from engine.trace import Stop, never_stop
from engine.translation_text import LONGEST, UNKNOWN

MOST_PROMPT = LONGEST - 1  # tokens that are read of a beginning: at least one can be written


@dataclass(frozen=True, eq=False)
class Writing:
    """``run`` has read the start mark, the tokens of ``prompt`` and what was written after them; ``following`` is the
    token that comes next by the method, None when no more may be written.
    """

    run: SequenceRun
    prompt: Sentence  # without an end mark
    following: int | None

    @property
    def added(self) -> tuple[int, ...]:
        """What was written after the prompt."""
        return self.run.written[len(self.prompt) :]


def read_prompt(text: str, model: SequenceModel) -> Sentence:
    """The first ``MOST_PROMPT`` tokens; none of a text that has none."""
    words = model.target_words
    tokens = seen_tokens(text, model.target)
    kept = tokens[:MOST_PROMPT]
    if not kept:
        return NOTHING
    ids = words.encode(kept)
    unknown = tuple(number == UNKNOWN for number in ids)
    return Sentence(tuple(kept), np.array(ids, np.int64), unknown, len(tokens) - len(kept))


@dataclass(frozen=True)
class Method:
    """``sample`` draws by a temperature and a seed; all else takes the likeliest."""

    name: str = "greedy"
    temperature: float = 1.0
    seed: int = 0

    @property
    def draws(self) -> bool:
        return self.name == "sample"

    def next(self, run: SequenceRun) -> int:
        """The token after what is written."""
        if self.draws:
            return drawn(run.logits, self.temperature, self.seed, len(run.written))
        return int(run.logits.argmax())

    def finish(self, run: SequenceRun, stop: Stop) -> SequenceRun:
        """The run up to the end mark, or the limit."""
        return sample(run, self.temperature, self.seed, stop) if self.draws else greedy(run, stop)


def write(
    model: SequenceModel,
    text: str,
    added: Sequence[int],
    method: Method,
    to_end: bool = False,
    changes: Sequence[Edit] = (),
    stop: Stop = never_stop,
) -> Writing:
    """Read a beginning and what was added to it, as far as the limit allows; ``to_end``: go on to the end mark.  Raises
    what SequenceRun does of changes that cannot be made.
    """
    prompt = read_prompt(text, model)
    room = LONGEST - len(prompt)
    run = SequenceRun.begin(model, NOTHING, (*map(int, prompt.ids), *added[:room]), changes, stop)
    if to_end:
        run = method.finish(run, stop)
    return Writing(run, prompt, None if run.full else method.next(run))

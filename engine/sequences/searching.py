"""Beam search of a sentence beside greedy decoding: what each writes, and what each makes of its own output."""

from dataclasses import dataclass

from engine.sequences.decode import Beam, beam, greedy, log_chances
from engine.sequences.model import SequenceModel
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import Sentence
from engine.trace import Stop, never_stop


@dataclass(frozen=True, eq=False)
class Searched:
    """``start`` has read the sentence and written nothing."""

    start: SequenceRun
    beam: Beam
    greedy: SequenceRun

    @property
    def parting(self) -> int | None:
        """Place of the first token at which the winner is not what greedy wrote; None if they are the same."""
        return parting([self.beam.best.written, self.greedy.written])


def search(model: SequenceModel, sentence: Sentence, width: int, stop: Stop = never_stop) -> Searched:
    """All of it from the beginning of the output."""
    start = SequenceRun.begin(model, sentence, stop=stop)
    return Searched(start, beam(start, width, stop), greedy(start, stop))


def parting(outputs: list[tuple[int, ...]]) -> int | None:
    """The first place at which outputs are not all the same; one that ends earlier differs there."""
    for place in range(max(map(len, outputs), default=0)):
        if len({output[place : place + 1] for output in outputs}) > 1:
            return place
    return None


def mean_log_chance(run: SequenceRun) -> float:
    """Of the tokens written, by which beam search judges a hypothesis; 0 of none."""
    logs = [float(log_chances(run.predicted(place))[token]) for place, token in enumerate(run.written)]
    return sum(logs) / len(logs) if logs else 0.0

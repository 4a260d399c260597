"""How the workroom measures what lies between the words of a sentence: paths, costs, forgetting, mixing, counting."""

from engine.connections import ATTENTION, BACKWARD, MOST_WORDS, RECURRENT, Stack, convolution, walk
from engine.costs import FORMULAS, Shape, costs, crossings, curve
from engine.errors import EmptySentenceError
from engine.fading import Fading, fading
from engine.forgetting import Sensitivity, of_last_place, of_last_state
from engine.mixing import FIXED, most_unlike_row, unlike
from engine.ngrams import ORDERS, Counted, training_sentences
from engine.run import Run
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import language_of
from engine.trace import Stop
from engine.translation_text import TOKENS, english_tokens
from gui.results_of_desks import Costs, Counting, Forgetting, Mixing, WordPath
from gui.rooms.runs import RunsRoom
from gui.rooms.translation import TranslationRoom
from gui.shelf import Shelf
from gui.state import State

DESK = "distance"


class DistanceRoom(RunsRoom, TranslationRoom):
    """Keeps the n-grams, and the sentences that were last mixed."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._counted: Counted | None = None
        self._mixed: dict[str, Run] = {}
        self._measured: dict[tuple[str, str, bool], Sensitivity] = {}  # of the sentence last read

    def far_path(self, state: State, stop: Stop) -> WordPath | None:
        """EmptySentenceError if there is no word."""
        if not _looked_at(state, "path"):
            return None
        words, dropped = read_words(state.far_text)
        if not words:
            raise EmptySentenceError
        count = len(words)
        start, end = (min(place, count - 1) for place in (state.far_from, state.far_to))
        stack = _stack(state)
        nets = {
            "recurrent": RECURRENT if start <= end else BACKWARD,
            "convolution": convolution(stack),
            "attention": ATTENTION,
        }
        walks = {name: walk(net, start, end, count) for name, net in nets.items()}
        return WordPath(words, dropped, start, end, stack, walks)

    def far_costs(self, state: State, stop: Stop) -> Costs | None:
        if not _looked_at(state, "path"):
            return None
        count = max(len(read_words(state.far_text)[0]), 1)
        shape = Shape(state.far_n or count, state.far_d, _stack(state))
        curves = {name: curve(name, shape) for name in FORMULAS}
        return Costs(shape, costs(shape), curves, crossings(shape))

    def far_forgetting(self, state: State, stop: Stop) -> Forgetting | None:
        """The sentence is read by the models of its own language.  EmptySentenceError if there is no word."""
        if not _looked_at(state, "forgetting"):
            return None
        source = language_of(state.far_text) or "en"
        sentence = self.sequence_model(state.far_kind, source).encode(state.far_text)
        return Forgetting(
            state.far_text,
            source,
            sentence.texts,
            sentence.left_out,
            sentence.dropped,
            state.far_kind,
            state.far_backward,
            self._sensitivity(state.far_kind, source, state, stop),
            self._sensitivity("transformer", source, state, stop),
        )

    def _sensitivity(self, kind: str, source: str, state: State, stop: Stop) -> Sensitivity:
        """Of the last state, or of the last place of a Transformer; measured once."""
        text, backward = state.far_text, state.far_backward and kind != "transformer"
        if (text, kind, backward) not in self._measured:
            run = self._encoded(kind, source, text, stop)
            assert run.source_trace is not None
            if kind == "transformer":
                found = of_last_place(run.source_trace, run.model.memory, stop)
            else:
                direction = "backward" if backward else "forward"
                found = of_last_state(run.source_trace, direction, len(run.source), stop)
            others = {asked: one for asked, one in self._measured.items() if asked[0] == text}
            self._measured = {**others, (text, kind, backward): found}
        return self._measured[text, kind, backward]

    def _encoded(self, kind: str, source: str, text: str, stop: Stop) -> SequenceRun:
        model = self.sequence_model(kind, source)
        return SequenceRun.begin(model, model.encode(text), stop=stop)

    def far_fading(self, state: State, stop: Stop) -> Fading | None:
        if not _looked_at(state, "forgetting"):
            return None
        return fading(state.far_recurrence, state.far_radius, state.far_seed, stop)

    def far_mixing(self, state: State, stop: Stop) -> Mixing | None:
        if not _looked_at(state, "mixing"):
            return None
        texts = state.far_text, state.far_other
        self._mixed = {text: self._mixed.get(text) or self._read(text, stop) for text in texts}
        runs = [self._mixed[text] for text in texts]
        sizes = self.minilm.sizes
        layer, head = min(state.far_layer, sizes.layers - 1), min(state.far_head, sizes.heads - 1)
        a, b = (run.trace(layer, stop)[f"blocks.{layer}.attn.weights"][head] for run in runs)
        make = FIXED[state.far_fixed]
        fixed_a, fixed_b = (make(len(one), state.far_width, state.far_seed) for one in (a, b))
        words_a, words_b = (run.tokens.texts for run in runs)
        return Mixing(
            layer,
            head,
            sizes.layers,
            sizes.heads,
            (words_a, words_b),
            (_unknown(runs[0]), _unknown(runs[1])),
            (runs[0].tokens.dropped, runs[1].tokens.dropped),
            (a, b),
            (fixed_a, fixed_b),
            state.far_fixed,
            state.far_seed,
            (unlike(a, b), unlike(fixed_a, fixed_b)),
            most_unlike_row(a, b, _same_words(*runs)),
        )

    def _read(self, text: str, stop: Stop) -> Run:
        return Run.forward(self.minilm, self.minilm.encode(text), stop=stop)

    def far_counting(self, state: State, stop: Stop) -> Counting | None:
        """The sentences are counted when the page is looked at for the first time."""
        if not _looked_at(state, "counting"):
            return None
        if self._counted is None:
            self._counted = Counted.of(training_sentences(stop), stop)
        counted, prefix = self._counted, tuple(english_tokens(state.far_prefix))
        by_order = tuple(counted.after(prefix, order) for order in ORDERS)
        return Counting(
            prefix,
            tuple(dict.fromkeys(word for word in prefix if word not in counted.numbers)),
            by_order[ORDERS.index(state.far_order)],
            by_order,
            counted.coverage(),
            counted.sentences,
            counted.tokens,
            counted.words,
        )


def _looked_at(state: State, page: str) -> bool:
    return state.desk == DESK and state.far_page == page


def _unknown(run: Run) -> tuple[str, ...]:
    """What a model read as unknown, as it was typed; what was typed as [UNK] aside."""
    tokens = run.tokens
    typed = (tokens.source(i) for i, unknown in enumerate(tokens.unknown) if unknown)
    return tuple(word for word in dict.fromkeys(typed) if word not in ("", *tokens.texts))


def _same_words(a: Run, b: Run) -> list[int]:
    """Places with the same token in both sentences; the models' own tokens aside."""
    both = zip(a.tokens.texts, b.tokens.texts, a.tokens.special, strict=False)
    return [place for place, (one, other, special) in enumerate(both) if one == other and not special]


def _stack(state: State) -> Stack:
    return Stack(state.far_width, state.far_dilation, state.far_doubling)


def read_words(text: str) -> tuple[tuple[str, ...], int]:
    """The words of a sentence, or its characters if it is Chinese, as far as they are followed; how many more there
    are.
    """
    words = TOKENS[language_of(text) or "en"](text)
    return tuple(words[:MOST_WORDS]), max(len(words) - MOST_WORDS, 0)

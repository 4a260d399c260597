"""``translate`` and ``write``: what a sequence model makes of a sentence, token by token."""

import json
import sys
from argparse import Namespace

from engine.cli.table import table
from engine.cli.view import chosen, reading
from engine.cli.wording import Refusal, listed
from engine.errors import EmptySentenceError
from engine.sequences.decode import beam, greedy, sample
from engine.sequences.model import load, model_name
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import MOST_SOURCE, NOTHING, language_of
from engine.translation_text import LONGEST, TOKENS

LANGUAGES = {"en": "English", "zh": "Chinese"}
BEST = 3  # of the source's tokens that a line of text names


def run(options: Namespace) -> None:
    """Translate a sentence."""
    text = reading(options.sentence)
    source = _source(text, options.to)
    model = load(model_name(options.model, source))
    try:
        sentence = model.encode(text)
    except EmptySentenceError as error:
        raise Refusal("The sentence is empty: type at least one word.") from error
    begun = SequenceRun.begin(model, sentence)
    for note in _notes(begun):
        print(note, file=sys.stderr)
    _say(_decoded(begun, options), options, 0)


def write(options: Namespace) -> None:
    """Go on from the beginning of an English sentence."""
    model = load(model_name("language", "en"))
    tokens = TOKENS["en"](reading(options.sentence))
    if len(tokens) >= LONGEST:
        raise Refusal(f"The beginning has {len(tokens)} tokens; the model writes no more than {LONGEST}.")
    prefix = model.target_words.encode(tokens)
    unknown = [token for token in tokens if token not in model.target_words.numbers]
    if unknown:
        print(f"Not in the vocabulary, read as <unk>: {listed(unknown)}.", file=sys.stderr)
    _say(_decoded(SequenceRun.begin(model, NOTHING, prefix), options), options, len(prefix))


def _source(text: str, target: str | None) -> str:
    """The language to translate from; refused where the text is plainly of the other one."""
    found = language_of(text)
    if target is None:
        return found or "en"
    source = "zh" if target == "en" else "en"
    if found == target:
        raise Refusal(f"The sentence is {LANGUAGES[found]} already. To translate it, ask for --to {source}.")
    return source


def _decoded(begun: SequenceRun, options: Namespace) -> SequenceRun:
    if options.beam:
        return beam(begun, options.beam).best
    if options.temperature is not None:
        return sample(begun, options.temperature, options.seed)
    return greedy(begun)


def _notes(run: SequenceRun) -> list[str]:
    notes = []
    if run.source.left_out:
        notes.append(f"Not in the vocabulary, read as <unk>: {listed(run.source.left_out)}.")
    if run.source.dropped:
        notes.append(f"Only the first {MOST_SOURCE} tokens are read; {run.source.dropped} more are left out.")
    return notes


def _say(run: SequenceRun, options: Namespace, given: int) -> None:
    if not run.ended:
        print(f"The model did not end: it was stopped after {LONGEST} tokens.", file=sys.stderr)
    said = json.dumps(_json(run, options, given), indent=2, allow_nan=False, ensure_ascii=False)
    print(said if options.json else _text(run, options, given))


def _place(run: SequenceRun, options: Namespace) -> tuple[int, int]:
    """Layer and head of the alignment, from 0."""
    sizes, last = run.model.sizes, run.model.sizes.layers - 1
    return (
        chosen("Layer", "layers", options.layer, last, sizes.layers),
        chosen("Head", "heads", options.head, 0, sizes.heads),
    )


def _json(run: SequenceRun, options: Namespace, given: int) -> dict[str, object]:
    """``alignment`` has a row for each token written, a column for each of the source; layer and head count from 1."""
    alignment = run.alignment(*_place(run, options))
    told: dict[str, object] = {
        "model": run.model.name,
        "text": run.text,
        "tokens_in": list(run.source.texts) if run.model.reads else list(run.output[:given]),
        "tokens_out": list(run.output[given:]),
        "probabilities": _probabilities(run, given),
        "alignment": None if alignment is None else [[float(w) for w in row] for row in alignment],
        "unknown": list(run.source.left_out),
        "dropped": run.source.dropped,
        "ended": run.ended,
    }
    if run.model.kind == "transformer":
        layer, head = _place(run, options)
        told |= {"layer": layer + 1, "head": head + 1}
    return told


def _probabilities(run: SequenceRun, given: int) -> list[float]:
    return [float(run.chances(place)[token]) for place, token in enumerate(run.written) if place >= given]


def _text(run: SequenceRun, options: Namespace, given: int) -> str:
    alignment = run.alignment(*_place(run, options))
    rows = []
    chances = _probabilities(run, given)
    for place, (token, chance) in enumerate(zip(run.output[given:], chances, strict=True)):
        row = [token, f"{chance:.4f}"]
        if alignment is not None:
            order = alignment[place].argsort()[::-1][:BEST]
            row.append(", ".join(f"{run.source.texts[i]} {alignment[place, i]:.2f}" for i in order))
        rows.append(row)
    head = ["token", "probability", *(["looks at"] if alignment is not None else [])]
    return table(f"{run.model.name}: {run.text}\n", head, rows)

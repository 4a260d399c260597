"""What models, methods and directions of a translation are called, and what there is to say of a source sentence."""

from collections.abc import Mapping

from engine.errors import EmptySentenceError
from engine.sequences.run import SequenceRun
from engine.sequences.sentence import MOST_SOURCE, language_of
from engine.translation_text import LONGEST
from gui.results import Results
from gui.results_of_desks import Origin, PairOffered
from gui.widgets.notice import clipped
from gui.wording.errors import NAMED, sentence
from gui.wording.places import tr

KINDS: Mapping[str, tuple[str, str]] = {
    "fixed": (
        "Fixed vector",
        "Two recurrent networks; all that the decoder is given of the sentence is one vector.",
    ),
    "attention": (
        "Attention",
        "The same networks; the decoder looks back at every word, each time with other weights.",
    ),
    "transformer": (
        "Transformer",
        "No recurrence: attention within each sentence, and from the translation to the source.",
    ),
    "language": (
        "Language model",
        "No source: it writes on from the words that you give it, one token at a time.",
    ),
}
METHODS: Mapping[str, tuple[str, str]] = {
    "greedy": ("Greedy", "Always the likeliest token"),
    "beam": ("Beam", "Several sentences are kept at each step; the likeliest whole wins"),
    "sample": ("Sample", "Each token is drawn by its probability"),
}
LANGUAGES: Mapping[str, str] = {"en": "English", "zh": "Chinese"}
SIDES: Mapping[str, str] = {
    "train": "in the training data",
    "validation": "held out for validation",
    "test": "held out",
}

ORIGINS: Mapping[str, str] = {
    "": "(not in the data)",
    "train": "(in the training data)",
    "validation": "(held out: used to choose the weights, not to learn)",
    "test": "(held out: no model has learnt from it)",
}


def kind_title(kind: str) -> str:
    return tr(KINDS[kind][0])


def kind_tip(kind: str) -> str:
    return tr(KINDS[kind][1])


def method_title(method: str) -> str:
    return tr(METHODS[method][0])


def method_tip(method: str) -> str:
    return tr(METHODS[method][1])


def language_title(language: str) -> str:
    return tr(LANGUAGES[language])


def direction_title(source: str) -> str:
    """``English → Chinese``."""
    target = "zh" if source == "en" else "en"
    return tr("{0} → {1}", language_title(source), language_title(target))


def pair_title(pair: PairOffered, source: str) -> str:
    """An example in the language that is read, and whether the models have learnt it."""
    text = getattr(pair, source)
    return f"{text}   ({tr(SIDES[pair.side])})" if pair.side else text


def origin_in_words(origin: Origin | None, written: str, before: str | None) -> str:
    """What the model made of a sentence (and without the changes in force), what a person made of it, and whether it
    was among those that were learnt.
    """
    said = [tr("Model: {0}", written)] if written else []
    if before is not None:
        same = tr("(the same without the changes)")
        said.append(same if before == written else tr("Without the changes: {0}", before))
    if origin is None or not origin.text.strip():
        return "".join(said)
    if origin.references:
        said.append(tr("Person: {0}", " / ".join(origin.references[:NAMED])))
    said.append(tr(ORIGINS[origin.side]))
    return "   ".join(said)


def wrong_language(text: str, source: str) -> str:
    """The language that a text is in, if it is not the one that is read; else empty."""
    found = language_of(text)
    return found if found not in ("", source) else ""


def source_notices(results: Results, text: str, source: str) -> list[str]:
    """What the reader should know of the sentence and its translation."""
    lines = []
    if found := wrong_language(text, source):
        lines.append(
            tr("This is {0}, but the model reads {1}.", language_title(found), language_title(source))
        )
    if refused := results.failed.get("seq_changes"):
        lines.append(sentence(refused))
    if error := results.failed.get("translation"):
        return [*lines, _failed(error)]
    if results.translation is not None:
        lines += _of_run(results.translation.run)
    return lines


def _failed(error: Exception) -> str:
    if isinstance(error, EmptySentenceError):
        return tr("There is nothing to translate. Type a sentence, or take one of the examples.")
    return tr("{0} Choose another model or direction; all else goes on.", sentence(error))


def _of_run(run: SequenceRun) -> list[str]:
    source, lines = run.source, []
    if source.dropped:
        lines.append(
            tr(
                "Only the first {0} tokens are read; {1} more were left out.",
                MOST_SOURCE,
                f"{source.dropped:,}",
            )
        )
    if unknown := source.left_out:
        named = ", ".join(f"“{clipped(word)}”" for word in unknown[:NAMED])
        more = "…" if len(unknown) > NAMED else ""
        lines.append(tr("Not in the model’s vocabulary, so it reads <unk> instead: {0}", f"{named}{more}"))
    if len(run.written) >= LONGEST and not run.ended:
        lines.append(tr("Stopped after {0} tokens: the model did not come to an end.", LONGEST))
    return lines

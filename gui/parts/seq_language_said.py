"""What there is to say of a text that the language model writes on."""

from html import escape

from engine.sequences.evaluation import Scores
from engine.sequences.model import model_name
from engine.sequences.writing import MOST_PROMPT, Writing
from engine.translation_text import END, LONGEST, SPECIALS, START
from gui.state import State
from gui.widgets import numbers
from gui.widgets.notice import clipped
from gui.widgets.plain import visible
from gui.wording import tr

NAMED = 4  # unknown words
DIGITS = 3


def remarks(found: Writing, state: State) -> list[str]:
    """What the reader should know of the beginning, of the end, and of the method."""
    lines, prompt = [], found.prompt
    if prompt.left_out:
        words = ", ".join(f"“{clipped(word)}”" for word in prompt.left_out[:NAMED])
        more = "…" if len(prompt.left_out) > NAMED else ""
        lines.append(tr("Not in the model’s vocabulary, so it reads <unk> instead: {0}", words + more))
    if prompt.dropped:
        lines.append(
            tr(
                "Only the first {0} tokens are read; {1} more were left out.",
                MOST_PROMPT,
                f"{prompt.dropped:,}",
            )
        )
    if not len(prompt):
        lines.append(
            tr("Without a beginning the model starts from the start mark {0} alone.", SPECIALS[START])
        )
    if found.run.full and not found.run.ended:
        lines.append(tr("Stopped after {0} tokens: the model did not come to an end.", LONGEST))
    if state.seq_method == "beam":
        lines.append(tr("Beam search is for translations: here the likeliest token is taken, as by Greedy."))
    return lines


def is_amiss(found: Writing) -> bool:
    """Whether something was not read as it was typed, or not written to its end."""
    unfinished = found.run.full and not found.run.ended
    return bool(found.prompt.left_out or found.prompt.dropped or unfinished)


def recorded(scores: Scores | None) -> str:
    """How well it foretells held-out sentences, as was recorded; nothing if it was not."""
    found = scores.models.get(model_name("language", "")) if scores else None
    if found is None:
        return ""
    number = numbers.short(found.perplexity["test"], 1)
    return tr("Perplexity on held-out sentences: {0}. Among so many tokens it wavers, on average.", number)


def text_so_far(found: Writing) -> str:
    """HTML, with what was written after the beginning in bold."""
    words, count = found.run.output, len(found.prompt)
    begun = " ".join(escape(visible(word)) for word in found.prompt.texts)
    added = " ".join(escape(visible(word)) for word in words[count:])
    return f"{begun} <b>{added}</b>{'' if found.run.full else ' …'}"


def what_comes(found: Writing, state: State) -> str:
    """HTML: which token comes next, and why; or that the text has come to its end."""
    if found.following is None:
        if not found.run.ended:
            return tr("The limit is reached.")
        return tr("The sentence has ended. Choose another token than the end mark to go on from there.")
    chance = float(found.run.probabilities[found.following])
    token = visible(found.run.model.target_words.tokens[found.following])
    name = tr("the end mark {0}", token) if found.following == END else f"“{token}”"
    shown = numbers.short(chance, DIGITS)
    return escape(
        tr("Next comes {0}, with probability {1}: {2}. Or choose another one.", name, shown, why(state))
    )


def why(state: State) -> str:
    """How it comes that a token is the next one."""
    if state.seq_method != "sample":
        return tr("the likeliest")
    if not state.seq_temperature:
        return tr("temperature 0 takes the likeliest")
    return tr("drawn with temperature {0} and seed {1}", f"{state.seq_temperature:g}", state.seq_seed)

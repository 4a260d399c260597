"""The walk through a translation in words: titles of parts, stages and steps, and what happens in each."""

from collections.abc import Callable, Mapping

from engine.names import CROSS, key
from engine.recipes import Step
from engine.sequences.recipes import PARTS
from gui.seq_view import SequenceView
from gui.seq_walk import part_of, places
from gui.widgets.plain import visible
from gui.wording.places import layer_title, tr
from gui.wording.sequence_steps import OF_RECURRENT, OF_TRANSFORMERS, STEP_TITLES
from gui.wording.stages import STAGE_LONG_TITLES, STAGE_SENTENCES, STAGE_TITLES, STEP_SENTENCES, step_title

PART_TITLES: Mapping[str, str] = dict(
    zip(PARTS, ("1 Features", "2 Query", "3 Attention", "4 Output"), strict=True)
)
PART_TIPS: Mapping[str, str] = {
    PARTS[0]: "Features: what is known of each word, to be looked at",
    PARTS[1]: "Query: what is looked for now",
    PARTS[2]: "Attention: score every feature with the query, make weights of the scores, add up by weight",
    PARTS[3]: "Output: what is made of the vector that attention gives",
}
ATTENTION_TITLES: Mapping[str, tuple[str, str]] = {
    "encoder": ("Encoder self-attention", "Every word of the source looks at all words of the source"),
    "self": ("Decoder self-attention (masked)", "Every token that is written looks at those before it"),
    "cross": ("Cross-attention", "Every token that is written looks at all words of the source"),
}
# Of recurrent models: short title and long title.
TITLES: Mapping[str, tuple[str, str]] = {
    "read": ("Word", "The vector of the word that is read"),
    "forward": ("Forward", "The network that reads from the first word on"),
    "backward": ("Backward", "The network that reads from the last word back"),
    "states": ("Both", "Forward and backward state side by side"),
    "summary": ("End", "Where both networks end, and the decoder’s first state"),
    "state": ("State", "The decoder’s state before this step"),
    "scores": ("Scores", "Score: the state is compared with every word"),
    "softmax": ("Softmax", "Align: softmax makes weights of the scores"),
    "context": ("Context", "The words’ features, added up by their weights"),
    "write": ("GRU", "The decoder’s new state"),
    "readout": ("Readout", "One vector of state, context and token before"),
    "predict": ("Predict", "A probability for every token of the vocabulary"),
}
# {0}: the word or token that is looked at.
SENTENCES: Mapping[str, str] = {
    "read": "“{0}” takes its own row of the table: the numbers that the model has learnt for it.",
    "forward": "The network that reads forwards comes to “{0}”. Where its update gate z is near 1 the old state stays; "
    "near 0 the candidate n comes in.",
    "backward": "The network that reads from the end comes to “{0}”: its state knows this word and all after it.",
    "states": "Forward and backward state, side by side, are the features of “{0}”: they know what is around it.",
    "summary": "Where both networks end, they have read everything. From this comes the decoder’s first state.",
    "state": "The decoder has read “{1}” and is in the state that the step before left. This state is the query.",
    "scores": "The query meets every word: tanh(W s + U h + b), times v. A high score: this word matters now.",
    "softmax": "Softmax makes weights of the scores, together 1: how much the model looks at each word.",
    "context": "The features of all words are added up, each as strongly as its weight says: the context.",
    "write": "A GRU makes the new state from the one before, the token before and the context: z keeps, n renews.",
    "readout": "State, context and the token before become one vector, as long as that of a token.",
    "predict": "The last vector is compared with that of every token; softmax makes probabilities. “{0}” is written.",
}
FIXED: Mapping[str, str] = {
    "summary": "Where both networks end is one vector c: all that this decoder is ever given of the sentence.",
    "context": "There is no attention in this model: the context is the same vector c at every step.",
}
OF_STAGES: Mapping[str, str] = {
    f"{CROSS}scores": "The query of each token meets the key of every word of the source.",
    f"{CROSS}softmax": "Each row becomes weights that sum to 1: where the model looks as it writes.",
    f"{CROSS}weighted_sum": "Each token gathers the values of the words, each as strongly as its weight says.",
    f"{CROSS}add": "What was found in the source is added to what was there before.",
    "scale": "The scores are divided by √d, so that the softmax does not become too sharp.",
    "norm": "Each vector is brought to mean 0 and deviation 1, then stretched and shifted.",
    "output": "The heads’ sums, side by side, are mixed into one vector per token.",
    "input": "The layer starts from the vectors that the layer before handed on.",
    "feed_forward": STEP_SENTENCES["mlp.pre"],
}
MASKS: Mapping[str, str] = {
    "encoder": "In the encoder every word may look at every other: the mask changes nothing.",
    "decoder": "A token may not look at later ones, which are not there yet when it is written: −∞.",
}
ADDITIVE = frozenset(name for name in STEP_TITLES if name.startswith("attn."))


def seq_part_title(part: str) -> str:
    return tr(PART_TITLES[part])


def seq_part_tip(part: str) -> str:
    return tr(PART_TIPS[part])


def attention_title(attention: str) -> str:
    """The name of one of a Transformer's kinds of attention."""
    return tr(ATTENTION_TITLES[attention][0])


def attention_tip(attention: str) -> str:
    return tr(ATTENTION_TITLES[attention][1])


def seq_stage_title(stage: str, recurrent: bool) -> str:
    if recurrent or stage == "predict":
        return tr(TITLES[stage][0])
    return tr(STAGE_TITLES[stage.removeprefix(CROSS)])


def seq_stage_tip(stage: str, recurrent: bool) -> str:
    """The long title of a stage, and the part of an attention model that it is."""
    part = tr(PART_TIPS[part_of(stage, recurrent)])
    bare = stage.removeprefix(CROSS)
    title = (
        TITLES[stage][1]
        if recurrent or stage == "predict"
        else STAGE_LONG_TITLES.get(bare, STAGE_TITLES[bare])
    )
    return f"{tr(title)}\n{part}"


def seq_step_title(step: Step, recurrent: bool) -> str:
    """A step within its stage, in a word."""
    name = key(step.output)
    if name in STEP_TITLES and (recurrent or name not in ADDITIVE):
        return tr(STEP_TITLES[name])
    return step_title(step, name.removeprefix(CROSS))


def seq_sentence(view: SequenceView) -> str:
    """What happens at the stage, in one plain sentence."""
    moment, name = view.moment, key(view.step.output)
    if name in OF_RECURRENT and (view.run.model.recurrent or name == "logits"):
        return tr(OF_RECURRENT[name], looked_at(view), token_read(view))
    if view.run.model.recurrent or moment.stage == "predict":
        table = SENTENCES if view.run.looks_back or moment.stage not in FIXED else FIXED
        return tr(table[moment.stage], looked_at(view), token_read(view))
    if moment.stage == "mask":
        return tr(MASKS[moment.side])
    if name in OF_TRANSFORMERS or name in STEP_SENTENCES:
        return tr(OF_TRANSFORMERS.get(name) or STEP_SENTENCES[name], view.sizes.d_model)
    stage = moment.stage
    bare = stage.removeprefix(CROSS).removesuffix("_2") if "norm" in stage else stage
    found = next(
        table[one]
        for one in (stage, bare, stage.removeprefix(CROSS))
        for table in (OF_STAGES, STAGE_SENTENCES)
        if one in table
    )
    return tr(found)


def looked_at(view: SequenceView) -> str:
    """The word that is read, or the token that is written."""
    moment, run = view.moment, view.run
    if moment.side == "encoder":
        return visible(run.source.texts[moment.word])
    return visible(run.output[moment.place]) if run.output else ""


def token_read(view: SequenceView) -> str:
    """The token before the one that is written."""
    place = view.moment.place
    return visible(view.run.model.target_words.decode(view.run.read[place : place + 1])[0])


def seq_guide(view: SequenceView, by_hand: bool) -> str:
    """Where one is, what to look at, and what to do next; ``by_hand``: the token was chosen by the person."""
    moment, run = view.moment, view.run
    said = _GUIDES[moment.side](view)
    if by_hand and moment.side == "decoder":
        said = tr("You chose “{0}” here: all after it is written anew. Undo brings it back.", looked_at(view))
    end = "" if "next" in view.moves else tr(" This is the end.")
    counted = len(run.source) if moment.side == "encoder" else places(run)
    place = (moment.word if moment.side == "encoder" else moment.place) + 1
    head = _PHASES[moment.side]
    return f"{tr(head, place, counted, looked_at(view))} {said}{end}"


_PHASES: Mapping[str, str] = {
    "encoder": "Reading word {0} of {1}, “{2}”.",
    "decoder": "Writing token {0} of {1}, “{2}”.",
}


def _reading(view: SequenceView) -> str:
    if view.run.model.recurrent:
        return tr(
            "See how its state comes about. Go on with Next (Alt+Right), or click a token below to go there."
        )
    return tr(
        "Its row is shaded: where it looks in the source. Go on with Next (Alt+Right), or click a token."
    )


def _writing(view: SequenceView) -> str:
    if not view.run.looks_back:
        return tr("All it has of the source is one vector. Click another token of the list to go on from it.")
    if view.moment.attention == "self":
        return tr(
            "Its row is shaded: how it looks back at what is written. Click another token of the list to change it."
        )
    return tr("The source is shaded by where it looks. Click another token of the list to go on from it.")


_GUIDES: Mapping[str, Callable[[SequenceView], str]] = {"encoder": _reading, "decoder": _writing}


def seq_place(view: SequenceView) -> str:
    """The layer and the head of a Transformer."""
    return layer_title(view.moment.layer, view.sizes.layers)

"""What the report says of each stage, in one plain sentence; the window words its own."""

from collections.abc import Mapping
from typing import NamedTuple


class Stage(NamedTuple):
    """Heading and sentence."""

    title: str
    sentence: str


STAGES: Mapping[str, Stage] = {
    "input": Stage("Input", "Each token enters as the vector that the layer before made of it."),
    "input of the first layer": Stage(
        "Input",
        "Each token's vector is the sum of what three tables hold for the token, its position and its sentence, "
        "normalised.",
    ),
    "input of words": Stage("Input", "Each word enters as its row in the table of word vectors."),
    "qkv": Stage(
        "Queries, keys, values",
        "Three linear maps turn each token's vector into a query (what it looks for), a key (what it can be found "
        "by) and a value (what it hands over).",
    ),
    "scores": Stage(
        "Scores",
        "Each token's query is multiplied with every token's key: the larger this dot product, the better they fit.",
    ),
    "scores by cosine": Stage(
        "Scores",
        "Each token's query and every token's key are compared by the cosine of their angle, from -1 to 1; the model "
        "was trained with their dot product.",
    ),
    "scores by distance": Stage(
        "Scores",
        "Each token's query and every token's key are compared by minus half their squared distance, so that softmax "
        "weighs by a Gaussian kernel; the model was trained with their dot product.",
    ),
    "scale": Stage(
        "Scale",
        "Dividing by the square root of the head's width keeps the spread of the scores the same for narrow and "
        "wide heads.",
    ),
    "mask": Stage(
        "Mask",
        "Where a token must not be looked at, minus infinity takes its score out; everywhere else nothing changes.",
    ),
    "softmax": Stage(
        "Softmax",
        "Each row becomes weights between 0 and 1 that sum to 1: how the query shares out its attention over the keys.",
    ),
    "weighted_sum": Stage(
        "Weighted sum", "Each query collects the values of all tokens, every value multiplied by its weight."
    ),
    "output": Stage(
        "Heads joined",
        "The heads' results are set side by side, and one more linear map mixes them into a vector as wide as the "
        "input.",
    ),
    "dropout": Stage(
        "Dropout",
        "In training, some of these numbers would be dropped at random, so that none can rely on another; a model in "
        "use drops none, and nothing changes.",
    ),
    "dropout in training": Stage(
        "Dropout",
        "As in training, some of these numbers are dropped at random, so that none can rely on another; those kept are "
        "divided by the share that stays, so that the mean does too.",
    ),
    "add": Stage(
        "Add", "What attention brought is added to the token's own vector, which so stays in reach."
    ),
    "norm": Stage(
        "Normalise",
        "Each vector is brought to mean 0 and deviation 1 over its features, then given the layer's gain and shift.",
    ),
    "feed_forward": Stage(
        "Feed-forward network",
        "Each token, by itself, passes through two linear maps with the GELU non-linearity between them.",
    ),
    "add_2": Stage(
        "Add again", "What the feed-forward network made is added to the vector that went into it."
    ),
    "norm_2": Stage(
        "Normalise again",
        "Each vector is normalised once more: this is the layer's output, and the next one's input.",
    ),
}

AXES: Mapping[str, str] = {"query": "from query", "key": "to key", "pos": "token"}  # the others are features

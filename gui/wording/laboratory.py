"""What the laboratory's arrays are called, and what each way to score and to align does, in a plain sentence."""

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

AXES: Mapping[str, str] = {
    "d_query": "feature of the query",
    "d_key": "feature of the key",
    "d_score": "feature of the score",
}

PARTS: Mapping[str, str] = {
    "place of the maximum": "place of the maximum",
    "drawn": "number drawn, between 0 and the sum of all weights:",
    "places away": "places away from the centre",
    "bell": "bell",
    "kept keys": "keys that keep a weight",
}

ARRAYS: Mapping[str, str] = {
    "lab.query": "Query q",
    "lab.keys": "Keys k",
    "lab.q": "Query Q",
    "lab.k": "Keys K",
    "lab.W": "Weights W",
    "lab.b": "Bias b",
    "lab.c": "Number c",
    "lab.threshold": "Threshold τ",
    "lab.look.scores": "Scores S",
    "lab.look.weights": "Weights A",
    "lab.look.answer": "Answer Z",
}


class Way(NamedTuple):
    """A way to score or to align: title of its column, its full name, what it does, and where it is from."""

    title: str
    name: str
    sense: str
    source: str


SCORINGS: Mapping[str, Way] = {
    "dot": Way(
        "dot",
        "Dot product",
        "Multiply query and key number by number and add up: large where both are large in the same places.",
        "Luong et al. 2015",
    ),
    "scaled": Way(
        "scaled dot",
        "Scaled dot product",
        "The dot product divided by √d, where d is how many numbers a vector has: "
        "else wide vectors would give huge scores.",
        "Vaswani et al. 2017",
    ),
    "cosine": Way(
        "cosine",
        "Cosine",
        "The dot product of the directions alone, from −1 to 1: how long the vectors are does not count.",
        "Graves et al. 2014",
    ),
    "general": Way(
        "general",
        "General",
        "A table of weights W turns the query first, then comes the dot product: what fits what can be learned.",
        "Luong et al. 2015",
    ),
    "biased": Way(
        "biased",
        "Biased general",
        "As general, with a vector b added to the turned query: some keys score higher whatever is asked.",
        "Sordoni et al. 2016",
    ),
    "activated": Way(
        "activated",
        "Activated general",
        "The general score plus a number c, squeezed by tanh: every score lies between −1 and 1.",
        "Ma et al. 2017",
    ),
    "additive": Way(
        "additive",
        "Additive",
        "Query and key each go through weights and are added, tanh squeezes the sum, and v weighs it: "
        "a small network judges the pair.",
        "Bahdanau et al. 2015",
    ),
    "location": Way(
        "location",
        "Location",
        "The query alone scores the places: what stands at a place is not looked at.",
        "Luong et al. 2015",
    ),
}

ALIGNINGS: Mapping[str, Way] = {
    "softmax": Way(
        "softmax",
        "Softmax",
        "Every key gets a share. A larger score gets a far larger share, and no key gets nothing.",
        "Bahdanau et al. 2015",
    ),
    "hard": Way(
        "hard: largest",
        "Hard, the largest",
        "The key with the largest score gets all; of equal ones the first.",
        "Brauwers & Frasincar 2021",
    ),
    "drawn": Way(
        "hard: drawn",
        "Hard, drawn",
        "One key gets all. Which one is drawn by lot: its softmax share is its chance.",
        "Xu et al. 2015",
    ),
    "local": Way(
        "window",
        "Local window",
        "Softmax among the keys within the window; all others get nothing.",
        "Luong et al. 2015, local-m",
    ),
    "gaussian": Way(
        "window × bell",
        "Local window, times a bell",
        "The window’s shares times a bell (Gaussian) around the centre. "
        "What the bell takes away goes to nobody: the sum is below 1.",
        "Luong et al. 2015, local-p",
    ),
    "sparsemax": Way(
        "sparsemax",
        "Sparsemax",
        "The same number is taken off every score, so that what stays above 0 sums to 1; all others get exactly 0.",
        "Martins & Astudillo 2016",
    ),
}

METRICS: Mapping[str, str] = {"dot": "Dot product", "cosine": "Cosine", "distance": "Distance"}


def lab_tr(text: str) -> str:
    """Of the tables here."""
    return QCoreApplication.translate("laboratory", text)


def told(way: Way) -> str:
    """What a way does, with its name and source."""
    return f"{lab_tr(way.name)} ({way.source}). {lab_tr(way.sense)}"

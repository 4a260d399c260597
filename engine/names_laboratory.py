"""The laboratory's rows of the table of names: axes, symbol and meaning of each array.

All scores are S and all weights A: they stand beside each other, and the ways to align are the same for all scores.
"""

from collections.abc import Mapping

Row = tuple[tuple[str, ...], str, str]

_SQUARE = ("one", "query", "key")
_MAPPED = ("one", "query", "d_key")

LABORATORY: Mapping[str, Row] = {
    "lab.query": (("query", "d_query"), r"\q{q}", "the query's vector"),
    "lab.keys": (("key", "d_key"), r"\k{k}", "a vector for every key"),
    "lab.q": (("one", "query", "d_query"), r"\q{Q}", "the query, as that of one head"),
    "lab.k": (("one", "key", "d_key"), r"\k{K}", "the keys, as those of one head"),
    "lab.W": (("d_query", "d_key"), "W", "weights that bring the query to the keys"),
    "lab.b": (("d_key",), "b", "bias of the query that was brought to the keys"),
    "lab.c": (("one",), "c", "a number added before tanh"),
    # scores
    "lab.dot": (_SQUARE, "S", "scores: dot product"),
    "lab.scaled.product": (_SQUARE, "P", "dot product, before it is scaled"),
    "lab.scaled": (_SQUARE, "S", "scores: scaled dot product"),
    "lab.cosine": (_SQUARE, "S", "scores: cosine"),
    "lab.general.q": (_MAPPED, r"\q{Q'}", "the query, brought to the keys by weights"),
    "lab.general": (_SQUARE, "S", "scores: general"),
    "lab.biased.q": (_MAPPED, r"\q{Q'}", "the query, brought to the keys by weights and bias"),
    "lab.biased": (_SQUARE, "S", "scores: biased general"),
    "lab.activated.q": (_MAPPED, r"\q{Q'}", "the query, brought to the keys by weights"),
    "lab.activated.product": (_SQUARE, "P", "general score, before tanh"),
    "lab.activated": (_SQUARE, "S", "scores: activated general"),
    "lab.additive.W": (
        ("d_query", "d_score"),
        r"\q{W_a}",
        "weights that bring the query to the additive score",
    ),
    "lab.additive.U": (("d_key", "d_score"), r"\k{U_a}", "weights that bring the keys to the additive score"),
    "lab.additive.b": (("d_score",), "b_a", "bias inside the additive score"),
    "lab.additive.v": (("d_score",), "v_a", "weights of the features of the additive score"),
    "lab.additive.q": (("one", "query", "d_score"), r"\q{Q'}", "the query, brought to the additive score"),
    "lab.additive.k": (("one", "key", "d_score"), r"\k{K'}", "the keys, brought to the additive score"),
    "lab.additive": (_SQUARE, "S", "scores: additive"),
    "lab.location.W": (("d_query", "key"), "W_l", "weights for every place, whatever stands there"),
    "lab.location": (_SQUARE, "S", "scores: location"),
    # weights
    "lab.softmax": (_SQUARE, "A", "weights: softmax"),
    "lab.hard": (_SQUARE, "A", "weights: all on the largest score"),
    "lab.drawn": (_SQUARE, r"\tilde A", "weights: all on one key that is drawn"),
    "lab.window": (("query", "key"), "B", "0 within the window, minus infinity outside"),
    "lab.windowed": (_SQUARE, "M", "scores within the window"),
    "lab.local": (_SQUARE, "A", "weights: softmax within the window"),
    "lab.gaussian": (
        _SQUARE,
        r"\hat A",
        "weights: softmax within the window, times a bell around its centre",
    ),
    "lab.threshold": (("one", "query", "one"), r"\tau", "what sparsemax takes off every score"),
    "lab.sparsemax": (_SQUARE, "A", "weights: sparsemax"),
    # a dictionary that is asked by nearness
    "lab.look.query": (("query", "d_key"), r"\q{q}", "vector of the word that is looked up"),
    "lab.look.keys": (("key", "d_key"), r"\k{k}", "a vector for every key"),
    "lab.look.values": (("key", "one"), r"\v{v}", "a number for every key"),
    "lab.look.q": (_MAPPED, r"\q{Q}", "the word that is looked up, as the query of one head"),
    "lab.look.k": (("one", "key", "d_key"), r"\k{K}", "the keys, as those of one head"),
    "lab.look.v": (("one", "key", "one"), r"\v{V}", "the values, as those of one head"),
    "lab.look.scores": (_SQUARE, "S", "how near the word is to every key"),
    "lab.look.weights": (_SQUARE, "A", "the share that is taken of every key's value"),
    "lab.look.answer": (
        ("one", "query", "one"),
        r"\r{Z}",
        "the answer: all values, each times its weight, added up",
    ),
}

"""The ready-made examples: sentences, word sets, and where to look first."""

from collections.abc import Mapping
from typing import NamedTuple

HUNGRY = "The cat drank the milk because it was hungry."
SWEET = "The cat drank the milk because it was sweet."
TIRED = "The animal didn't cross the street because it was too tired."
WIDE = "The animal didn't cross the street because it was too wide."
ON_A_POLE = "The transformer on the pole caught fire."
IN_A_PAPER = "The transformer in the paper reads all words at once."

SENTENCES: tuple[str, ...] = (
    HUNGRY,
    SWEET,
    TIRED,
    WIDE,
    ON_A_POLE,
    "the cat the cat the cat",
)

PAIRS: tuple[tuple[str, str], ...] = (  # one word apart, or one word in two senses
    (HUNGRY, SWEET),
    (TIRED, WIDE),
    (ON_A_POLE, IN_A_PAPER),
)

DISTANCES: tuple[str, ...] = (  # with words that belong together, near and far
    HUNGRY,
    TIRED,
    "The keys that the man who lives next door lost yesterday are on the table.",
    "the old man saw the old man who saw the old man who saw the old man",
    "我吃了一个苹果。",
)

WORDS: tuple[str, ...] = ("florida", "california", "texas", "politics", "truth")
MIAMI = "miami"  # a word to look up among them: it is none of them, and nearest to the first

WORD_SETS: Mapping[str, tuple[str, ...]] = {
    "states and ideas": WORDS,
    "royal family": ("king", "queen", "man", "woman", "prince", "princess"),
    "countries and capitals": ("france", "paris", "germany", "berlin", "italy", "rome", "japan", "tokyo"),
    "animals": ("cat", "dog", "horse", "cow", "lion", "tiger", "eagle", "shark"),
    "days": ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    "verbs in three forms": ("go", "went", "gone", "take", "took", "taken", "see", "saw", "seen"),
}


ANALOGIES: tuple[tuple[str, str, str], ...] = (  # a - b + c
    ("king", "man", "woman"),
    ("paris", "france", "germany"),
    ("walking", "walk", "swim"),
)

TRANSLATIONS: tuple[tuple[str, str], ...] = (  # English, Chinese
    ("I ate an apple.", "我吃了一个苹果。"),
    ("How are you?", "你好吗？"),
    ("I love you.", "我爱你。"),
    ("Where are you?", "你在哪里？"),
)
TRANSLATED = TRANSLATIONS[0][0]
PROMPT = "You should"  # what the language model goes on from


class Look(NamedTuple):
    """Layer, head and query position, from 0."""

    layer: int
    head: int
    query: int


LOOK = Look(layer=3, head=1, query=7)  # `it` in the first sentence

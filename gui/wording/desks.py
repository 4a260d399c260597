"""What the desks are called: in the switch, in full, and what one does there."""

from collections.abc import Mapping

from gui.wording.places import tr

# The title in the switch, and the sentence of its tooltip.
DESK_TITLES: Mapping[str, tuple[str, str]] = {
    "attention": (
        "Attention",
        "Word vectors, and a sentence that is taken through attention step by step.",
    ),
    "translation": (
        "Translation",
        "A sentence is translated word by word, and the model says where it looks.",
    ),
    "distance": (
        "Distance",
        "How far apart two words of a sentence are for each kind of network, and what that costs.",
    ),
    "scoring": (
        "Scoring",
        "Ways to score a query against keys, and to make weights of the scores.",
    ),
    "memory": (
        "Memory",
        "One token after another: what a model keeps from step to step, and what it computes again.",
    ),
}


def desk_title(desk: str) -> str:
    return tr(DESK_TITLES[desk][0])


def desk_tip(desk: str) -> str:
    """What one does at a desk, in a sentence."""
    return tr(DESK_TITLES[desk][1])

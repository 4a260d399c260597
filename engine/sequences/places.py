"""What the places along the axes of a sequence model's arrays are called."""

from engine.names import CROSS, OVER_TOKENS, key, side_of, time_of
from engine.sequences.model import SequenceModel

OF_KEYS = frozenset({"attn.k", "attn.v", f"{CROSS}attn.k", f"{CROSS}attn.v"})


def texts(
    model: SequenceModel, source: tuple[str, ...], read: tuple[str, ...], path: str, axis: str
) -> tuple[str, ...]:
    """The tokens along an axis, of the ``source`` or of what the decoder has ``read``; empty where places are only
    counted.
    """
    if axis == "vocab":
        words = model.source_words if side_of(path) == "encoder" else model.target_words
        return words.tokens if words else ()
    if axis not in OVER_TOKENS:
        return ()
    time = time_of(path)
    if over_source(model, path, axis):
        here = time if side_of(path) == "encoder" else None
        return source if here is None else source[here : here + 1]
    if time is not None:
        return read[time : time + 1]
    return ("",) if axis == "step" else read


def over_source(model: SequenceModel, path: str, axis: str) -> bool:
    """Whether an axis of an array runs over the tokens of the source."""
    name = key(path)
    if side_of(path) == "encoder":
        return axis != "step" or time_of(path) is not None
    to_source = name.startswith(CROSS) or (model.recurrent and name.startswith("attn."))
    return to_source and (axis == "key" or name in OF_KEYS)

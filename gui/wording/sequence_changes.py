"""Each change of a translation in words."""

import math

from engine.edits import Edit, SetCells, SetParameter
from engine.names import CROSS, key, layer_of, side_of, time_of
from engine.sequences.run import SequenceRun
from gui.widgets import numbers
from gui.wording.changes import PARAMETERS, SHORT_TITLES
from gui.wording.places import SIDES, short_place, short_title, tr

DIRECTIONS = ("encoder.forward.", "encoder.backward.")


def seq_in_words(edit: Edit, run: SequenceRun) -> str:
    """A change in a few words; steps, layers and heads from 1."""
    if isinstance(edit, SetParameter):
        name = edit.path.rpartition(".")[2]
        always = time_of(edit.path) is None and layer_of(edit.path) is None
        place = tr("{0}, every token", tr(PARAMETERS[name])) if always else tr(PARAMETERS[name])
        return f"{_placed(place, edit.path)} = {edit.value:g}"
    assert isinstance(edit, SetCells)  # a translation knows no others
    name = key(edit.path).removeprefix(CROSS)
    if name == "attn.z" and edit.where[1:] == (None, None) and edit.value == 0:
        return _placed(tr("head {0} off", (edit.where[0] or 0) + 1), edit.path)
    value = numbers.short(edit.value) if math.isfinite(edit.value) else tr("masked")
    title = tr(SHORT_TITLES[name]) if name in SHORT_TITLES else short_title(edit.path)
    cell = tuple(0 if i is None else i for i in edit.where)
    place = short_place(edit.path, cell, run, tuple(i is not None for i in edit.where))
    head = edit.where[0] if layer_of(edit.path) is not None and len(edit.where) == 3 else None
    return f"{_placed(f'{title} {place}'.strip(), edit.path, head)} = {value}"


def _placed(what: str, path: str, head: int | None = None) -> str:
    """With the kind of attention, the layer and the head, or with the time step."""
    words = [what]
    if key(path).startswith(CROSS):
        words.append(tr("cross-attention"))
    elif direction := next((one for one in DIRECTIONS if path.startswith(one)), ""):
        words.append(tr(SIDES[direction]))
    elif layer_of(path) is not None:
        words.append(tr(SIDES[f"{side_of(path)}."]))
    layer, time = layer_of(path), time_of(path)
    if layer is not None:
        words.append(
            tr("layer {0}", layer + 1) if head is None else tr("layer {0} head {1}", layer + 1, head + 1)
        )
    if time is not None:
        pattern = "token {0}" if side_of(path) == "decoder" else "word {0}"
        words.append(tr(pattern, time + 1))
    return ", ".join(words)

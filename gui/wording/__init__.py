"""Sentences and titles that panes share.  All pass through Qt's translation."""

from gui.wording.changes import (
    CHOICES,
    PARAMETERS,
    carried_in_words,
    in_words,
)
from gui.wording.errors import (
    notices,
    sentence,
)
from gui.wording.places import (
    array_title,
    axis_title,
    difference_title,
    head_title,
    layer_title,
    numbered,
    part_title,
    short_head,
    short_place,
    short_title,
    size_title,
    term_title,
    tr,
    where,
)
from gui.wording.session_file import (
    remarks_in_words,
)
from gui.wording.stages import (
    STEP_TITLES,
    pace_titles,
    place_titles,
    stage_sentence,
    stage_tip,
    stage_title,
    step_title,
)

__all__ = [
    "CHOICES",
    "PARAMETERS",
    "STEP_TITLES",
    "array_title",
    "axis_title",
    "carried_in_words",
    "difference_title",
    "head_title",
    "in_words",
    "layer_title",
    "notices",
    "numbered",
    "pace_titles",
    "part_title",
    "place_titles",
    "remarks_in_words",
    "sentence",
    "short_head",
    "short_place",
    "short_title",
    "size_title",
    "stage_sentence",
    "stage_tip",
    "stage_title",
    "step_title",
    "term_title",
    "tr",
    "where",
]

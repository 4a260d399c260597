"""Sentences and titles that panes share.  All pass through Qt's translation."""

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
    term_title,
    tr,
    where,
)
from gui.wording.stages import (
    STEP_TITLES,
    stage_sentence,
    stage_tip,
    stage_title,
    step_title,
)

__all__ = [
    "STEP_TITLES",
    "array_title",
    "axis_title",
    "difference_title",
    "head_title",
    "layer_title",
    "notices",
    "numbered",
    "part_title",
    "sentence",
    "short_head",
    "short_place",
    "short_title",
    "stage_sentence",
    "stage_tip",
    "stage_title",
    "step_title",
    "term_title",
    "tr",
    "where",
]

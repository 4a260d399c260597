"""The real window, led through desks, models, pages and places in orders that nobody would choose: nothing breaks."""

import random
import sys

import pytest

from gui.pages import DESKS, FAR_PAGES, LAB_PAGES, LAB_SOURCES, MEM_PAGES, SEQ_PAGES

TEXTS = ("I ate an apple.", "Where is the new zebra?", "", "go", "我爱你。", "! ?", "you " * 62)
CHOICES = {
    "desk": DESKS,
    "seq_model": ("fixed", "attention", "transformer", "language"),
    "seq_page": SEQ_PAGES,
    "seq_source": ("en", "zh"),
    "seq_text": TEXTS,
    "seq_prompt": TEXTS,
    "seq_side": ("encoder", "decoder"),
    "seq_word": (0, 2, 70),
    "seq_place": (0, 3, 70),
    "seq_layer": (-1, 0, 2, 9),
    "seq_head": (0, 7, 9),
    "seq_attention": ("encoder", "self", "cross"),
    "seq_stage": ("", "read", "gates", "scores", "softmax", "predict", "cross_softmax", "nowhere"),
    "seq_method": ("greedy", "beam", "sample"),
    "seq_prefix": ((), (5,), (5, 9, 3)),
    "far_page": FAR_PAGES,
    "far_text": TEXTS,
    "lab_page": LAB_PAGES,
    "lab_source": LAB_SOURCES,
    "mem_page": MEM_PAGES,
    "mem_text": TEXTS,
    "mem_sentence": TEXTS,
    "theme": ("light", "dark"),
}
WALKS, STEPS = 6, 25
MOVES = ("go.next", "go.previous", "go.last", "go.first")


@pytest.mark.usefixtures("dressed")  # the theme that a walk ends with is gone after it
@pytest.mark.parametrize("seed", range(WALKS))
def test_no_order_of_choices_breaks_a_pane(window, monkeypatch, seed):
    raised = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, where: raised.append(error))
    draw, session = random.Random(seed), window.session
    actions = {action.objectName(): action for action in window.actions()} | {
        action.objectName(): action for menu in window.commands.menus.values() for action in menu.actions()
    }
    for _ in range(STEPS):
        names = draw.sample(sorted(CHOICES), 3)
        session.set(**{name: draw.choice(CHOICES[name]) for name in names})
        if draw.random() < 0.5:
            window.settle()
        for _ in range(draw.randrange(6)):
            actions[draw.choice(MOVES)].trigger()
        if draw.random() < 0.2:
            session.undo_stack.undo()
        window.settle()
        assert not raised, names

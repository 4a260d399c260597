"""How one goes through the memory desk by keyboard, and what its pictures must not do."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from engine.memories.recipe import KINDS
from gui.panes.memory import MemoryPane
from gui.widgets.matrix_view import MatrixView
from gui.widgets.segments import Segments

CACHE = ["page.0", "model.0", "text", "examples", "tokens", "cache.0"]
KIND = ["page.1", "sentence", "sentences", "features", "seed", "maps.0", "rate", "rate.exact", "words"]
STATES = ["recurrent.state", "recurrent.z", "list.k", "list.v", "list.z", "ttt.state", "ttt.z"]


@pytest.fixture
def shown(live_memory, exposed):
    """A pane on a session that follows every choice."""

    def make(width=1000, height=800, **choices):
        session = live_memory(**choices)
        return exposed(MemoryPane(session), width, height), session

    return make


@pytest.mark.parametrize(
    ("choices", "names"),
    [
        (
            {"mem_cache": "steps"},
            [*CACHE, "computed.cached", "computed.again", "cost", "layer", "head", "kept.what.0", "keys"],
        ),
        ({"mem_cache": "table"}, [*CACHE, "table", "work", "kept"]),
        ({"mem_cache": "speed"}, [*CACHE, "measure"]),
        ({"mem_page": "kinds", "mem_kinds": "states"}, [*KIND, "kinds.0", *STATES]),
        (
            {"mem_page": "kinds", "mem_kinds": "recall"},
            [*KIND, "kinds.1", *(f"recall.{kind}" for kind in KINDS)],
        ),
    ],
    ids=["steps", "table", "speed", "states", "recall"],
)
def test_one_tabs_through_a_page_in_the_order_in_which_it_is_read(choices, names, window, qtbot):
    window.session.set(desk="memory", **choices)
    window.settle()
    pages = window.findChild(Segments, "memory.page")
    pages.buttons()[window.session.state.mem_page == "kinds"].setFocus()
    found = []
    for _ in names:
        widget = QApplication.focusWidget()
        found.append(widget.objectName().removeprefix("memory."))
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    assert [name[:-1] if name[-1].isdigit() else name for name in found] == [
        name[:-1] if name[-1].isdigit() else name for name in names
    ]


def test_names_above_the_columns_do_not_run_into_each_other(shown):
    pane, _ = shown(900, 560, mem_model="language", mem_prompt="You should understand everything")
    view = pane.findChild(MatrixView, "memory.computed.cached")
    widths = [view.texts.width(label, 12) for label in view.data.col_labels]
    assert any((a + b) / 2 > view.arranged.cell_w for a, b in pairwise(widths))
    assert view.arranged.rotated


def test_what_is_recalled_is_written_alike_for_all_kinds(shown):
    pane, _ = shown(mem_page="kinds", mem_kinds="recall")
    laid = [pane.findChild(MatrixView, f"memory.recall.{kind}").arranged for kind in KINDS]
    assert len({(one.form.digits, one.form.bare, one.number_px, one.cell_w) for one in laid}) == 1
    assert laid[0].number_px > 0


def test_every_word_of_a_list_is_named_beside_its_row(shown):
    pane, _ = shown(866, 760, mem_page="kinds")
    for name in ("list.k", "list.v"):
        assert pane.findChild(MatrixView, f"memory.{name}").arranged.row_stride == 1


def test_the_button_that_measures_stands_at_the_top(shown):
    pane, _ = shown(mem_cache="speed")
    button = pane.findChild(QPushButton, "memory.measure")
    views = pane.findChild(Segments, "memory.cache")
    below = views.mapTo(pane, views.rect().bottomLeft()).y()
    assert button.mapTo(pane, button.rect().topLeft()).y() - below < button.height()

"""All heads at a glance: what is drawn is what ran, and a click chooses."""

import numpy as np
import pytest

from gui.panes.heads import HeadsPane
from gui.session import Session


@pytest.fixture
def pane(made, qtbot):
    session = Session()
    session.results = made()
    shown = HeadsPane(session)
    qtbot.addWidget(shown)
    return shown


def test_the_thumbnails_are_the_weights(pane):
    results = pane.session.results
    weights = results.trace.trace["blocks.3.attn.weights"]
    assert np.array_equal(results.overview.thumbs[3], weights)
    assert pane.grid.choice == (3, 1)


def test_a_click_chooses(pane):
    pane.grid.chosen.emit(5, 11)
    assert (pane.session.state.layer, pane.session.state.head) == (5, 11)


def test_the_caption_counts_from_one(pane):
    assert "Layer 4 of 6, head 2 of 12" in pane._caption.text()

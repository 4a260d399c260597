"""Work: one frame of the plane with a whole vocabulary behind five words, while one pans or zooms."""

import os
from functools import cache
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
from PySide6.QtWidgets import QApplication

from benchmarks.vocabulary import large_vocabulary
from benchmarks.worker import Work
from engine.density import density
from engine.examples import WORDS
from engine.parallel import one_blas_thread
from engine.projection import MapSettings
from engine.words import map_words
from gui.theme import THEMES, apply, load_fonts
from gui.widgets.arrow_picture import Arrow, Arrows
from gui.widgets.arrow_plot import ArrowPlot

SIZE = 1200, 900
STEP, FACTOR = 0.01, 1.02  # of a frame: of the width, and nearer


@cache
def _plot() -> ArrowPlot:
    app = QApplication([])
    load_fonts(app)
    apply(app, THEMES["light"])
    one_blas_thread().__enter__()  # as while the window is open
    vectors = large_vocabulary()
    plane = map_words(vectors, WORDS, MapSettings("vocabulary"))
    assert plane is not None
    assert plane.frame is not None
    plot = ArrowPlot()
    plot.resize(*SIZE)
    plot.show()
    QApplication.processEvents()
    arrows = tuple(Arrow(word, *point) for word, point in plane.coordinates.items())
    plot.set_data(Arrows(arrows, WORDS[0], WORDS[1], "12.3°"))
    plot.set_crowd(density(vectors, plane.frame), vectors.words)
    return plot


def prepare(asked: dict[str, Any]) -> tuple[Work, dict[str, Any]]:
    """``zoom`` against the view that fits the whole vocabulary, and the ``move``: "pan" or "zoom"."""
    plot, turns = _plot(), iter(range(10**9))
    whole = plot.crowd.density.bounds if plot.crowd.density else None
    assert whole is not None
    plot.fit()
    plot.zoom(asked["zoom"] * max(plot.view.width() / whole.width, plot.view.height() / whole.height))
    QApplication.processEvents()

    def frame() -> None:
        back = next(turns) % 2
        if asked["move"] == "pan":
            plot.box.translateBy(x=plot.view.width() * (-STEP if back else STEP))
        else:
            plot.zoom(1 / FACTOR if back else FACTOR)
        plot.viewport().repaint()

    found = plot.crowd.picture(plot.sight())
    return frame, {"seen": found.seen if found else 0, "named": len(plot.named), "words": len(plot.crowd)}

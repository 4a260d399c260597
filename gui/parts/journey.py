"""The path of every token's vector through the layers, in one plane; that of the token looked from stands out."""

from html import escape
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QCoreApplication, Slot

from engine.journey import Journey
from gui.parts.plane_page import PlanePage
from gui.theme import THEMES
from gui.view import View, view_of
from gui.widgets import numbers
from gui.widgets.journey_picture import Paths
from gui.widgets.journey_plot import JourneyPlot
from gui.widgets.notice import clipped
from gui.widgets.plain import distinct
from gui.widgets.quantities import percent
from gui.wording import numbered, sentence

EXACT = 6  # digits in a tooltip


class JourneyPart(PlanePage):
    """Shows `Results.journey`."""

    page: ClassVar[str] = "path"
    prefix: ClassVar[str] = "plane.path"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"journey", "plane_page", "query", "anchor", "layer", "theme", "failed"}
    )

    def build(self) -> None:
        self.plot = JourneyPlot(self)
        self.plot.setAccessibleName(self.tr("The tokens’ paths through the layers"))
        self.plot.picked.connect(self._on_picked)
        self.lay_out(self.plot, self.tr("Show all paths again (Home)"))
        self.caption.setToolTip(
            self.tr(
                "One PCA over all tokens, at the input and after every layer of the sentence as it is without changes; "
                "the origin is the middle of all these points. What the plane leaves out can be large: points that "
                "lie together here may be far apart. The thick part of the path is the layer that is looked at. "
                "A click, or Enter, looks from another token; the arrow keys lead along a path and to the next one."
            )
        )

    def show_page(self) -> None:
        found = self.session.results.journey
        if found is None or found.frame.kept is None:
            self.show_message(self._missing(found))
            return
        view = view_of(self.session.state, found.run)
        self.plot.set_titles(*(self._axis(axis, kept) for axis, kept in enumerate(found.frame.kept)))
        self.plot.set_data(paths(found, view))
        self.show_plot(self._caption(found, view), self._reading(found))

    def _missing(self, found: Journey | None) -> str:
        failed = self.session.results.failed
        error = failed.get("journey") or failed.get("overview")
        if error:
            return sentence(error)
        if found is None:
            return self.tr("Following the tokens through the layers…")
        return self.tr("All vectors are the same: there is no path to draw.")

    def _axis(self, axis: int, kept: float) -> str:
        return self.tr("Component {0}: {1} of variance").format(axis + 1, percent(kept))

    def _caption(self, found: Journey, view: View) -> str:
        colour = THEMES[self.session.state.theme].colour("q").name()
        word = (
            f'<b style="color:{colour}">{escape(clipped(numbered(found.run.tokens.texts, view.query)))}</b>'
        )
        layers = found.run.model.sizes.layers
        kept = percent(sum(found.frame.kept or ()))
        text = self.tr("{0} from the input (0) to layer {1}; the plane keeps {2} of the variance.").format(
            word, layers, kept
        )
        return text + " " + self.tr("Dashed: without the changes.") if found.unchanged else text

    def _reading(self, found: Journey) -> str:
        text = self.tr("A long step: that layer changes the vector much.")
        if found.unchanged is None or found.kept is None:
            return text
        return text + " " + self.tr("Of the changed paths the plane keeps {0}.").format(percent(found.kept))

    @Slot(int)
    def _on_picked(self, token: int) -> None:
        self.session.set(query=token, anchor=None)


def paths(found: Journey, view: View) -> Paths:
    """What is drawn of a journey when one looks from the query of ``view``."""
    unchanged = found.unchanged
    new = frozenset(np.flatnonzero(~unchanged.there).tolist()) if unchanged else frozenset()
    return Paths(
        found.points,
        distinct(found.run.tokens.texts),
        view.query,
        lambda token, layer: told(found, token, layer),
        unchanged.points if unchanged else None,
        view.layer,
        new,
    )


def told(found: Journey, token: int, layer: int) -> str:
    """All that is known of a token after so many layers."""
    after = _tr("{0} after layer {1} of {2}") if layer else _tr("{0} at the input of layer 1")
    dimensions = found.run.model.sizes.d_model
    x, y = (_exact(value) for value in found.points[layer, token])
    in_plane = float(np.hypot(*found.points[layer, token]))
    lines = [
        after.format(numbered(found.run.tokens.texts, token), layer, found.run.model.sizes.layers),
        _tr("in the plane at ({0}, {1}) from the middle of all points").format(x, y),
        _tr("distance from it: {0} in the plane, {1} in {2} dimensions").format(
            _exact(in_plane), _exact(found.lengths[layer, token]), dimensions
        ),
    ]
    if layer:
        moved = _exact(found.steps[layer - 1, token])
        lines.append(_tr("layer {0} moved it by {1} in {2} dimensions").format(layer, moved, dimensions))
    if found.unchanged and not found.unchanged.there[token]:
        lines.append(_tr("without the changes it is not there"))
    elif found.unchanged:
        apart = _exact(found.unchanged.distances[layer, token])
        lines.append(_tr("the changes moved it by {0} in {1} dimensions").format(apart, dimensions))
    return "\n".join((*lines, _tr("A click looks from this token.")))


def _exact(value: float) -> str:
    return numbers.short(float(value), EXACT)


def _tr(text: str) -> str:
    return QCoreApplication.translate("journey", text)

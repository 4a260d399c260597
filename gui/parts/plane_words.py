"""The chosen words on a map that one chooses, with the angle between the two of the pair and how far to trust it."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from engine.words import Plane
from gui.chosen import add, as_first, clicked, known_as, readout
from gui.parts import plane_said as said
from gui.parts.plane_page import PlanePage
from gui.parts.plane_selection import Selection, buttons
from gui.parts.plane_settings import PlaneSettings
from gui.parts.plane_show import LINKED, analogy_links, dimensions, drawn, pair_on
from gui.parts.remark import briefly
from gui.theme import THEMES
from gui.widgets.arrow_plot import ArrowPlot
from gui.widgets.notice import clipped
from gui.widgets.painting import TINY
from gui.widgets.plane_bar import SelectionBar
from gui.widgets.plane_choice import ChoiceMenu
from gui.widgets.quantities import angle
from gui.widgets.rows import row
from gui.widgets.switch_menu import SwitchMenu

FAILURES = ("vectors", "described")  # that of the map is said under its settings
SWITCHES = ("map_all", "map_near", "map_arrows", "map_torn", "map_invented", "map_lasso", "map_glides")


class PlaneWordsPart(PlanePage):
    """Shows `Results.plane`; without one it says what is missing."""

    page: ClassVar[str] = "words"
    prefix: ClassVar[str] = "plane"
    watches: ClassVar[frozenset[str]] = frozenset(
        {
            "words",
            "described",
            "plane",
            "trusted",
            "crowd",
            "analogy",
            "around",
            "pair",
            "vectors",
            "theme",
            "failed",
        }
        | {"plane_page", "selected", "map_method", "map_swapped", "map_flipped", *SWITCHES}
    )

    def build(self) -> None:
        self.plot = ArrowPlot(self)
        self.plot.setAccessibleName(self.tr("The chosen words in the plane"))
        self.plot.picked.connect(self._on_picked)
        self.lay_out(self.plot, self.tr("Show all chosen words again (Home)"))
        self.settings = PlaneSettings(self.session, self)
        self.layout().insertWidget(1, self.settings)  # type: ignore[union-attr]
        self._build_controls()
        self.plot.upright.setObjectName("plane.upright")
        self.plot.upright.setText(self.tr("Turn back"))
        self.plot.upright.setToolTip(
            self.tr("The map lies turned so that words stay where they were. Back to its fixed orientation.")
        )
        self.plot.upright.clicked.connect(self._on_upright)
        self.plot.box.sigResized.connect(self._on_resized)
        self.bar = SelectionBar(buttons(), self.plot)
        self.bar.setObjectName("plane.selection")
        self.plot.foot = self.bar
        self.selection = Selection(self.session, self.bar)
        self.plot.selected.connect(self.selection.select)
        self.plot.toggled.connect(self.selection.toggle)

    def _build_controls(self) -> None:
        self.maps = ChoiceMenu(said.choices(), self)
        self.maps.setObjectName("plane.map")
        self.maps.setToolTip(self.tr("How the words are laid out on the plane"))
        self.maps.chosen.connect(self._on_map)
        self.show_menu = SwitchMenu(self.tr("Show"), self._switches(), self)
        self.show_menu.setObjectName("plane.show")
        self.show_menu.setToolTip(self.tr("What is drawn on the map"))
        self.show_menu.switched.connect(self._on_switched)
        self._controls = QWidget(self)
        controls = row(self.maps, self.show_menu)
        controls.setContentsMargins(0, 0, 0, 0)
        self._controls.setLayout(controls)

    def _switches(self) -> dict[str, tuple[str, str]]:
        words = (
            (self.tr("All words behind"), self.tr("Every word of the vocabulary; zoom in to read them")),
            (self.tr("Nearest words of A and B"), self.tr("By the metric that is chosen under Similarity")),
            (self.tr("Arrows"), self.tr("Words as arrows from the origin, or else as dots")),
            (
                self.tr("Neighbours torn away"),
                self.tr("Lines to a word’s true neighbours that are not among the nearest on the map"),
            ),
            (
                self.tr("False neighbours"),
                self.tr("Dashed lines to those that are among the nearest on the map but not in truth"),
            ),
            (self.tr("Lasso"), self.tr("Dragging draws a line around words, as it does with Shift held")),
            (self.tr("Glide to a new map"), self.tr("Words move to their new places in a third of a second")),
        )
        return dict(zip(SWITCHES, words, strict=True))

    def beside(self) -> QWidget:
        return self._controls

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        self.maps.show_choice(state.map_method)
        self.show_menu.set_on({name: getattr(state, name) for name in SWITCHES})
        self.selection.refresh()
        self.plot.moved()  # the bar may be wider now
        if results.plane is None or (results.described and results.described.plane is None):
            self.show_message(self._missing())
            return
        plane = results.plane.turned(state.map_turn)
        self.plot.lassoing = state.map_lasso
        self.plot.upright.setVisible(not state.map_turn.plain)
        self.plot.set_data(drawn(plane, results, state))
        self._show_crowd()
        self._show_titles()
        self.caption.setToolTip(self._explained(plane))
        self.show_plot(*self._caption(plane))

    def _show_crowd(self) -> None:
        """Only where it lies as the map does: it is made after it."""
        crowd, state, plane = self.session.results.crowd, self.session.state, self.session.results.plane
        fits = crowd is not None and crowd.plane is plane and crowd.turn == state.map_turn
        self.plot.set_crowd(crowd.density if crowd and fits else None, crowd.words if crowd else ())

    def _show_titles(self) -> None:
        plane = self.session.results.plane
        if plane is not None:
            turned, frame = plane.turned(self.session.state.map_turn), self.plot.frame
            across, up = (said.axis_titles(turned, place) for place in (0, 1))
            self.plot.set_titles(self._fitting(across, frame.width()), self._fitting(up, frame.height()))

    def _fitting(self, titles: tuple[str, ...], room: float) -> str:
        """The first that finds room; the last if none does."""
        return next((text for text in titles if self.plot.texts.width(text, TINY) <= room), titles[-1])

    def _missing(self) -> str:
        results = self.session.results
        failed = [results.failed[n] for n in FAILURES if n in results.failed]
        report = results.described
        if failed:
            return briefly(failed[0])
        if report is None:
            return self.tr("Reading the word vectors…")
        if report.plane is not None:
            return "" if "plane" in results.failed else self.tr("Laying out the words…")
        if len(self.session.state.words) > 1:
            return self.tr("A plane needs two words that have a vector. Choose some more.")
        if report.words:
            return self.tr("One word alone spans no plane. Add a second one.")
        return self.tr("Choose two words, and they stand here as arrows.")

    def _caption(self, plane: Plane) -> tuple[str, str, str]:
        """What stands above the map, what else does where there is room, and what does where there is hardly any."""
        results, state = self.session.results, self.session.state
        trusted = results.trusted if results.trusted and results.trusted.plane is results.plane else None
        found = trusted.found if trusted else None
        parts = [said.kept(plane), *([said.trusted(found)] if found else [])]
        lines = said.legend(
            THEMES[state.theme], state.map_torn, state.map_invented, len(plane.coordinates) > LINKED
        )
        first = escape("; ".join(parts)) + (f" ({lines})" if lines and found else "") + "."
        if plane.frame is None and (state.map_all or state.map_near):
            first += " " + escape(self.tr("This map has no place for words that are not chosen."))
        first = first.replace(" %", "\u00a0%")
        if solved := said.analogy(THEMES[state.theme], analogy_links(plane, results)):
            first += f" {solved}"
        return f"{first} {self._comparison(plane)}", escape(said.axes(plane)), first

    def _comparison(self, plane: Plane) -> str:
        """What the picture says of the pair, and what is true; as HTML."""
        results = self.session.results
        a, b = pair_on(plane, results, self.session.state)
        report = results.described
        seen, true = (readout(one.pairs, a, b) if one and a and b else None for one in (plane, report))
        if a is None or b is None or seen is None or true is None:
            return escape(self.tr("Click two words to compare them."))
        names = [self._coloured(name, word) for name, word in (("pair_a", a), ("pair_b", b))]
        angles, room = (angle(seen.angle_degrees), angle(true.angle_degrees)), dimensions(results)
        if plane.method in said.MEANINGLESS:
            return self.tr("{0} and {1}: {2} in {3}; here angles mean nothing.").format(
                *names, angles[1], room
            )
        if seen.angle_degrees is None:
            return self.tr(
                "{0} and {1}: no angle in the plane, for an arrow without length has no direction."
            ).format(*names)
        if plane.method == "pair" and plane.settings.get("pair") == [a, b]:
            return self.tr("{0} and {1}: {2}, here and in {3}.").format(*names, angles[0], room)
        text = self.tr("{0} and {1}: {2} seen from {3}, {4} in {5}.").format(
            *names, angles[0], said.origin(plane), angles[1], room
        )
        if len(plane.coordinates) == 2 and plane.method == "pca":
            text += " " + self.tr("From there, two words always lie opposite.")
        return text

    def _explained(self, plane: Plane) -> str:
        trust = self.tr(
            "Trustworthy: 100 % if no word has a false neighbour among its nearest on the map; less, the farther away "
            "the false ones really are (Venna and Kaski). Show draws the neighbours that are torn away or false."
        )
        middle = self.tr(
            "The plane's origin is the middle (the mean) of the chosen words, not zero: PCA puts it there. "
            "Seen from it, angles are others than those between the vectors, even where the plane keeps everything."
        )
        return f"<p>{escape(trust)}</p>" + (f"<p>{escape(middle)}</p>" if plane.method == "pca" else "")

    def _coloured(self, name: str, word: str) -> str:
        colour = THEMES[self.session.state.theme].colour(name).name()
        return f'<b style="color:{colour}">{escape(clipped(word))}</b>'

    @Slot(str)
    def _on_map(self, method: str) -> None:
        self.session.set(map_method=method)

    @Slot(str, bool)
    def _on_switched(self, name: str, on: bool) -> None:
        self.session.set(**{name: on})

    @Slot(object)
    def _on_resized(self, box: object) -> None:
        self._show_titles()

    @Slot()
    def _on_upright(self) -> None:
        self.session.set(map_swapped=False, map_flipped=(False, False))

    @Slot(str, bool)
    def _on_picked(self, name: str, first: bool) -> None:
        """A word that is not chosen yet is added first."""
        report, state = self.session.results.described, self.session.state
        word = next((word for word in state.words if report and known_as(report, word) == name), name)
        words = state.words if word in state.words else add(state.words, [word]).words
        if word in words:
            self.session.set(words=words, pair=(as_first if first else clicked)(state.pair, word))

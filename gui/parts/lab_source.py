"""Where query and keys are from: words, a head of the sentence in attention, or a step of a translation."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.errors import EmptySentenceError
from engine.laboratory import SAME_WIDTH
from gui.pages import LAB_SOURCES
from gui.parts.lab_page import LabPage, label_of, narrow_spin
from gui.results_of_desks import Laid
from gui.view import view_of
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.fitting_label import FittingLabel
from gui.widgets.notice import Notice
from gui.widgets.number_box import put
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import distinct
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments
from gui.wording import sentence

ADDITIVE = "additive"  # how the translation model scores
COMBO_WIDTH, MOST = 150, 999


class LabSourcePart(LabPage):
    """A switch, and for runs the place in them."""

    pages: ClassVar[tuple[str, ...]] = ("laboratory",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"lab_page", "lab_source", "lab_laid", "lab_step", "layer", "head", "query", "overview", "failed"}
    )

    def build(self) -> None:
        self.sources = Segments(self)
        self.sources.setObjectName("scoring.source")
        self.sources.setProperty("low", True)
        self.layer = narrow_spin(self, "scoring.layer", (1, MOST), self.tr("Layer of the model"))
        self.head = narrow_spin(self, "scoring.head", (1, MOST), self.tr("Head of the layer"))
        self.asking = ElidedCombo(self)
        self.asking.setObjectName("scoring.asking")
        self.asking.setMaximumWidth(COMBO_WIDTH)
        self.asking.setMinimumWidth(COMBO_WIDTH)
        self._said, self._notice = FittingLabel(self), Notice(self)
        self._said.setObjectName("scoring.of")
        self._said.setProperty("tone", "muted")
        self._said.setFont(font(SMALL))
        self._said.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._notice.setObjectName("scoring.source.notice")
        self._places = QWidget(self)
        places = row(label_of(self.tr("La&yer"), self.layer), self.layer)
        for widget in (label_of(self.tr("&Head"), self.head), self.head):
            places.addWidget(widget)
        places.setContentsMargins(0, 0, 0, 0)
        self._places.setLayout(places)
        self._asks = label_of(self.tr("&From"), self.asking)
        layout = column(self)
        line = row(self.sources, self._places, self._asks, self.asking, self._said)
        line.setSpacing(8)
        line.setStretch(4, 1)
        layout.addLayout(line)
        layout.addWidget(self._notice)
        self.sources.chosen.connect(self._on_source)
        self.layer.valueChanged.connect(self._on_layer)
        self.head.valueChanged.connect(self._on_head)
        self.asking.activated.connect(self._on_asking)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        titles = self.tr("Words"), self.tr("Head"), self.tr("Translation")
        tips = (
            self.tr("Vectors of words: one asks, the others are asked"),
            self.tr("Query and keys of one head, for the sentence of the desk Attention"),
            self.tr(
                "A step of the translation with additive attention: the decoder’s state asks the encoder’s states"
            ),
        )
        self.sources.show_titles(titles, LAB_SOURCES.index(state.lab_source))
        for button, tip in zip(self.sources.buttons(), tips, strict=True):
            button.setToolTip(tip)
        laid = results.lab_laid if results.lab_laid and results.lab_laid.source == state.lab_source else None
        of_run = state.lab_source != "words"
        self._places.setVisible(state.lab_source == "head")
        for widget in (self._asks, self.asking):
            widget.setVisible(of_run and laid is not None)
        if laid is not None and of_run:
            self._show_queries(laid)
        if state.lab_source == "head" and results.overview is not None:
            self._show_head()
        self._said.set_texts(self._about(laid))
        failed = results.failed.get("lab_laid")
        self._notice.say([escape(self._problem(failed))] if failed and of_run else [], "error")

    def _problem(self, error: Exception) -> str:
        if isinstance(error, EmptySentenceError) and self.session.state.lab_source == "translation":
            return self.tr("There is no sentence to translate: write one on the desk Translation.")
        return sentence(error)

    def _show_queries(self, laid: Laid) -> None:
        texts = list(distinct(laid.queries))
        if [self.asking.itemText(i) for i in range(self.asking.count())] != texts:
            self.asking.clear()
            self.asking.addItems(texts)
        self.asking.setCurrentIndex(laid.place)
        words = laid.source == "head"
        tip = self.tr("The token that looks") if words else self.tr("The token that is about to be written")
        self._asks.setText(self.tr("&From") if words else self.tr("Wr&iting"))
        self.asking.setToolTip(tip)
        self.asking.setAccessibleName(tip)

    def _show_head(self) -> None:
        overview = self.session.results.overview
        assert overview is not None
        view, sizes = view_of(self.session.state, overview.run), overview.run.model.sizes
        for box, most, value in ((self.layer, sizes.layers, view.layer), (self.head, sizes.heads, view.head)):
            box.setMaximum(most)
            put(box, value + 1)

    def _about(self, laid: Laid | None) -> tuple[str, ...]:
        """Whose vectors they are and how wide; shorter where there is less room."""
        if laid is None:
            return ("",)
        d_query, d_key = laid.lab.given.widths
        wide = self.tr("{0} numbers each").format(d_key)
        if d_query != d_key:
            wide = self.tr("query: {0} numbers, keys: {1}").format(d_query, d_key)
        whose = {
            "words": self.tr("word vectors"),
            "head": self.tr("query and keys of this head"),
            "translation": self.tr("the decoder’s state asks the encoder’s states"),
        }
        return f"{whose[laid.source]}; {wide}", wide

    @Slot(int)
    def _on_source(self, place: int) -> None:
        """A translation's states are not as wide as its keys: of these the model's own scores are looked at first."""
        source, scoring = LAB_SOURCES[place], self.session.state.lab_scoring
        if source == "translation" and scoring in SAME_WIDTH:
            scoring = ADDITIVE
        self.session.set(lab_source=source, lab_scoring=scoring)

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        self.session.set(layer=layer - 1)

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self.session.set(head=head - 1)

    @Slot(int)
    def _on_asking(self, place: int) -> None:
        if self.session.state.lab_source == "head":
            self.session.set(query=place, anchor=None)
        else:
            self.session.set(lab_step=place)

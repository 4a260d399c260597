"""The way from one word to the place of another, through three kinds of nets over the words of the sentence."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QVBoxLayout

from engine.connections import MOST_WORDS
from engine.costs import LIMITS
from gui.parts.far_page import NETS, FarPage, counted, net_title, short_word
from gui.results_of_desks import WordPath
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.nets_picture import NetPicture
from gui.widgets.nets_view import NetsView
from gui.widgets.number_box import put, spin
from gui.widgets.plain import visible
from gui.widgets.rows import row, titled

WIDEST = 150  # of the boxes with words


class PathPart(FarPage):
    """Two words, the convolutions' window, and a picture in which words can be clicked."""

    page: ClassVar[str] = "path"
    name: ClassVar[str] = "path"
    result: ClassVar[str] = "far_path"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_path", "far_page", "far_from", "far_to", "far_width", "far_dilation", "far_doubling"}
        | {"theme", "failed"}
    )

    def build_body(self, layout: QVBoxLayout) -> None:
        self.start, self.end = ElidedCombo(self), ElidedCombo(self)
        for box, name, tip in (
            (self.start, "from", self.tr("The word that is to be heard of; or click it in the picture")),
            (self.end, "to", self.tr("Where it is to be heard of; or click with Shift in the picture")),
        ):
            box.setObjectName(f"distance.path.{name}")
            box.setToolTip(tip)
            box.setMaximumWidth(WIDEST)
        self.width_box = spin(
            self,
            "distance.path.width",
            LIMITS["k"],
            self.tr("How many places a convolution reads at once: k"),
        )
        self.dilation = spin(
            self,
            "distance.path.dilation",
            LIMITS["dilation"],
            self.tr("How far apart the places of a window stand: 1 for neighbours"),
        )
        self.doubling = QCheckBox(self.tr("do&ubling"), self)
        self.doubling.setObjectName("distance.path.doubling")
        self.doubling.setToolTip(self.tr("Twice as far apart in each further layer"))
        self.nets = NetsView(self)
        self.nets.setObjectName("distance.path.nets")
        self.nets.setAccessibleName(self.tr("Ways through three nets"))
        words = row(
            titled(self.tr("F&rom"), self.start), self.start, titled(self.tr("&to"), self.end), self.end
        )
        window = row(
            titled(self.tr("Window &k"), self.width_box),
            self.width_box,
            titled(self.tr("di&lation"), self.dilation),
            self.dilation,
            self.doubling,
        )
        for one in (words, window):
            one.addStretch(1)
        layout.addLayout(words)
        layout.addLayout(window)
        layout.addWidget(self.nets, 1)
        self.start.activated.connect(self._on_start)
        self.end.activated.connect(self._on_end)
        self.width_box.valueChanged.connect(self._on_width)
        self.dilation.valueChanged.connect(self._on_dilation)
        self.doubling.toggled.connect(self._on_doubling)
        self.nets.chosen.connect(self._on_chosen)

    def explanation(self) -> str:
        return self.tr(
            "A word has to get to the place of another one. A line says who reads whom, the strong one is the "
            "shortest way: count how often the word is handed on."
        )

    def finding(self, found: WordPath) -> str:
        start, end = (short_word(found.words[place]) for place in (found.start, found.end))
        a, b = self.in_colour("pair_a", start), self.in_colour("pair_b", end)
        if found.start == found.end:
            return self.tr("{0} is both the beginning and the end: nothing has to be handed on.").format(a)
        far = abs(found.end - found.start)
        apart = counted(self.tr("{0} word on"), self.tr("{0} words on"), far)
        if found.end < found.start:
            apart = counted(self.tr("{0} word back"), self.tr("{0} words back"), far)
        ways = self.tr("{0} in the recurrent net, {1} through convolutions, {2} with self-attention").format(
            self._steps(found, "recurrent"),
            self._steps(found, "convolution"),
            self._steps(found, "attention"),
        )
        text = self.tr("From {0} to {1}, {2}: {3}.").format(a, b, apart, ways)
        return " ".join(filter(None, (text, self._why_never(found), self._field(found))))

    def _steps(self, found: WordPath, net: str) -> str:
        steps = found.walks[net].steps
        if steps is None:
            return f"<b>{self.tr('no way')}</b>"
        if net == "recurrent":
            text = counted(self.tr("{0} step"), self.tr("{0} steps"), steps)
        else:
            text = counted(self.tr("{0} layer"), self.tr("{0} layers"), steps)
        return f"<b>{text}</b>"

    def _why_never(self, found: WordPath) -> str:
        """What keeps the convolutions from ever hearing of the word."""
        if found.walks["convolution"].steps is not None:
            return ""
        stack, back = found.stack, found.end < found.start
        if stack.width == 1:
            return self.tr("A window of one place mixes nothing.")
        if back and not stack.ahead:
            return self.tr("A window of two places looks back only.")
        return self.tr("A dilation of {0} leaves out words that are no multiple of {0} away.").format(
            f"{stack.dilation:,}"
        )

    def _field(self, found: WordPath) -> str:
        """The receptive field, as it would be in an endless sentence, and what is heard of in this one."""
        walk = found.walks["convolution"]
        text = self.tr("After {0} the receptive field spans {1}; {2} of this sentence {3} heard of.")
        heard = len(walk.heard)
        return text.format(
            counted(self.tr("{0} convolution"), self.tr("{0} convolutions"), walk.levels),
            counted(self.tr("{0} place"), self.tr("{0} places"), found.stack.field(walk.levels)),
            counted(self.tr("{0} word"), self.tr("{0} words"), heard),
            self.tr("is") if heard == 1 else self.tr("are"),
        )

    def remarks(self, found: WordPath) -> list[str]:
        if not found.dropped:
            return []
        return [
            self.tr("Only the first {0} words are followed; {1} more were left out.").format(
                MOST_WORDS, f"{found.dropped:,}"
            )
        ]

    def show_found(self, found: WordPath) -> None:
        state = self.session.state
        entries = [f"{place}  {visible(word)}" for place, word in enumerate(found.words, start=1)]
        for box, place in ((self.start, found.start), (self.end, found.end)):
            if [box.itemText(i) for i in range(box.count())] != entries:
                box.clear()
                box.addItems(entries)
            box.setCurrentIndex(place)
        put(self.width_box, state.far_width)
        put(self.dilation, state.far_dilation)
        before = self.doubling.blockSignals(True)
        self.doubling.setChecked(state.far_doubling)
        self.doubling.blockSignals(before)
        self.nets.set_theme(self.theme)
        self.nets.show_nets(found.words, found.start, found.end, [self._net(found, name) for name in NETS])

    def _net(self, found: WordPath, name: str) -> NetPicture:
        walk = found.walks[name]
        title = self.tr("{0}: {1}").format(net_title(name), self._plain_steps(found, name))
        return NetPicture(
            name, title, self._about(found, name), NETS[name][1], walk.levels, walk.path, walk.edges
        )

    def _plain_steps(self, found: WordPath, name: str) -> str:
        return self._steps(found, name).removeprefix("<b>").removesuffix("</b>")

    def _about(self, found: WordPath, name: str) -> str:
        if name == "recurrent":
            if found.end < found.start:
                return self.tr("each state reads its word and the state after it, from the end on")
            return self.tr("each state reads its word and the state before it")
        if name == "attention":
            return self.tr("each place reads all words")
        return self.tr("each place reads {0} of the level below").format(
            counted(self.tr("{0} place"), self.tr("{0} places"), found.stack.width)
        )

    @Slot(int)
    def _on_start(self, place: int) -> None:
        self.session.set(far_from=place)

    @Slot(int)
    def _on_end(self, place: int) -> None:
        self.session.set(far_to=place)

    @Slot(int, int)
    def _on_chosen(self, start: int, end: int) -> None:
        self.session.set(far_from=start, far_to=end)

    @Slot(int)
    def _on_width(self, width: int) -> None:
        self.session.set(far_width=width)

    @Slot(int)
    def _on_dilation(self, dilation: int) -> None:
        self.session.set(far_dilation=dilation)

    @Slot(bool)
    def _on_doubling(self, doubling: bool) -> None:
        self.session.set(far_doubling=doubling)

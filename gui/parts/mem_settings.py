"""How the three memories are set: features, maps, seed and learning rate."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QSpinBox, QToolButton

from engine.memories.run import FEATURES, RATES
from engine.memories.weights import MAPS
from gui.parts.mem_page import MemoryPage
from gui.widgets import numbers
from gui.widgets.model_bar import FRESH_LIMITS
from gui.widgets.rows import column, row, titled
from gui.widgets.segments import Segments
from gui.widgets.undoing import ModestLineEdit

RATE_WIDTH = 76


class SettingsPart(MemoryPage):
    """A learning rate that cannot be used is said beside its box, and the last one stays in force."""

    page: ClassVar[str] = "kinds"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"memories", "mem_page", "mem_features", "mem_maps", "mem_seed", "mem_rate"}
    )

    def build(self) -> None:
        self._features, self._seed = QSpinBox(self), QSpinBox(self)
        self._number(
            self._features, "features", FEATURES, self.tr("How many features of each word vector are taken")
        )
        self._number(
            self._seed, "seed", FRESH_LIMITS["seed"], self.tr("Seed of the generator that draws the weights")
        )
        self._maps = Segments(self)
        self._maps.setObjectName("memory.maps")
        self._maps.setProperty("low", True)
        self._maps.chosen.connect(self._on_maps)
        self._build_rate()
        features, seed = QLabel(self.tr("features"), self), QLabel(self.tr("seed"), self)
        features.setBuddy(self._features)
        seed.setBuddy(self._seed)
        rate = titled(self.tr("learning &rate"), self.rate)
        rate.setProperty("tone", "")
        numbered = row(features, self._features, self._maps, seed, self._seed, rate, self.rate)
        for widget in (self._exact, self._wrong):
            numbered.addWidget(widget)
        numbered.addStretch(1)
        column(self).addLayout(numbered)

    def _number(self, spin: QSpinBox, name: str, limits: tuple[int, int], tip: str) -> None:
        spin.setObjectName(f"memory.{name}")
        spin.setProperty("choice", f"mem_{name}")
        spin.setRange(*limits)
        spin.setKeyboardTracking(False)
        spin.setToolTip(tip)
        spin.setAccessibleName(tip)
        spin.valueChanged.connect(self._on_number)

    def _build_rate(self) -> None:
        self.rate = ModestLineEdit(self)
        self.rate.setObjectName("memory.rate")
        self.rate.setMaximumWidth(RATE_WIDTH)
        self.rate.setToolTip(self.tr("Learning rate η: how far the weights move with each word"))
        self.rate.setAccessibleName(self.tr("Learning rate"))
        self.rate.editingFinished.connect(self._on_rate)
        self._exact = QToolButton(self)
        self._exact.setObjectName("memory.rate.exact")
        self._exact.setToolTip(
            self.tr(
                "Take the rate ½ ÷ |k|², k of mean length: after its step the layer gives the word’s value exactly"
            )
        )
        self._exact.clicked.connect(self._on_exact)
        self._wrong = QLabel(self)
        self._wrong.setObjectName("memory.rate.wrong")
        self._wrong.setProperty("tone", "error")

    def show_page(self) -> None:
        state, found = self.session.state, self.session.results.memories
        for spin, value in ((self._features, state.mem_features), (self._seed, state.mem_seed)):
            spin.blockSignals(True)
            spin.setValue(value)
            spin.blockSignals(False)
        self._maps.show_titles((self.tr("drawn maps"), self.tr("identity")), MAPS.index(state.mem_maps))
        tips = (
            self.tr("Queries, keys and values are made by maps drawn by the seed; nothing here is trained"),
            self.tr("Query, key and value are the word’s vector itself"),
        )
        for button, tip in zip(self._maps.buttons(), tips, strict=True):
            button.setToolTip(tip)
        if not self.rate.hasFocus() or not self.rate.isModified():  # else it is being typed
            self.rate.setText(f"{state.mem_rate:g}")
            self._say_wrong("")
        exact = found.writes_at if found is not None else None
        self._exact.setVisible(exact is not None)
        if exact is not None:
            self._exact.setText(self.tr("writes exactly: {0}").format(f"{exact:.2g}"))

    @Slot(int)
    def _on_number(self, value: int) -> None:
        self.session.set(**{self.sender().property("choice"): value})

    @Slot(int)
    def _on_maps(self, place: int) -> None:
        self.session.set(mem_maps=MAPS[place])

    @Slot()
    def _on_rate(self) -> None:
        """Take the rate, or say why it cannot be taken."""
        self.rate.setModified(False)
        try:
            rate = numbers.typed(self.rate.text()) + 0.0  # no -0
        except ValueError:
            self._say_wrong(self.tr("This is not a number."))
            return
        if not RATES[0] <= rate <= RATES[1]:
            self._say_wrong(self.tr("Between {0:g} and {1:g}.").format(*RATES))
            return
        self._say_wrong("")
        self.session.set(mem_rate=rate)

    def _say_wrong(self, text: str) -> None:
        self._wrong.setText(text)
        self._wrong.setVisible(bool(text))

    @Slot()
    def _on_exact(self) -> None:
        found = self.session.results.memories
        if found is not None and found.writes_at is not None:
            self.rate.setModified(False)
            self.session.set(mem_rate=float(f"{found.writes_at:.2g}"))

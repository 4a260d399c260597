"""Which way it is translated, by which model, and how the next token is chosen."""

from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox

from engine.sequences.decode import MOST_BEAMS
from engine.sequences.model import KINDS, LANGUAGES
from gui.pages import SEQ_METHODS
from gui.panes.base import Pane
from gui.translation import turned_round
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.model_bar import FRESH_LIMITS
from gui.widgets.rows import row
from gui.widgets.segments import Segments
from gui.wording import direction_title, kind_tip, kind_title, method_tip, method_title

MOST_TEMPERATURE, LARGEST_SEED = 5.0, FRESH_LIMITS["seed"][1]
NARROW = 96  # width to which the direction gives way
WIDTHS = (106, 106, 92)  # of the boxes for numbers


class ChoicePart(Pane):
    """A row over all pages."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"seq_source", "seq_model", "seq_method", "seq_width", "seq_temperature", "seq_seed"}
    )

    def build(self) -> None:
        self.direction, self.models, self.method = ElidedCombo(self), Segments(self), QComboBox(self)
        self.direction.setMinimumWidth(NARROW)
        self.direction.setObjectName("translation.direction")
        self.direction.setToolTip(self.tr("From which language into which"))
        for language in LANGUAGES:
            self.direction.addItem(direction_title(language), language)
        self.models.setObjectName("translation.model")
        self.models.setAccessibleName(self.tr("The model that translates"))
        self.models.show_titles(tuple(kind_title(kind) for kind in KINDS), 0)
        for button, kind in zip(self.models.buttons(), KINDS, strict=True):
            button.setToolTip(kind_tip(kind))
        self.method.setObjectName("translation.method")
        self.method.setToolTip(self.tr("How the next token is chosen"))
        for method in SEQ_METHODS:
            self.method.addItem(method_title(method), method)
            self.method.setItemData(self.method.count() - 1, method_tip(method), 3)  # its tooltip
        self._build_spins()
        for combo in (self.direction, self.method):
            combo.setAccessibleName(combo.toolTip())
        self.direction.activated.connect(self._on_direction)
        self.models.chosen.connect(self._on_model)
        self.method.activated.connect(self._on_method)
        layout = row(self.direction, self.models, None, self.method)
        for box in self._spins:
            layout.addWidget(box)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)

    def _build_spins(self) -> None:
        self.width_box, self.temperature, self.seed = QSpinBox(self), QDoubleSpinBox(self), QSpinBox(self)
        self.width_box.setRange(1, MOST_BEAMS)
        self.temperature.setRange(0, MOST_TEMPERATURE)
        self.temperature.setSingleStep(0.1)
        self.seed.setRange(0, LARGEST_SEED)
        self.width_box.valueChanged.connect(self._on_width)
        self.temperature.valueChanged.connect(self._on_temperature)
        self.seed.valueChanged.connect(self._on_seed)
        said = {
            "width": (self.tr("width "), self.tr("How many sentences are kept at each step")),
            "temperature": (
                self.tr("temp. "),
                self.tr("0 is always the likeliest; above 1 unlikely tokens get a better chance"),
            ),
            "seed": (
                self.tr("seed "),
                self.tr("The start of the random numbers: one seed draws one sentence"),
            ),
        }
        self._spins = self.width_box, self.temperature, self.seed
        boxes: tuple[QSpinBox | QDoubleSpinBox, ...] = (self.width_box, self.temperature, self.seed)
        for (name, (prefix, tip)), box, width in zip(said.items(), boxes, WIDTHS, strict=True):
            box.setPrefix(prefix)
            box.setMaximumWidth(width)
            box.setObjectName(f"translation.{name}")
            box.setKeyboardTracking(False)
            box.setToolTip(tip)
            box.setAccessibleName(tip)

    def refresh(self) -> None:
        state = self.session.state
        writing = state.seq_model == "language"
        self.direction.setCurrentIndex(LANGUAGES.index(state.seq_source))
        self.direction.setEnabled(not writing)
        self.models.show_titles(tuple(kind_title(kind) for kind in KINDS), KINDS.index(state.seq_model))
        self.method.setCurrentIndex(SEQ_METHODS.index(state.seq_method))
        for box, method in zip(self._spins, ("beam", "sample", "sample"), strict=True):
            box.blockSignals(True)
            box.setVisible(method == state.seq_method)
        self.width_box.setValue(state.seq_width)
        self.temperature.setValue(state.seq_temperature)
        self.seed.setValue(state.seq_seed)
        for box in self._spins:
            box.blockSignals(False)

    @Slot(int)
    def _on_direction(self, place: int) -> None:
        results = self.session.results
        self.session.set(**turned_round(self.session.state, LANGUAGES[place], results))

    @Slot(int)
    def _on_model(self, place: int) -> None:
        self.session.set(seq_model=KINDS[place])

    @Slot(int)
    def _on_method(self, place: int) -> None:
        self.session.set(seq_method=SEQ_METHODS[place])

    @Slot(int)
    def _on_width(self, width: int) -> None:
        self.session.set(seq_width=width)

    @Slot(float)
    def _on_temperature(self, temperature: float) -> None:
        self.session.set(seq_temperature=temperature)

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(seq_seed=seed)

"""Which model, layer and head is looked at, and the sizes of a fresh layer."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSpinBox, QWidget

SPIN_WIDTHS = {"heads": 68, "d_head": 78, "seed": 100}
NARROW = 72
FRESH_LIMITS = {"heads": (1, 32), "d_head": (1, 256), "seed": (0, 999_999)}


class ModelBar(QWidget):
    """``chosen`` carries the name of what was chosen and its new value, layers and heads from 0."""

    chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = self._combo("source", self.tr("Which model reads the sentence"))
        self.source.addItem(self.tr("MiniLM"), "minilm")
        self.source.addItem(self.tr("Fresh layer"), "fresh")
        self.layer = self._combo("layer", self.tr("Layer (Alt+Up, Alt+Down)"))
        self.head = self._combo("head", self.tr("Head (Alt+PgUp, Alt+PgDn)"))
        tips = {
            "heads": (self.tr("heads"), self.tr("How many heads the fresh layer has")),
            "d_head": (
                self.tr("width"),
                self.tr("How many numbers a query, key or value of one head has (d_head)"),
            ),
            "seed": (self.tr("seed"), self.tr("Seed of the generator that draws the weights")),
        }
        self._fresh = QWidget(self)
        row = QHBoxLayout(self._fresh)
        row.setContentsMargins(0, 0, 0, 0)
        self.spins: dict[str, QSpinBox] = {}
        for name, (label, tip) in tips.items():
            self.spins[name] = self._spin(name, tip)
            text = QLabel(label, self._fresh)
            text.setBuddy(self.spins[name])
            row.addWidget(text)
            row.addWidget(self.spins[name])
        self.badge = QLabel(self)
        self.badge.setObjectName("attention.badge")
        self.badge.setProperty("tone", "badge")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.source, self._fresh, self.layer, self.head):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addWidget(self.badge)

    def show_source(self, source: str, heads: int, d_head: int, seed: int) -> None:
        """Show the choice of model, without a signal."""
        _quietly(self.source, self.source.findData(source))
        self._fresh.setVisible(source == "fresh")
        for name, value in (("heads", heads), ("d_head", d_head), ("seed", seed)):
            spin = self.spins[name]
            spin.blockSignals(True)
            spin.setValue(value)
            spin.blockSignals(False)

    def show_place(self, layers: tuple[str, ...], layer: int, heads: tuple[str, ...], head: int) -> None:
        """Show the titles of all layers and heads and which of them are looked at, without a signal."""
        for combo, titles, current in ((self.layer, layers, layer), (self.head, heads, head)):
            combo.blockSignals(True)
            if tuple(combo.itemText(i) for i in range(combo.count())) != titles:
                combo.clear()
                for place, title in enumerate(titles):
                    combo.addItem(title, place)
            combo.setCurrentIndex(current)
            combo.setVisible(len(titles) > 1)  # one layer is no choice
            combo.blockSignals(False)

    def controls(self) -> list[QWidget]:
        """All boxes from left to right."""
        return [self.source, *self.spins.values(), self.layer, self.head]

    def show_nothing(self) -> None:
        """No run: no layer, no head, no word about training."""
        for widget in (self.layer, self.head, self.badge):
            widget.hide()

    def _combo(self, name: str, tip: str) -> QComboBox:
        combo = QComboBox(self)
        combo.setObjectName(f"attention.{name}")
        combo.setProperty("choice", name)
        combo.setToolTip(tip)
        combo.setAccessibleName(tip)
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        combo.setMinimumWidth(
            NARROW
        )  # or the window would have to widen while one model gives way to another
        combo.currentIndexChanged.connect(self._on_combo)
        return combo

    def _spin(self, name: str, tip: str) -> QSpinBox:
        spin = QSpinBox(self._fresh)
        spin.setObjectName(f"attention.fresh.{name}")
        spin.setProperty("choice", name)
        spin.setRange(*FRESH_LIMITS[name])
        spin.setKeyboardTracking(False)
        spin.setMaximumWidth(SPIN_WIDTHS[name])
        spin.setToolTip(tip)
        spin.setAccessibleName(tip)
        spin.valueChanged.connect(self._on_spin)
        return spin

    @Slot(int)
    def _on_combo(self, index: int) -> None:
        combo = self.sender()
        assert isinstance(combo, QComboBox)
        if index >= 0:
            self.chosen.emit(combo.property("choice"), combo.itemData(index))

    @Slot(int)
    def _on_spin(self, value: int) -> None:
        self.chosen.emit(self.sender().property("choice"), value)


def _quietly(combo: QComboBox, index: int) -> None:
    combo.blockSignals(True)
    combo.setCurrentIndex(index)
    combo.blockSignals(False)

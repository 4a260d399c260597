"""Asks how a picture shall be saved: as what, how large, on which ground."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from gui.exporting.pictures import DENSITY, Picture

LEAST, MOST = 100, 5000  # points along a side
KINDS: Mapping[str, str] = {
    "svg": "SVG: lines and text, for web pages and drawing programs",
    "pdf": "PDF: lines and text, for papers",
    "png": "PNG: pixels, for slides",
}


class PictureDialog(QDialog):
    """``wanted`` carries the picture, the kind, the size in points and whether on white, once they are chosen."""

    wanted = Signal(object, str, QSize, bool)

    def __init__(self, picture: Picture, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("picture")
        self.setWindowTitle(self.tr("Save picture"))
        self.picture = picture
        self.kind = QComboBox(self)
        for key, text in KINDS.items():
            self.kind.addItem(self.tr(text), key)
        now = picture.size()
        self.across, self.down = self._box("width", now.width()), self._box("height", now.height())
        self.white = QCheckBox(self.tr("Dark on &white, whatever the window’s colours are"), self)
        self.white.setObjectName("picture.white")
        self.white.setToolTip(self.tr("The light colours, for paper"))
        self.white.setChecked(True)
        self.kind.setObjectName("picture.kind")
        self.kind.setToolTip(self.tr("The kind of file"))
        self._lay_out()

    def _box(self, name: str, value: int) -> QSpinBox:
        box = QSpinBox(self)
        box.setObjectName(f"picture.{name}")
        box.setRange(LEAST, MOST)
        box.setValue(value)
        box.setToolTip(
            self.tr(
                "In the screen’s points; labels are laid out anew. A PNG has {0} pixels to a point."
            ).format(DENSITY)
        )
        return box

    def _lay_out(self) -> None:
        size = QHBoxLayout()
        for widget in (self.across, QLabel("×", self), self.down):
            size.addWidget(widget)
        size.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self._on_accepted)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(self.tr("&Kind"), self.kind)
        form.addRow(self.tr("Width × height"), size)
        form.addRow(self.white)
        form.addRow(buttons)

    @Slot()
    def _on_accepted(self) -> None:
        self.accept()
        size = QSize(self.across.value(), self.down.value())
        self.wanted.emit(self.picture, self.kind.currentData(), size, self.white.isChecked())

"""On a dense screen everything is drawn at the screen's density: nothing is drawn small and then stretched."""

import json
import os
import subprocess
import sys

import pytest

from engine.paths import ROOT

# Opens the window off screen and tells the density of every picture that is kept, by the widget that keeps it.
PROGRAM = """
import json, sys
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from gui.compute import Compute
from gui.main_window import MainWindow
from gui.session import Session
from gui.theme import THEMES, apply, load_fonts
from gui.widgets.painted_area import PaintedArea

app = QApplication([])
load_fonts(app)
apply(app, THEMES["light"])
session = Session()
compute = Compute(session)
window = MainWindow(session, remember=False)
window.resize(1280, 800)
window.show()
window.build_late_panes()
compute.start()
while compute.busy:
    app.processEvents()
app.processEvents()
found = {}
for widget in (window, *window.findChildren(QWidget)):
    if not widget.isVisible():
        continue
    name = f"{type(widget).__name__} {widget.objectName()}"
    kept = [value for value in vars(widget).values() if isinstance(value, (QPixmap, QImage)) and not value.isNull()]
    if isinstance(widget, PaintedArea):
        kept += [drawn.pixmap for drawn in widget.texts._drawn.values()]
    found[name] = [picture.devicePixelRatioF() for picture in kept]
    if isinstance(widget, QAbstractButton) and not widget.icon().isNull():
        size = widget.iconSize()
        icon = widget.icon().pixmap(size, widget.devicePixelRatioF())
        found[name].append(icon.width() / size.width())
image = window.grab().toImage()
compute.shutdown()
print(json.dumps([found, [image.width(), image.height()]]))
"""
PAINTED = (
    "MatrixView step.out",
    "HeadsGrid heads.grid",
    "TokenStrip attention.tokens",
    "ChipList words.chosen",
)


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_every_kept_picture_has_the_density_of_the_screen(scale):
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": str(scale)}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    found, size = json.loads(done.stdout.splitlines()[-1])
    assert size == [1280 * scale, 800 * scale]
    assert {name: ratios for name, ratios in found.items() if set(ratios) - {scale}} == {}
    assert all(any(name.startswith(one) and ratios for name, ratios in found.items()) for one in PAINTED)
    assert any(name.startswith("QToolButton stage.") and ratios for name, ratios in found.items())

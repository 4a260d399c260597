"""The ends of a colour scale are written, and that it is logarithmic."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from gui.theme import LIGHT
from gui.widgets import legend
from gui.widgets.painting import Texts


@pytest.mark.parametrize(
    ("log", "ends", "words"),
    [(False, (0.0, 1.0), ("0", "1.00")), (True, (0.001, 1.0), ("\u2264 0.001", "1 log"))],
)
def test_the_ends_are_written(qapp, log, ends, words):
    written = []

    class Noted(Texts):
        def width(self, text, pixels, bold=False):
            written.append(text)
            return super().width(text, pixels, bold)

    image = QImage(240, 20, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    taken = legend.paint_legend(painter, QRect(0, 0, 240, 20), LIGHT, Noted(), "weights", ends, 2, log=log)
    painter.end()
    assert tuple(written) == words
    assert taken.width() > 100

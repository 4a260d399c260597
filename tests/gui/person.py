"""Somebody at the real window: clicks, keys and typed texts, each waited for until the engine has done its work."""

from PySide6.QtCore import Qt

NONE = Qt.KeyboardModifier.NoModifier


class Person:
    """Looks, clicks and types; the tests of a desk add what there is to find at it."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot, self.session = window, qtbot, window.session
        window.activateWindow()

    def click(self, widget, at=None, modifier=NONE):
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, modifier, at or widget.rect().center())
        self.window.settle()

    def press(self, key, modifier=NONE):
        self.qtbot.keyClick(self.window, key, modifier)
        self.window.settle()

    def write(self, box, text):
        """Over what stands in a box for a sentence."""
        self.click(box.viewport())
        self.qtbot.keyClick(box, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.keyClicks(box, text)

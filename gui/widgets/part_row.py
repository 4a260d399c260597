"""Titles over groups of a stage bar's buttons, each as wide as its group."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gui.theme import LIGHT, Theme
from gui.widgets.painting import TINY, Texts, font
from gui.widgets.plain import tooltip
from gui.widgets.stage_bar import StageBar

HEIGHT, PAD, LINE = 17, 2, 2


class PartRow(QWidget):
    """Follows the bar that stands below it; a group is a run of buttons of the same title.  Of a title without room
    only the first letter is shown.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self.parts: list[tuple[str, str]] = []
        self._bar: StageBar | None = None
        self._current: int | None = None
        self._texts = Texts()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def follow(self, bar: StageBar) -> None:
        """Stand over the buttons of a bar from now on."""
        self._bar = bar
        bar.installEventFilter(self)

    def show_parts(self, parts: Sequence[tuple[str, str]]) -> None:
        """The title and the tooltip of the group of each button."""
        self.parts = list(parts)
        self.setAccessibleName(", ".join(dict.fromkeys(title for title, _ in self.parts)))
        self.update()

    def set_current(self, place: int) -> None:
        """Point out the group of a button."""
        self._current = place
        self.update()

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, HEIGHT)

    def groups(self) -> list[tuple[str, str, QRect, bool]]:
        """Title, tooltip and box of each group, and whether it is the one that is pointed out."""
        if self._bar is None or len(self.parts) != len(self._bar.buttons()):
            return []
        found = []
        places = groupby(range(len(self.parts)), key=lambda place: self.parts[place])
        for (title, tip), members in places:
            buttons = list(members)
            first, last = (self._bar.buttons()[place] for place in (buttons[0], buttons[-1]))
            left = self.mapFromGlobal(first.mapToGlobal(QPoint(0, 0))).x()
            right = self.mapFromGlobal(last.mapToGlobal(QPoint(last.width(), 0))).x()
            found.append((title, tip, QRect(left, 0, right - left, HEIGHT), self._current in buttons))
        return found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Paint):
            self.update()
        return False

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            here = next((one for one in self.groups() if one[2].contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), tooltip(here[1]) if here else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(TINY))
        for title, _, box, current in self.groups():
            colour = self.theme.colour("accent" if current else "muted")
            painter.fillRect(QRect(box.x() + PAD, HEIGHT - LINE, box.width() - 2 * PAD, 1), colour)
            painter.setPen(colour)
            fits = self._texts.width(title, TINY) <= box.width() - 2 * PAD
            text = title if fits else title[:1]
            painter.drawText(box.adjusted(PAD, 0, -PAD, -LINE), Qt.AlignmentFlag.AlignLeft, text)
        painter.end()

"""A row of stages to walk through: first, previous step, each stage, next step, last, play and its speed."""

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gui.theme import Theme
from gui.widgets.icons import icon
from gui.widgets.pace_button import PaceButton

KEYS = {
    Qt.Key.Key_Left: "previous",
    Qt.Key.Key_Right: "next",
    Qt.Key.Key_Home: "first",
    Qt.Key.Key_End: "last",
}
FASTER = {Qt.Key.Key_Plus: 1, Qt.Key.Key_Equal: 1, Qt.Key.Key_Minus: -1}
PLAIN = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.ShiftModifier
ICON = QSize(16, 16)
LEAST = 16  # width to which a step may shrink in a narrow window; its tooltip still says its title


class StageBar(QWidget):
    """Left, Right, Home and End walk while it has the focus; Space plays or pauses, plus and minus change the speed.

    ``chosen`` carries the place of a stage; ``moved`` is "first", "previous", "next" or "last".
    """

    chosen = Signal(int)
    moved = Signal(str)
    play_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self._on_clicked)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # or its focus would not show
        self._look: tuple[str, bool] | None = None
        self._plays = self.tr("Play: fill this step row by row, then the next (Space, Ctrl+Space)")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(1)
        self._steps = QHBoxLayout()
        self._steps.setSpacing(1)
        self._steps.addStretch(1)
        self._moves = {
            "first": self._move("first", self.tr("First step of the layer")),
            "previous": self._move("previous", self.tr("Previous step")),
            "next": self._move("next", self.tr("Next step")),
            "last": self._move("last", self.tr("Last step of the layer")),
        }
        self.play = QToolButton(self)
        self.play.setObjectName("stage.play")
        self.play.setAutoRaise(True)
        self.play.setIconSize(ICON)
        self.play.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.play.clicked.connect(self.play_pressed)
        self.pace = PaceButton(self)
        self.pace.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in ("first", "previous"):
            layout.addWidget(self._moves[part])
        layout.addLayout(self._steps, 1)
        for part in ("next", "last"):
            layout.addWidget(self._moves[part])
        layout.addWidget(self.play)
        layout.addWidget(self.pace)

    def set_stages(self, titles: tuple[str, ...], tips: tuple[str, ...]) -> None:
        """Show these steps; buttons are added or taken away only when there are more or fewer than before."""
        for place, (title, tip) in enumerate(zip(titles, tips, strict=True)):
            button = self._group.button(place) or self._stage(place)
            button.setText(title)
            button.setToolTip(tip)
        for button in self.buttons()[len(titles) :]:
            self._group.removeButton(button)
            button.hide()
            button.deleteLater()
        self._fit()

    def _stage(self, place: int) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"stage.{place}")
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setMinimumWidth(LEAST)
        self._group.addButton(button, place)
        self._steps.insertWidget(place, button)
        return button

    def buttons(self) -> list[QAbstractButton]:
        """The stages' buttons, in order."""
        return self._group.buttons()

    def say(self, first: str, last: str, plays: str) -> None:
        """What the ends and playing are here, in place of a layer's steps."""
        self._plays = plays
        for name, tip in (("first", first), ("last", last)):
            self._moves[name].setToolTip(tip)
            self._moves[name].setAccessibleName(tip)

    def set_current(self, place: int, possible: frozenset[str]) -> None:
        """Show where one is and which moves there are from there."""
        if button := self._group.button(place):
            button.setChecked(True)
        for name, move in self._moves.items():
            move.setEnabled(name in possible)

    def set_look(self, theme: Theme, playing: bool) -> None:
        """Icons in the theme's colours; the play button shows what it will do."""
        before, self._look = self._look, (theme.name, playing)
        if before == self._look:
            return
        if before is None or before[0] != theme.name:
            for name, button in self._moves.items():
                button.setIcon(icon(name, theme))
        self.play.setIcon(icon("pause" if playing else "play", theme))
        self.play.setToolTip(
            self.tr("Pause and keep the place (Space, Ctrl+Space); Escape or any click stops")
            if playing
            else self._plays
        )
        self.play.setAccessibleName(self.play.toolTip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where titles need the room, the ends of the layer are reached by Home and End alone."""
        spaces = 2 * self.play.fontMetrics().horizontalAdvance(" ")  # that a title can do without
        needed = sum(button.sizeHint().width() - spaces for button in self._group.buttons())
        needed += sum(button.sizeHint().width() for button in (*self._moves.values(), self.play, self.pace))
        for end in ("first", "last"):
            self._moves[end].setVisible(
                needed + len(self._group.buttons()) + len(self._moves) <= self.width()
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() not in PLAIN:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Space:
            self.play_pressed.emit()
        elif key in FASTER:
            self.pace.step(FASTER[key])
        elif key in KEYS:
            self._go(KEYS[key])
        else:
            super().keyPressEvent(event)

    def _move(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"stage.{name}")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setAutoRaise(True)
        button.setIconSize(ICON)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setProperty("move", name)
        button.clicked.connect(self._on_move)
        return button

    def _go(self, move: str) -> None:
        if self._moves[move].isEnabled():
            self.moved.emit(move)

    @Slot()
    def _on_move(self) -> None:
        self._go(self.sender().property("move"))
        self.setFocus()

    @Slot(int)
    def _on_clicked(self, place: int) -> None:
        self.setFocus()
        self.chosen.emit(place)

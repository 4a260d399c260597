"""Words on their way from one map to the next: what is drawn at each moment, and which part of the plane is seen."""

from dataclasses import replace

from PySide6.QtCore import QEasingCurve, QObject, QRectF, Qt, QVariantAnimation, Signal, Slot
from PySide6.QtWidgets import QApplication

from gui.widgets.arrow_picture import Arrow, Arrows

DURATION = 300  # ms


class Glide(QObject):
    """Short, and left out where the system wants no effects."""

    moved = Signal(object, QRectF)  # Arrows, and the view
    rested = Signal()  # at the end

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(DURATION)
        self._clock.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._clock.valueChanged.connect(self._on_tick)
        self._clock.finished.connect(self.rested)
        self._ends: tuple[Arrows, Arrows] = (Arrows(), Arrows())
        self._views = (QRectF(), QRectF())

    @property
    def running(self) -> bool:
        return self._clock.state() == QVariantAnimation.State.Running

    def start(self, old: Arrows, new: Arrows, views: tuple[QRectF, QRectF]) -> bool:
        """Lead from one picture to another; False if there is nothing to lead, or no wish for it."""
        self.stop()
        if not new.glides or not wanted() or not moves(old, new):
            return False
        self._ends, self._views = (old, new), views
        self._clock.start()
        return True

    def redirect(self, new: Arrows) -> bool:
        """Let a picture with the chosen words in the same places be the end of a glide that runs; else False."""
        if not self.running or places(new) != places(self._ends[1]):
            return False
        self._ends = self._ends[0], new
        return True

    def stop(self) -> None:
        self._clock.stop()

    @Slot(object)
    def _on_tick(self, part: float) -> None:
        """At the end it is the new picture itself."""
        old, new = self._ends
        shown = new if part >= 1.0 else between(old, new, part)
        self.moved.emit(shown, between_views(*self._views, part))


def wanted() -> bool:
    """Whether the system has effects."""
    return QApplication.isEffectEnabled(Qt.UIEffect.UI_General)


def places(data: Arrows) -> dict[str, tuple[float, float]]:
    """Of the words that are there for themselves, not as neighbours."""
    return {arrow.word: (arrow.x, arrow.y) for arrow in data.arrows if not arrow.near}


def moves(old: Arrows, new: Arrows) -> bool:
    """Whether a word of both stands elsewhere in the new picture."""
    before = places(old)
    return any(before.get(word, place) != place for word, place in places(new).items())


def between(old: Arrows, new: Arrows, part: float) -> Arrows:
    """The new picture with its words on their way; those that are new stand where they will stay."""
    before = {arrow.word: arrow for arrow in old.arrows}
    return replace(new, arrows=tuple(_between(before.get(one.word, one), one, part) for one in new.arrows))


def _between(old: Arrow, new: Arrow, part: float) -> Arrow:
    return replace(new, x=old.x + (new.x - old.x) * part, y=old.y + (new.y - old.y) * part)


def between_views(old: QRectF, new: QRectF, part: float) -> QRectF:
    """Edge by edge."""
    start, step = old.topLeft(), new.topLeft() - old.topLeft()
    wider, higher = new.width() - old.width(), new.height() - old.height()
    corner = start + step * part
    return QRectF(corner.x(), corner.y(), old.width() + wider * part, old.height() + higher * part)

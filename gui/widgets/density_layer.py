"""The crowd behind the chosen words: its picture and its names for the view that is seen, kept until that changes."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.density import Density
from gui.theme import Theme
from gui.widgets.density_names import GAP, Name, names
from gui.widgets.density_picture import Picture, picture
from gui.widgets.painting import TINY, Texts, font

NAMED = 15_000  # words in view from which down some are named


@dataclass(frozen=True)
class Scene:
    """The part ``view`` of the plane in ``frame`` of the screen."""

    view: QRectF
    frame: QRectF
    theme: Theme
    ratio: float = 1.0  # pixels to a point


class DensityLayer:
    """Words by frequency, and where they lie; nothing while there are none."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._density: Density | None = None
        self._words: Sequence[str] = ()
        self._picture: tuple[Scene, Picture] | None = None

    def show(self, density: Density | None, words: Sequence[str]) -> None:
        """Show another crowd, or none."""
        self._density, self._words = density, words
        self._picture = None

    def __len__(self) -> int:
        return len(self._words)

    @property
    def density(self) -> Density | None:
        return self._density

    def picture(self, scene: Scene) -> Picture | None:
        """Made anew only for another scene."""
        if self._density is None:
            return None
        if self._picture is None or self._picture[0] != scene:
            made = picture(self._density, scene.view, scene.frame, scene.theme, scene.ratio)
            self._picture = scene, made
        return self._picture[1]

    def names(self, scene: Scene, taken: Sequence[QRectF], left_out: Set[str]) -> tuple[Name, ...]:
        """Those that find room; none while too many words are in view."""
        found = self.picture(scene)
        if self._density is None or found is None or found.seen > NAMED:
            return ()
        crowd = self._density, self._words
        return names(crowd, scene.view, scene.frame, self._texts, taken, left_out)

    def paint(self, painter: QPainter, scene: Scene) -> None:
        """The picture alone: names are painted by `write`, over what lies between."""
        if found := self.picture(scene):
            painter.drawImage(scene.frame.topLeft(), found.image)


def write(painter: QPainter, shown: Sequence[Name], theme: Theme, hover: str | None) -> None:
    """Names beside their points; the one under the mouse stands out."""
    painter.setFont(font(TINY))
    ground = theme.colour("panel")
    ground.setAlpha(170)
    painter.setPen(QPen(theme.colour("muted"), 4, c=Qt.PenCapStyle.RoundCap))
    for name in shown:
        painter.fillRect(name.box, ground)
        painter.drawPoint(name.tip)
    painter.setPen(theme.colour("text"))
    for name in shown:
        if name.word == hover:
            painter.fillRect(name.box, theme.colour("accent_tint"))
        painter.drawText(_text_box(name), _LEFT, name.text)


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def _text_box(name: Name) -> QRectF:
    return name.box.adjusted(1.5 * GAP, 0, 0, 0)


def name_at(shown: Sequence[Name], point: QPointF) -> Name | None:
    """The name or point that lies there."""
    return next((name for name in shown if name.box.contains(point)), None)

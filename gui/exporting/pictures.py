"""Pictures as SVG, PDF and PNG, painted by the very code that paints the screen: in the first two, text is text."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRect, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gui.exporting.whole import write_whole
from gui.theme import Theme

POINTS_PER_INCH, DOTS_PER_INCH = 72, 96  # of a page, of the screen's points
DENSITY = 2  # pixels of a PNG per point, along each side

Paint = Callable[[QPainter], None]


class Picture(Protocol):
    """A widget that paints itself without what belongs to the mouse and the keyboard."""

    theme: Theme

    def picture(self, painter: QPainter) -> None: ...
    def set_theme(self, theme: Theme) -> None: ...
    def size(self) -> QSize: ...
    def resize(self, size: QSize, /) -> None: ...
    def grab(self, rectangle: QRect, /) -> object: ...


def paint_to(
    what: Picture | Paint, path: Path, size: QSize, kind: str = "", theme: Theme | None = None
) -> None:
    """Paint a widget, or whatever paints on a painter, into a file of ``size`` in the screen's points.

    ``kind`` is a key of KINDS, by default what the path ends in.  A widget is laid out anew for the size and the theme
    and is afterwards as it was; only what it shows is painted, not what is scrolled away.  Raises OSError.
    """
    kind = kind or path.suffix.removeprefix(".").lower()
    if callable(what):
        data = KINDS[kind](what, size)
    else:
        with _dressed(what, size, theme or what.theme):
            data = KINDS[kind](what.picture, what.size())
    write_whole(path, data)


@contextmanager
def _dressed(widget: Picture, size: QSize, theme: Theme) -> Iterator[None]:
    """Nothing of it is seen: the window is painted only after control has gone back to Qt."""
    size_before, theme_before = widget.size(), widget.theme
    try:
        _wear(widget, size, theme)
        yield
    finally:
        _wear(widget, size_before, theme_before)


def _wear(widget: Picture, size: QSize, theme: Theme) -> None:
    widget.set_theme(theme)
    widget.resize(size)
    widget.grab(QRect(0, 0, 1, 1))  # has Qt lay out at once what is hidden


def _svg(paint: Paint, size: QSize) -> bytes:
    buffer = _buffer()
    device = QSvgGenerator()
    device.setOutputDevice(buffer)
    device.setSize(size)
    device.setViewBox(QRect(0, 0, size.width(), size.height()))
    device.setResolution(DOTS_PER_INCH)
    device.setTitle("Attention Explorer")
    return _painted(paint, device, buffer)


def _pdf(paint: Paint, size: QSize) -> bytes:
    buffer = _buffer()
    device = QPdfWriter(buffer)
    device.setResolution(DOTS_PER_INCH)
    page = QSizeF(size) * (POINTS_PER_INCH / DOTS_PER_INCH)
    device.setPageSize(QPageSize(page, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    device.setTitle("Attention Explorer")
    return _painted(paint, device, buffer)


def _png(paint: Paint, size: QSize) -> bytes:
    image = QImage(size * DENSITY, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(DENSITY)
    image.fill(Qt.GlobalColor.transparent)
    buffer = _buffer()
    _painted(paint, image, buffer)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # which PySide6's stubs give as bytes
    return bytes(buffer.data().data())


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _painted(paint: Paint, device: QPaintDevice, buffer: QBuffer) -> bytes:
    painter = QPainter(device)
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        paint(painter)
    finally:  # a painter left open takes the process down
        painter.end()
    return bytes(buffer.data().data())


KINDS: Mapping[str, Callable[[Paint, QSize], bytes]] = {"svg": _svg, "pdf": _pdf, "png": _png}

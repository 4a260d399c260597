"""What every page of the plane is: a caption over a plot or, without one, words; drawn only while it is looked at."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedWidget, QWidget

from gui.pages import PLANE_PAGES
from gui.panes.base import Pane
from gui.theme import THEMES
from gui.widgets.plane_axes import PlaneAxes
from gui.widgets.rows import column

PAGES = PLANE_PAGES
CRAMPED = 170  # height below which it says the least
ROOMY = 300  # height from which the caption also says how to read the picture


class PlanePage(Pane):
    """``page`` is its name among PAGES; its widgets are called ``prefix.caption``, ``prefix.plot`` and so on."""

    page: ClassVar[str]
    prefix: ClassVar[str]

    def refresh(self) -> None:
        if self.session.state.plane_page == self.page:
            self.show_page()

    def show_page(self) -> None:
        """Redraw, ending in `show_plot` or `show_message`."""
        raise NotImplementedError

    def beside(self) -> QWidget | None:
        """A control for the row of the switch, where there is room for it."""
        return None

    def lay_out(self, plot: PlaneAxes, fit_tip: str) -> None:
        """Make caption and message around a plot."""
        self.caption, self._message, self._plot = QLabel(self), QLabel(self), plot
        self._said = ("", "", "")
        self.caption.setObjectName(f"{self.prefix}.caption")
        self.caption.setTextFormat(Qt.TextFormat.RichText)
        self.caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.caption.setWordWrap(True)
        self.caption.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._message.setObjectName(f"{self.prefix}.message")
        self._message.setProperty("tone", "muted")
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._message.setWordWrap(True)
        plot.setObjectName(f"{self.prefix}.plot")
        plot.corner.setObjectName(f"{self.prefix}.fit")
        plot.corner.setText(self.tr("Fit"))
        plot.corner.setToolTip(fit_tip)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._message)
        self._pages.addWidget(plot)
        layout = column(self)
        layout.addWidget(self.caption)
        layout.addWidget(self._pages, 1)

    def show_plot(self, caption: str, reading: str = "", brief: str = "") -> None:
        """All are HTML; ``reading`` is said where there is room for it, ``brief`` instead where there is hardly any."""
        self._plot.set_theme(THEMES[self.session.state.theme])
        self._said = caption, reading, brief
        self._caption_again()
        self.caption.show()
        self._pages.setCurrentWidget(self._plot)

    def show_message(self, text: str) -> None:
        """Say why there is no plot."""
        self._message.setText(text)
        self.caption.hide()
        self._pages.setCurrentWidget(self._message)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._caption_again()

    def _caption_again(self) -> None:
        caption, reading, brief = self._said
        if reading and self.height() >= ROOMY:
            caption = f"{caption} {reading}"
        self.caption.setText(brief if brief and self.height() < CRAMPED else caption)

"""How attention weights are read: switches that hold wherever weights are seen."""

from typing import ClassVar

from PySide6.QtCore import Slot

from gui.panes.base import Pane
from gui.reading import SWITCHES, switches
from gui.theme import THEMES
from gui.widgets.rows import column
from gui.widgets.scale_menu import ScaleMenu
from gui.widgets.switch_menu import SwitchMenu


class ReadingPart(Pane):
    """A button with a menu; several of them show the same choice."""

    watches: ClassVar[frozenset[str]] = frozenset(SWITCHES)

    def build(self) -> None:
        self.menu = self.button()
        self.menu.switched.connect(self._on_switch)
        column(self).addWidget(self.menu)

    def button(self) -> SwitchMenu:
        menu = SwitchMenu(self.tr("Show"), switches(), self)
        menu.setToolTip(self._about())
        return menu

    def refresh(self) -> None:
        self.menu.set_on({name: getattr(self.session.state, name) for name in SWITCHES})

    def _about(self) -> str:
        return self.tr("How attention weights are shown: words, hidden tokens, colours")

    @Slot(str, bool)
    def _on_switch(self, name: str, on: bool) -> None:
        self.session.set(**{name: on})


class ScalePart(ReadingPart):
    """The same as the legend of the colours."""

    watches: ClassVar[frozenset[str]] = frozenset({*SWITCHES, "theme"})
    menu: ScaleMenu

    def button(self) -> ScaleMenu:
        return ScaleMenu(self._about(), switches(), self)

    def refresh(self) -> None:
        super().refresh()
        self.menu.show_scale(THEMES[self.session.state.theme], self.session.state.log_colour)

"""Ways to score or to align, told: name and sentence, the formulas of the steps of one, what is odd about it here."""

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.formulas import formula_key
from engine.recipes import Step
from gui.theme import Theme
from gui.widgets.formula_view import FormulaView
from gui.widgets.notice import Notice
from gui.widgets.painting import SMALL, font
from gui.wording.laboratory import Way, lab_tr

MOST = 3  # steps of a way
HEIGHT, NARROWEST = 54, 240


class LabWay(QWidget):
    """Sentences at the left, formulas at the right."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._ways: Mapping[str, Way] = {}
        self._chosen, self._more, self._roomy = "", "", False
        self.said, self.notice = QLabel(self), Notice(self)
        self.said.setObjectName(f"{name}.said")
        self.said.setFont(font(SMALL))
        self.said.setWordWrap(True)
        self.said.setMinimumWidth(NARROWEST)
        self.said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.notice.setObjectName(f"{name}.notice")
        self.formulas = [FormulaView(self) for _ in range(MOST)]
        for place, formula in enumerate(self.formulas):
            formula.setObjectName(f"{name}.formula.{place}")
            formula.setFixedHeight(HEIGHT)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.said)
        words.addWidget(self.notice)
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(words, 1)
        for formula in self.formulas:
            formula.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            layout.addWidget(formula, 0, Qt.AlignmentFlag.AlignTop)

    def show_way(
        self,
        ways: Mapping[str, Way],
        chosen: str,
        steps: Sequence[Step],
        remarks: list[str],
        theme: Theme,
        more: str = "",
    ) -> None:
        """Tell of one of some ways, and ``more`` of it.  ``remarks`` are lines of HTML."""
        self._ways, self._chosen, self._more = ways, chosen, more
        self._tell()
        self.notice.say(remarks)
        for place, formula in enumerate(self.formulas):
            formula.setVisible(place < len(steps))
            formula.set_theme(theme)
            if place < len(steps):
                formula.set_formula(formula_key(steps[place]), lab_tr(ways[chosen].name))

    def set_roomy(self, roomy: bool) -> None:
        """Whether there is room to tell of all ways at once."""
        if roomy != self._roomy:
            self._roomy = roomy
            self._tell()

    def _tell(self) -> None:
        names = self._ways if self._roomy else [self._chosen] if self._chosen else []
        quiet = [self._roomy and name != self._chosen for name in names]
        lines = [
            _line(self._ways[name]) if q else _chosen_line(self._ways[name], self._more)
            for name, q in zip(names, quiet, strict=True)
        ]
        self.said.setText("<br>".join(lines))


def _line(way: Way) -> str:
    """As HTML."""
    return f"{escape(lab_tr(way.title))}: {escape(lab_tr(way.sense))}"


def _chosen_line(way: Way, more: str) -> str:
    """With the full name, the source and what more there is to say."""
    name, sense = escape(lab_tr(way.name)), escape(lab_tr(way.sense))
    return f"<b>{name}</b> ({escape(way.source)}). {sense} {escape(more)}".rstrip()

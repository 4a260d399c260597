"""The number of the pair that is taken apart: what it means, and its formula with the numbers put in."""

from html import escape
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QToolButton

from engine.pair_terms import PairTerms
from engine.similarity import PairReadout
from gui.chosen import readout
from gui.measures import MEASURES, worked
from gui.parts.likeness_page import LikenessPage
from gui.parts.plane_said import means
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import tooltip
from gui.widgets.rows import column, row

WIDE = 300  # from this width on there is room for what the number means

VERY_WIDE = 560  # and from this one on for a title beside its numbers


class MeasurePart(LikenessPage):
    """Escape, or its cross, closes it."""

    pages: ClassVar[tuple[str, ...]] = ("pair",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"behind", "described", "plane", "measure", "likeness_page", "theme"}
    )

    def build(self) -> None:
        self._title, self._text = QLabel(self), QLabel(self)
        self._title.setObjectName("similarity.measure")
        self._title.setProperty("tone", "title")
        self._text.setObjectName("similarity.worked")
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._text.setWordWrap(True)
        self._text.setFont(font(SMALL))
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.cross = QToolButton(self)
        self.cross.setObjectName("similarity.close")
        self.cross.setText("✕")
        self.cross.setToolTip(self.tr("Close (Esc): matrix and neighbours come back"))
        self.cross.setAccessibleName(self.tr("Close"))
        self.cross.clicked.connect(self._on_close)
        layout = column(self)
        layout.addLayout(row(self._title, None, self.cross))
        layout.addWidget(self._text)
        layout.addStretch(1)

    def show_page(self) -> None:
        measure, behind = self.session.state.measure, self.session.results.behind
        if not measure:
            return
        face = MEASURES[measure]
        self._title.setText(face.name)
        self._title.setToolTip(tooltip(face.meaning))
        meaning = f'<span style="color:{self.theme.muted}">{escape(face.meaning)}</span>'
        lines = [meaning] if self.width() >= WIDE else []
        if behind and behind.whole.measure == measure:
            described, plane = self.session.results.described, self.session.results.plane
            whole = readout(described.pairs, *behind.words) if described else None
            seen = readout(plane.pairs, *behind.words) if plane else None
            size = len(behind.whole.added.products)
            lines += self._worked(self.tr("In {0} dimensions").format(size), behind.whole, whole)
            if plane and not means(plane, measure):
                lines.append(f"<b>{escape(self.tr('On this map it means nothing.'))}</b>")
            else:
                lines += self._worked(self.tr("In the plane"), behind.plane, seen)
        self._text.setText("<br>".join(lines))

    def _worked(self, title: str, found: PairTerms | None, numbers: PairReadout | None) -> list[str]:
        if found is None or numbers is None:
            return []
        words, numbers_put_in = f"<b>{escape(title)}</b>", escape(worked(found, numbers))
        return [f"{words}: {numbers_put_in}"] if self.width() >= VERY_WIDE else [words, numbers_put_in]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._on_close()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_close(self) -> None:
        self.session.set(measure="")

"""Which heads look from one token to another: two tokens, and all heads by the weight between them."""

from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QToolButton, QToolTip, QWidget

from engine.pieces import Place
from engine.ranking import PairRanking
from gui.panes.base import Pane
from gui.theme import THEMES
from gui.view import view_of
from gui.widgets import numbers
from gui.widgets.elided_combo import ElidedCombo
from gui.widgets.menu_button import MenuButton
from gui.widgets.notice import clipped
from gui.widgets.painting import SMALL, font
from gui.widgets.ranked_list import RankedList, Row
from gui.widgets.rows import column, row
from gui.wording import short_head, tr

LEAST_WIDTH = 50  # of a box, in a small window
SHORT = 6  # letters of a token that the closed box must show
DIGITS = 4
PRECISE = 8
FILE = "heads.csv"


class HeadsPairPart(Pane):
    """The first entry of each box follows where one looks; a token that was chosen stays."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"ranking", "layer", "head", "look_from", "look_to", "theme", "heads_view"}
    )

    def build(self) -> None:
        self._from, self._to = self._box("heads.from"), self._box("heads.to")
        self._from.setToolTip(self.tr("The token that looks"))
        self._to.setToolTip(
            self.tr("The token that is looked at; “most” follows the strongest weight of the query")
        )
        self._from.activated.connect(self._on_from)
        self._to.activated.connect(self._on_to)
        self._turn = QToolButton(self)
        self._turn.setObjectName("heads.turn")
        self._turn.setText("⇄")
        self._turn.setToolTip(self.tr("The other direction"))
        self._turn.setAccessibleName(self._turn.toolTip())
        self._turn.clicked.connect(self._on_turn)
        self._export = MenuButton(self.tr("Export"), self)
        self._export.setObjectName("heads.export")
        self._export.setToolTip(self.tr("The whole ranking in full precision"))
        self._export.set_entries((self.tr("Copy"), self.tr("Save as CSV…")))
        self._export.chosen.connect(self._on_export)
        self.list = RankedList(self)
        self.list.setObjectName("heads.ranking")
        self.list.chosen.connect(self._on_chosen)
        self._shown: PairRanking | None = None
        self._filled: object = None
        layout = column(self)
        words = [self._word(text) for text in (self.tr("from"), self.tr("to"))]
        ends = row(words[0], self._from, self._turn, words[1], self._to, self._export)
        for box in (self._from, self._to):
            ends.setStretchFactor(box, 1)
        layout.addLayout(ends)
        layout.addWidget(self.list, 1)

    def _box(self, name: str) -> ElidedCombo:
        box = ElidedCombo(self)
        box.setObjectName(name)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(SHORT)
        box.setMinimumWidth(LEAST_WIDTH)
        return box

    def _word(self, text: str) -> QWidget:
        label = QLabel(text, self)
        label.setProperty("tone", "muted")
        label.setFont(font(SMALL))
        return label

    def refresh(self) -> None:
        state, ranking = self.session.state, self.session.results.ranking
        self.list.set_theme(THEMES[state.theme])
        if state.heads_view != "pair":
            return
        for widget in (self._from, self._to, self._turn, self._export):
            widget.setEnabled(ranking is not None)
        if ranking is None:
            self._shown = None
            self.list.set_rows(())
            return
        self._show_ends(ranking)
        if ranking is not self._shown:
            self._shown = ranking
            self.list.tooltip_for = self._tip
            self.list.set_rows(self._rows(ranking))
        view = view_of(state, ranking.run)
        self.list.set_chosen(view.layer, view.head)

    def _show_ends(self, ranking: PairRanking) -> None:
        state, names = self.session.state, place_names(ranking.places)
        follow = (
            self.tr("{0} (query)").format(names[ranking.query]),
            self.tr("{0} (most)").format(names[ranking.key]),
        )
        if self._filled != (names, follow):
            self._filled = names, follow
            for box, first in zip((self._from, self._to), follow, strict=True):
                box.clear()
                box.addItems([first, *names])
        self._from.setCurrentIndex(0 if state.look_from is None else ranking.query + 1)
        self._to.setCurrentIndex(0 if state.look_to is None else ranking.key + 1)

    def _rows(self, ranking: PairRanking) -> list[Row]:
        return [
            Row(
                (one.layer, one.head),
                short_head(one.layer, one.head),
                numbers.short(one.value, DIGITS),
                one.value if one.value == one.value else 0,
                numbers.exported(one.value),
            )
            for one in ranking.heads
        ]

    def _tip(self, layer: int, head: int) -> str:
        if (ranking := self._shown) is None:
            return ""
        value = next(one.value for one in ranking.heads if (one.layer, one.head) == (layer, head))
        names = place_names(ranking.places)
        return tr(
            "from {0} to {1}: {2}", names[ranking.query], names[ranking.key], numbers.short(value, PRECISE)
        )

    @Slot(int)
    def _on_from(self, entry: int) -> None:
        if self._shown:
            self.session.set(look_from=self._shown.places[entry - 1].first if entry else None)

    @Slot(int)
    def _on_to(self, entry: int) -> None:
        if self._shown:
            self.session.set(look_to=self._shown.places[entry - 1].first if entry else None)

    @Slot()
    def _on_turn(self) -> None:
        if self._shown:
            places = self._shown.places
            self.session.set(look_from=places[self._shown.key].first, look_to=places[self._shown.query].first)

    @Slot(int)
    def _on_export(self, entry: int) -> None:
        if self._shown and entry == 0:
            QGuiApplication.clipboard().setText(self._shown.csv())
            below = self._export.mapToGlobal(self._export.rect().bottomLeft())
            QToolTip.showText(
                below, self.tr("Copied: {0} heads").format(len(self._shown.heads)), self._export
            )
        elif self._shown:
            self._ask_for_a_file()

    def _ask_for_a_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Save the ranking of heads"), str(Path.home() / FILE))
        dialog.setObjectName("heads.file")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(self.tr("Table (*.csv)"))
        dialog.setDefaultSuffix("csv")
        dialog.fileSelected.connect(self._on_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @Slot(str)
    def _on_file(self, path: str) -> None:
        self.session.requested.emit("save_ranking", path)

    @Slot(int, int)
    def _on_chosen(self, layer: int, head: int) -> None:
        self.session.set(layer=layer, head=head)


def place_names(places: tuple[Place, ...]) -> tuple[str, ...]:
    """Each place as it reads; with its token's number where a text stands more than once."""
    texts = [place.text for place in places]
    return tuple(
        clipped(place.text) + (f" ({place.first + 1})" if texts.count(place.text) > 1 else "")
        for place in places
    )

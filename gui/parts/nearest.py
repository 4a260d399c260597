"""The nearest words by dot product, cosine and distance side by side: where they agree, where frequent words win."""

from itertools import pairwise
from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCursor, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip

from engine.errors import DataFileError
from engine.nearest import SideBySide
from engine.vectors import Neighbour
from gui.chosen import add
from gui.metrics import FACES
from gui.parts.likeness_page import LikenessPage, in_colour
from gui.parts.remark import outcome
from gui.widgets import numbers
from gui.widgets.joined_layout import Entry, Ranked
from gui.widgets.joined_lists import JoinedLists
from gui.widgets.notice import QUOTED, clipped
from gui.widgets.painting import SMALL, TINY, font
from gui.widgets.rows import column, row
from gui.widgets.segments import Segments
from gui.wording import sentence

LETTERS = ("a", "b")
BOTH = 500, 480  # width and height from which the neighbours of both words have room
DIGITS = 4
TITLE = 16  # letters of a word on the switch


class NearestPart(LikenessPage):
    """Three lists for A or for B, for both where there is room; a double click or Enter adds a word."""

    pages: ClassVar[tuple[str, ...]] = ("neighbours",)
    watches: ClassVar[frozenset[str]] = frozenset(
        {"nearest", "words", "pair", "nearest_to", "likeness_page", "theme", "failed"}
    )

    def build(self) -> None:
        self._whose = Segments(self)
        self._whose.setObjectName("similarity.nearest_to")
        self._whose.chosen.connect(self._on_whose)
        self._titles = [QLabel(self) for _ in LETTERS]
        self.lists = [JoinedLists(self) for _ in LETTERS]
        self._message, self._legend = QLabel(self), QLabel(self)
        self._message.setObjectName("similarity.nearest_message")
        self._message.setProperty("tone", "muted")
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._legend.setProperty("tone", "muted")
        self._legend.setFont(font(TINY))
        self._legend.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._legend.setText(
            self.tr("#: rank by frequency · blue lines: another place · ○ in this list only")
        )
        layout = column(self)
        layout.setSpacing(2)
        layout.addLayout(row(self._whose, None))
        layout.addWidget(self._message, 1)
        for letter, title, lists in zip(LETTERS, self._titles, self.lists, strict=True):
            title.setFont(font(SMALL))
            lists.setObjectName(f"similarity.nearest_{letter}")
            lists.chosen.connect(self._on_chosen)
            layout.addWidget(title)
            layout.addWidget(lists, 1)
        layout.addWidget(self._legend)

    def show_page(self) -> None:
        state, results = self.session.state, self.session.results
        found = {one.word: one for one in results.nearest or ()}
        sides = [(word, found.get(word) or found.get(word.lower())) for word in state.pair]
        for (word, side), letter, title, lists in zip(sides, LETTERS, self._titles, self.lists, strict=False):
            title.setText(self.tr("Nearest to {0}").format(in_colour(self.theme, letter, word)))
            lists.set_theme(self.theme)
            lists.setAccessibleName(self.tr("Nearest to {0}, three ways").format(clipped(word)))
            if side:
                lists.show_lists([self._ranked(side, metric) for metric in side.lists], _lines(side))
        self._whose.show_titles(
            tuple(clipped(word, TITLE) for word in state.pair), LETTERS.index(state.nearest_to)
        )
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Both words, or the one that was chosen."""
        state, found = self.session.state, {one.word for one in self.session.results.nearest or ()}
        known = [word in found or word.lower() in found for word in state.pair]
        roomy = self.width() >= BOTH[0] and self.height() >= BOTH[1]
        both = roomy and sum(known) == len(LETTERS)
        place = min(LETTERS.index(state.nearest_to), max(len(state.pair) - 1, 0))
        for side, (title, lists) in enumerate(zip(self._titles, self.lists, strict=True)):
            seen = side < len(known) and known[side] and (both or side == place)
            title.setVisible(seen and both)
            lists.setVisible(seen)
        self._whose.setVisible(len(state.pair) > 1 and not both)
        text = self._missing(state.pair[place] if state.pair else None, bool(known) and known[place])
        self._message.setText(text)
        self._message.setVisible(bool(text))
        self._legend.setVisible(not text)

    def _missing(self, word: str | None, known: bool) -> str:
        failed = self.session.results.failed.get("nearest")
        if failed:
            return "" if isinstance(failed, DataFileError) else sentence(failed)
        if word is None:
            return self.tr("Choose a word, and its nearest words stand here.")
        if known:
            return ""
        if self.session.results.nearest is None:
            return self.tr("Comparing with all words…")
        return self.tr("“{0}” has no vector: it has no neighbours.").format(clipped(word, QUOTED))

    def _ranked(self, side: SideBySide, metric: str) -> Ranked:
        found = side.lists[metric]
        entries = tuple(self._entry(side, metric, one) for one in found)
        middle = side.middle_rank(metric)
        note = "" if middle is None else self.tr("middle rank #{0}").format(f"{middle + 1:,.0f}")
        return Ranked(FACES[metric].name, note, entries, numbers.undefined())

    def _entry(self, side: SideBySide, metric: str, one: Neighbour) -> Entry:
        face, rank = FACES[metric], f"{one.rank + 1:,}"
        chosen, alone = one.word in self.session.state.words, len(side.places[one.word]) == 1
        lines = [
            clipped(one.word),
            self.tr("{0} to {1}: {2}").format(face.name, clipped(side.word), face.text(one.value, 8)),
            self.tr("number {0} by frequency").format(rank),
            *([self.tr("The other lists do not have it.")] if alone else []),
            self.tr("It is among the chosen words.")
            if chosen
            else self.tr("A double click or Enter adds it to the chosen words."),
        ]
        value = face.text(one.value, DIGITS)
        return Entry(
            one.word, value, f"#{rank}", "\n".join(lines), numbers.exported(one.value), alone, chosen
        )

    @Slot(int)
    def _on_whose(self, place: int) -> None:
        self.session.set(nearest_to=LETTERS[place])

    @Slot(str)
    def _on_chosen(self, word: str) -> None:
        addition = add(self.session.state.words, [word])
        self.session.set(words=addition.words)
        if said := outcome(addition):
            QToolTip.showText(QCursor.pos(), "<br>".join(said), self)


def _lines(side: SideBySide) -> list[tuple[tuple[int, int], ...]]:
    metrics = tuple(side.lists)
    return [
        tuple((line.left, line.right) for line in side.lines(left, right))
        for left, right in pairwise(metrics)
    ]

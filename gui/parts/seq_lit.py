"""Both sentences as tokens: those that the model looks at light up, a click leads to a token."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout, QLabel

from engine.sequences.run import SequenceRun
from engine.translation_text import SPECIALS, START, UNKNOWN
from gui.panes.base import Pane
from gui.seq_changes import attention_path
from gui.seq_view import SequenceView
from gui.theme import THEMES
from gui.translation import LOOK, looked, to_token, to_word
from gui.widgets.notice import clipped
from gui.widgets.token_chip import Badge
from gui.widgets.token_strip import TokenStrip

LINES = 2
NAMED = 7  # signs of a token that is named beside the others


class SentencesPart(Pane):
    """The source above, the output with the start mark below it; what is still to be written is faint."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "theme", "seq_prefix"} | LOOK)

    def build(self) -> None:
        self.source, self.output = self._strip("source"), self._strip("output")
        self.source.chosen.connect(self._on_word)
        self.output.chosen.connect(self._on_token)
        self.source.hovered.connect(self._on_pointed)
        self._pointed: int | None = None  # the word of the source under the mouse
        self._run: SequenceRun | None = None
        self._prefix: tuple[int, ...] = ()
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(0)
        self._titles = QLabel(self.tr("Source"), self), QLabel(self.tr("Output"), self)
        for line, (title, strip) in enumerate(zip(self._titles, (self.source, self.output), strict=True)):
            title.setProperty("tone", "muted")
            title.setBuddy(strip)
            layout.addWidget(title, line, 0)
            layout.addWidget(strip, line, 1)
        layout.setColumnStretch(1, 1)

    def _strip(self, name: str) -> TokenStrip:
        strip = TokenStrip(self)
        strip.setObjectName(f"translation.{name}")
        strip.setAccessibleName(
            self.tr("Tokens of the source") if name == "source" else self.tr("Tokens of the output")
        )
        strip.shown_lines = LINES
        return strip

    def set_lines(self, lines: int) -> None:
        """How many lines of tokens are in sight."""
        for strip in (self.source, self.output):
            strip.shown_lines = lines
            strip.updateGeometry()

    def refresh(self) -> None:
        state = self.session.state
        view = looked(state, self.session.results)
        for strip in (self.source, self.output):
            strip.set_theme(THEMES[state.theme])
        if view is None:
            return
        if view.run is not self._run or state.seq_prefix != self._prefix:
            self._run, self._prefix = view.run, state.seq_prefix
            self._show(view.run, len(state.seq_prefix))
        self._light(view)

    def _show(self, run: SequenceRun, by_hand: int) -> None:
        unknown = Badge(self.tr("not in the vocabulary: the model reads <unk>"), warning=True)
        texts = [
            f"{text} {SPECIALS[UNKNOWN]}" if lost else text
            for text, lost in zip(run.source.texts, run.source.unknown, strict=True)
        ]
        self.source.set_tokens(texts, [unknown if lost else None for lost in run.source.unknown])
        badges = [self._badge(run, place, by_hand) for place in range(len(run.written))]
        self.output.set_tokens((SPECIALS[START], *run.output), [None, *badges])

    def _badge(self, run: SequenceRun, place: int, by_hand: int) -> Badge | None:
        """A token that is not the likeliest, and who chose it."""
        if run.written[place] == int(run.predicted(place).argmax()):
            return None
        if place == by_hand - 1:
            return Badge(self.tr("you chose it: it was not the likeliest"), warning=True)
        return Badge(self.tr("not the likeliest at its place"))

    def _light(self, view: SequenceView) -> None:
        moment, row = view.moment, looking(view)
        reading, written = moment.side == "encoder", len(view.run.written)
        of_source = row is not None and moment.attention != "self"
        by = looked_from(view)
        self.source.set_weights(row if of_source else None, other=(by, True))
        seen = None
        if moment.attention == "self" and row is not None:
            later = range(len(row), written + 1)
            self.output.set_weights([*row, *(0.0 for _ in later)], hidden=later)
        elif row is not None and not reading:
            seen = self._light_lookers(view, row)
        else:
            self.output.set_weights(None)
        self._name(by if of_source else None, seen)
        self.source.set_query(moment.word if reading else None)
        self.output.set_query(None if reading else moment.place + 1)
        self.output.set_faint(range(1 if reading else moment.place + 2, written + 1))

    def _light_lookers(self, view: SequenceView, row: Sequence[float]) -> str:
        """Shade what is written by how much each token looked at one word of the source, and answer which: the one that
        is pointed at, or else the one that is looked at most.
        """
        pointed = self._pointed if self._pointed is not None and self._pointed < len(row) else None
        word = int(np.argmax(row)) if pointed is None else pointed
        weights = view.run.alignment(view.moment.layer, view.head)
        assert weights is not None
        last, count = view.moment.place + 1, len(view.run.written) + 1
        column = [0.0, *map(float, weights[:last, word]), *(0.0 for _ in range(last + 1, count))]
        seen = self.source.label(word)
        self.output.set_weights(column, hidden={0, *range(last + 1, count)}, other=(seen, False))
        return seen

    def _name(self, by: str | None, seen: str | None) -> None:
        """Say beside the tokens whose weights they are shaded by."""
        source, output = self.tr("Source"), self.tr("Output")
        if by is not None:
            source += "\n" + self.tr("from {0}").format(clipped(by, NAMED))
        if seen is not None:
            output += "\n" + self.tr("to {0}").format(clipped(seen, NAMED))
        for title, text in zip(self._titles, (source, output), strict=True):
            title.setText(text)

    @Slot(object)
    def _on_pointed(self, word: int | None) -> None:
        """Another word of the source lights the output up."""
        self._pointed = word
        if (view := looked(self.session.state, self.session.results)) and view.run is self._run:
            self._light(view)

    @Slot(int)
    def _on_word(self, word: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**to_word(view, word))

    @Slot(int)
    def _on_token(self, place: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**to_token(view, max(place - 1, 0)))


def looked_from(view: SequenceView) -> str:
    """The token whose row is looked at."""
    moment, run = view.moment, view.run
    texts = run.source.texts if moment.side == "encoder" else run.output
    place = moment.word if moment.side == "encoder" else moment.place
    return texts[place] if place < len(texts) else ""


def looking(view: SequenceView) -> Sequence[float] | None:
    """The weights of the row that is looked at; None where nothing is looked at."""
    run, moment = view.run, view.moment
    if run.model.recurrent:
        found = run.alignment() if moment.side == "decoder" else None
        return None if found is None else [float(weight) for weight in found[moment.place]]
    path = f"{attention_path(view)}weights"
    row = moment.word if moment.side == "encoder" else moment.place
    weights = run.trace(path)[path][view.head, row]
    count = row + 1 if moment.attention == "self" and moment.side == "decoder" else len(weights)
    return [float(weight) for weight in weights[:count]]

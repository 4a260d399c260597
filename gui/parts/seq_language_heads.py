"""What each token of the language model's text looks at: lit by one head, all heads small, one as a matrix."""

from typing import ClassVar, NamedTuple

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel

from engine.sequences.writing import Writing
from engine.steps.base import Array
from gui.panes.base import Pane
from gui.seq_view import layer_and_head
from gui.theme import THEMES
from gui.view import opened
from gui.widgets.heads_grid import HeadsGrid
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.painting import SMALL, font
from gui.widgets.plain import distinct, visible
from gui.widgets.rows import column, row
from gui.widgets.token_chip import Badge
from gui.widgets.token_strip import TokenStrip
from gui.wording import axis_title, head_title, layer_title

LINES = 3  # of tokens in sight


class Looking(NamedTuple):
    """One head of the text so far, and the token that is looked from."""

    layer: int
    head: int
    token: int
    weights: Array  # [query, key]
    masked: np.ndarray  # [query, key]: later tokens

    @property
    def path(self) -> str:
        return weights_path(self.layer)


def weights_path(layer: int) -> str:
    return f"decoder.blocks.{layer}.attn.weights"


class LanguageLookPart(Pane):
    """What both parts need of the session."""

    watches: ClassVar[frozenset[str]] = frozenset(
        {"writing", "seq_model", "seq_layer", "seq_head", "seq_looker", "cell", "theme", "failed"}
    )

    def refresh(self) -> None:
        found = self.session.results.writing
        if self.session.state.seq_model == "language" and found is not None:
            self.show_writing(found, self.look(found))

    def show_writing(self, found: Writing, look: Looking) -> None:
        """Redraw."""
        raise NotImplementedError

    def look(self, found: Writing) -> Looking:
        """Where the state looks, held to what there is."""
        state, sizes, trace = self.session.state, found.run.model.sizes, found.run.target_trace
        assert trace is not None
        layer, head = layer_and_head(state, sizes)
        last = len(found.run.read) - 1
        token = last if state.seq_looker is None else min(state.seq_looker, last)
        masked = np.isneginf(trace["decoder.mask"])
        return Looking(layer, head, token, trace[weights_path(layer)][head], masked)


class LanguageStripPart(LanguageLookPart):
    """The text as chips, lit by what the chosen token looks at; a click looks from another one."""

    def build(self) -> None:
        self.strip = TokenStrip(self)
        self.strip.setObjectName("language.tokens")
        self.strip.setAccessibleName(self.tr("The text so far; a token looks at those before it"))
        self.strip.shown_lines = LINES
        self.strip.chosen.connect(self._on_token)
        column(self).addWidget(self.strip)
        self._shown: Writing | None = None

    def show_writing(self, found: Writing, look: Looking) -> None:
        self.strip.set_theme(THEMES[self.session.state.theme])
        if found is not self._shown:
            self._shown = found
            self.strip.set_tokens(found.run.texts("decoder.embed", "pos"), self._badges(found))
        self.strip.set_query(look.token)
        weights = np.where(look.masked[look.token], np.float32(-np.inf), look.weights[look.token])
        self.strip.set_weights(weights.tolist())

    def _badges(self, found: Writing) -> list[Badge | None]:
        start = Badge(self.tr("the start mark, which stands before every text"))
        typed = [
            Badge(
                self.tr("not in the vocabulary: “{0}” is read as <unk>").format(visible(text)), warning=True
            )
            if unknown
            else None
            for text, unknown in zip(found.prompt.texts, found.prompt.unknown, strict=True)
        ]
        return [start, *typed, *[None] * (len(found.run.read) - 1 - len(typed))]

    @Slot(int)
    def _on_token(self, token: int) -> None:
        self.session.set(seq_looker=token)


class LanguageHeadsPart(LanguageLookPart):
    """All heads small, the chosen one as a matrix whose numbers open."""

    def build(self) -> None:
        self._line = QLabel(self)
        self._line.setObjectName("language.looking")
        self._line.setFont(font(SMALL))
        self._line.setWordWrap(True)
        self.grid, self.view = HeadsGrid(self), MatrixView(self)
        self.grid.setObjectName("language.heads")
        self.grid.setAccessibleName(self.tr("Causal self-attention of every layer and head"))
        self.grid.chosen.connect(self._on_head)
        self.view.setObjectName("language.weights")
        self.view.activated.connect(self._on_cell)
        beside = row(self.view, self.grid)
        beside.setSpacing(10)
        beside.setStretch(0, 3)
        beside.setStretch(1, 2)
        layout = column(self)
        layout.addWidget(self._line)
        layout.addLayout(beside, 1)
        self._shown: Writing | None = None

    def show_writing(self, found: Writing, look: Looking) -> None:
        sizes, texts = found.run.model.sizes, found.run.texts("decoder.embed", "pos")
        for widget in (self.grid, self.view):
            widget.set_theme(THEMES[self.session.state.theme])
        if found is not self._shown:
            self._shown = found
            trace = found.run.target_trace
            assert trace is not None
            self.grid.set_heads(np.stack([trace[weights_path(layer)] for layer in range(sizes.layers)]))
        self.grid.set_chosen(look.layer, look.head)
        names = distinct(texts)
        where = f"{layer_title(look.layer, sizes.layers)}, {head_title(look.head, sizes.heads)}"
        said = self.tr(
            "{0}: how strongly each token looks at those before it and at itself. Later ones are masked."
        )
        self._line.setText(said.format(where))
        self.view.set_data(
            MatrixData(
                look.weights,
                names,
                names,
                row_axis=axis_title("query"),
                col_axis=axis_title("key"),
                title=self.tr("Attention A"),
                scale="weights",
                role="result",
                masked=look.masked,
                meaning=self.tr(
                    "Causal self-attention: a row adds up to 1, and no token sees what comes after it"
                ),
            )
        )
        self.view.set_highlight(row=look.token)
        path, cell = self.session.state.cell or ("", ())
        self.view.set_current((cell[1], cell[2]) if path == look.path and cell[0] == look.head else None)

    @Slot(int, int)
    def _on_head(self, layer: int, head: int) -> None:
        self.session.set(seq_layer=layer, seq_head=head)

    @Slot(int, int)
    def _on_cell(self, query: int, key: int) -> None:
        found = self.session.results.writing
        if found is not None:
            look = self.look(found)
            cell = look.head, query, key
            self.session.set(seq_looker=query, **opened(self.session.state, None, look.path, cell))

"""The ten likeliest tokens at a place of the output: another one is chosen, and the model goes on from it."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QToolButton

from gui.panes.base import Pane
from gui.seq_faces import chosen_at, likeliest
from gui.seq_view import SequenceView
from gui.theme import THEMES
from gui.translation import LOOK, looked, rewritten
from gui.widgets.plain import distinct, visible
from gui.widgets.rows import column, row
from gui.widgets.token_list import TokenList


class LikeliestPart(Pane):
    """Nothing while the source is read."""

    watches: ClassVar[frozenset[str]] = frozenset({"translation", "failed", "theme", "seq_prefix"} | LOOK)

    def build(self) -> None:
        self.title = QLabel(self)
        self.title.setObjectName("translation.likeliest.title")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setProperty("tone", "title")
        self.back = QToolButton(self)
        self.back.setObjectName("translation.back")
        self.back.setText(self.tr("Back to its own choice"))
        self.back.setToolTip(
            self.tr("Take back the tokens that you chose: the model writes all by itself again")
        )
        self.back.clicked.connect(self._on_back)
        self.list = TokenList(self)
        self.list.setObjectName("translation.likeliest")
        self.list.tooltip_for = self._tip
        self.list.chosen.connect(self._on_chosen)
        layout = column(self)
        layout.setSpacing(2)
        layout.addLayout(row(self.title, None, self.back))
        layout.addWidget(self.list, 1)
        self._drawn: object = None

    def refresh(self) -> None:
        state = self.session.state
        view = looked(state, self.session.results)
        self.list.set_theme(THEMES[state.theme])
        self.back.setVisible(bool(state.seq_prefix))
        self.setVisible(view is not None and view.moment.side == "decoder")
        if view is None or view.moment.side == "encoder":
            return
        at = view.run, view.moment.place
        if at != self._drawn:
            self._drawn = at
            self._show(view)

    def _show(self, view: SequenceView) -> None:
        run, place = view.run, view.moment.place
        chances, written = run.chances(place), chosen_at(view)
        tokens = likeliest(chances, written)
        texts = distinct([visible(text) for text in run.model.target_words.decode(tokens)])
        self.title.setText(self.tr("The likeliest as token {0}").format(place + 1))
        shown = [(token, text, float(chances[token])) for token, text in zip(tokens, texts, strict=True)]
        self.list.show_tokens(shown, written)
        self.list.setAccessibleName(self.title.text())

    def _tip(self, _: int, token: int) -> str:
        view = looked(self.session.state, self.session.results)
        if view is not None and token == chosen_at(view):
            return self.tr("this one is written")
        return self.tr("Click or Enter: put it there, and let the model go on from it")

    @Slot(int, int)
    def _on_chosen(self, _: int, token: int) -> None:
        if view := looked(self.session.state, self.session.results):
            self.session.set(**rewritten(view.run, view.moment.place, token))

    @Slot()
    def _on_back(self) -> None:
        self.session.set(seq_prefix=())

"""What each kind of memory still gives back of every word, after every word: three matrices of cosines."""

from functools import partial
from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QGridLayout

from engine.memories.recipe import KINDS
from gui.parts.mem_page import MemoryPage
from gui.parts.mem_states import shown_word
from gui.results_of_desks import Recalled
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.plain import distinct
from gui.widgets.step_harmony import harmonise
from gui.wording.memories import kind_title


class RecallView(MemoryPage):
    """A click on a row looks at the memories after its word."""

    page: ClassVar[str] = "kinds"
    view: ClassVar[str] = "recall"
    watches: ClassVar[frozenset[str]] = frozenset({"recalled", "mem_page", "mem_kinds", "mem_word", "theme"})

    def build(self) -> None:
        self.views: dict[str, MatrixView] = {}
        self._found = {kind: self.label(f"found.{kind}", "text") for kind in KINDS}
        self._how = self.label("recall.how")
        self._drawn: Recalled | None = None
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(14)
        for column, kind in enumerate(KINDS):
            view = self.views[kind] = self.matrix(f"recall.{kind}", "")
            view.activated.connect(self._on_cell)
            view.tooltip_for = partial(self._tip, kind)
            view.resized.connect(self._on_resized)
            layout.addWidget(self._found[kind], 1, column)
            layout.addWidget(view, 2, column)
            layout.setColumnStretch(column, 1)
        layout.addWidget(self._how, 0, 0, 1, len(KINDS))
        layout.setRowStretch(2, 1)

    def show_page(self) -> None:
        recalled = self.session.results.recalled
        for view in self.views.values():
            view.set_theme(self.theme)
        if recalled is None:
            self._how.setText(self.tr("Asking …"))
            return
        word = shown_word(self.session.state, recalled.run)
        for kind in KINDS:
            if recalled is not self._drawn:
                self.views[kind].set_data(self._picture(recalled, kind))
                self.views[kind].fit()
            self.views[kind].set_current((word, word))
            self._found[kind].setText(self._count(recalled, kind, word))
        if recalled is not self._drawn:
            self._drawn = recalled
            self._on_resized()
        self._how.setText(
            self.tr(
                "The list and the layer are asked with the word’s own key. A recurrent state cannot be asked: it is "
                "read by the best linear map, fitted on {0} other word sequences. A word is found again if, of all "
                "words so far, the answer is nearest to its value. Attention blends values: the list has kept them "
                "all, and yet may miss one."
            ).format(recalled.found.others)
        )

    def _count(self, recalled: Recalled, kind: str, word: int) -> str:
        title = kind_title(kind)
        if word >= recalled.run.read_until(kind):
            return self.tr("{0}: no answer").format(title)
        return self.tr("{0}: {1} of {2} found again").format(
            title, recalled.found.rightly(kind, word), word + 1
        )

    def _picture(self, recalled: Recalled, kind: str) -> MatrixData:
        cosines, names = recalled.found.cosines[kind], distinct(recalled.run.tokens.texts)
        answers = np.isfinite(cosines[np.tril_indices(len(names))]).all()
        return MatrixData(
            np.nan_to_num(cosines),
            names,
            names,
            row_axis=self.tr("after"),
            col_axis=self.tr("asked for"),
            title=kind_title(kind),
            limits=(-1.0, 1.0),
            masked=np.isnan(cosines),
            digits=1,
            masked_as=self.tr("not read yet") if answers else self.tr("not read yet, or no answer"),
            meaning=self.tr("Cosine between the answer and the value that was asked for"),
        )

    def _tip(self, kind: str, after: int, asked: int) -> str:
        recalled = self.session.results.recalled
        if recalled is None or after >= len(recalled.run):
            return ""
        names, found = distinct(recalled.run.tokens.texts), recalled.found
        cosine = float(found.cosines[kind][after, asked])
        place = self.tr("after “{0}”, asked for “{1}”").format(names[after], names[asked])
        if asked > after:
            return self.tr("{0}: not read yet").format(place)
        if np.isnan(cosine):
            return self.tr("{0}: no answer, since the memory is empty or beyond float32").format(place)
        right = (
            self.tr("found again")
            if found.right[kind][after, asked]
            else self.tr("another word’s value is nearer")
        )
        return self.tr("{0}: cosine {1}, {2}").format(place, numbers.short(cosine, 4), right)

    @Slot()
    def _on_resized(self) -> None:
        """The numbers of all three are written in one way."""
        harmonise(list(self.views.values()))

    @Slot(int, int)
    def _on_cell(self, after: int, asked: int) -> None:
        self.session.set(mem_word=after)

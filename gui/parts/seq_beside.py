"""The same sentence through all models of a direction: their tokens, where they part, and what each looks at."""

from collections.abc import Sequence
from html import escape
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent

from engine.sequences.beside import Beside, Translated, mean_likeness
from engine.sequences.model import model_name
from gui.parts.seq_page import SeqPage
from gui.seq_view import layer_and_head
from gui.widgets import numbers
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.notice import Notice
from gui.widgets.plain import distinct, visible
from gui.widgets.rows import row
from gui.widgets.token_rows import Row, Token
from gui.widgets.token_table import TokenTable
from gui.wording import axis_title, kind_title, sentence

NONE = "–"
ROOMY = 760  # width from which the Transformer's alignment has room beside that of the second model
ALIGNED = ("attention", "transformer")


class BesidePart(SeqPage):
    """Shows `Results.beside`; a click on a token leads to its step."""

    page: ClassVar[str] = "beside"
    result: ClassVar[str] = "beside"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"beside", "seq_page", "seq_layer", "seq_head", "seq_changes", "scores", "theme", "failed"}
    )

    def build(self) -> None:
        self._shown: Beside | None = None
        self._vectors, self._scores = (self.label(name, small=True) for name in ("vectors", "scores"))
        self._scores.setProperty("tone", "muted")
        self._notice = Notice(self)
        self._notice.setObjectName("beside.notice")
        self.table = TokenTable(self)
        self.table.setObjectName("beside.tokens")
        self.table.setAccessibleName(self.tr("The translations, token by token"))
        self.table.tooltip_for, self.table.table_for = self._tip, self._table
        self.table.number_for = self._number
        self.table.chosen.connect(self._on_chosen)
        self.views = {kind: MatrixView(self) for kind in ALIGNED}
        for kind, view in self.views.items():
            view.setObjectName(f"beside.{kind}")
        layout = self.lay_out()
        layout.addWidget(self._notice)
        layout.addWidget(self.table)
        layout.addWidget(self._vectors)
        layout.addLayout(row(*self.views.values()), 1)
        layout.addWidget(self._scores)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def show_page(self) -> None:
        found = self.session.results.beside
        self.table.set_theme(self.theme)
        for view in self.views.values():
            view.set_theme(self.theme)
        if found is None or self.failed:
            self._notice.say([])
            self.show_message(self._caption(), self.missing())
            return
        if found is not self._shown:
            self._shown = found
            rows = [self._row(one) for one in found.translations]
            names = self.tr("probability"), self.tr("context: cosine")
            self.table.show_rows(rows, names, found.parting, self.tr("part here"))
        self._notice.say([escape(sentence(error)) for error in found.missing.values()])
        self._vectors.setText(self._of_vectors(found))
        for one in found.translations:
            if one.kind in self.views:
                self._align(one)
        self._share_room()
        self._scores.setText(self._recorded(found))
        self.show_picture(self._caption())

    def _caption(self) -> str:
        said = self.tr(
            "<b>The same sentence by each model</b>, greedily: each token with the probability it was given, and how "
            "like the context it was written from is to the one before (cosine: 1 is the same direction)."
        )
        return said + self.without_changes()

    def _row(self, one: Translated) -> Row:
        texts = one.run.output
        tokens = (
            Token(text, chance, (numbers.short(chance), _likeness(like)))
            for text, chance, like in zip(texts, one.chances, one.likeness, strict=True)
        )
        return Row(kind_title(one.kind), tuple(tokens))

    def _of_vectors(self, found: Beside) -> str:
        """One vector for all tokens, against one for each."""
        means = {one.kind: mean_likeness(one) for one in found.translations}
        said = []
        if means.get("fixed") is not None:
            said.append(
                self.tr(
                    "The fixed vector is one and the same for every token: its cosine with the one before is 1."
                )
            )
        if (mean := means.get("attention")) is not None:
            line = self.tr(
                "Attention makes a new context for each token; on average the cosine with the one before is {0}."
            )
            said.append(line.format(numbers.short(mean)))
        if (mean := means.get("transformer")) is not None:
            line = self.tr("Of the Transformer it is what its last layer takes from the source: {0}.")
            said.append(line.format(numbers.short(mean)))
        parted = self.tr("All translations are the same.") if len(found.translations) > 1 else ""
        if found.parting is not None:
            parted = self.tr("They part at token {0}.").format(found.parting + 1)
        return " ".join(filter(None, (f"<b>{escape(parted)}</b>" if parted else "", *said)))

    def _align(self, one: Translated) -> None:
        """The weights from each token written to the source."""
        state, sizes = self.session.state, one.run.model.sizes
        layer, head = layer_and_head(state, sizes)
        values = one.run.alignment(layer, head)
        if values is None:
            return
        title = self.tr("{0}: where it looks").format(kind_title(one.kind))
        if one.kind == "transformer":
            title = self.tr("{0}, layer {1}, head {2}").format(kind_title(one.kind), layer + 1, head + 1)
        self.views[one.kind].set_data(
            MatrixData(
                values,
                distinct(one.run.output),
                distinct(one.run.source.texts),
                row_axis=axis_title("query"),
                col_axis=axis_title("key"),
                title=title,
                scale="weights",
                role="result",
                meaning=self.tr(
                    "Weights from each token that is written to the words of the source; a row adds up to 1"
                ),
            )
        )
        self.views[one.kind].fit()

    def _share_room(self) -> None:
        made = {one.kind for one in self._shown.translations} if self._shown else set()
        self.views["attention"].setVisible("attention" in made)
        alone = "attention" not in made
        self.views["transformer"].setVisible("transformer" in made and (alone or self.width() >= ROOMY))

    def _recorded(self, found: Beside) -> str:
        """The held-out scores of the same models, in a line."""
        scores, source = self.session.results.scores, self.session.state.seq_source
        parts, pairs = [], 0
        for one in found.translations:
            recorded = scores.models.get(model_name(one.kind, source)) if scores else None
            if recorded and recorded.test:
                parts.append(f"{kind_title(one.kind)} {numbers.short(recorded.test.bleu, 1)}")
                pairs = recorded.test.pairs
        if not parts:
            return ""
        line = self.tr("BLEU on {0} held-out sentences (higher is better): {1}.")
        return escape(line.format(f"{pairs:,}", ", ".join(parts)))

    def _tip(self, place: int, at: int) -> str:
        if self._shown is None:
            return ""
        one = self._shown.translations[place]
        lines = [
            self.tr("{0}, token {1}: {2}").format(kind_title(one.kind), at + 1, visible(one.run.output[at])),
            self.tr("probability {0}").format(numbers.reading(one.chances[at])),
        ]
        if at:
            like = numbers.reading(one.likeness[at])
            lines.append(self.tr("cosine of its context with that of token {0}: {1}").format(at, like))
        return "\n".join([*lines, self.tr("Click to see this step.")])

    def _number(self, place: int, at: int) -> str:
        return numbers.exported(self._shown.translations[place].chances[at]) if self._shown else ""

    def _table(self) -> list[Sequence[str]]:
        """All translations with their numbers, in all digits."""
        rows: list[Sequence[str]] = [("model", "place", "token", "probability", "cosine of contexts")]
        for one in self._shown.translations if self._shown else ():
            for at, text in enumerate(one.run.output):
                like = one.likeness[at]
                cosine = "" if like is None else numbers.exported(like)
                rows.append((one.kind, str(at + 1), text, numbers.exported(one.chances[at]), cosine))
        return rows

    @Slot(int, int)
    def _on_chosen(self, place: int, at: int) -> None:
        if self._shown is not None:
            one, state = self._shown.translations[place], self.session.state
            by_itself = state.seq_method == "greedy" and not state.seq_changes  # it writes the same then
            self.session.set(
                seq_model=one.kind,
                seq_prefix=() if by_itself else one.run.written[:at],
                seq_page="steps",
                seq_side="decoder",
                seq_place=at,
            )


def _likeness(value: float | None) -> str:
    return NONE if value is None else numbers.short(value)

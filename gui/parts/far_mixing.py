"""Made to measure or fixed: how attention mixes the words of two sentences, beside weights that stay the same."""

from typing import ClassVar

import numpy as np
from PySide6.QtCore import Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout

from engine.costs import LIMITS
from engine.mixing import FIXED
from gui.parts.far_mixing_said import finding, kind_title, remarks
from gui.parts.far_page import FarPage
from gui.results_of_desks import Mixing
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_view import MatrixView
from gui.widgets.model_bar import FRESH_LIMITS
from gui.widgets.number_box import put, spin
from gui.widgets.plain import distinct
from gui.widgets.rows import row, titled
from gui.widgets.segments import Segments
from gui.wording import head_title, layer_title

SIDES = ("a", "b")
KINDS = tuple(FIXED)
SEED, WINDOW = 84, 60  # widths of boxes, which leave both halves equally wide


class MixingPart(FarPage):
    """Four matrices: two of attention and two of fixed weights, one for each sentence."""

    page: ClassVar[str] = "mixing"
    name: ClassVar[str] = "mixing"
    result: ClassVar[str] = "far_mixing"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_mixing", "far_page", "far_other", "far_fixed", "far_width", "far_seed", "theme", "failed"}
    )

    def build_body(self, layout: QVBoxLayout) -> None:
        groups = QHBoxLayout()
        groups.setSpacing(16)
        self.views: dict[tuple[str, str], MatrixView] = {}
        self.captions: dict[str, QLabel] = {}
        fixed, attention = self._fixed_settings(), self._attention_settings()
        for name, above in (("attention", attention), ("fixed", fixed)):
            groups.addLayout(self._group(name, above), 1)
        layout.addLayout(groups, 1)
        self.layer.activated.connect(self._on_layer)
        self.head.activated.connect(self._on_head)
        self.kind.chosen.connect(self._on_kind)
        self.seed.valueChanged.connect(self._on_seed)
        self.window_box.valueChanged.connect(self._on_window)

    def _attention_settings(self) -> QHBoxLayout:
        self.layer, self.head = QComboBox(self), QComboBox(self)
        for box, name, tip in (
            (self.layer, "layer", self.tr("The layer of MiniLM, a trained model, whose attention is drawn")),
            (self.head, "head", self.tr("The head of that layer")),
        ):
            box.setObjectName(f"distance.mixing.{name}")
            box.setToolTip(tip)
            box.setMinimumHeight(self.seed.sizeHint().height())  # both halves begin at the same height
        titles = (
            titled(self.tr("Attention of &layer"), self.layer),
            titled(self.tr("&head"), self.head),
        )
        return row(titles[0], self.layer, titles[1], self.head, None)

    def _fixed_settings(self) -> QHBoxLayout:
        self.kind = Segments(self)
        self.kind.setObjectName("distance.mixing.kind")
        self.kind.setProperty("low", True)
        tip = self.tr("The fixed weights are drawn by this seed; they are untrained")
        self.seed = spin(self, "distance.mixing.seed", FRESH_LIMITS["seed"], tip)
        tip = self.tr("How many places the convolution reads: k")
        self.window_box = spin(self, "distance.mixing.width", LIMITS["k"], tip)
        self.seed.setMaximumWidth(SEED)
        self.window_box.setMaximumWidth(WINDOW)
        self.window_title = titled(self.tr("Window &k"), self.window_box)
        seed_title = titled(self.tr("Se&ed"), self.seed)
        return row(self.kind, None, self.window_title, self.window_box, seed_title, self.seed)

    def _group(self, name: str, above: QHBoxLayout) -> QVBoxLayout:
        """What can be chosen, and below it the matrices of both sentences."""
        caption = self.captions[name] = QLabel(self)
        caption.setObjectName(f"distance.mixing.{name}.caption")
        caption.setWordWrap(True)
        both, group = QHBoxLayout(), QVBoxLayout()
        both.setSpacing(4)
        for side in SIDES:
            view = self.views[name, side] = MatrixView(self)
            view.setObjectName(f"distance.mixing.{name}.{side}")
            both.addWidget(view, 1)
        group.setSpacing(4)
        group.addLayout(above)
        group.addWidget(caption)
        group.addLayout(both, 1)
        return group

    def explanation(self) -> str:
        return self.tr(
            "Each row says how much the place of one token takes from each other one. Attention makes these numbers "
            "anew for every sentence; a convolution or a full layer has the same ones for all."
        )

    def finding(self, found: Mixing) -> str:
        return finding(found)

    def remarks(self, found: Mixing) -> list[str]:
        return remarks(found)

    def show_found(self, found: Mixing) -> None:
        state = self.session.state
        for box, current, count in (
            (self.layer, found.layer, found.layers),
            (self.head, found.head, found.heads),
        ):
            self._fill(box, [self.tr("{0} of {1}").format(i + 1, count) for i in range(count)], current)
        self.kind.show_titles((self.tr("Convolution"), self.tr("Full layer")), KINDS.index(state.far_fixed))
        tips = (
            self.tr("The same few weights at every place, moved along"),
            self.tr("A weight of its own for every pair of places"),
        )
        for button, tip in zip(self.kind.buttons(), tips, strict=True):
            button.setToolTip(tip)
        for widget in (self.window_title, self.window_box):
            widget.setVisible(state.far_fixed == "convolution")
        put(self.seed, state.far_seed)
        put(self.window_box, state.far_width)
        self._show_captions(found)
        both = np.concatenate([matrix.ravel() for matrix in found.fixed])
        most = float(np.abs(both).max(initial=0.0)) or 1.0
        for place, side in enumerate(SIDES):
            labels = distinct(found.texts[place])
            self._show("attention", side, found.attention[place], labels, None, found.row)
            self._show("fixed", side, found.fixed[place], labels, (-most, most), None)

    def _show_captions(self, found: Mixing) -> None:
        self.captions["attention"].setText(
            self.tr("<b>Attention</b>: {0}, {1} of MiniLM, trained").format(
                layer_title(found.layer, found.layers).lower(), head_title(found.head, found.heads)
            )
        )
        self.captions["fixed"].setText(
            self.tr("<b>{0}</b>: drawn by seed {1}, untrained").format(
                kind_title(found).capitalize(), found.seed
            )
        )

    def _show(
        self,
        name: str,
        side: str,
        values: np.ndarray,
        labels: tuple[str, ...],
        limits: tuple[float, float] | None,
        row: int | None,
    ) -> None:
        view = self.views[name, side]
        view.set_theme(self.theme)
        data = MatrixData(
            values,
            labels,
            labels,
            self.tr("from query") if name == "attention" else self.tr("to place"),
            self.tr("to key") if name == "attention" else self.tr("from place"),
            title=side.upper(),
            scale="weights" if name == "attention" else "signed",
            limits=limits,
            meaning=self.tr("Sentence {0}").format(side.upper()),
        )
        view.set_data(data)
        view.set_highlight(row=row if name == "attention" else None)
        view.fit()

    def _fill(self, box: QComboBox, titles: list[str], current: int) -> None:
        if [box.itemText(i) for i in range(box.count())] != titles:
            box.clear()
            box.addItems(titles)
        box.setCurrentIndex(current)

    @Slot(int)
    def _on_layer(self, layer: int) -> None:
        self.session.set(far_layer=layer)

    @Slot(int)
    def _on_head(self, head: int) -> None:
        self.session.set(far_head=head)

    @Slot(int)
    def _on_kind(self, place: int) -> None:
        self.session.set(far_fixed=KINDS[place])

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(far_seed=seed)

    @Slot(int)
    def _on_window(self, width: int) -> None:
        self.session.set(far_width=width)

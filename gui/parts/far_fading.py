"""A plain recurrence: its spectral radius on a slider, and what becomes of a small push after many steps."""

from typing import ClassVar

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSlider, QVBoxLayout

from engine.fading import KINDS, RADII, UNITS, Fading
from gui.parts.far_page import FarPage
from gui.widgets import numbers
from gui.widgets.curves import Curves
from gui.widgets.curves_layout import Chart, Curve, Mark
from gui.widgets.model_bar import FRESH_LIMITS
from gui.widgets.number_box import put, real_spin, spin
from gui.widgets.rows import row, titled
from gui.widgets.segments import Segments

FINE = 100  # steps of the slider for a radius of 1
SCALE = (1e-20, 1e12)  # heights of the picture: they stay as the slider moves
NEARLY = (0.5, 2.0)  # what is between has neither vanished nor exploded


class FadingPart(FarPage):
    """The picture follows the slider while it is dragged."""

    page: ClassVar[str] = "forgetting"
    name: ClassVar[str] = "fading"
    result: ClassVar[str] = "far_fading"
    watches: ClassVar[frozenset[str]] = frozenset(
        {"far_fading", "far_page", "far_radius", "far_recurrence", "far_seed", "theme", "failed"}
    )

    def build_body(self, layout: QVBoxLayout) -> None:
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setObjectName("distance.fading.slider")
        self.slider.setRange(*(round(FINE * radius) for radius in RADII))
        self.slider.setPageStep(FINE // 10)
        tip = self.tr(
            "Spectral radius: the size of the largest eigenvalue of W; the weights are scaled to it"
        )
        self.slider.setToolTip(tip)
        self.slider.setAccessibleName(self.tr("Spectral radius"))
        self.radius = real_spin(self, "distance.fading.radius", RADII, 1 / FINE, tip)
        self.kind = Segments(self)
        self.kind.setObjectName("distance.fading.kind")
        self.kind.setProperty("low", True)
        self.seed = spin(
            self,
            "distance.fading.seed",
            FRESH_LIMITS["seed"],
            self.tr("W is drawn by this seed; it is untrained"),
        )
        self.curves = Curves(self)
        self.curves.setObjectName("distance.fading.curves")
        self.curves.setAccessibleName(self.tr("Size of a push by steps"))
        layout.addLayout(row(titled(self.tr("Spectral &radius"), self.radius), self.slider, self.radius))
        layout.addLayout(row(self.kind, None, titled(self.tr("&Seed"), self.seed), self.seed))
        layout.addWidget(self.curves, 1)
        self.slider.valueChanged.connect(self._on_slider)
        self.radius.valueChanged.connect(self._on_radius)
        self.kind.chosen.connect(self._on_kind)
        self.seed.valueChanged.connect(self._on_seed)

    def explanation(self) -> str:
        return self.tr(
            "Why: a plain recurrence multiplies by the same matrix W at every step. Move the slider: below 1 a small "
            "push dies out, above 1 it grows without end. (W: {0} × {0}, drawn by the seed, untrained.)"
        ).format(UNITS)

    def finding(self, found: Fading) -> str:
        last = float(found.sizes[-1])
        low, high = NEARLY
        fate = (
            self.tr("it vanishes")
            if last < low
            else self.tr("it explodes")
            if last > high
            else self.tr("it stays about as it was")
        )
        text = self.tr("Radius {0}: after {1} steps a push has {2} times its size, {3}.")
        return text.format(
            f"<b>{numbers.short(found.radius)}</b>",
            len(found.sizes) - 1,
            f"<b>{numbers.compact(last)}</b>",
            f"<b>{fate}</b>",
        )

    def show_found(self, found: Fading) -> None:
        state = self.session.state
        put(self.radius, state.far_radius)
        put(self.seed, state.far_seed)
        if not self.slider.isSliderDown():
            before = self.slider.blockSignals(True)
            self.slider.setValue(round(FINE * state.far_radius))
            self.slider.blockSignals(before)
        self.kind.show_titles(("h = W h", "h = tanh(W h)"), KINDS.index(state.far_recurrence))
        tips = (
            self.tr("A linear recurrence: only W decides"),
            self.tr("With tanh: where it flattens, a push shrinks further"),
        )
        for button, tip in zip(self.kind.buttons(), tips, strict=True):
            button.setToolTip(tip)
        self.curves.set_theme(self.theme)
        self.curves.show_chart(self._chart(found))

    def _chart(self, found: Fading) -> Chart:
        steps = range(len(found.sizes))
        radius = numbers.short(found.radius)
        return Chart(
            (
                Curve(
                    self.tr("size of the push, ‖∂hₜ/∂h₀‖"),
                    "warning",
                    tuple((float(t), float(found.sizes[t])) for t in steps),
                ),
                Curve(
                    self.tr("{0} to the power of the steps").format(radius),
                    "muted",
                    tuple((float(t), float(found.powers[t])) for t in steps),
                    dashed=True,
                ),
            ),
            (Mark(float(len(found.sizes) - 1), "", strong=True),),
            self.tr("steps t"),
            self.tr("times the size at the beginning"),
            log_across=False,
            limits=SCALE,
        )

    @Slot(int)
    def _on_slider(self, value: int) -> None:
        self.session.set(far_radius=value / FINE)

    @Slot(float)
    def _on_radius(self, value: float) -> None:
        self.session.set(far_radius=value)

    @Slot(int)
    def _on_kind(self, place: int) -> None:
        self.session.set(far_recurrence=KINDS[place])

    @Slot(int)
    def _on_seed(self, seed: int) -> None:
        self.session.set(far_seed=seed)

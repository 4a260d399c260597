"""Matrices side by side as one picture: equal cells and numbers for equal shapes, and rows that scroll together."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from gui.widgets.matrix_canvas import MatrixCanvas
from gui.widgets.matrix_data import MatrixData
from gui.widgets.matrix_fit import Common, narrowest
from gui.widgets.matrix_layout import MatrixLayout


@dataclass(frozen=True)
class Laid:
    """A view with its matrix, and how it could be laid out."""

    view: MatrixCanvas
    data: MatrixData
    layout: MatrixLayout


def harmonise(views: Sequence[MatrixCanvas]) -> None:
    """Give cells one height where there are as many rows, one width where the shape is the same, and write numbers in
    one way where they are of one kind too."""
    alone = [one for view in views if (one := _laid(view, None))]
    sized = [one for found in alone if (one := _laid(found.view, _cells(found, alone)))]
    for one in sized:
        one.view.set_common(_written(one, sized, _cells(one, alone)))


def rows_together(views: Sequence[MatrixCanvas], rows: Sequence[int | None]) -> list[MatrixCanvas]:
    """The views that scroll together: those with a marked row, and an output (last) whose rows are those of one."""
    found = [view for view, row in zip(views, rows, strict=True) if row is not None]
    output = views[-1]
    if output not in found and any(_rows(view) == _rows(output) for view in found):
        found.append(output)
    return found


def _laid(view: MatrixCanvas, common: Common | None) -> Laid | None:
    layout = view.arranged_as(common)
    return Laid(view, view.data, layout) if view.data is not None and layout is not None else None


def _cells(one: Laid, others: Sequence[Laid]) -> Common:
    height = min(other.layout.cell_h for other in _alike(one, others, lambda data: data.rows))
    shaped = _alike(one, others, lambda data: data.values.shape)
    if len(shaped) < 2:
        return Common(0, height, 0, None, False)
    width = min(other.layout.cell_w for other in shaped)
    needed = max(narrowest(other.data, other.view.texts) for other in shaped)  # else all of them scroll
    return Common(max(width, needed), height, 0, None, False)


def _written(one: Laid, others: Sequence[Laid], cells: Common) -> Common:
    shaped = _alike(one, others, lambda data: data.values.shape)
    if len(shaped) < 2:
        return cells
    kind = _alike(one, others, lambda data: (data.values.shape, data.scale, data.digits))
    form = min((other.layout.form for other in kind), key=lambda form: (form.digits, not form.bare))
    pixels = min(other.layout.number_px for other in shaped)
    return cells._replace(number_px=pixels, digits=form.digits, bare=form.bare)


def _alike(one: Laid, others: Sequence[Laid], kind: Callable[[MatrixData], Hashable]) -> list[Laid]:
    return [other for other in others if kind(other.data) == kind(one.data)]


def _rows(view: MatrixCanvas) -> tuple[str, tuple[str, ...]] | None:
    return (view.data.row_axis, view.data.row_labels) if view.data is not None else None

"""A sentence through all layers: the residual stream is kept, a layer's trace is computed when it is looked at."""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from engine.edits import (
    ArrayEdit,
    Edit,
    Padding,
    ReplaceToken,
    SetParameter,
    Setter,
    edited_tokens,
    first_layer,
    setters,
    with_parameters,
)
from engine.errors import EditError, NoKeyLeftError
from engine.models.base import Model
from engine.names import OVER_TOKENS, block, layer_of
from engine.parallel import one_blas_thread
from engine.similarity import Float64
from engine.steps.base import Array, Cell
from engine.text import Tokens
from engine.trace import Derivation, Stop, Trace, never_stop

TRACE_BYTES = 96 * 2**20  # traces kept; the one last asked for always is
OnLayer = Callable[[int, Trace], None]


class Run:
    """All layers of a model on one sentence, with the edits in force.  Not for two threads at a time."""

    def __init__(
        self,
        model: Model,
        tokens: Tokens,
        streams: tuple[Array, ...],
        edits: Mapping[str, Array | Setter] | None = None,
        changes: Sequence[Edit] = (),
    ) -> None:
        self.model, self.tokens, self.edits = model, tokens, dict(edits or {})
        self.changes = tuple(changes)
        self._streams = streams  # output of each layer [pos, d_model]
        self._traces: OrderedDict[int, Trace] = OrderedDict()

    @classmethod
    def forward(
        cls, model: Model, tokens: Tokens, on_layer: OnLayer | None = None, stop: Stop = never_stop
    ) -> "Run":
        """Compute every layer.  ``on_layer`` sees each trace as it passes; ``stop`` is called before each step."""
        return cls(model, tokens, ())._filled(on_layer, stop)

    def what_if(
        self, edits: Mapping[str, Array], on_layer: OnLayer | None = None, stop: Stop = never_stop
    ) -> "Run":
        """A new run in which ``edits`` hold, arrays by path: computed again from the first edited layer on.
        LookupError for a path that the model has not, ValueError for another shape than is there.
        """
        layers = {path: layer_of(path) or 0 for path in edits}
        replaced = {path: self.trace(layers[path], stop).replacement(path, edits[path]) for path in edits}
        first = min(layers.values(), default=self.model.sizes.layers)
        run = Run(self.model, self.tokens, self._streams[:first], {**self.edits, **replaced}, self.changes)
        return run._filled(on_layer, stop)

    def with_changes(
        self, changes: Sequence[Edit], on_layer: OnLayer | None = None, stop: Stop = never_stop
    ) -> "Run":
        """Of an unchanged run: a new one in which these changes hold, or itself when there are none.  Layers before
        the first change are the same objects.  EditError, NoKeyLeftError and OverflowedError say what cannot be.
        """
        if not changes:
            return self
        self._refuse_strangers(changes)
        tokens = edited_tokens(self.tokens, changes)
        if len(tokens) > self.model.sizes.max_tokens:
            raise EditError("too many tokens", str(len(tokens)))
        run = Run(
            self.model, tokens, self._streams[: first_layer(changes)], setters(changes, tokens), changes
        )
        run._refuse_empty_rows()
        return run._filled(on_layer, stop)

    def _refuse_strangers(self, changes: Sequence[Edit]) -> None:
        """EditError for a change of an array or a parameter that the model does not have, or to a token of others."""
        steps = [step for layer in range(self.model.sizes.layers) for step in self.model.recipe(layer)]
        known = {path for step in steps for path in (step.output, step.address, *step.inputs)}
        for change in changes:
            if isinstance(change, SetParameter) and change.path.rpartition(".")[0] not in known:
                raise EditError("no such step", change.path)
            if isinstance(change, ArrayEdit) and change.path not in known:
                raise EditError("no such array", change.path)
            vocabulary = len(self.model.weights["W_E"])
            if isinstance(change, ReplaceToken | Padding) and not 0 <= change.number < vocabulary:
                raise EditError("no such token", str(change.number))

    def _refuse_empty_rows(self) -> None:
        mask = self.model.inputs(self.tokens)["mask"]
        if "mask" in self.edits:
            edit = self.edits["mask"]
            mask = edit(mask) if callable(edit) else edit
        empty = np.flatnonzero(np.isneginf(mask).all(axis=1))
        if empty.size:
            raise NoKeyLeftError(int(empty[0]))

    def _filled(self, on_layer: OnLayer | None, stop: Stop) -> "Run":
        """The run itself, with every layer computed that it does not have yet."""
        run, first = self, len(self._streams)
        with one_blas_thread():
            for layer in range(first, self.model.sizes.layers):
                trace = run._compute(layer, stop)
                run._streams = (*run._streams, trace[trace.recipe[-1].output])
                if on_layer:
                    on_layer(layer, trace)
                del trace  # its memory serves the next layer
        return run

    def _compute(self, layer: int, stop: Stop) -> Trace:
        recipe = with_parameters(self.model.recipe(layer), self.changes)
        everything = {**self.model.inputs(self.tokens), **self.model.weights}
        given = {path: everything[path] for step in recipe for path in step.inputs if path in everything}
        if layer:
            given[recipe[0].inputs[0]] = self._streams[layer - 1]
        edits = {path: edit for path, edit in self.edits.items() if layer_of(path) in (None, layer)}
        return Trace.compute(recipe, given, edits, stop, careful=bool(self.changes))

    def trace(self, layer: int, stop: Stop = never_stop) -> Trace:
        """Every array of one layer; the last used are kept, up to ``TRACE_BYTES``.  IndexError if there is no such."""
        if not 0 <= layer < self.model.sizes.layers:
            raise IndexError(f"no layer {layer}")
        if layer not in self._traces:
            with one_blas_thread():
                self._traces[layer] = self._compute(layer, stop)
        self._traces.move_to_end(layer)
        while len(self._traces) > 1 and sum(trace.nbytes() for trace in self._traces.values()) > TRACE_BYTES:
            self._traces.popitem(last=False)
        return self._traces[layer]

    def stream(self, layer: int) -> Array:
        """Output of a layer ``[pos, d_model]``."""
        return self._streams[layer]

    def streams(self) -> Float64:
        """What the first layer receives, then the output of each layer: ``[layer + 1, pos, d_model]``."""
        received = self.trace(0)[f"{block(0)}resid_pre"]
        return np.stack([received, *self._streams]).astype(np.float64)

    def explain(self, path: str, cell: Cell) -> Derivation:
        """The arithmetic behind one cell of any layer; a block's input is opened where it was made."""
        return self.trace(layer_of(path) or 0).explain(path, cell)

    def texts(self, path: str, axis: str) -> tuple[str, ...]:
        """What the places along an axis of an array are called; empty where they are only counted."""
        return self.tokens.texts if axis in OVER_TOKENS else ()

"""The recipe of one time step: the word that is read, and what each kind of memory makes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.recipes import Recipe, Step, norm
from engine.steps import (
    Add,
    Append,
    Descend,
    Gradient,
    HandOn,
    Linear,
    Lookup,
    Product,
    ProjectHeads,
    Scale,
    Scores,
    Softmax,
    SquaredLength,
    Subtract,
    Tanh,
    WeightedSum,
)

AT = "memory."
EPSILON = 1e-5  # of the norm
KINDS = ("recurrent", "list", "ttt")
# The arrays that each kind carries from one word to the next: all that it knows.
CARRIED: Mapping[str, tuple[str, ...]] = {
    "recurrent": ("recurrent.state",),
    "list": ("list.k", "list.v"),
    "ttt": ("ttt.state",),
}
# Where they begin.
STARTS: Mapping[str, str] = {
    "recurrent.state": "zero",
    "list.k": "list.no_k",
    "list.v": "list.no_v",
    "ttt.state": "ttt.start",
}


def at_time(time: int, name: str) -> str:
    """The path of an array of one time step."""
    return f"{AT}t{time}.{name}"


def before(time: int, name: str) -> str:
    """Where a memory stands before a time step: as the step before left it, or as it begins."""
    return at_time(time - 1, name) if time else f"{AT}{STARTS[name]}"


def reading(time: int) -> Iterator[Step]:
    """The word's vector, of length root d: as long vectors as short ones."""
    at = at_time(time, "")
    yield Step(f"{at}embed", Lookup(), (f"{at}tokens", f"{AT}W_E"), "input")
    yield from norm(f"{at}embed", f"{at}x", EPSILON, "input")


def projected(time: int) -> Iterator[Step]:
    """Its query, key and value, each by a map of its own without a bias."""
    at = at_time(time, "")
    for name in ("q", "k", "v"):
        yield Step(f"{at}{name}", ProjectHeads(1), (f"{at}x", f"{AT}theta_{name.upper()}"), "qkv")


def recurrent(time: int) -> Iterator[Step]:
    """``h' = tanh(x W_x + h W_h + b)``, read out by ``z = h' W_z`` (Elman 1990)."""
    at = at_time(time, "recurrent.")
    weights = f"{AT}recurrent."
    yield Step(f"{at}before", HandOn(), (before(time, "recurrent.state"),), "recurrent")
    yield Step(f"{at}from_x", Linear(), (at_time(time, "x"), f"{weights}W_x", f"{weights}b"), "recurrent")
    yield Step(f"{at}from_state", Product(), (f"{at}before", f"{weights}W_h"), "recurrent")
    yield Step(f"{at}pre", Add(), (f"{at}from_x", f"{at}from_state"), "recurrent")
    yield Step(f"{at}state", Tanh(), (f"{at}pre",), "recurrent")
    yield Step(f"{at}z", Product(), (f"{at}state", f"{weights}W_z"), "recurrent")


def key_value_list(time: int, d_head: int) -> Iterator[Step]:
    """Key and value are kept; the output is attention over all that were (Vaswani et al. 2017, equation 1)."""
    at = at_time(time, "list.")
    for name in ("k", "v"):
        yield Step(f"{at}{name}", Append(), (before(time, f"list.{name}"), at_time(time, name)), "list")
    yield Step(f"{at}scores", Scores(), (at_time(time, "q"), f"{at}k"), "list")
    yield Step(f"{at}scaled", Scale(d_head), (f"{at}scores",), "list")
    yield Step(f"{at}weights", Softmax(), (f"{at}scaled",), "list")
    yield Step(f"{at}z", WeightedSum(), (f"{at}weights", f"{at}v"), "list")


def learning(time: int, rate: float) -> Iterator[Step]:
    """A matrix that is to give each key's value moves by one step against the gradient of ``|k W - v|^2``; the output
    is read from the new one (TTT-Linear in its simple form; Sun et al. 2024, section 2.1, label view).
    """
    at, k = at_time(time, "ttt."), at_time(time, "k")
    yield Step(f"{at}before", HandOn(), (before(time, "ttt.state"),), "ttt")
    yield Step(f"{at}recalled", Product(), (k, f"{at}before"), "ttt")
    yield Step(f"{at}error", Subtract(), (f"{at}recalled", at_time(time, "v")), "ttt")
    yield Step(f"{at}loss", SquaredLength(), (f"{at}error",), "ttt")
    yield Step(f"{at}gradient", Gradient(), (k, f"{at}error"), "ttt")
    yield Step(f"{at}state", Descend(rate), (f"{at}before", f"{at}gradient"), "ttt")
    yield Step(f"{at}z", Product(), (at_time(time, "q"), f"{at}state"), "ttt")


def time_step(time: int, d_head: int, rate: float, learns: bool = True) -> Recipe:
    """All three kinds on one word; ``learns``: whether the layer that learns is still at it."""
    last = learning(time, rate) if learns else ()
    read = (*reading(time), *projected(time))
    return (*read, *recurrent(time), *key_value_list(time, d_head), *last)


@dataclass(frozen=True)
class Rule:
    """How a kind of memory begins, takes up a word, and answers: formulas in the symbols of its arrays, and the same
    in NumPy, which a test runs beside the recipe.
    """

    start: str
    update: str
    output: str
    numpy: tuple[str, str]  # of the state(s) after a word, from those before; of the output from the state


RULES: Mapping[str, Rule] = {
    "recurrent": Rule(
        r"h_0 = \mathbf{0}",
        r"h_t = \tanh\left(x_t\,W_x + h_{t-1}\,W_h + b\right)",
        r"\r{z_t} = h_t\,W_z",
        ("state = np.tanh(x @ W_x + state @ W_h + b)", "z = state @ W_z"),
    ),
    "list": Rule(
        r"\k{K_0} = [\;], \quad \v{V_0} = [\;]",
        r"\k{K_t} = [\,\k{K_{t-1}} ;\, \k{k_t}\,], \quad \v{V_t} = [\,\v{V_{t-1}} ;\, \v{v_t}\,]",
        r"\r{z_t} = \mathrm{softmax}\left(\q{q_t}\,\k{K_t}^{\top} / \sqrt{d}\right) \v{V_t}",
        (
            "K = np.concatenate([K, k], axis=1)\nV = np.concatenate([V, v], axis=1)",
            "s = np.exp(q @ K.swapaxes(1, 2) / d ** 0.5)\nz = s / s.sum(-1, keepdims=True) @ V",
        ),
    ),
    "ttt": Rule(
        r"W_0 = \mathbf{0}",
        r"W_t = W_{t-1} - \eta \,\nabla_{W} \left|\k{k_t}\,W_{t-1} - \v{v_t}\right|^2",
        r"\r{z_t} = \q{q_t}\,W_t",
        ("state = state - rate * 2 * k.swapaxes(1, 2) @ (k @ state - v)", "z = q @ state"),
    ),
}


def rule_key(kind: str, part: str) -> str:
    """Name of the formula of a part of a rule."""
    return f"memory.{kind}.{part}"


def rule_formulas() -> dict[str, str]:
    """The LaTeX of all rules, by key."""
    return {
        rule_key(kind, part): getattr(rule, part)
        for kind, rule in RULES.items()
        for part in ("start", "update", "output")
    }

"""Values of frozen dataclasses as JSON and back, by their type hints: new fields and classes need no code here."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from math import inf, isfinite
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

KIND = "kind"  # under which an object of a dataclass says what it is
NOT_FINITE: Mapping[str, float] = {"inf": inf, "-inf": -inf}  # for which JSON has no numbers
LARGEST = 2**31 - 1  # of whole numbers


class Unfit(Exception):
    """A value that is not what it should be: ``expected`` says what, with ``what`` to be filled in."""

    def __init__(self, expected: str, what: tuple[str, ...] = ()) -> None:
        super().__init__(expected)
        self.expected, self.what = expected, what


def plain(value: Any) -> Any:
    """The value in what JSON has; TypeError for what `typed` could not bring back."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if is_dataclass(value):
        return {KIND: type(value).__name__} | {
            field.name: plain(getattr(value, field.name)) for field in fields(value)
        }
    raise TypeError(f"{type(value).__name__} has no form in a session file")


def typed(hint: Any, value: Any) -> Any:
    """The value that `plain` was given, if it is of the type; else Unfit.  TypeError for a type that is not known."""
    if hint in SIMPLE:
        return SIMPLE[hint](value)
    if isinstance(hint, type) and is_dataclass(hint):
        return _made(hint, value)
    make = COMPOUND.get(get_origin(hint))
    if make is None:
        raise TypeError(f"{hint} has no form in a session file")
    return make(get_args(hint), value)


def _nothing(value: Any) -> None:
    if value is not None:
        raise Unfit("empty")


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit("true or false")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
        raise Unfit("a whole number")
    return value


def _number(value: Any) -> float:
    if isinstance(value, str) and value in NOT_FINITE:
        return NOT_FINITE[value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unfit("a number")
    try:
        number = float(value)
    except OverflowError:
        raise Unfit("a number") from None
    if not isfinite(number):
        raise Unfit("a number")
    return number


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit("a text")
    return value


def _sequence(hints: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise Unfit("a list")
    if hints[-1] is Ellipsis:
        return tuple(typed(hints[0], item) for item in value)
    if len(value) != len(hints):
        raise Unfit("a list")
    return tuple(typed(hint, item) for hint, item in zip(hints, value, strict=True))


def _mapping(hints: tuple[Any, ...], value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unfit("a table")
    return {name: typed(hints[1], item) for name, item in value.items()}


def _one_of(hints: tuple[Any, ...], value: Any) -> Any:
    if value not in hints:
        raise Unfit("another value")
    return value


def _either(hints: tuple[Any, ...], value: Any) -> Any:
    """The first of the types that it fits; of classes, the one that it names."""
    expected = []
    for hint in hints:
        try:
            return typed(hint, value)
        except Unfit as error:
            expected.append(error.expected)
    wanted = [one for one in expected if one != "empty"]
    raise Unfit(wanted[0] if wanted else "empty")


def _made(kind: type, value: Any) -> Any:
    if not isinstance(value, dict) or value.get(KIND) != kind.__name__:
        raise Unfit("of a known kind")
    hints = get_type_hints(kind)
    needed = {field.name for field in fields(kind) if _is_needed(field)}
    given = value.keys() - {KIND}
    if not needed <= given <= hints.keys():  # half understood, it would not be the same
        raise Unfit("of a known kind")
    try:
        return kind(**{name: typed(hints[name], value[name]) for name in given})
    except ValueError as error:
        raise Unfit("of a known kind") from error


def _is_needed(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


SIMPLE: Mapping[Any, Callable[[Any], Any]] = {
    NoneType: _nothing,
    bool: _truth,
    int: _whole,
    float: _number,
    str: _text,
}
COMPOUND: Mapping[Any, Callable[[tuple[Any, ...], Any], Any]] = {
    tuple: _sequence,
    Union: _either,
    UnionType: _either,
    Mapping: _mapping,
    dict: _mapping,
    Literal: _one_of,
}

"""The terms of an opened number as rows of a table: operands as links, what varies in each, running sum."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from engine.names import identifier
from engine.steps import Operand, Term
from gui.results import Opened
from gui.widgets import numbers
from gui.widgets.terms_table import TermRows
from gui.wording import short_place, term_title, tr

DIGITS = 4  # of an operand
Write = Callable[[float, int], str]
IN_ORDER = frozenset({"hit of sum"})  # rules by which it matters where the running sum stands
LONG, SHOWN = 64, 40  # terms of a sum that is folded, and of those the ones that stay


def term_rows(opened: Opened, largest_first: bool) -> TermRows:
    """A column for each operand, then the term and the running sum in the order chosen.

    What is the same in all rows of a column stands in its header.  Of a long sum, largest first, the small terms
    are folded into one line that adds up.
    """
    terms, run = opened.derivation.arithmetic.terms, opened.run
    largest_first = largest_first and opened.derivation.arithmetic.rule not in IN_ORDER
    order = (
        sorted(range(len(terms)), key=lambda i: -abs(terms[i].value)) if largest_first else range(len(terms))
    )
    kept = SHOWN if largest_first and len(terms) > LONG else len(terms)
    values = [terms[i].value for i in order[:kept]]
    if kept < len(terms):
        values.append(math.fsum(terms[i].value for i in order[kept:]))
    sums = np.cumsum(values)
    columns = _columns(terms)
    varying = [_varying(column) for column in columns]

    def cell(row: int, col: int, write: Write) -> str:
        if col >= len(columns):
            return write(values[row] if col == len(columns) else float(sums[row]), 6)
        if row == kept:
            return tr("{0} smaller terms", len(terms) - kept) if col == 0 else ""
        term = terms[order[row]]
        if col >= len(term.operands):
            return ""
        operand = term.operands[col]
        if operand.name != columns[col][0].name:  # a bias below the products
            return f"{identifier(operand.name)}  {write(operand.value, DIGITS)}"
        place = short_place(operand.name, operand.cell, run, varying[col])
        return f"{place}  {write(operand.value, DIGITS)}".strip()

    def link(row: int, col: int) -> object | None:
        operands = terms[order[row]].operands if row < kept else ()
        return (operands[col].name, operands[col].cell) if col < len(operands) else None

    wide = [row for row, i in enumerate(order[:kept]) if len(terms[i].operands) == 1]
    wide += [kept] if kept < len(terms) else []
    headers = [_header(column, same, opened) for column, same in zip(columns, varying, strict=True)]
    titles = (term_title(opened.derivation.arithmetic.rule), tr("running sum"))
    return TermRows(
        (*headers, *titles),
        len(values),
        lambda row, col: cell(row, col, numbers.reading),
        link,
        lambda row, col: cell(row, col, _all_digits),
        {row: len(columns) for row in wide if len(columns) > 1},
    )


def _all_digits(value: float, digits: int) -> str:
    return numbers.exported(value)


def _columns(terms: Sequence[Term]) -> list[list[Operand]]:
    """The operands of the terms that are made like the first one, by column."""
    names = [operand.name for operand in terms[0].operands] if terms else []
    alike = [term.operands for term in terms if [operand.name for operand in term.operands] == names]
    return [list(column) for column in zip(*alike, strict=True)]


def _varying(column: Sequence[Operand]) -> tuple[bool, ...]:
    """Which indices differ between the operands of a column; all of them where there is but one operand."""
    if len(column) == 1:
        return (True,) * len(column[0].cell)
    return tuple(len(set(indices)) > 1 for indices in zip(*(operand.cell for operand in column), strict=True))


def _header(column: Sequence[Operand], varying: tuple[bool, ...], opened: Opened) -> str:
    first, terms = column[0], opened.derivation.arithmetic.terms
    if len(column) == 1 < len(terms) and len(terms[0].operands) == 1:  # each term is from another array
        return tr("operand")
    same = short_place(first.name, first.cell, opened.run, tuple(not v for v in varying))
    return f"{identifier(first.name)} [{same}]" if same else identifier(first.name)

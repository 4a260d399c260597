"""Decimals in text to numbers, many at a time: exactly what Python's ``float`` gives, or left to it."""

import numpy as np
from numpy.typing import NDArray

from engine.similarity import Float64

BEFORE = 16  # bytes that must lie before the first character of a text, and as many after its last
WORD = 8  # bytes read at once
PLACES = 2 * WORD  # after the point, at most
EXACT = 2.0**53  # whole numbers up to here are exact in float64

Bytes = NDArray[np.uint8]
Positions = NDArray[np.int64]
Flags = NDArray[np.bool_]

ZEROS = np.uint64(0x3030303030303030)  # eight times the character 0
ABOVE_NINE = np.uint64(0x7676767676767676)  # lifts every byte above 9 to 128 or more
HIGH_BITS = np.uint64(0x8080808080808080)
# The last n of the eight bytes, by n; the first character lies in the lowest byte.
LAST = np.array([(2**64 - 1) << 8 * (WORD - n) & (2**64 - 1) for n in range(WORD + 1)], "<u8")
# Neighbouring digits become numbers of two, four and eight digits: factor, shift, and what is kept.
JOINS = (
    (10 * 2**8 + 1, 8, 0x00FF00FF00FF00FF),
    (100 * 2**16 + 1, 16, 0x0000FFFF0000FFFF),
    (10_000 * 2**32 + 1, 32, 0x00000000FFFFFFFF),
)
POWERS = 10.0 ** np.arange(PLACES + 1)  # exact in float64 up to 10^22
LEAD = np.uint32(0x2E30)  # the characters "0."
SIGN = np.uint64(63)  # the highest bit
MINUS = np.uint32(ord("-"))


def decimals(text: Bytes, starts: Positions, ends: Positions) -> tuple[Float64, Flags]:
    """Values [n] of the tokens between ``starts`` and ``ends``, and which of them are not read, and mean nothing.

    Read are those of the form [-]d.d to [-]d.ddd..., with one digit before the point, and all digits together
    below 2^53.  Digits and power of ten are then exact, and their quotient is rounded once, as by ``float``.
    """
    heads = _windows(text, "<u4")[starts]  # sign, digit, point
    minus = (heads & np.uint32(0xFF)) == MINUS
    heads >>= minus.astype(np.uint32) << np.uint32(3)
    heads &= np.uint32(0xFFFF)
    heads -= LEAD  # the digit's value; anything else has become large
    places = ends - starts
    places -= minus
    places -= 2
    unread = (heads > 9) | (places < 1) | (places > PLACES)
    scales = POWERS.take(places, mode="clip")
    values = _fractions(text, ends, places, unread)
    values += heads * scales
    unread |= values >= EXACT
    values /= scales
    values[unread] = 0.0
    signs = values.view(np.uint64)
    signs |= minus.astype(np.uint64) << SIGN
    return values, unread


def _fractions(text: Bytes, ends: Positions, places: Positions, unread: Flags) -> Float64:
    """The digits after the point as whole numbers [n]; marks tokens with anything but digits there."""
    values = _whole(text, ends, places, unread)
    long = np.flatnonzero((places > WORD) & ~unread)
    if len(long):
        wrong = np.zeros(len(long), np.bool_)
        values[long] += 1e8 * _whole(text, ends[long] - WORD, places[long] - WORD, wrong)
        unread[long] |= wrong
    return values


def _whole(text: Bytes, ends: Positions, digits: Positions, unread: Flags) -> Float64:
    """The last ``digits`` characters before ``ends``, eight at most, as whole numbers [n]."""
    found = _windows(text, "<u8")[ends - WORD]
    found ^= ZEROS
    found &= LAST.take(digits, mode="clip")
    wrong = found + ABOVE_NINE
    wrong |= found
    wrong &= HIGH_BITS
    if wrong.any():
        unread |= wrong != 0
    for factor, shift, kept in JOINS:
        found *= np.uint64(factor)
        found >>= np.uint64(shift)
        found &= np.uint64(kept)
    return found.view(np.int64).astype(np.float64)


def _windows(text: Bytes, kind: str) -> NDArray[np.unsignedinteger]:
    """The number that begins at each byte."""
    size = np.dtype(kind).itemsize
    return np.ndarray((len(text) - size + 1,), kind, text, strides=(1,))

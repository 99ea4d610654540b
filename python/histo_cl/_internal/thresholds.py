"""Edges for exact comparison that give the same counts as numpy, which rounds 64-bit integers to float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from histo_cl._internal.arguments import Array

ROUNDED = 2.0**53
"""Beyond this magnitude, float64 cannot represent all integers, and numpy rounds the others."""


def thresholds(dtype: np.dtype[Any], compared: Array, ends: tuple[Any, Any] | None, inclusive: bool) -> Any:
    """Edges for which exact comparison gives the same counts as numpy with the edges `compared`.

    They differ from `compared` where numpy rounds 64-bit integers to float64: threshold i is the smallest integer that
    is rounded to edge i or above. An inclusive last threshold is the largest integer that is rounded to the last edge
    or below.
    """
    rounds = dtype.kind in "iu" and dtype.itemsize == 8 and compared.dtype.kind == "f"
    if not rounds or (np.abs(compared) < ROUNDED).all():
        return compared
    edges = [float(edge) for edge in compared]
    thresholds = [_smallest_rounded_to(edge) for edge in edges]
    if inclusive:
        thresholds[-1] = _largest_rounded_to(edges[-1])
    # numpy compares samples with the ends of a range exactly if these are integers.
    first, last = ends or (None, None)
    if isinstance(first, (int, np.integer)):  # several edges may be rounded to the same float as the first
        thresholds = [max(each, int(first)) for each in thresholds]
    if isinstance(last, (int, np.integer)):
        thresholds[-1] = min(thresholds[-1], int(last))
    return thresholds


def _smallest_rounded_to(edge: float) -> int | float:
    """The smallest integer whose nearest float64 is `edge` or above.

    Returns `edge` itself if its magnitude is below 2**53, where no integer is rounded, or if the result would not fit
    into 64 bits.
    """
    smallest = _nearest(edge, -np.inf)
    return smallest if -(2**63) <= smallest < 2**64 else edge


def _largest_rounded_to(edge: float) -> int | float:
    """The largest integer whose nearest float64 is `edge` or below.

    Returns `edge` itself in the same cases as _smallest_rounded_to().
    """
    largest = _nearest(edge, np.inf)
    return largest if -(2**63) <= largest < 2**64 else edge


def _nearest(edge: float, towards: float) -> int | float:
    """The integer farthest from `edge`, in the direction of `towards`, whose nearest float64 is `edge`."""
    if abs(edge) < ROUNDED or abs(edge) > 2.0**64:
        return edge
    middle, odd = divmod(int(np.nextafter(edge, towards)) + int(edge), 2)
    if odd:  # just below 2**53 in magnitude, floats differ by 1: no other integer is rounded to `edge`
        return int(edge)
    return middle if float(middle) == edge else middle + (1 if towards < 0 else -1)

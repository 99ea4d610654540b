"""Edges for exact comparison that match numpy's, which rounds 64-bit integers to float64."""

from __future__ import annotations

from typing import Any

import numpy as np

from histo_cl.arguments import Array

ROUNDED = 2.0**53
"""From here on integers are rounded to float64."""


def thresholds(dtype: np.dtype[Any], compared: Array, ends: tuple[Any, Any] | None, inclusive: bool) -> Any:
    """Edges with which exact comparison counts as numpy does with `compared`.

    They differ from these where numpy rounds 64-bit integers to float64: threshold i is then the least integer that
    is rounded to edge i or above, and the last, if inclusive, is the greatest that is rounded to the last edge or below.
    """
    rounds = dtype.kind in "iu" and dtype.itemsize == 8 and compared.dtype.kind == "f"
    if not rounds or (np.abs(compared) < ROUNDED).all():
        return compared
    edges = [float(edge) for edge in compared]
    thresholds = [_least_rounded_to(edge) for edge in edges]
    if inclusive:
        thresholds[-1] = _greatest_rounded_to(edges[-1])
    if ends is not None and all(isinstance(end, (int, np.integer)) for end in ends):
        # Such a range numpy compares exactly.
        thresholds[0] = max(thresholds[0], int(ends[0]))
        thresholds[-1] = min(thresholds[-1], int(ends[1]))
    return thresholds


def _least_rounded_to(edge: float) -> int | float:
    """The least integer whose nearest float64 is `edge` or above; `edge` where no integer of 64 bits is rounded."""
    least = _nearest(edge, -np.inf)
    return least if -(2**63) <= least < 2**64 else edge


def _greatest_rounded_to(edge: float) -> int | float:
    """The greatest integer whose nearest float64 is `edge` or below; `edge` where no integer of 64 bits is rounded."""
    greatest = _nearest(edge, np.inf)
    return greatest if -(2**63) <= greatest < 2**64 else edge


def _nearest(edge: float, towards: float) -> int | float:
    """The integer farthest from `edge` on that side whose nearest float64 is `edge`."""
    if abs(edge) < ROUNDED or abs(edge) > 2.0**64:
        return edge
    middle, odd = divmod(int(np.nextafter(edge, towards)) + int(edge), 2)
    if odd:  # beside 2**53, where integers are no farther apart than floats
        return int(edge)
    return middle if float(middle) == edge else middle + (1 if towards < 0 else -1)

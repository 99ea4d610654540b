"""Sums of float weights that merge exactly: for any division into parts, the total is the same as in one call.

The library sums floats as multiples of a unit, 2**E, which depends on the number of weights and on the largest counted
weight (docs/weights.md). Here, the unit for all parts is determined first. Each weight is then rounded to a multiple of
the unit and split into three integers of up to 32 bits, whose 64-bit sums merge by addition. The total is rounded once.
"""

from __future__ import annotations

import math
from typing import Callable, NamedTuple

import numpy as np

from histo_cl._internal.arguments import Array

UNIT_BITS = 94
LIMB = 31
_MASK = (1 << LIMB) - 1


class Extent(NamedTuple):
    """The properties of weights on which the unit depends."""

    size: int
    """Number of weights."""
    exponent: int | None
    """The exponent e of the finite counted weight w with the greatest magnitude: 2**e <= abs(w) < 2**(e + 1).

    None if no counted weight is both finite and other than 0.
    """


def extent_of(weights: Array, is_counted: Callable[[Array], bool]) -> Extent:
    """The extent of weights. `is_counted(selected)`: whether any element for which `selected` is True is in a bin."""
    w = weights.astype(np.float64)
    exponents = np.where(np.isfinite(w) & (w != 0), np.frexp(w)[1], _NO_EXPONENT)
    for exponent in np.unique(exponents)[::-1]:
        if exponent != _NO_EXPONENT and is_counted(exponents == exponent):
            return Extent(weights.size, int(exponent) - 1)
    return Extent(weights.size, None)


_NO_EXPONENT = -(1 << 20)


def merged(extents: list[Extent]) -> Extent:
    exponents = [each.exponent for each in extents if each.exponent is not None]
    return Extent(sum(each.size for each in extents), max(exponents) if exponents else None)


def unit_of(extent: Extent) -> int:
    """The exponent E of the unit 2**E."""
    return (extent.exponent or 0) + 1 + extent.size.bit_length() - UNIT_BITS


def partial_sums(weights: Array, unit: int, summed: Callable[[Array], Array]) -> Array:
    """Sums that merge by addition, for `total`: three sums of integers and three counts of NaN, inf and -inf per bin.

    `summed` sums int64 weights, one for each sample, into bins.
    """
    w = weights.astype(np.float64)
    finite = np.isfinite(w)
    with np.errstate(over="ignore"):
        whole = np.rint(np.ldexp(np.where(finite, w, 0.0), -unit))  # to nearest, ties to even
    whole = np.where(np.abs(whole) < 2.0**UNIT_BITS, whole, 0.0)  # larger weights are not counted: any value will do
    high = np.trunc(np.ldexp(whole, -2 * LIMB))
    whole -= np.ldexp(high, 2 * LIMB)
    middle = np.trunc(np.ldexp(whole, -LIMB))
    whole -= np.ldexp(middle, LIMB)
    parts = [summed(limb.astype(np.int64)) for limb in (high, middle, whole)]
    if finite.all():
        parts += [np.zeros_like(parts[0])] * 3
    else:
        parts += [summed(each.astype(np.int64)) for each in (np.isnan(w), w == np.inf, w == -np.inf)]
    return np.stack(parts)


def total(sums: Array, unit: int) -> Array:
    """The sums of all weights as float64, rounded to nearest, ties to even, from merged partial sums."""
    high, middle, low, nans, infinite, negative = sums.reshape(6, -1)
    middle = middle + (low >> LIMB)
    high = high + (middle >> LIMB)
    rest = (middle & _MASK) << LIMB | (low & _MASK)  # the sum is high * 2**62 + rest
    below, borrowed = high < 0, rest > 0
    over = np.where(below, -high - borrowed, high)  # the magnitude, over * 2**62 + rest
    rest = np.where(below & borrowed, (1 << 2 * LIMB) - rest, rest)
    # Keep at least 55 bits of the magnitude. The last is set if any lower bit is, so these bits round like all bits.
    shift = np.where(over == 0, 2 * LIMB, np.clip(57 - np.frexp(over.astype(np.float64))[1], 0, None)).astype(np.int64)
    cut = 2 * LIMB - shift
    bits = over << shift | rest >> cut | ((rest & ((np.int64(1) << cut) - 1)) != 0)
    with np.errstate(over="ignore"):
        values = np.ldexp(bits.astype(np.float64), (cut + unit).astype(np.int32)) * np.where(below, -1.0, 1.0)
    for at in np.flatnonzero((np.abs(values) < 2.0**-1021) & (bits != 0)):  # ldexp would round a second time
        values[at] = _rounded((int(high[at]) << 2 * LIMB) + (int(middle[at] & _MASK) << LIMB) + int(low[at] & _MASK), unit)
    values[infinite > 0] = np.inf
    values[negative > 0] = -np.inf
    values[(nans > 0) | ((infinite > 0) & (negative > 0))] = np.nan
    totals: Array = values.reshape(sums.shape[1:])
    return totals


def _rounded(units: int, unit: int) -> float:
    try:
        return float(units << unit) if unit >= 0 else units / (1 << -unit)
    except OverflowError:
        return math.copysign(math.inf, units)

"""Sums of float weights that merge exactly: for any division into parts, the total is that of one call.

The library sums floats as multiples of a unit, 2**E, which depends on the number of weights and on the greatest counted
weight (docs/weights.md). Here the unit for all parts is determined first. Each weight is then rounded to a multiple of
the unit and split into three integers of up to 32 bits, whose 64-bit sums merge by addition. The total is rounded once.
"""

from __future__ import annotations

import math
from typing import Callable, NamedTuple

import numpy as np

from histo_cl._internal.arguments import Array

UNIT_BITS = 94
LIMB = 31


class Extent(NamedTuple):
    """The properties of weights that the unit depends on."""

    size: int
    """Number of weights."""
    exponent: int | None
    """The exponent e of the finite counted weight w of greatest magnitude: 2**e <= abs(w) < 2**(e + 1).

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
    whole = np.where(np.abs(whole) < 2.0**UNIT_BITS, whole, 0.0)  # larger ones are not counted: any value will do
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
    limbs, nans, infinite, negative = sums[:3].reshape(3, -1), sums[3], sums[4], sums[5]
    parts = [[int(limb) for limb in of_bin] for of_bin in limbs.T]
    rounded = [_rounded((high << 2 * LIMB) + (middle << LIMB) + low, unit) for high, middle, low in parts]
    values = np.array(rounded, np.float64).reshape(sums.shape[1:])
    values[infinite > 0] = np.inf
    values[negative > 0] = -np.inf
    values[(nans > 0) | ((infinite > 0) & (negative > 0))] = np.nan
    return values


def _rounded(units: int, unit: int) -> float:
    try:
        return float(units << unit) if unit >= 0 else units / (1 << -unit)
    except OverflowError:
        return math.copysign(math.inf, units)

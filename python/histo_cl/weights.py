"""Weights: from numpy's types to those that the library sums, and back."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from histo_cl.arguments import Array, plain
from histo_cl.samples import TYPES

SUMMED: dict[np.dtype[Any], tuple[np.dtype[Any], str]] = {
    np.dtype(np.bool_): (np.dtype(np.uint8), "u8"),
    **{dtype: (dtype, name) for dtype, name in TYPES.items() if name not in ("u64", "i64")},
}
"""The type in which the library takes weights, and its name there."""

Sum = Callable[[Array, str], Array]
"""Sums weights of that type of the library: one for each sample."""


def weights_of(weights: Any, shape: tuple[int, ...]) -> tuple[Array, Array | None]:
    """Real weights in native byte order, one for each sample; and where they are masked or missing, or None.

    Raises
    ------
    TypeError
        For complex numbers, objects and all else that is not a real number of at most 64 bits.
    ValueError
        If they are not of the samples' shape, or have a unit.
    """
    given = plain(weights, "weights")
    if given.unit is not None:
        raise ValueError(
            f"weights are in {given.unit}, which sums do not have: give plain numbers, which .to_value(unit) of astropy "
            "and .m_as(unit) of pint return"
        )
    array = given.values
    if array.shape != shape:
        raise ValueError("weights should have the same shape as a.")
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(
            f"weights of {array.dtype} are not summed: they are bool, integers or floats of at most 64 bits"
        )
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array, given.missing


def sum_weights(weights: Array, summed: Sum) -> Array:
    """The sums of weights in their own type, as numpy has them.

    Sums of integers are exact modulo 2^64, then modulo the range of their type. Those of floats are the library's
    (exact up to the bound in docs/weights.md, rounded once to float64), rounded to the weights' type.
    """
    found = SUMMED.get(weights.dtype)
    if found is not None:
        dtype, name = found
        sums = summed(weights.astype(dtype, copy=False), name)
    else:
        sums = _sum_wide_integers(weights, summed)
    return sums.astype(weights.dtype)


def _sum_wide_integers(weights: Array, summed: Sum) -> Array:
    """Integers of 64 bits: at once if 32 hold them, else by halves, which wrap as the whole does."""
    if weights.size == 0 or (-(2**31) <= int(weights.min()) and int(weights.max()) < 2**31):
        return summed(weights.astype(np.int32), "i32")
    bits = weights.astype(weights.dtype, order="C").view(np.uint64)
    low = summed(bits.astype(np.uint32), "u32")
    high = summed((bits >> np.uint64(32)).astype(np.uint32), "u32")
    return (high << np.uint64(32)) + low

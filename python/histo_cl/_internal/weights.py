"""Converts weights from numpy's types to types that the library sums, and sums back to numpy's types."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from histo_cl._internal.arguments import PLAIN_NUMBERS, Array, plain
from histo_cl._internal.samples import TYPES

SUMMED: dict[np.dtype[Any], tuple[np.dtype[Any], str]] = {
    np.dtype(np.bool_): (np.dtype(np.uint8), "u8"),
    **{dtype: (dtype, name) for dtype, name in TYPES.items() if name not in ("u64", "i64")},
}
"""For each type of weights except 64-bit integers, the type that the library gets, and the library's name of it."""

Sum = Callable[[Array, str], Array]
"""A function that sums weights, one for each sample, given their library type."""


def weights_of(weights: Any, shape: tuple[int, ...]) -> tuple[Array, Array | None]:
    """Check weights. Returns them as real numbers in native byte order, and an array that is True where a weight is
    missing, or None.

    Raises
    ------
    TypeError
        For anything other than real numbers of at most 64 bits, such as complex numbers and objects.
    ValueError
        If the weights have a unit, or a shape other than `shape`, the shape of the samples. If the samples have several
        axes, the weights may have any shape that NumPy broadcasts to `shape`.
    """
    given = plain(weights, "weights")
    if given.unit is not None:
        raise ValueError(f"weights are in {given.unit}, which sums do not have: {PLAIN_NUMBERS}")
    array, missing = given.values, given.missing
    if array.shape != shape:
        try:
            array = np.broadcast_to(array, shape if len(shape) > 1 else array.shape)
        except ValueError:
            pass
        if array.shape != shape:
            raise ValueError("weights should have the same shape as a.")
        missing = None if missing is None else np.broadcast_to(missing, shape)
    if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8:
        raise TypeError(
            f"weights of {array.dtype} are not summed: they are bool, integers or floats of at most 64 bits"
        )
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array, missing


def sum_weights(weights: Array, summed: Sum) -> Array:
    """The sums of weights in the weights' own type, like numpy's.

    Sums of integers are exact modulo 2^64, and then wrap to the weights' type. Sums of floats are computed by the
    library (within the error bound of docs/weights.md, and rounded once to float64), and then rounded to the weights'
    type.
    """
    found = SUMMED.get(weights.dtype)
    if found is not None:
        dtype, name = found
        sums = summed(weights.view(dtype), name)
    else:
        sums = _sum_wide_integers(weights, summed)
    return sums.astype(weights.dtype)


def _sum_wide_integers(weights: Array, summed: Sum) -> Array:
    """Sum 64-bit integers modulo 2^64: as 32-bit integers if all of them fit, else in two halves of 32 bits."""
    if weights.size == 0 or (-(2**31) <= int(weights.min()) and int(weights.max()) < 2**31):
        return summed(weights.astype(np.int32), "i32")
    bits = weights.astype(weights.dtype, order="C").view(np.uint64)
    low = summed(bits.astype(np.uint32), "u32")
    high = summed((bits >> np.uint64(32)).astype(np.uint32), "u32")
    return (high << np.uint64(32)) + low


def extremes_of_weights(weights: Array, found: Sum) -> Array:
    """The minima or maxima of weights: as uint64 or int64 for integers, as float64 for floats.

    Raises
    ------
    ValueError
        For 64-bit integers that do not all fit in 32 bits.
    """
    if weights.dtype in SUMMED:
        dtype, name = SUMMED[weights.dtype]
        return found(weights.astype(dtype, copy=False), name)
    narrow, name = (np.uint32, "u32") if weights.dtype.kind == "u" else (np.int32, "i32")
    limits = np.iinfo(narrow)
    if weights.size and not limits.min <= int(weights.min()) <= int(weights.max()) <= limits.max:
        raise ValueError(f"minima and maxima of {weights.dtype} weights: they must fit in 32 bits")
    return found(weights.astype(narrow), name)

"""Samples: conversion of arguments to arrays of types that the library counts."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple, Sequence

import numpy as np

from histo_cl._internal.arguments import Array, Plain, plain, selection, without

TYPES: dict[np.dtype[Any], str] = {
    np.dtype(np.uint8): "u8",
    np.dtype(np.int8): "i8",
    np.dtype(np.uint16): "u16",
    np.dtype(np.int16): "i16",
    np.dtype(np.uint32): "u32",
    np.dtype(np.int32): "i32",
    np.dtype(np.uint64): "u64",
    np.dtype(np.int64): "i64",
    np.dtype(np.float16): "f16",
    np.dtype(np.float32): "f32",
    np.dtype(np.float64): "f64",
}


class Samples(NamedTuple):
    """An array in a form that the library can read."""

    array: Array
    """The samples, in any shape and strides, in native byte order. Dates are integers; bfloat16 are 16-bit integers."""
    type: str
    """The library's name for the type: a value of `TYPES`, or "bf16"."""
    dtype: np.dtype[Any]
    """The type for which edges are computed: the type of `array`, the date type for dates, or float32 for bfloat16."""
    mask: Array | None
    """True where a sample is counted; None if all are."""


def samples_of(data: Any, mask: Any = None, *hidden: Array | None) -> Samples:
    """The samples of an array-like. A sample is counted if `mask` selects it and nothing in `hidden` hides it.

    Raises
    ------
    TypeError
        If the library cannot count the type, such as complex, object, text or longdouble.
    ValueError
        If the samples have a unit.
    """
    given = data if isinstance(data, Plain) else plain(data, "samples")
    if given.unit is not None:
        raise ValueError(f"samples are in {given.unit}: give plain numbers")
    array = given.values
    counted = without(selection(mask, array.shape, "sample"), given.missing, *hidden)
    dtype = array.dtype
    found = TYPES.get(dtype)
    if found is not None:
        return Samples(array, found, dtype, counted)
    if dtype == np.bool_:
        warnings.warn(
            f"Converting input from {dtype} to {np.uint8} for compatibility.", RuntimeWarning, stacklevel=3
        )
        return Samples(array.view(np.uint8), "u8", np.dtype(np.uint8), counted)
    if not dtype.isnative:
        return samples_of(array.astype(dtype.newbyteorder("=")), counted)
    if dtype.kind in "mM":
        return Samples(array.view(np.int64), "i64", dtype, counted)
    if dtype.name == "bfloat16":  # from the package ml_dtypes
        return Samples(array.view(np.uint16), "bf16", np.dtype(np.float32), counted)
    raise TypeError(
        f"samples of {dtype} are not counted: they are integers of 8 to 64 bits, float16, bfloat16, float32, "
        "float64, bool, datetime64 or timedelta64. Convert them, for example by numpy.asarray(samples, float)"
    )


def comparable(
    arrays: Sequence[Array],
    counted: Array | None,
    dtypes: Sequence[np.dtype[Any]],
    bins: Sequence[Any],
    out_of_range: str,
) -> tuple[tuple[Array, ...], Array | None]:
    """The samples, or the coordinates of each axis, in the unit in which numpy compares dates with the edges of that axis,
    and the elements that are counted (None: all), without NaT.

    Raises
    ------
    ValueError
        If a counted sample is beyond the unit, or if NaT would have to be counted as NaN is.
    """
    if dtypes[0].kind not in "mM":
        return tuple(arrays), counted
    dates = tuple(_in_unit_of_edges(array, counted, dtype, of) for array, dtype, of in zip(arrays, dtypes, bins))
    # NaT is the least integer. It is below all edges, but a binning may have a bin for it, and it must not be clamped.
    if out_of_range == "dropped" and all(isinstance(each, np.ndarray) for each in bins):
        return dates, counted
    missing: Array = np.logical_or.reduce([each == np.iinfo(np.int64).min for each in dates])
    if counted is not None:
        missing = missing & counted
    if not missing.any():
        return dates, counted
    if out_of_range == "counted":
        raise ValueError(
            f"{np.count_nonzero(missing)} samples of {dtypes[0]} are NaT, which out_of_range='counted' has no counter for: leave "
            "them out, for example by mask=~numpy.isnat(samples)"
        )
    return dates, without(counted, missing)


def _in_unit_of_edges(array: Array, counted: Array | None, dtype: np.dtype[Any], bins: Any) -> Array:
    if not isinstance(bins, np.ndarray) or bins.dtype.kind != dtype.kind:
        return array
    common = np.result_type(dtype, bins.dtype)
    return array if common == dtype else in_unit(array.view(dtype), common, "samples", counted).view(np.int64)


def in_unit(dates: Array, common: np.dtype[Any], what: str, counted: Array | None = None) -> Array:
    """Dates or time differences of a common type. Raises ValueError if a counted one is beyond the type: numpy wraps."""
    converted = dates.astype(common)
    beyond = converted.astype(dates.dtype).view(np.int64) != dates.view(np.int64)
    if (beyond if counted is None else beyond & counted).any():
        raise ValueError(f"{what} of {dates.dtype} are beyond {common}, in which samples are compared with edges")
    return converted


def widened(samples: Samples) -> Samples:
    """Convert bfloat16 samples to float32; other samples are unchanged."""
    if samples.type != "bf16":
        return samples
    values = (samples.array.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return samples._replace(array=values, type="f32")


def extremes(samples: Samples) -> tuple[Any, Any] | None:
    """The minimum and the maximum of the counted samples as numpy scalars; None if no samples are counted."""
    values = widened(samples).array
    if samples.mask is not None:
        values = values[samples.mask]
    if values.size == 0:
        return None
    return values.min(), values.max()

"""Splitting: samples that add fractions of their weight to several bins. docs/splitting.md describes it."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, Unit, plain
from histo_cl._internal.axes import MAX_KEPT_BINS, Axis
from histo_cl._internal.samples import TYPES

MAX_AXES = {"linear": 3, "interval": 2}


def splitting_of(splitting: str, half_widths: Any, axes: int = 1) -> str:
    """Check the arguments `splitting` and `half_widths` for a histogram of `axes` axes; half widths imply
    "interval"."""
    if splitting == "none" and half_widths is not None:
        splitting = "interval"
    if splitting == "none":
        return splitting
    if splitting not in MAX_AXES:
        raise ValueError(f"splitting={splitting!r}: there are 'none', 'linear', and 'interval' with half_widths")
    if (splitting == "interval") != (half_widths is not None):
        raise ValueError("splitting='interval' takes half_widths, and no other splitting does")
    if axes > MAX_AXES[splitting]:
        raise ValueError(f"splitting={splitting!r} of {axes} axes: at most {MAX_AXES[splitting]} are split")
    return splitting


def half_widths_of(
    half_widths: Any, shape: tuple[int, ...], dtype: np.dtype[Any], unit: Unit | None, name: str = "half_widths"
) -> tuple[Array, Array | None]:
    """The half widths of samples of a shape, type and unit, and an array that is True where one is missing, or None.

    A scalar has the precision of the samples, at least float32.

    Raises
    ------
    TypeError, ValueError
        For anything other than real numbers of at most 64 bits, another unit, and a shape that does not broadcast.
    """
    values, missing, *_ = plain(half_widths, name).to(unit, name, "samples")
    if values.dtype.kind not in "iuf" or values.dtype.itemsize > 8:
        raise TypeError(f"{name} of {values.dtype}: they are integers or floats of at most 64 bits")
    if values.ndim == 0 and dtype.kind in "iuf":
        values = values.astype(np.result_type(dtype, np.float32))
    try:
        values = np.broadcast_to(values, shape)
    except ValueError as error:
        raise ValueError(f"{name} of shape {values.shape} do not broadcast to samples of {shape}") from error
    values = narrowed(values.astype(values.dtype.newbyteorder("="), copy=False))
    return values, None if missing is None else np.broadcast_to(missing, shape)


def half_widths_of_axes(half_widths: Any, axes: int, dimensions: int) -> list[Any]:
    """The argument `half_widths` for each axis: the same number for all, a column of an array, or an element of a
    sequence.

    `dimensions`: number of dimensions of the points. Half widths can be in columns only if it is 1.
    """
    shape: tuple[int, ...] = (len(half_widths),) if isinstance(half_widths, (list, tuple)) else np.shape(half_widths)
    if shape == ():
        return [half_widths] * axes
    each = [half_widths[:, at] for at in range(shape[1])] if len(shape) == 2 and dimensions == 1 else list(half_widths)
    if len(each) != axes:
        raise ValueError(f"half_widths are for {len(each)} axes: give a number, or half widths of each of {axes}")
    return each


def narrowed(array: Array) -> Array:
    """Convert 64-bit integers to float64, because the library does not split them."""
    return array.astype(np.float64) if array.dtype.kind in "iu" and array.dtype.itemsize == 8 else array


def check_types(dtype: np.dtype[Any], weights: Array | None) -> None:
    """Raise TypeError for samples that are dates, and for weights that are not floats."""
    if dtype.kind in "mM":
        raise TypeError(f"samples of {dtype}: splitting takes numbers")
    if weights is not None and weights.dtype.kind != "f":
        raise TypeError(f"weights of {weights.dtype}: splitting takes floats, numpy.asarray(weights, float) makes them")


def sample_type(*arrays: Array) -> str:
    """The library's name of the float type to which samples and half widths of these arrays convert exactly."""
    return TYPES[np.result_type(np.float32, *(each.dtype for each in arrays))]


def even(axis: Axis) -> Axis:
    """The axis with even bins instead of evenly spaced edges. Raises ValueError for other edges."""
    if axis.edges is None or axis.kept is None and not isinstance(axis.binning, _core.EdgeBins):
        return axis
    return _even(axis) if axis.bins > MAX_KEPT_BINS else _kept_even(axis)


def _even(axis: Axis) -> Axis:
    edges = axis.edges
    assert edges is not None
    if len(edges) < 2 or not edges[0] < edges[-1]:
        raise ValueError(f"splitting takes even bins, and the edges {edges} have none")
    with np.errstate(invalid="ignore"):
        wanted = np.linspace(edges[0], edges[-1], len(edges))
        off = np.abs(edges - wanted)
    precision = np.finfo(edges.dtype if edges.dtype.kind == "f" else np.float64).eps
    if not off.max() <= 4 * precision * np.abs(wanted).max():
        at = int(off.argmax())
        raise ValueError(
            f"splitting takes even bins, and edge {at} is {edges[at]} instead of {wanted[at]}: give edges at equal "
            "distances, or a number of bins and a range"
        )
    return Axis(_core.EvenBins(len(edges) - 1, float(edges[0]), float(edges[-1])), edges)


_kept_even = functools.lru_cache(maxsize=64)(_even)

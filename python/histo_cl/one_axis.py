"""From numpy's arguments to what is counted: samples in bins of one axis."""

from __future__ import annotations

import functools
import operator
from builtins import range as builtins_range
from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl.axes import BINNINGS, MOST_KEPT_BINS, Axis, axis_of_binning
from histo_cl.counting import SINGLE, DeviceLike, Elements, Task, how_of
from histo_cl.edges import axis_of_edges, even_axis
from histo_cl.layouts import Placed, place
from histo_cl.samples import Array, Samples, extremes, samples_of, widened
from histo_cl.weights import weights_of

SEGMENTS = Elements(batch="segments")


def axis_of(samples: Samples, bins: Any, range: Any, weighted: bool, inclusive: bool) -> Axis:
    """What numpy's arguments `bins` and `range`, or a binning of the library, mean for these samples."""
    if isinstance(bins, int):
        return even_axis_of(samples, bins, range, inclusive)
    if isinstance(bins, BINNINGS):
        if range is not None:
            raise ValueError("a binning has its own range: leave out `range`")
        return axis_of_binning(bins, samples.type)
    if isinstance(bins, str):
        values = _values(samples)
        edges = np.histogram_bin_edges(values, bins, range, values if weighted else None)
        return even_axis_of(samples, len(edges) - 1, range, inclusive)
    edges = np.asarray(bins)
    if edges.ndim == 0:
        return even_axis_of(samples, bins, range, inclusive)
    if edges.ndim != 1:
        raise ValueError("`bins` must be 1d, when an array")
    return axis_of_edges(samples.dtype, edges, inclusive)


def even_axis_of(samples: Samples, bins: Any, range: Any, inclusive: bool) -> Axis:
    try:
        bins = operator.index(bins)
    except TypeError as error:
        raise TypeError("`bins` must be an integer, a string, or an array") from error
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    if bins > _core.max_bins:
        raise ValueError(f"`bins` is {bins}: at most {_core.max_bins} are counted")
    if samples.dtype.kind in "mM":
        raise TypeError(f"`bins` of {samples.dtype} are edges of that type")
    if range is not None:
        first, last = (end[()] if isinstance(end, np.ndarray) else end for end in range)
        return even_axis(samples.type, samples.dtype, bins, first, last, inclusive, False)
    first, last = extremes(samples) or (None, None)
    return even_axis(samples.type, samples.dtype, bins, first, last, inclusive, True)


def _values(samples: Samples) -> Array:
    """The samples that are counted, in their own type."""
    values = widened(samples).array
    if samples.dtype.kind in "mM":
        values = values.view(samples.dtype)
    return values.ravel() if samples.mask is None else values[samples.mask]


def task_of(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    weights: Any = None,
    axis: int | tuple[int, ...] | None = None,
    mask: Any = None,
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> Task:
    """What `histogram` counts of these arguments."""
    samples = samples_of(a, mask)
    if samples.dtype.kind in "mM":
        samples = _in_unit_of(samples, bins)
    array = samples.array
    if weights is not None:
        weights = weights_of(weights, array.shape)
    last_edge = last_edge_of(last_edge, bins)
    only = axis_of(samples, bins, range, weights is not None, last_edge == "inclusive")
    how = how_of(last_edge, out_of_range, device, variant, options)
    if axis is None:
        return Task(place(array, samples.mask, weights), samples.type, (only,), SINGLE, how)
    return Task(_segments(array, samples.mask, weights, axis), samples.type, (only,), SEGMENTS, how)


def _in_unit_of(dates: Samples, bins: Any) -> Samples:
    """Dates in the unit in which numpy compares them with edges."""
    edges = np.asarray(bins)
    if edges.dtype.kind != dates.dtype.kind:
        return dates
    common = np.result_type(dates.dtype, edges.dtype)
    return dates if common == dates.dtype else samples_of(dates.array.view(dates.dtype).astype(common), dates.mask)


def last_edge_of(last_edge: str | None, *bins: Any) -> str:
    """numpy's last edge is inclusive, the library's exclusive, unless the caller says which."""
    if last_edge is not None:
        return last_edge
    return "exclusive" if all(isinstance(each, BINNINGS) for each in bins) else "inclusive"


def axes_of(axis: int | tuple[int, ...], dimensions: int) -> tuple[int, ...]:
    axes = (axis,) if isinstance(axis, (int, np.integer)) else tuple(axis)
    for each in axes:
        if not -dimensions <= each < dimensions:
            raise ValueError(f"axis {each} is out of bounds for an array of {dimensions} dimensions")
    positive = tuple(each % dimensions for each in axes)
    if len(set(positive)) < len(positive) or not positive:
        raise ValueError(f"axis is one axis or several, not {axis!r}")
    return positive


def _segments(array: Array, mask: Array | None, weights: Array | None, axis: int | tuple[int, ...]) -> Placed:
    """The samples of each histogram one after the other."""
    axes = axes_of(axis, array.ndim)
    last = tuple(builtins_range(-len(axes), 0))

    def packed(other: Any) -> Any:
        return None if other is None else np.ascontiguousarray(np.moveaxis(other, axes, last))

    array, mask, weights = packed(array), packed(mask), packed(weights)
    segment = int(np.prod(array.shape[array.ndim - len(axes) :]))
    if segment == 0:  # histograms of no samples: each of one that is not counted
        shape = array.shape[: array.ndim - len(axes)]
        array, mask, segment = np.zeros(shape, array.dtype), np.zeros(shape, np.bool_), 1
        weights = None if weights is None else np.zeros(shape, weights.dtype)
    return place(array, mask, weights)._replace(shape=_core.Shape(count=array.size, segment=segment))


def identity_axes(length: int) -> tuple[Axis, ...]:
    """A bin for each of 0, 1 ... length - 1, in as many axes as it takes."""
    return _identity_axes(length) if length > MOST_KEPT_BINS else _kept_identity_axes(length)


def _identity_axes(length: int) -> tuple[Axis, ...]:
    starts = builtins_range(0, length, _core.max_bins)
    windows = ((start, min(start + _core.max_bins, length)) for start in starts)
    return tuple(Axis(_core.EvenBins(end - start, start, end), None) for start, end in windows)


_kept_identity_axes = functools.lru_cache(maxsize=16)(_identity_axes)

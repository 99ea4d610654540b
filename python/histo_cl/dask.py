"""Histograms of dask arrays: each block is counted on the worker that has it, and the counts are merged.

The counts, and the sums of weights, are those of one call on the whole array, bit for bit, for any chunks. Nothing is
computed before the result is requested. Workers must be threads or spawned processes, because a forked process cannot
use a device that its parent has used.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Sequence

import numpy as np

try:
    import dask
    import dask.array as da
except ImportError as error:
    raise ImportError("histo_cl.dask needs dask (Debian package python3-dask)") from error

from histo_cl._internal import joint, mergeable
from histo_cl._internal.arguments import BINNINGS, Array, Plain, bins_of, one_axis, plain
from histo_cl._internal.axes import Axis, axis_of_binning
from histo_cl._internal.counting import SINGLE, Task, how_of
from histo_cl._internal.edges import axis_of_edges, even_axis, widths_of
from histo_cl._internal.layouts import place
from histo_cl._internal.one_axis import axis_of, last_edge_of
from histo_cl._internal.samples import extremes, samples_of
from histo_cl._internal.weights import weights_of

FAN_IN = 8
"""Number of results that are merged at once."""

KEYWORDS = ("last_edge", "out_of_range", "device", "variant", "options")


def _tree(merge: Callable[[list[Any]], Any], parts: list[Any]) -> Any:
    """Merge many results into one, a few at a time."""
    merge = dask.delayed(merge)
    while len(parts) > 1:
        parts = [merge(parts[at : at + FAN_IN]) for at in range(0, len(parts), FAN_IN)]
    return parts[0]


def _sum(parts: list[Array]) -> Array:
    merged: Array = functools.reduce(np.add, parts)
    return merged


def _blocks(a: Any) -> list[Any]:
    return list(a.to_delayed().ravel())


class _Bins:
    """A binning, explicit edges, or a number of even bins over `ends`.

    The ends are the given range, or if `found`, the minimum and the maximum of the samples.
    """

    def __init__(self, bins: Any, ends: Any = None, found: bool = False) -> None:
        self.bins, self.ends, self.found = bins, ends, found

    def axis(self, dtype: np.dtype[Any], sample: str, inclusive: bool) -> Axis:
        if isinstance(self.bins, BINNINGS):
            return axis_of_binning(self.bins, sample)
        if not isinstance(self.bins, int):
            return axis_of_edges(dtype, self.bins, inclusive)
        first, last = self.ends if self.ends is not None else (None, None)
        return even_axis(sample, dtype, self.bins, first, last, inclusive, self.found)


def _block_extremes(block: Array) -> tuple[Any, Any] | None:
    return extremes(samples_of(block))


def _merged_extremes(parts: list[tuple[Any, Any] | None]) -> tuple[Any, Any] | None:
    known = [each for each in parts if each is not None]
    if not known:
        return None
    return functools.reduce(np.minimum, [low for low, _ in known]), functools.reduce(
        np.maximum, [high for _, high in known]
    )


def _count(block: Array, weights: Array | None, bins: Any, keywords: dict[str, Any]) -> Array:
    given = plain(block, "samples")
    hidden = None
    if weights is not None:
        weights, hidden = weights_of(weights, given.values.shape)
    samples = samples_of(given, None, hidden)
    last_edge = last_edge_of(keywords.get("last_edge"), bins.bins)
    axis: Axis = bins.axis(samples.dtype, samples.type, last_edge == "inclusive")
    how = how_of(last_edge, **{name: value for name, value in keywords.items() if name != "last_edge"})
    task = Task(place(samples.array, samples.mask, weights), samples.type, (axis,), SINGLE, how)
    return axis.spread(task.counts(), 0)


def _count_points(block: Array, weights: Array | None, arguments: Any, keywords: Any) -> Array:
    bins, ranges = arguments
    sums, *_ = joint.sums(block, bins, ranges, weights, **keywords)
    return sums


def _partial_sums(count: Any, block: Array, weights: Array, unit: int, bins: Any, keywords: dict[str, Any]) -> Array:
    def summed(each: Array) -> Array:
        sums: Array = count(block, each, bins, keywords)
        return sums

    given = plain(weights, "weights")
    return mergeable.partial_sums(given.values, unit, lambda each: summed(given._replace(values=each).masked()))


def _extent(count: Any, block: Array, weights: Array, bins: Any, keywords: dict[str, Any]) -> mergeable.Extent:
    values, missing, *_ = plain(weights, "weights")

    def is_counted(where: Array) -> bool:
        where = where if missing is None else where & ~missing
        return bool(np.any(count(block, where.astype(np.int32), bins, keywords)))

    return mergeable.extent_of(values, is_counted)


def _total(sums: Array, unit: int, dtype: np.dtype[Any]) -> Array:
    rounded: Array = mergeable.total(sums, unit).astype(dtype)
    return rounded


def _merged_counts(
    count: Any, blocks: list[Any], weights: list[Any] | None, dtype: np.dtype[Any] | None, bins: Any, keywords: Any
) -> Any:
    """The delayed counts, or sums of weights, of all blocks."""
    counted = dask.delayed(count)
    if weights is None:
        return _tree(_sum, [counted(block, None, bins, keywords) for block in blocks])
    if dtype is not None and dtype.kind != "f":
        return _tree(_sum, [counted(block, each, bins, keywords) for block, each in zip(blocks, weights)])
    extent = dask.delayed(_extent)
    extents = [extent(count, block, each, bins, keywords) for block, each in zip(blocks, weights)]
    unit = dask.delayed(mergeable.unit_of)(_tree(mergeable.merged, extents))
    partly = dask.delayed(_partial_sums)
    parts = [partly(count, block, each, unit, bins, keywords) for block, each in zip(blocks, weights)]
    return dask.delayed(_total)(_tree(_sum, parts), unit, dtype)


def _checked(keywords: dict[str, Any]) -> dict[str, Any]:
    for name in keywords:
        if name not in KEYWORDS:
            raise TypeError(f"{name} is not one of {', '.join(KEYWORDS)}")
    if keywords.get("options") is not None:
        raise TypeError("options stay in their process: give variant, or device by its name")
    return keywords


def _dask_array(array: Any, what: str) -> Any:
    """Check by its metadata that an argument is a dask array of plain blocks, and return it."""
    if not isinstance(array, da.Array):
        raise TypeError(
            f"{what} is a dask.array.Array, not {type(array).__module__}.{type(array).__name__}: make it one by "
            "dask.array.from_array(), of plain numbers"
        )
    plain(array._meta, what).to(None, "samples or weights", "the blocks of a dask array")
    return array


def _weights(weights: Any, shape: tuple[Any, ...], chunks: Any) -> Any:
    if weights is None:
        return None
    weights = _dask_array(weights, "weights")
    if any(np.isnan(length) for length in (*shape, *weights.shape)):
        raise ValueError("samples and weights have chunks of unknown size: call compute_chunk_sizes() of both first")
    if weights.shape != shape:
        raise ValueError("weights should have the same shape as a.")
    weights_of(np.empty(0, weights.dtype), (0,))
    return weights.rechunk(chunks)


def _density(counts: Array, edges: Array) -> Array:
    density: Array = counts / widths_of(edges) / counts.sum()
    return density


def histogram(
    a: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None, **keywords: Any
) -> tuple[Any, Any]:
    """`histo_cl.histogram` of a dask array, as a dask array.

    Parameters
    ----------
    a : dask.array.Array
        Of any number of dimensions and chunks.
    bins : int, array_like or Binning
    range : (float, float), optional
        By default the minimum and the maximum of all blocks, which takes a pass over them.
    density : bool, optional
    weights : dask.array.Array, optional
        Of the shape of `a`. Rechunked if necessary.
    last_edge, out_of_range, device, variant
        Like those of `histo_cl.histogram`; a device is given by name or index, which each worker looks up.

    Returns
    -------
    counts : dask.array.Array
    edges : array or dask.array.Array
        A dask array if the edges depend on the samples.

    Examples
    --------
    >>> import dask.array, histo_cl.dask
    >>> a = dask.array.arange(1000, chunks=100)
    >>> counts, edges = histo_cl.dask.histogram(a, bins=4, range=(0, 1000))
    >>> counts.compute(scheduler="threads")
    array([250, 250, 250, 250])
    """
    keywords = _checked(keywords)
    if isinstance(bins, str):
        raise ValueError(f"bins={bins!r}: the blocks of a dask array are not seen at once; give a number or edges")
    a = _dask_array(a, "a")
    dtype = np.dtype(a.dtype)
    weights = _weights(weights, a.shape, a.chunks)
    nothing = samples_of(np.empty(0, dtype))
    _, checked = one_axis(Plain(np.empty(0, dtype)), bins, range)
    bins, range = checked.bins, checked.range
    blocks = _blocks(a)
    given: Any = _Bins(bins, range)
    axis = axis_of(nothing, checked, weights is not None, True)
    cells = axis.bins
    edges: Any = axis.edges
    if isinstance(bins, int) and range is None:
        ends = _tree(_merged_extremes, [dask.delayed(_block_extremes)(block) for block in blocks])
        given = dask.delayed(_Bins)(bins, ends, True)
        edges = da.from_delayed(dask.delayed(_edges_of)(given, dtype), (bins + 1,), _edge_dtype(dtype))
    if keywords.get("out_of_range") == "counted":
        cells += 3
    parts = None if weights is None else _blocks(weights)
    total_dtype = None if weights is None else np.dtype(weights.dtype)
    counts = _merged_counts(_count, blocks, parts, total_dtype, given, keywords)
    counts = da.from_delayed(counts, (cells,), np.dtype(np.int64) if total_dtype is None else total_dtype)
    if not density:
        return counts, edges
    delayed = dask.delayed(_density)(counts, edges)
    return da.from_delayed(delayed, (cells,), np.float64), edges


def _edges_of(bins: _Bins, dtype: np.dtype[Any]) -> Array:
    edges = bins.axis(dtype, samples_of(np.empty(0, dtype)).type, True).edges
    assert edges is not None
    return edges


def _edge_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.histogram_bin_edges(np.zeros(1, dtype), 1).dtype


def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: Any = None,
    **keywords: Any,
) -> tuple[Any, list[Any]]:
    """`histo_cl.histogramdd` of a dask array, as a dask array.

    Parameters
    ----------
    sample : (N, D) dask.array.Array, or a sequence of D dask arrays of N coordinates
    bins : int, or D of int, array_like or Binning
    range : sequence of D (float, float)
        The ends of even bins. Required if an axis has even bins.
    density, weights, **keywords
        Like those of `histogram`.

    Returns
    -------
    counts : dask.array.Array of float64
    edges : list of arrays
    """
    keywords = _checked(keywords)
    if not isinstance(sample, da.Array):
        if not isinstance(sample, (list, tuple)):
            raise TypeError(f"the sample is a dask.array.Array or a list of them, not {type(sample).__name__}")
        sample = da.stack([_dask_array(each, f"sample[{at}]") for at, each in enumerate(sample)], axis=1)
    sample = _dask_array(sample, "the sample")
    if sample.ndim != 2:
        raise ValueError(f"a sample is an (N, D) array, and this has {sample.ndim} dimensions")
    sample = sample.rechunk({1: -1})
    dimensions = sample.shape[1]
    bins = bins_of(bins, dimensions)
    if range is None and any(not isinstance(each, BINNINGS) and np.ndim(each) == 0 for each in bins):
        raise ValueError("even bins of several axes take a range for each")
    ranges = [None] * dimensions if range is None else list(range)
    counts, edges = joint.histogramdd(np.empty((0, dimensions), sample.dtype), bins, ranges, **keywords)
    parts = None
    weights = _weights(weights, sample.shape[:1], sample.chunks[:1])
    if weights is not None:
        parts = _blocks(weights.astype(np.float64))
    merged = _merged_counts(
        _count_points, _blocks(sample), parts, np.dtype(np.float64), (list(bins), ranges), keywords
    )
    result = da.from_delayed(dask.delayed(_as_floats)(merged), counts.shape, np.float64)
    if density:
        result = da.from_delayed(dask.delayed(joint.density_of)(result, list(edges)), counts.shape, np.float64)
    return result, list(edges)


def _as_floats(counts: Array) -> Array:
    return counts.astype(float)

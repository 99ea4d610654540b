"""From numpy's bins to binnings of the library that count the same.

numpy's own `histogram_bin_edges` computes all edges, so they are numpy's, bit for bit, in every version. A sample is
then counted by exact comparison: numpy, which converts samples to the type of the edges, compares the same values
unless they are 64-bit integers beyond 2^53, for which thresholds are found here.
"""

from __future__ import annotations

import functools
import operator
from typing import Any, NamedTuple, Union

import numpy as np

from histo_cl import _core
from histo_cl.samples import TYPES, Array

Binning = Union[_core.EvenBins, _core.EdgeBins, _core.LogBins, _core.CircularBins, _core.CustomBins]
BINNINGS = (_core.EvenBins, _core.EdgeBins, _core.LogBins, _core.CircularBins, _core.CustomBins)

MOST_KEPT_BINS = 1 << 14
"""Axes of up to so many bins are kept for the next calls, 64 of each kind; others are made anew."""

_ROUNDED = 2.0**53
"""From here on integers are rounded to float64."""


class Axis:
    """Bins of one axis: those that are counted, and what is returned of them. Compared by identity.

    Attributes
    ----------
    binning : Binning
        What the library counts.
    edges : Array | None
        What is returned; None for custom bins, which have none.
    kept : Array | None
        Where neighbouring edges are equal, so that bins are empty, which are not counted: for each bin that is
        counted its place among those that are returned, or -1 if it is left out.
    bins : int
        How many are returned.
    """

    __slots__ = ("binning", "edges", "kept", "bins")

    def __init__(self, binning: Binning, edges: Array | None, kept: Array | None = None) -> None:
        self.binning = binning
        self.edges = edges
        self.kept = kept
        self.bins: int = binning.bins if edges is None else max(len(edges) - 1, 0)

    def spread(self, counts: Array, dimension: int) -> Array:
        """Counts, of which one dimension is this axis, with its empty bins among them."""
        if self.kept is None:
            return counts
        shape = list(counts.shape)
        shape[dimension] = self.bins
        spread = np.zeros(shape, counts.dtype)
        at = np.flatnonzero(self.kept >= 0)
        where: list[Any] = [slice(None)] * counts.ndim
        where[dimension] = self.kept[at]
        spread[tuple(where)] = np.take(counts, at, axis=dimension)
        return spread


def axis_of_binning(binning: Binning, sample: str, joint: bool = False) -> Axis:
    """The axis of a binning of the library, with the edges that it has for samples of that type."""
    if isinstance(binning, _core.CustomBins):
        return Axis(binning, None)
    axes = [binning, _core.EvenBins(1, 0, 1)] if joint else [binning]
    return Axis(binning, _core.Problem(sample, axes, joint=joint).edges(0))


def even_axis(dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, found: bool) -> Axis:
    """numpy.histogram's bins for samples of `dtype` over [first, last].

    `found`: these are the least and the greatest sample, or None if there is no sample, and not a range that was
    given.
    """
    if bins > MOST_KEPT_BINS:
        return _even_axis(dtype, bins, first, last, inclusive, found)
    return _kept_even_axis(dtype, bins, first, last, inclusive, found)


def _even_axis(dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, found: bool) -> Axis:
    if dtype == np.float64:
        axis = _axis_of_doubles(bins, first, last)
        if axis is not None:
            return axis
    if not found:
        edges = np.histogram_bin_edges(np.empty(0, dtype), bins, (first, last))
    elif first is None:
        edges = np.histogram_bin_edges(np.empty(0, dtype), bins)
    else:
        edges = np.histogram_bin_edges(np.array([first, last], dtype), bins)
    if first is None:
        return _axis_of_edges(dtype, edges, inclusive)
    even = _even_bins(dtype, edges, (first, last), joint=False)
    return _axis_of_edges(dtype, edges, inclusive, even, (first, last))


_kept_even_axis = functools.lru_cache(maxsize=64, typed=True)(_even_axis)


def _axis_of_doubles(bins: int, first: Any, last: Any) -> Axis | None:
    """The same for float64 in a tenth of the time: the library's edges, which are those of numpy.linspace.

    None for all that is not plain.
    """
    if not (isinstance(first, (int, float)) and isinstance(last, (int, float)) and first < last):
        return None
    first, last = float(first), float(last)
    if not last - first < np.inf:
        return None
    try:
        even = _core.EvenBins(bins, first, last)
        edges = _core.Problem("f64", [even]).rising_edges()
    except ValueError:  # a range that is too fine
        return None
    return None if edges is None else Axis(even, edges)


def even_axis_of_points(
    dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, joint: bool
) -> Axis:
    """numpy.histogramdd's bins, whose edges are not of the samples' type. `joint`: there are other axes."""
    if bins > MOST_KEPT_BINS:
        return _even_axis_of_points(dtype, bins, first, last, inclusive, joint)
    return _kept_even_axis_of_points(dtype, bins, first, last, inclusive, joint)


def _even_axis_of_points(
    dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, joint: bool
) -> Axis:
    edges = np.linspace(first, last, bins + 1)
    return _axis_of_edges(dtype, edges, inclusive, _even_bins(dtype, edges, (first, last), joint))


_kept_even_axis_of_points = functools.lru_cache(maxsize=64, typed=True)(_even_axis_of_points)


def axis_of_edges(dtype: np.dtype[Any], bins: Any, inclusive: bool) -> Axis:
    """Explicit edges, as numpy takes them: rising, neighbours may be equal."""
    edges = np.asarray(bins)
    if edges.dtype.kind not in "iufmM":
        raise TypeError(f"edges are real numbers, or dates as the samples are, not {edges.dtype}")
    if edges.size > MOST_KEPT_BINS:
        return _axis_of_edges(dtype, edges.copy(), inclusive)
    return _kept_axis_of_edges(dtype, edges.dtype.str, edges.tobytes(), inclusive)


@functools.lru_cache(maxsize=64)
def _kept_axis_of_edges(dtype: np.dtype[Any], edge_dtype: str, data: bytes, inclusive: bool) -> Axis:
    return _axis_of_edges(dtype, np.frombuffer(data, edge_dtype), inclusive)


def _axis_of_edges(
    dtype: np.dtype[Any],
    edges: Array,
    inclusive: bool,
    even: _core.EvenBins | None = None,
    ends: tuple[Any, Any] | None = None,
) -> Axis:
    """`even`: bins of the library that are known to be these. `ends`: the range that numpy compares samples with."""
    if even is not None:
        return Axis(even, edges)
    if np.any(edges[:-1] > edges[1:]):
        raise ValueError("`bins` must increase monotonically, when an array")
    compared = _compared(dtype, edges)
    if compared.dtype.kind == "f" and np.isnan(compared).any():
        raise ValueError("an edge is not a number")
    if len(edges) < 2:
        return Axis(_core.EvenBins(1, 0, 1), edges, np.array([-1]))
    thresholds = _thresholds(dtype, compared, ends)
    if all(map(operator.lt, thresholds, thresholds[1:])):
        return Axis(_core.EdgeBins(thresholds), edges)
    return _axis_with_empty_bins(list(thresholds), edges, inclusive)


def _compared(dtype: np.dtype[Any], edges: Array) -> Array:
    """The edges in the type in which numpy compares them with samples: dates as integers of one unit."""
    dates = dtype.kind in "mM"
    if (dates or edges.dtype.kind in "mM") and (dtype.kind != edges.dtype.kind):
        raise TypeError(f"samples of {dtype} do not go with edges of {edges.dtype}")
    common = np.result_type(dtype, edges.dtype)
    if dates:
        if common != dtype:
            raise TypeError(f"samples of {dtype} are not compared with edges of {edges.dtype}: convert one of them")
        compared = edges.astype(common).view(np.int64)
        if (compared == np.iinfo(np.int64).min).any():
            raise ValueError("an edge is not a time")
        return compared
    if common.kind == "f" and common.itemsize > 8:
        raise TypeError(f"edges of {edges.dtype} are not counted: float64 is the widest type")
    return edges.astype(common, copy=False)


def _even_bins(
    dtype: np.dtype[Any], edges: Array, ends: tuple[Any, Any], joint: bool
) -> _core.EvenBins | None:
    """The library's even bins, if these are they: if edges are equal, of integers if they hold the same ones."""
    bins = len(edges) - 1
    if bins > _core.max_bins or dtype.kind not in "iuf" or edges.dtype.kind != "f":
        return None
    first, last = ends
    if first == last:  # numpy has made room
        first, last = edges[0], edges[-1]
    first, last = float(first), float(last)
    if not (np.isfinite(first) and np.isfinite(last) and first < last):
        return None
    if dtype.kind in "iu":
        return _even_bins_of_integers(edges, first, last)
    try:
        even = _core.EvenBins(bins, first, last)
        librarys = axis_of_binning(even, TYPES[dtype], joint).edges
    except ValueError:  # a range that is too fine
        return None
    return even if librarys is not None and np.array_equal(librarys, edges) else None


def _even_bins_of_integers(edges: Array, first: float, last: float) -> _core.EvenBins | None:
    """Exact even bins hold the integers that numpy's rounded edges do, if these round up to the same integers."""
    bins = len(edges) - 1
    greatest = max(abs(first), abs(last))
    if not (first.is_integer() and last.is_integer()) or greatest >= _ROUNDED or greatest * bins >= 2.0**61:
        return None
    if edges[0] != first or edges[-1] != last:
        return None
    lower, upper = int(first), int(last)
    at = np.arange(bins + 1, dtype=np.int64)
    exact = -(-(lower * bins + at * (upper - lower)) // bins)
    if not np.array_equal(exact, np.ceil(edges).astype(np.int64)):
        return None
    return _core.EvenBins(bins, lower, upper)


def _thresholds(dtype: np.dtype[Any], compared: Array, ends: tuple[Any, Any] | None) -> Any:
    """Edges that mean the same to exact comparison as `compared` to numpy.

    They differ from these where numpy rounds 64-bit integers to float64: threshold i is then the least integer that
    is rounded to edge i or above, and the last is the greatest that is rounded to the last edge or below.
    """
    rounds = dtype.kind in "iu" and dtype.itemsize == 8 and compared.dtype.kind == "f"
    if not rounds or (np.abs(compared) < _ROUNDED).all():
        return compared
    thresholds = [_least_rounded_to(edge) for edge in compared.tolist()]
    thresholds[-1] = _greatest_rounded_to(float(compared[-1]))
    if ends is not None and all(isinstance(end, (int, np.integer)) for end in ends):
        # Such a range numpy compares exactly.
        thresholds[0] = max(thresholds[0], int(ends[0]))
        thresholds[-1] = min(thresholds[-1], int(ends[1]))
    return thresholds


def _least_rounded_to(edge: float) -> int | float:
    """The least integer whose nearest float64 is `edge` or above; `edge` where no integer of 64 bits is rounded."""
    if abs(edge) < _ROUNDED or abs(edge) > 2.0**64:
        return edge
    middle = (int(np.nextafter(edge, -np.inf)) + int(edge)) // 2
    least = middle if float(middle) >= edge else middle + 1
    return least if -(2**63) <= least < 2**64 else edge


def _greatest_rounded_to(edge: float) -> int | float:
    greatest = -_least_rounded_to(-edge)
    return greatest if -(2**63) <= greatest < 2**64 else edge


def _axis_with_empty_bins(thresholds: list[Any], edges: Array, inclusive: bool) -> Axis:
    """Bins between equal thresholds are not counted. The last, if it is one and inclusive, holds its edge alone."""
    unique = sorted(set(thresholds))
    place = {edge: bin for bin, edge in enumerate(thresholds[:-1])}  # the last of equal ones is not empty
    kept = [place[edge] for edge in unique[:-1]]
    if thresholds[-2] == thresholds[-1] and inclusive:
        above = _next(unique[-1])
        unique += [above, _next(above)]
        kept += [len(thresholds) - 2, -1]
    if len(unique) < 2:
        return Axis(_core.EvenBins(1, 0, 1), edges, np.array([-1]))
    return Axis(_core.EdgeBins(unique), edges, np.array(kept))


def _next(edge: Any) -> Any:
    if isinstance(edge, (int, np.integer)):
        return int(edge) + 1
    if edge == np.inf:
        raise ValueError("the last two edges are both infinite")
    return float(np.nextafter(np.float64(edge), np.inf))

"""Converts numpy's bins to binnings of the library with the same counts.

The edges equal numpy's bit for bit, in every version of numpy: numpy.linspace computes them, except for even bins of
float64, for which the library's edges are the same. The library then compares samples with the edges exactly. numpy
first converts samples and edges to a common type, which changes only 64-bit integers beyond 2^53. For such samples, the
library gets edges from `thresholds`, which give the same counts as numpy.
"""

from __future__ import annotations

import functools
import math
import operator
from typing import Any, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array
from histo_cl._internal.axes import MAX_KEPT_BINS, Axis, axis_of_binning
from histo_cl._internal.samples import in_unit
from histo_cl._internal.thresholds import ROUNDED, thresholds


def even_axis(
    sample: str, dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, found: bool
) -> Axis:
    """The axis with numpy.histogram's bins over [first, last], for samples of `dtype`, whose library name is `sample`.

    `found`: whether `first` and `last` are the minimum and the maximum of the samples (None without samples), instead
    of a given range.
    """
    if found and first is not None and _is_too_wide(float(first), float(last)):
        raise ValueError(f"the samples' range [{first}, {last}] is wider than the greatest float64: give a range or edges")
    if bins > MAX_KEPT_BINS:
        return _even_axis(sample, dtype, bins, first, last, inclusive, found)
    return _kept_even_axis(sample, dtype, bins, first, last, inclusive, found)


def _is_too_wide(first: float, last: float) -> bool:
    return last - first == math.inf and math.isfinite(first) and math.isfinite(last)


def _even_axis(
    sample: str, dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, found: bool
) -> Axis:
    if dtype == np.float64:
        axis = _axis_of_doubles(bins, first, last)
        if axis is not None:
            return axis
    ends: Any = np.array([first, last], dtype) if found and first is not None else (first, last)
    edges = _numpys_edges(dtype, bins, *ends)
    if first is None:
        return _axis_of_edges(dtype, edges, inclusive)
    if not np.isfinite(edges).all():
        raise ValueError(f"{bins} bins over [{first}, {last}] have edges beyond {edges.dtype}: narrow the range")
    even = _even_bins(sample, edges, (first, last), joint=False)
    return _axis_of_edges(dtype, edges, inclusive, even, (first, last))


_kept_even_axis = functools.lru_cache(maxsize=64, typed=True)(_even_axis)


def outer_edges(first: Any, last: Any) -> tuple[Any, Any]:
    """The outer edges of even bins, as numpy chooses them: for a range, or for the samples' minimum and maximum, which
    are None without samples."""
    if first is None:
        return 0, 1
    if not (np.isfinite(first) and np.isfinite(last)):
        raise ValueError(f"autodetected range of [{first}, {last}] is not finite")
    return (first - 0.5, last + 0.5) if first == last else (first, last)


def _numpys_edges(dtype: np.dtype[Any], bins: int, first: Any, last: Any) -> Array:
    """The edges of numpy.histogram_bin_edges over [first, last]. If the range has fewer numbers than edges, some edges are
    equal; numpy 2 raises ValueError then."""
    first, last = outer_edges(first, last)
    common = np.result_type(first, last, np.empty(0, dtype))
    edges: Array = np.linspace(first, last, bins + 1, dtype=np.result_type(common, float) if common.kind in "iu" else common)
    return edges


def _axis_of_doubles(bins: int, first: Any, last: Any) -> Axis | None:
    """The axis of `even_axis` for float64, made in a tenth of the time: the library's edges equal those of
    numpy.linspace.

    None if the ends are not plain numbers, or if the range is empty, too wide for float64, or too narrow for the bins.
    """
    if not (isinstance(first, (int, float)) and isinstance(last, (int, float)) and first < last):
        return None
    first, last = float(first), float(last)
    if not last - first < np.inf:
        return None
    try:
        even = _core.EvenBins(bins, first, last)
        edges = _core.Problem("f64", [even]).rising_edges()
    except ValueError:  # the range is too narrow for the number of bins
        return None
    return None if edges is None else Axis(even, edges)


def even_axis_of_points(
    sample: str, dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, joint: bool
) -> Axis:
    """The axis with numpy.histogramdd's bins, whose edges are not rounded to the samples' type.

    `joint`: whether the histogram has several axes.
    """
    if bins > MAX_KEPT_BINS:
        return _even_axis_of_points(sample, dtype, bins, first, last, inclusive, joint)
    return _kept_even_axis_of_points(sample, dtype, bins, first, last, inclusive, joint)


def _even_axis_of_points(
    sample: str, dtype: np.dtype[Any], bins: int, first: Any, last: Any, inclusive: bool, joint: bool
) -> Axis:
    edges = np.linspace(first, last, bins + 1)
    return _axis_of_edges(dtype, edges, inclusive, _even_bins(sample, edges, (first, last), joint))


_kept_even_axis_of_points = functools.lru_cache(maxsize=64, typed=True)(_even_axis_of_points)


def axis_of_edges(dtype: np.dtype[Any], bins: Array, inclusive: bool) -> Axis:
    """The axis for explicit edges as in numpy: they must not decrease, and neighbouring edges may be equal."""
    edges: Array = bins
    if edges.dtype.kind not in "iufmM":
        raise TypeError(f"edges are real numbers, or dates as the samples are, not {edges.dtype}")
    if edges.size > MAX_KEPT_BINS:
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
    """The axis for these edges.

    `even`: even bins of the library that are known to give the same counts. `ends`: a range with which numpy compares
    the samples in addition to the edges.
    """
    if even is not None:
        return Axis(even, edges)
    if np.any(edges[:-1] > edges[1:]):
        raise ValueError("`bins` must increase monotonically, when an array")
    compared = _compared(dtype, edges)
    if compared.dtype.kind == "f" and np.isnan(compared).any():
        raise ValueError("an edge is not a number")
    if len(edges) < 2:
        return Axis(_core.EvenBins(1, 0, 1), edges, np.array([-1]))
    bounds = thresholds(dtype, compared, ends, inclusive)
    if all(map(operator.lt, bounds, bounds[1:])):
        return Axis(_core.EdgeBins(bounds), edges)
    return _axis_with_empty_bins(list(bounds), edges, inclusive)


def _compared(dtype: np.dtype[Any], edges: Array) -> Array:
    """The edges in the type in which numpy compares them with samples; dates as integers in the unit in which they are
    compared, to which `comparable` converts the samples."""
    dates = dtype.kind in "mM"
    if (dates or edges.dtype.kind in "mM") and (dtype.kind != edges.dtype.kind):
        raise TypeError(f"samples of {dtype} cannot be used with edges of {edges.dtype}")
    common = np.result_type(dtype, edges.dtype)
    if dates:
        compared = in_unit(edges, common, "edges").view(np.int64)
        if (compared == np.iinfo(np.int64).min).any():
            raise ValueError("an edge is not a time")
        return compared
    if common.kind == "f" and common.itemsize > 8:
        raise TypeError(f"edges of {edges.dtype} are not counted: float64 is the widest type")
    return edges.astype(common, copy=False)


def _even_bins(sample: str, edges: Array, ends: tuple[Any, Any], joint: bool) -> _core.EvenBins | None:
    """The library's even bins if they have these edges, or if they hold the same integer samples; else None."""
    bins = len(edges) - 1
    if bins > _core.max_bins or edges.dtype.kind != "f":
        return None
    first, last = ends
    if first == last:  # numpy has widened the range
        first, last = edges[0], edges[-1]
    first, last = float(first), float(last)
    if not (np.isfinite(first) and np.isfinite(last) and first < last):
        return None
    if sample[0] in "iu":
        return _even_bins_of_integers(edges, first, last)
    try:
        even = _core.EvenBins(bins, first, last)
        librarys = axis_of_binning(even, sample, joint).edges
    except ValueError:  # the range is too narrow for the number of bins
        return None
    return even if librarys is not None and np.array_equal(librarys, edges) else None


def _even_bins_of_integers(edges: Array, first: float, last: float) -> _core.EvenBins | None:
    """Exact even bins, if they hold the same integers as the bins between numpy's rounded edges; else None."""
    bins = len(edges) - 1
    largest = max(abs(first), abs(last))
    if not (first.is_integer() and last.is_integer()) or largest >= ROUNDED or largest * bins >= 2.0**61:
        return None
    if edges[0] != first or edges[-1] != last:
        return None
    lower, upper = int(first), int(last)
    at = np.arange(bins + 1, dtype=np.int64)
    exact = -(-(lower * bins + at * (upper - lower)) // bins)
    if not np.array_equal(exact, np.ceil(edges).astype(np.int64)):
        return None
    return _core.EvenBins(bins, lower, upper)


def _axis_with_empty_bins(bounds: list[Any], edges: Array, inclusive: bool) -> Axis:
    """The axis for edges, some of which are equal. Omits bins between equal edges, except an inclusive last bin."""
    unique = sorted(set(bounds))
    # If several bins have the same lower edge, only the last of them can hold samples.
    place = {edge: bin for bin, edge in enumerate(bounds[:-1])}
    kept = [place[edge] for edge in unique[:-1]]
    if bounds[-2] == bounds[-1] and inclusive:
        above = _next(unique[-1])
        unique += [above, _next(above)]
        kept += [len(bounds) - 2, -1]
    if len(unique) < 2:
        return Axis(_core.EvenBins(1, 0, 1), edges, np.array([-1]))
    return Axis(_core.EdgeBins(unique), edges, np.array(kept))


def widths_of(edges: Array) -> Array:
    """The distances between neighbouring edges as float64. For integers and dates, they are computed exactly and
    rounded once."""
    if edges.dtype.kind in "iumM":
        wide = edges.astype(np.uint64 if edges.dtype.kind == "u" else np.int64).view(np.uint64)
        exact: Array = wide[1:] - wide[:-1]  # modulo 2**64, which is exact because distances are below 2**64
        return exact.astype(np.float64)
    with np.errstate(over="ignore"):
        widths: Array = (edges[1:] - edges[:-1]).astype(np.float64)
    return widths if np.isfinite(widths).all() else np.diff(edges.astype(np.float64))


def density_of(counts: Array, edges: Sequence[Array]) -> Array:
    """Convert counts to densities. `edges` are those of the last axes; there is a histogram for each index of the other
    axes."""
    kept = counts.shape[: counts.ndim - len(edges)]
    total = counts.reshape(*kept, math.prod(counts.shape[len(kept) :])).sum(axis=-1)
    for dimension, each in enumerate(edges):
        shape = [1] * len(edges)
        shape[dimension] = len(each) - 1
        counts = counts / widths_of(each).reshape(shape)
    counts /= total.reshape(*kept, *(1 for _ in edges))
    return counts


def centers_of(edges: Array) -> Array:
    """The midpoints of neighbouring edges: for integers as float64, for dates rounded down to their unit."""
    middles: Array
    if edges.dtype.kind in "mM":
        middles = edges[:-1] + (np.diff(edges) // 2)
        return middles
    middles = edges[:-1] + widths_of(edges) / 2
    return middles if edges.dtype.kind in "iu" else middles.astype(edges.dtype)


def _next(edge: Any) -> Any:
    if isinstance(edge, (int, np.integer)):
        return int(edge) + 1 if edge < 2**64 - 1 else 2.0**64  # the library takes integers of up to 64 bits
    if edge == np.inf:
        raise ValueError("the last two edges are both infinite")
    return float(np.nextafter(np.float64(edge), np.inf))

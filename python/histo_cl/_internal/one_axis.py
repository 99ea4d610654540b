"""Makes a task of one axis from numpy's arguments."""

from __future__ import annotations

import functools
import math
import operator
from builtins import range as builtins_range
from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import (
    BINNINGS,
    MAX_RULE_BINS,
    Array,
    Bins,
    check_same_axes,
    one_axis,
    plain,
)
from histo_cl._internal.axes import MAX_KEPT_BINS, Axis, axis_of_binning
from histo_cl._internal.counting import SINGLE, DeviceLike, Task, how_of
from histo_cl._internal.edges import axis_of_edges, even_axis
from histo_cl._internal.layouts import batch, place
from histo_cl._internal.points import batch_of, separate
from histo_cl._internal.samples import Samples, comparable, extremes, samples_of, widened
from histo_cl._internal.splitting import check_types, even, half_widths_of, narrowed, sample_type, splitting_of
from histo_cl._internal.weights import weights_of

NUMPY_2 = np.lib.NumpyVersion(np.__version__) >= "2.0.0b1"


def axis_of(samples: Samples, bins: Bins, weighted: bool, inclusive: bool) -> Axis:
    """The axis for checked bins and these samples. `inclusive`: whether the last edge is in the last bin."""
    if isinstance(bins.bins, BINNINGS):
        return axis_of_binning(bins.bins, samples.type)
    if isinstance(bins.bins, np.ndarray):
        return axis_of_edges(samples.dtype, bins.bins, inclusive)
    if samples.dtype.kind in "mM":
        raise TypeError(f"`bins` of {samples.dtype} are edges of that type")
    count = bins.bins
    if isinstance(count, str):
        count = _bins_of_rule(_values(samples), count, bins.range, weighted)
    if bins.range is not None:
        return even_axis(samples.type, samples.dtype, count, *bins.range, inclusive, False)
    first, last = extremes(samples) or (None, None)
    return even_axis(samples.type, samples.dtype, count, first, last, inclusive, True)


def _bins_of_rule(values: Array, rule: str, range: Any, weighted: bool) -> int:
    """The number of bins that a rule of NumPy makes.

    Calls NumPy's own estimators of the bin width: so the number is checked before NumPy allocates the edges, and
    percentiles are found by counting.
    """
    estimator = estimators().get(rule)
    if estimator is not None and not weighted and values.size != 0 and values.dtype.kind in "iuf":
        ends = (values.min(), values.max()) if range is None else range
        first, last = (ends[0] - 0.5, ends[1] + 0.5) if ends[0] == ends[1] else ends
        inside = values if range is None else values[(values >= first) & (values <= last)]
        if inside.size != 0 and math.isfinite(float(first)) and math.isfinite(float(last)):
            with np.errstate(all="ignore"):
                samples = inside.view(_Counted)
                samples.ends = ends if range is None else (inside.min(), inside.max())
                width = estimator(samples, (first, last))
            if inside.dtype.kind in "iu" and NUMPY_2 and 0 < width < 1:
                width = 1.0
            integers = isinstance(first, np.integer) and isinstance(last, np.integer)
            extent: Any = int(last) - int(first) if integers else last - first
            bins = float(np.ceil(extent / width)) if width else 1.0
            if math.isinf(width):
                raise ValueError(
                    f"bins={rule!r} makes bins of infinite width, because its estimate overflows {inside.dtype}: give a "
                    "number of bins or edges"
                )
            if not bins <= MAX_RULE_BINS:
                raise ValueError(_too_many(inside, rule, float(first), float(last), bins, float(width)))
            return int(bins)
    return len(np.histogram_bin_edges(values, rule, range, values if weighted else None)) - 1


class _Counted(np.ndarray):  # type: ignore[type-arg]
    """Samples with known extremes. For numpy's estimators, percentiles are found by counting instead of sorting, with
    the same bits.
    """

    ends: Any = None  # also None in arrays computed from this one

    def min(self, *arguments: Any, **keywords: Any) -> Any:
        return super().min(*arguments, **keywords) if arguments or keywords or self.ends is None else self.ends[0]

    def max(self, *arguments: Any, **keywords: Any) -> Any:
        return super().max(*arguments, **keywords) if arguments or keywords or self.ends is None else self.ends[1]

    def __array_function__(self, function: Any, types: Any, arguments: Any, keywords: Any) -> Any:
        if function is np.percentile and not keywords and len(arguments) == 2 and arguments[0].ends is not None:
            found = _percentiles(arguments[0].view(np.ndarray), arguments[1], arguments[0].ends)
            if found is not None:
                return found
        return super().__array_function__(function, types, arguments, keywords)


def _percentiles(values: Array, percents: list[int], ends: Any) -> Array | None:
    """Percentiles, found by sorting only the samples in their bins. None if sorting all samples is as fast, and for
    types whose ranks or bins numpy rounds.
    """
    is_exact = values.dtype == np.float64 or (values.dtype.kind in "iu" and values.dtype.itemsize < 8)
    if not is_exact or values.size < 1 << 16:
        return None
    if not 0 < float(ends[1]) - float(ends[0]) < math.inf:
        return None
    task = task_of(values, 1 << 10, ends)
    before = np.concatenate([[0], np.cumsum(task.counts())])
    edges: Any = task.axes[0].edges
    found = []
    for percent in percents:
        rank = (values.size - 1) * percent / 100
        lower = int(rank)
        begin, end = np.searchsorted(before, [lower, min(lower + 1, values.size - 1)], side="right") - [1, 0]
        if before[end] - before[begin] > values.size // 8:
            return None
        is_near = values >= edges[begin]
        is_near &= values <= edges[end]
        near = np.sort(values[is_near])
        found.append(np.quantile(near[lower - before[begin] :][:2], rank - lower))
    return np.array(found)


def estimators() -> dict[str, Any]:
    """NumPy's estimators of bin widths, by the names of the rules; empty if this version of NumPy has them in another
    module."""
    numpys: Any = getattr(np.lib, "_histograms_impl", None) or getattr(np.lib, "histograms", None)
    by_rule: dict[str, Any] = getattr(numpys, "_hist_bin_selectors", {})
    return by_rule


def _too_many(values: Array, rule: str, first: Any, last: Any, bins: float, width: float) -> str:
    lower, middle, upper = np.percentile(values, [25, 50, 75])
    far = values.max() if float(values.max()) - middle > middle - float(values.min()) else values.min()
    return (
        f"bins={rule!r} makes {bins:.4g} bins of width {width:.4g} over [{first}, {last}]: at most {MAX_RULE_BINS} (2**20) "
        f"are made by a rule. The sample {far} is an outlier, half of the samples are in [{lower:.6g}, {upper:.6g}]: give "
        "`range=` without it, or a number of bins"
    )


def _values(samples: Samples) -> Array:
    """The counted samples in the type `Samples.dtype`."""
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
    accumulator: str = "sum",
    splitting: str = "none",
    half_widths: Any = None,
    factors: Any = None,
) -> Task:
    """The task of `histogram` for these arguments. `factors` are weights of the weights; the placed weights are then
    complex numbers, whose imaginary part is the factor.
    """
    splitting = splitting_of(splitting, half_widths)
    given, checked = one_axis(plain(a, "samples"), bins, range)
    hidden: list[Array | None] = []
    if checked.unit is not None:
        given = given._replace(unit=None)
    if weights is not None:
        check_same_axes(a, weights, "weights")
        weights, missing = weights_of(weights, given.values.shape)
        hidden.append(missing)
    if factors is not None:
        check_same_axes(a, factors, "weights")
        factors, missing = weights_of(factors, given.values.shape)
        hidden.append(missing)
        pairs = np.empty(weights.shape, np.complex128)
        pairs.real, pairs.imag = weights, factors
        weights = pairs
    if mask is not None:
        check_same_axes(a, mask, "mask")
    widths: tuple[Array, ...] = ()
    if half_widths is not None:
        check_same_axes(a, half_widths, "half_widths")
        own, missing = half_widths_of(half_widths, given.values.shape, given.values.dtype, checked.unit)
        widths = (own,)
        hidden.append(missing)
    samples = samples_of(given, mask, *hidden)
    (array,), counted = comparable([samples.array], samples.mask, [samples.dtype], [checked.bins], out_of_range)
    samples = samples._replace(array=array, mask=counted)
    last_edge = last_edge_of(last_edge, checked.bins, splitting=splitting)
    only = axis_of(samples, checked, weights is not None, last_edge == "inclusive")
    how = how_of(last_edge, out_of_range, device, variant, options, accumulator, splitting)
    sample, arrays, counted = samples.type, (samples.array, *widths), samples.mask
    if splitting != "none":
        check_types(samples.dtype, weights)
        only, arrays = even(only), (narrowed(widened(samples).array), *widths)
        sample = sample_type(*arrays)
    kept, elements = None, SINGLE
    if axis is not None and splitting == "none":
        placed, kept = batch(arrays[0], counted, weights, axes_of(axis, arrays[0].ndim))
        elements = elements._replace(batch="segments")
    elif axis is not None:
        placed, elements, kept = batch_of(arrays, counted, weights, axes_of(axis, arrays[0].ndim), False)
    elif splitting == "none":
        placed = place(arrays[0], counted, weights)
    else:
        placed, elements = separate(arrays, counted, weights, False)
    return Task(placed, sample, (only,), elements, how, checked.unit, kept)


def last_edge_of(last_edge: str | None, *bins: Any, splitting: str = "none") -> str:
    """The policy for the last edge. The default is exclusive for splitting and if all bins are binnings, else
    inclusive."""
    if last_edge is not None:
        return last_edge
    return "exclusive" if splitting != "none" or all(isinstance(each, BINNINGS) for each in bins) else "inclusive"


def axes_of(axis: int | tuple[int, ...], dimensions: int) -> tuple[int, ...]:
    """Check the argument `axis` for arrays with this number of dimensions, and return the axes as numbers from 0 on."""
    try:
        axes = tuple(operator.index(each) for each in ((axis,) if isinstance(axis, (int, np.integer)) else axis))
    except TypeError:
        raise TypeError(f"axis is an integer or several, not {axis!r}") from None
    for each in axes:
        if not -dimensions <= each < dimensions:
            raise ValueError(f"axis {each} is out of bounds for an array of {dimensions} dimensions")
    positive = tuple(each % dimensions for each in axes)
    if len(set(positive)) < len(positive) or not positive:
        raise ValueError(f"axis is one axis or several, not {axis!r}")
    return positive


def identity_axes(length: int) -> tuple[Axis, ...]:
    """Axes that together have a bin for each of 0, 1 ... length - 1, in order. Each axis has at most 2**24 bins."""
    return _identity_axes(length) if length > MAX_KEPT_BINS else _kept_identity_axes(length)


def _identity_axes(length: int) -> tuple[Axis, ...]:
    starts = builtins_range(0, length, _core.max_bins)
    windows = ((start, min(start + _core.max_bins, length)) for start in starts)
    return tuple(Axis(_core.EvenBins(end - start, start, end), None) for start, end in windows)


_kept_identity_axes = functools.lru_cache(maxsize=16)(_identity_axes)

"""numpy's functions of one axis: `histogram`, `histogram_bin_edges` and `bincount`."""

from __future__ import annotations

import functools
import operator
from builtins import range as builtins_range
from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl.counting import SINGLE, DeviceLike, Elements, How, Task, device_of, options_of
from histo_cl.edges import BINNINGS, MOST_KEPT_BINS, Axis, axis_of_binning, axis_of_edges, even_axis
from histo_cl.layouts import Placed, place
from histo_cl.samples import Array, Samples, extremes, samples_of
from histo_cl.weights import weights_of


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
        return even_axis(samples.dtype, bins, first, last, inclusive, False)
    first, last = extremes(samples) or (None, None)
    return even_axis(samples.dtype, bins, first, last, inclusive, True)


def _values(samples: Samples) -> Array:
    """The samples that are counted, in their own type."""
    values = samples.array.view(samples.dtype) if samples.dtype.kind in "mM" else samples.array
    if samples.type == "bf16":
        values = (values.astype(np.uint32) << 16).view(np.float32)
    return values.ravel() if samples.mask is None else values[samples.mask]


def histogram(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: Any = None,
    *,
    axis: int | tuple[int, ...] | None = None,
    mask: Any = None,
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    counter: Any = None,
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> tuple[Array, Array | None]:
    """Count samples into bins: `numpy.histogram`, with the same results.

    Parameters
    ----------
    a : array_like
        Samples of any shape: bool, integers, float16 to float64, bfloat16 (of ml_dtypes), datetime64 or timedelta64.
        What a masked array masks is not counted.
    bins : int, str, array_like or Binning
        How many even bins; a rule such as ``"auto"``; edges, which rise; or a binning of the library, such as
        `log_bins`, whose last edge is exclusive unless `last_edge` says otherwise.
    range : (float, float), optional
        The lower and upper end of even bins; by default the least and the greatest sample.
    density : bool, optional
        Return densities, whose integral over the range is 1.
    weights : array_like, optional
        A weight for each sample: bool, integer or float. The sums have their type. Sums of integers are exact, those
        of floats are exact but for n**2 * max(abs(weights)) * 2**-93 with n samples, then rounded.
    axis : int or tuple of int, optional
        Count along these axes, a histogram for each place on the others, instead of one of all.
    mask : array_like of bool, optional
        True where a sample is counted.
    last_edge : {"inclusive", "exclusive"}, optional
        Whether a sample equal to the last edge is in the last bin.
    out_of_range : {"dropped", "clamped", "counted"}
        What happens to samples in no bin; "counted" appends three counts: below, above, and not a number.
    counter : dtype, optional
        The type of the counts, int64 by default.
    device : str, Device or pyopencl.Device, optional
        Where to count: a part of a name, or platform and device as ``"0:0"``.
    variant : str, optional
        Force a variant of the kernels.
    options : Options, optional
        All knobs.

    Returns
    -------
    counts : array
        Of the shape of the axes that are left, followed by the bins.
    edges : array or None
        As numpy's; None for custom bins.

    Raises
    ------
    ValueError, TypeError
        As numpy's, and for complex or object samples and weights.
    OverflowError
        If `counter` does not hold a count.
    Error
        If the device cannot count, or there is none of that name.

    Notes
    -----
    Thread-safe; other threads run while it counts.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.histogram([1, 2, 1], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    >>> counts, edges = histo_cl.histogram([0.5, 9.0, 20.0, 500.0], bins=histo_cl.log_bins(3, 1, 1000))
    >>> counts, edges
    (array([1, 1, 1]), array([   1.,   10.,  100., 1000.]))
    """
    task = task_of(a, bins, range, weights, axis, mask, last_edge, out_of_range, device, variant, options)
    only = task.axes[0]
    if density and (out_of_range != "dropped" or only.edges is None):
        raise ValueError("density takes bins with edges, and out_of_range='dropped'")
    if counter is not None and weights is not None:
        raise ValueError("counter goes without weights, whose type the sums have")
    counts = task.counts()
    if only.kept is not None or axis is not None:
        counts = _shaped(counts, only, task.extent(0), np.shape(a), axis)
    if counter is not None:
        counts = _as_counter(counts, np.dtype(counter))
    edges = None if only.edges is None else only.edges.copy()
    if density:
        assert edges is not None
        widths = np.array(np.diff(edges), float)
        return counts / widths / counts.sum(axis=-1, keepdims=axis is not None), edges
    return counts, edges


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
    array = samples.array
    if weights is not None:
        weights = weights_of(weights, array.shape)
    last_edge = last_edge_of(last_edge, bins)
    only = axis_of(samples, bins, range, weights is not None, last_edge == "inclusive")
    how = How(last_edge, out_of_range, device_of(device), options_of(options, variant))
    if axis is None:
        return Task(place(array, samples.mask, weights), samples.type, (only,), SINGLE, how)
    return Task(_segments(array, samples.mask, weights, axis), samples.type, (only,), SEGMENTS, how)


def last_edge_of(last_edge: str | None, *bins: Any) -> str:
    """numpy's last edge is inclusive, the library's exclusive, unless the caller says which."""
    if last_edge is not None:
        return last_edge
    return "exclusive" if all(isinstance(each, BINNINGS) for each in bins) else "inclusive"


SEGMENTS = Elements(batch="segments")


def _axes(axis: int | tuple[int, ...], dimensions: int) -> tuple[int, ...]:
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
    axes = _axes(axis, array.ndim)
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


def _shaped(
    counts: Array, axis: Axis, extent: int, shape: tuple[int, ...], along: int | tuple[int, ...] | None
) -> Array:
    """Counts of each histogram in its place, with the bins that were not counted."""
    if along is not None:
        removed = _axes(along, len(shape))
        shape = tuple(length for each, length in enumerate(shape) if each not in removed)
        counts = counts.reshape(*shape, extent)
    return axis.spread(counts, counts.ndim - 1)


def _as_counter(counts: Array, dtype: np.dtype[Any]) -> Array:
    if dtype.kind not in "iu":
        raise TypeError(f"a counter is an integer, not {dtype}")
    if counts.size and int(counts.max()) > np.iinfo(dtype).max:
        raise OverflowError(f"a count of {int(counts.max())} is beyond {dtype}")
    return counts.astype(dtype)


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Array:
    """The edges that `histogram` counts between: `numpy.histogram_bin_edges`, with the same results.

    Parameters
    ----------
    a, bins, range, weights
        As those of `histogram`; the values of the weights do not matter.

    Returns
    -------
    array

    Raises
    ------
    ValueError, TypeError
        As `histogram`; also for custom bins, which have no edges.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.histogram_bin_edges([0, 1, 4, 10], bins="sqrt")
    array([ 0.,  5., 10.])
    """
    samples = samples_of(a)
    edges = axis_of(samples, bins, range, weights is not None, inclusive=True).edges
    if edges is None:
        raise ValueError("custom bins have no edges")
    return edges.copy()


def bincount(
    x: Any,
    /,
    weights: Any = None,
    minlength: int = 0,
    *,
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> Array:
    """Count each value of non-negative integers: `numpy.bincount`, with the same results.

    Parameters
    ----------
    x : array_like
        Integers of one dimension, none negative, the greatest below 2**24.
    weights : array_like, optional
        A weight for each; the sums are float64.
    minlength : int
        The least length of the result.
    device, variant, options
        As those of `histogram`.

    Returns
    -------
    array
        Entry i is how often i occurs (int64), or the sum of its weights (float64).

    Raises
    ------
    TypeError
        For what is not converted to int64 safely: floats and uint64.
    ValueError
        For negative values and other shapes.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.bincount([0, 1, 1, 3, 2, 1, 7])
    array([1, 3, 1, 1, 0, 0, 0, 1])
    """
    array = np.asarray(x)
    if array.size == 0 and not isinstance(x, np.ndarray):
        array = array.astype(np.intp)
    if array.ndim != 1:
        raise ValueError("x is an array of one dimension")
    if not np.can_cast(array.dtype, np.intp, "safe"):
        raise TypeError(
            f"Cannot cast array data from {array.dtype!r} to {np.dtype(np.intp)!r} according to the rule 'safe'"
        )
    minlength = operator.index(minlength)
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    samples = samples_of(array.view(np.uint8) if array.dtype == np.bool_ else array)
    first, last = extremes(samples) or (0, -1)
    if first < 0:
        raise ValueError("'list' argument must have no negative elements")
    if weights is not None:
        weights = weights_of(weights, array.shape).astype(np.float64, copy=False)
    length = max(int(last) + 1, minlength)
    if array.size == 0:
        return np.zeros(length, np.intp)
    how = How("exclusive", "dropped", device_of(device), options_of(options, variant))
    task = Task(place(samples.array, None, weights), samples.type, (identity_axis(length),), SINGLE, how)
    return task.counts()


def identity_axis(length: int) -> Axis:
    """A bin for each of 0, 1 ... length - 1."""
    return _identity_axis(length) if length > MOST_KEPT_BINS else _kept_identity_axis(length)


def _identity_axis(length: int) -> Axis:
    return Axis(_core.EvenBins(length, 0, length), None)


_kept_identity_axis = functools.lru_cache(maxsize=16)(_identity_axis)

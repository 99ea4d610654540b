"""numpy's functions of one axis: `histogram`, `histogram_bin_edges` and `bincount`; and `explain`."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import MAX_COUNTERS, MAX_PASSES, Array, counters, one_axis, plain
from histo_cl._internal.counting import SINGLE, DeviceLike, Task, how_of
from histo_cl._internal.edges import density_of
from histo_cl._internal.layouts import place
from histo_cl._internal.one_axis import axis_of, identity_axes, task_of
from histo_cl._internal.samples import extremes, samples_of
from histo_cl._internal.weights import weights_of


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
    accumulator: str = "sum",
    splitting: str = "none",
    half_widths: Any = None,
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> tuple[Array, Array | None]:
    """Count samples into bins: `numpy.histogram`, with the same results.

    Parameters
    ----------
    a : array_like
        Samples of any shape: bool, integers, float16 to float64, bfloat16 (of ml_dtypes), datetime64 or timedelta64.
        Masked and missing values are not counted. Quantities of astropy and pint are converted to the unit of the
        edges, else of the range, and the edges are returned in that unit.
    bins : int, str, array_like or Binning
        The number of even bins; a rule such as ``"auto"``; increasing edges; or a binning of the library, such as
        `log_bins`, whose last edge is exclusive unless `last_edge` says otherwise.
    range : (float, float), optional
        The lower and upper end of even bins; by default the minimum and the maximum of the samples. If it has fewer
        numbers than edges, some edges are equal; numpy 2 raises ValueError then.
    density : bool, optional
        Return densities, whose integral over the range is 1.
    weights : array_like, optional
        A weight for each sample: bool, integer or float. The sums have the weights' type. Sums of integers are exact
        unless they overflow that type; sums of n floats have an error of at most n**2 * max(abs(weights)) * 2**-93 and
        are then rounded. A sample whose weight is masked is not counted. Weights have no unit. If the samples have
        several axes, weights of another shape broadcast to their shape.
    axis : int or tuple of int, optional
        Count along these axes, which gives a histogram for each index of the other axes. By default, there is one
        histogram of all samples.
    mask : array_like of bool, optional
        True where a sample is counted.
    last_edge : {"inclusive", "exclusive"}, optional
        Whether a sample equal to the last edge is in the last bin.
    out_of_range : {"dropped", "clamped", "counted"}
        What happens to samples in no bin; "counted" appends three counts: below, above, and not a number.
    counter : dtype, optional
        The type of the counts, int64 by default.
    accumulator : {"sum", "minimum", "maximum"}
        What a bin holds: the sum or an extreme of its weights. Extremes are exact: uint64 or int64 for integers, which
        must fit in 32 bits, and float64 for floats. A bin with a NaN is NaN. The minimum of a bin without samples is
        the largest value of the type (infinity for floats), and the maximum the smallest.
    splitting : {"none", "linear", "interval"}
        Add fractions of a sample's weight, or of 1, to several bins, which must be even: with "linear", to the two bins
        with the nearest centres; with "interval", to all bins that [a - half_widths, a + half_widths) overlaps. The
        sums are float64, weights are floats, and the last edge is exclusive. Integers of 64 bits are rounded to
        float64. See docs/splitting.md.
    half_widths : array_like, optional
        A half width for each sample, which broadcasts to the shape of `a`; implies ``splitting="interval"``. Samples
        with a half width that is missing, negative or not finite are not counted.
    device : str, Device or pyopencl.Device, optional
        Where to count: a part of a device's name, or the indices of platform and device, e.g. ``"0:0"``.
    variant : str, optional
        Force a variant of the kernels.
    options : Options, optional
        Knobs and other options of the library.

    Returns
    -------
    counts : array
        The counts: the shape is that of the remaining axes, followed by the bins.
    edges : array or None
        The edges, like numpy's; None for custom bins.

    Raises
    ------
    ValueError, TypeError
        As in numpy, and for complex or object samples and weights, incompatible units, and more than 2**24 bins (2**20
        for a rule). Raised before anything is counted or allocated.
    OverflowError
        If a count does not fit into `counter`.
    Error
        If the device cannot count, or no device has that name.

    Notes
    -----
    Thread-safe. Other Python threads run while this function counts.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.histogram([1, 2, 1], bins=[0, 1, 2, 3])
    (array([0, 2, 1]), array([0, 1, 2, 3]))
    >>> counts, edges = histo_cl.histogram([0.5, 9.0, 20.0, 500.0], bins=histo_cl.log_bins(3, 1, 1000))
    >>> counts, edges
    (array([1, 1, 1]), array([   1.,   10.,  100., 1000.]))
    >>> histo_cl.histogram([1, 2, 1], bins=[0, 1, 2, 3], weights=[0.5, 3, -4], accumulator="minimum")[0]
    array([inf, -4.,  3.])
    >>> histo_cl.histogram([1.0, 2.5], bins=4, range=(0, 4), weights=[10.0, 20.0], half_widths=[0.5, 0.25])[0]
    array([ 5.,  5., 20.,  0.])
    """
    if accumulator != "sum" and (weights is None or density):
        raise ValueError(f"accumulator={accumulator!r} takes weights, and no density")
    task = task_of(a, bins, range, weights, axis, mask, last_edge, out_of_range, device, variant, options, accumulator,
                   splitting, half_widths)
    only = task.axes[0]
    if density and (out_of_range != "dropped" or only.edges is None):
        raise ValueError("density takes bins with edges, and out_of_range='dropped'")
    if counter is not None and (weights is not None or task.how.splitting != "none"):
        raise ValueError("counter is only for counts, without weights and splitting: sums have a type of their own")
    counts = task.counts()
    if counter is not None:
        counts = _as_counter(counts, np.dtype(counter))
    edges = only.copied_edges()
    unit = task.unit
    if density:
        assert edges is not None
        counts = density_of(counts, [edges])
        counts = counts if unit is None else unit.attached(counts, -1)
    return counts, edges if unit is None or edges is None else unit.attached(edges)


def _as_counter(counts: Array, dtype: np.dtype[Any]) -> Array:
    if dtype.kind not in "iu":
        raise TypeError(f"a counter is an integer, not {dtype}")
    if counts.size and int(counts.max()) > np.iinfo(dtype).max:
        raise OverflowError(f"a count of {int(counts.max())} is beyond {dtype}")
    return counts.astype(dtype)


def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Array:
    """The edges of the bins of `histogram`: `numpy.histogram_bin_edges`, with the same results.

    Parameters
    ----------
    a, bins, range, weights
        The same as for `histogram`. The values of the weights do not matter, only their mask and whether they are
        given.

    Returns
    -------
    array

    Raises
    ------
    ValueError, TypeError
        As for `histogram`, and for custom bins, which have no edges.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.histogram_bin_edges([0, 1, 4, 10], bins="sqrt")
    array([ 0.,  5., 10.])
    """
    given, checked = one_axis(plain(a, "samples"), bins, range)
    hidden = None if weights is None else weights_of(weights, given.values.shape)[1]
    samples = samples_of(given._replace(unit=None), None, hidden)
    edges = axis_of(samples, checked, weights is not None, inclusive=True).copied_edges()
    if edges is None:
        raise ValueError("custom bins have no edges")
    attached: Array = edges if checked.unit is None else checked.unit.attached(edges)
    return attached


def bincount(
    x: Any,
    /,
    weights: Any = None,
    minlength: int | None = 0,
    *,
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> Array:
    """Count each value of non-negative integers: `numpy.bincount`, with the same results.

    Parameters
    ----------
    x : array_like
        A 1-D array of non-negative integers below 2**28. Each range of 2**24 values takes a pass over the array.
    weights : array_like, optional
        A weight for each integer; the sums are float64.
    minlength : int
        The minimum length of the result.
    device, variant, options
        The same as for `histogram`.

    Returns
    -------
    array
        Entry i is the number of occurrences of i (int64), or the sum of its weights (float64).

    Raises
    ------
    TypeError
        For types that NumPy does not convert to int64: arrays of floats and, before NumPy 2.2.4, of uint64.
    ValueError
        For negative values, values of 2**28 or more, and arrays that are not 1-D.

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.bincount([0, 1, 1, 3, 2, 1, 7])
    array([1, 3, 1, 1, 0, 0, 0, 1])
    """
    given = plain(x, "x")
    if given.unit is not None:
        raise ValueError(f"x is in {given.unit}: bincount takes integers without a unit")
    array = given.values
    if array.ndim != 1:
        raise ValueError("x is an array of one dimension")
    if isinstance(x, (list, tuple)) and array.dtype.kind == "f" and np.isfinite(array).all():
        array = array.astype(np.int64)  # NumPy casts lists, but not arrays
    np.bincount(np.zeros(1, array.dtype))  # raises numpy's error for the type
    if isinstance(minlength, (bool, np.bool_)):
        raise TypeError("'minlength' is an integer, not a bool")
    minlength = 0 if minlength is None else operator.index(minlength)
    if minlength < 0:
        raise ValueError("'minlength' must not be negative")
    hidden = None
    if weights is not None:
        weights, hidden = weights_of(weights, array.shape)
        weights = weights.astype(np.float64, copy=False)
    array = array.view(np.uint8) if array.dtype == np.bool_ else array
    samples = samples_of(given._replace(values=array), None, hidden)
    first, last = extremes(samples) or (0, -1)
    if first < 0:
        raise ValueError("'list' argument must have no negative elements")
    length = max(int(last) + 1, minlength)
    counters([length], MAX_COUNTERS, f"bincount of values up to {last}, of minlength {minlength},",
             f"2**28: {MAX_PASSES} passes of the library's 2**24")
    if array.size == 0 or length == 0:
        return np.zeros(length, np.int64)
    how = how_of("exclusive", "dropped", device, variant, options)
    placed = place(samples.array, samples.mask, weights)
    parts = [Task(placed, samples.type, (axis,), SINGLE, how).counts() for axis in identity_axes(length)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def explain(a: Any, bins: Any = 10, range: Any = None, weights: Any = None, **keywords: Any) -> str:
    """Describe how `histogram` counts these arguments: the problem, the device, and the variant with the reason for it.

    Parameters
    ----------
    a, bins, range, weights, **keywords
        The same as for `histogram`, except `density` and `counter`.

    Returns
    -------
    str
        A readable text of several lines.

    Raises
    ------
    ValueError, TypeError, Error
        As for `histogram`, and Error if there is no device.
    """
    task = task_of(a, bins, range, weights, **keywords)
    return task.explain(task.how.device or _core.default_device())

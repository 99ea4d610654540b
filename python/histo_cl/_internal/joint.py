"""numpy's joint histograms: `histogram2d` and `histogramdd`."""

from __future__ import annotations

from builtins import range as builtins_range
from typing import Any, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import BINNINGS, Array, Bins, Plain, Unit, joint_axes, joint_counters
from histo_cl._internal.axes import Axis, axis_of_binning
from histo_cl._internal.counting import SINGLE, DeviceLike, How, Task, how_of
from histo_cl._internal.edges import axis_of_edges, even_axis_of_points, widths_of
from histo_cl._internal.layouts import place
from histo_cl._internal.one_axis import NUMPY_2, identity_axes, last_edge_of
from histo_cl._internal.points import Points, placed, points_of, without
from histo_cl._internal.splitting import (
    check_types,
    even,
    half_widths_of,
    half_widths_of_axes,
    narrowed,
    sample_type,
    splitting_of,
)
from histo_cl._internal.weights import weights_of

MAX_JOINT_AXES = 3
"""Maximum number of axes of a joint histogram of the library. With more axes, numpy finds the bins of the points."""


def _ends(column: Array, counted: Array | None, range: Any) -> tuple[Any, Any]:
    """The outer edges of even bins, by numpy's rules."""
    if range is not None:
        first, last = range
    else:
        values = column if counted is None else column[counted]
        if values.size == 0:
            first, last = 0, 1
        else:
            first, last = values.min(), values.max()
        if not (np.isfinite(first) and np.isfinite(last)):
            raise ValueError(f"autodetected range of [{first}, {last}] is not finite")
    if first == last:
        first, last = first - 0.5, last + 0.5
    return first, last


def _axis(place: int, bins: Bins, points: Points, inclusive: bool) -> Axis:
    joint = len(points.columns) > 1
    if isinstance(bins.bins, BINNINGS):
        return axis_of_binning(bins.bins, points.type, joint)
    if isinstance(bins.bins, str):
        raise TypeError(f"`bins[{place}]` must be an integer, when a scalar: rules such as {bins.bins!r} have one axis")
    if isinstance(bins.bins, int):
        if points.dtype.kind in "mM":
            raise TypeError(f"`bins[{place}]` of {points.dtype} are edges of that type")
        first, last = _ends(points.columns[place], points.counted, bins.range)
        return even_axis_of_points(points.type, points.dtype, bins.bins, first, last, inclusive, joint)
    if np.any(bins.bins[:-1] > bins.bins[1:]):
        raise ValueError(f"`bins[{place}]` must be monotonically increasing, when an array")
    return axis_of_edges(points.dtype, bins.bins, inclusive)


def _count_joint(points: Points, weights: Array | None, axes: tuple[Axis, ...], how: How) -> Array:
    where, elements = placed(points, weights, len(axes) > 1)
    task = Task(where, points.type, axes, elements, how)
    counts = task.counts().reshape([task.extent(axis) for axis in builtins_range(len(axes))])
    for dimension, axis in enumerate(axes):
        counts = axis.spread(counts, dimension)
    return counts


def _count_many_axes(points: Points, weights: Array | None, axes: tuple[Axis, ...], how: How) -> Array:
    """Count more axes than the library joins: numpy finds each point's bin, and the library counts the bin numbers."""
    if how.out_of_range != "dropped" or any(axis.edges is None for axis in axes):
        raise ValueError(f"more than {MAX_JOINT_AXES} axes take bins with edges, and out_of_range='dropped'")
    inside = np.ones(len(points.columns[0]), np.bool_) if points.counted is None else points.counted.copy()
    cell: Array = np.zeros(len(inside), np.int64)
    for values, axis in zip(points.columns, axes):
        assert axis.edges is not None
        bins = np.searchsorted(axis.edges, values, side="right") - 1
        if how.last_edge == "inclusive":
            bins[values == axis.edges[-1:]] = axis.bins - 1
        inside &= (bins >= 0) & (bins < axis.bins)
        cell = cell * axis.bins + bins
    shape = [axis.bins for axis in axes]
    where, how = place(cell, inside, weights), how._replace(last_edge="exclusive")
    cells = identity_axes(joint_counters(shape, joined_by_library=False))
    counts = [Task(where, "i64", (axis,), SINGLE, how).counts() for axis in cells]
    return np.concatenate(counts).reshape(shape)


def density_of(counts: Array, edges: Sequence[Array]) -> Array:
    """Convert counts to densities."""
    total = counts.sum()
    for dimension, each in enumerate(edges):
        shape = [1] * len(edges)
        shape[dimension] = len(each) - 1
        counts = counts / widths_of(each).reshape(shape)
    counts /= total
    return counts


def sums(
    sample: Any,
    bins: Any,
    range: Any = None,
    weights: Any = None,
    *,
    channels: Sequence[int] | None = None,
    mask: Any = None,
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    accumulator: str = "sum",
    splitting: str = "none",
    half_widths: Any = None,
    as_float: bool = False,
    **keywords: Any,
) -> tuple[Array, tuple[Axis, ...], tuple[Unit | None, ...]]:
    """Returns the counts of `histogramdd` as integers, or the sums or extremes of weights in the weights' type, or sums
    of fractions as float64; the axes; and the units of the axes.

    `as_float`: weights are first converted to float64. `keywords` are those of `how_of`.
    """
    points_given, checked, channels = joint_axes(sample, bins, range, channels)
    dimensions = len(checked)
    splitting = splitting_of(splitting, half_widths, dimensions)
    hidden = None
    if weights is not None:
        first = points_given if isinstance(points_given, Plain) else points_given[0]
        weights, hidden = weights_of(weights, first.values.shape[:1])
        weights = weights.astype(np.float64, copy=False) if as_float and splitting == "none" else weights
    for each, axis in enumerate(checked):
        if isinstance(axis.bins, np.ndarray) and axis.bins.dtype.kind not in "iufmM":
            raise TypeError(f"`bins[{each}]` are real numbers, or dates as the samples are, not {axis.bins.dtype}")
    beyond = 3 if out_of_range == "counted" else 0
    joint_counters([_extent(each) + beyond for each in checked], dimensions <= MAX_JOINT_AXES)
    points = points_of(points_given, channels, mask, hidden)
    widths: list[Array] = []
    if half_widths is not None:
        for at, (each, axis) in enumerate(zip(half_widths_of_axes(half_widths, dimensions), checked)):
            shape, name = points.columns[0].shape, f"half_widths[{at}]"
            width, missing = half_widths_of(each, shape, points.dtype, axis.unit, name)
            widths.append(width)
            points = points._replace(counted=without(points.counted, missing))
    last_edge = last_edge_of(last_edge, *(each.bins for each in checked), splitting=splitting)
    axes = tuple(_axis(at, each, points, last_edge == "inclusive") for at, each in enumerate(checked))
    units = tuple(each.unit for each in checked)
    how = how_of(last_edge, out_of_range, **keywords)._replace(accumulator=accumulator, splitting=splitting)
    if splitting != "none":
        check_types(points.dtype, weights)
        axes = tuple(even(axis) for axis in axes)
        columns = (*(narrowed(each) for each in points.columns), *widths)
        points = points._replace(whole=None, columns=columns, type=sample_type(*columns))
    if dimensions <= MAX_JOINT_AXES:
        return _count_joint(points, weights, axes, how), axes, units
    return _count_many_axes(points, weights, axes, how), axes, units


def _extent(bins: Bins) -> int:
    """The number of bins of an axis, before the samples are known. For a rule, which is rejected later, any number."""
    if isinstance(bins.bins, BINNINGS):
        return bins.bins.bins
    return bins.bins if isinstance(bins.bins, int) else max(len(bins.bins) - 1, 0)


def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: Any = None,
    *,
    channels: Sequence[int] | None = None,
    mask: Any = None,
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    accumulator: str = "sum",
    splitting: str = "none",
    half_widths: Any = None,
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> tuple[Array, Any]:
    """Count points into bins of several axes: `numpy.histogramdd`, with the same results.

    Parameters
    ----------
    sample : (N, D) array, or D arrays of N coordinates
        A C- or Fortran-ordered array, and separate arrays of one type, are counted in place.
    bins : int, or D of int, array_like or Binning
        Like those of `histogram`, one for each axis.
    range : sequence of D (float, float) or None, optional
        The ends of even bins.
    density : bool, optional
        Return densities.
    weights : (N,) array_like, optional
        A weight for each point.
    channels : sequence of int, optional
        The columns of an (N, W) array, or the arrays, to use as axes, such as ``(2, 0)``; by default all.
    mask : (N,) array_like of bool, optional
        True where a point is counted.
    last_edge, out_of_range, accumulator, device, variant, options
        Like those of `histogram`. With "counted" each axis has three more bins.
    splitting : {"none", "linear", "interval"}
        Like that of `histogram`; the fraction of a bin is the product of those on all axes. "linear" takes up to three
        axes, "interval" up to two.
    half_widths : float, or D of float or (N,) array_like, or (N, D) array, optional
        The half width of each point on each axis, or a number for all; implies ``splitting="interval"``.

    Returns
    -------
    counts : array of float64
    edges : list of arrays (a tuple with NumPy 2)

    Raises
    ------
    ValueError, TypeError, Error
        Like `histogram`.

    Notes
    -----
    Up to three axes may have 2**24 bins in total, and are counted by the library alone. More axes may have 2**28 bins
    in total: numpy finds the bin of each point, and the library counts the bin numbers.

    Examples
    --------
    >>> import numpy, histo_cl
    >>> points = numpy.array([[0.1, 5.0], [0.6, 5.0], [0.7, 25.0]])
    >>> histo_cl.histogramdd(points, bins=[2, [0, 10, 30]], range=[(0, 1), None])[0]
    array([[1., 0.],
           [1., 1.]])
    >>> histo_cl.histogramdd([[1.0], [0.5]], bins=2, range=[(0, 2)] * 2, splitting="linear")[0]
    array([[0.5, 0. ],
           [0.5, 0. ]])
    """
    if accumulator != "sum" and (weights is None or density):
        raise ValueError(f"accumulator={accumulator!r} takes weights, and no density")
    counts, axes, units = sums(
        sample,
        bins,
        range,
        weights,
        channels=channels,
        mask=mask,
        last_edge=last_edge,
        out_of_range=out_of_range,
        accumulator=accumulator,
        splitting=splitting,
        half_widths=half_widths,
        device=device,
        variant=variant,
        options=options,
        as_float=True,
    )
    counts = counts.astype(float, copy=False)
    if density:
        if out_of_range != "dropped" or any(axis.edges is None for axis in axes):
            raise ValueError("density takes bins with edges, and out_of_range='dropped'")
        counts = density_of(counts, [axis.edges for axis in axes if axis.edges is not None])
        for unit in units:
            counts = counts if unit is None else unit.attached(np.asarray(1.0), -1) * counts
    copies = [None if axis.edges is None else axis.edges.copy() for axis in axes]
    edges = [e if unit is None or e is None else unit.attached(e) for e, unit in zip(copies, units)]
    return counts, tuple(edges) if NUMPY_2 else edges


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None, **keywords: Any
) -> tuple[Array, Any, Any]:
    """Count points into bins of two axes: `numpy.histogram2d`, with the same results.

    Parameters
    ----------
    x, y : (N,) array_like
        The coordinates.
    bins : int, array_like, [int, int], [array, array] or binnings
        Like those of `histogram`, for both axes or for each.
    range : [[float, float], [float, float]], optional
        The ends of even bins.
    density, weights, **keywords
        Like those of `histogramdd`.

    Returns
    -------
    counts : array of float64
    x_edges, y_edges : arrays

    Examples
    --------
    >>> import histo_cl
    >>> histo_cl.histogram2d([0.1, 0.9, 0.8], [1, 2, 2], bins=2, range=[[0, 1], [0, 4]])[0]
    array([[1., 0.],
           [0., 2.]])
    >>> histo_cl.histogram2d([1.0], [0.5], bins=2, range=[[0, 2], [0, 2]], half_widths=(0.5, 0.25))[0]
    array([[0.5, 0. ],
           [0.5, 0. ]])
    """
    if np.shape(x)[:1] != np.shape(y)[:1]:
        raise ValueError("x and y must have the same length.")
    given = 1
    if isinstance(bins, (list, tuple)) or (getattr(bins, "shape", ()) != () and not isinstance(bins, (str, *BINNINGS))):
        given = len(bins)
    if given not in (1, 2):
        bins = [bins] * 2
    counts, edges = histogramdd([x, y], bins, range, density, weights, **keywords)
    return counts, edges[0], edges[1]

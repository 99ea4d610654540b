"""numpy's joint histograms: `histogram2d` and `histogramdd`."""

from __future__ import annotations

from builtins import range as builtins_range
from typing import Any, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import BINNINGS, Array, Bins, Unit, check_same_axes, joint_axes, joint_counters, without
from histo_cl._internal.axes import Axis, axis_of_binning
from histo_cl._internal.counting import DeviceLike, How, Task, how_of
from histo_cl._internal.edges import axis_of_edges, density_of, even_axis_of_points, outer_edges
from histo_cl._internal.one_axis import NUMPY_2, axes_of, identity_axes, last_edge_of
from histo_cl._internal.points import Points, batch_of, placed, points_of, shape_of
from histo_cl._internal.samples import comparable
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
"""Maximum number of axes of the library's joint histograms. With more axes, numpy finds the bins of the points."""


def _ends(column: Array, counted: Array | None, range: Any) -> tuple[Any, Any]:
    """The outer edges of even bins, as numpy chooses them."""
    if range is not None:
        return outer_edges(*range)
    values = column if counted is None else column[counted]
    return outer_edges(*(values.min(), values.max()) if values.size != 0 else (None, None))


def _axis(place: int, bins: Bins, points: Points, inclusive: bool) -> Axis:
    joint, dtype = len(points.columns) > 1, points.dtypes[place]
    if isinstance(bins.bins, BINNINGS):
        return axis_of_binning(bins.bins, points.type, joint)
    if isinstance(bins.bins, str):
        raise TypeError(f"`bins[{place}]` must be an integer, when a scalar: rules such as {bins.bins!r} have one axis")
    if isinstance(bins.bins, int):
        if dtype.kind in "mM":
            raise TypeError(f"`bins[{place}]` of {dtype} are edges of that type")
        first, last = _ends(points.columns[place], points.counted, bins.range)
        return even_axis_of_points(points.type, dtype, bins.bins, first, last, inclusive, joint)
    if np.any(bins.bins[:-1] > bins.bins[1:]):
        raise ValueError(f"`bins[{place}]` must be monotonically increasing, when an array")
    return axis_of_edges(dtype, bins.bins, inclusive)


def _count_joint(
    points: Points, weights: Array | None, axes: tuple[Axis, ...], how: How, along: tuple[int, ...] | None
) -> Array:
    kept, joint = None, len(axes) > 1
    if along is None:
        where, elements = placed(points, weights, joint)
    else:
        where, elements, kept = batch_of(points.columns, points.counted, weights, along, joint)
    return Task(where, points.type, axes, elements, how, None, kept).counts()


def _count_many_axes(
    points: Points, weights: Array | None, axes: tuple[Axis, ...], how: How, along: tuple[int, ...] | None
) -> Array:
    """Count more axes than a joint histogram of the library has: numpy finds each point's bin, and the library counts
    the bin numbers."""
    if any(axis.edges is None or isinstance(axis.binning, _core.CircularBins) for axis in axes):
        raise ValueError(f"more than {MAX_JOINT_AXES} axes take bins between edges, not circular or custom bins")
    if how.out_of_range != "dropped":
        raise ValueError(f"out_of_range={how.out_of_range!r}: more than {MAX_JOINT_AXES} axes take 'dropped'")
    shape = points.columns[0].shape
    inside = np.ones(shape, np.bool_) if points.counted is None else points.counted.copy()
    cell: Array = np.zeros(shape, np.int64)
    for values, dtype, axis in zip(points.columns, points.dtypes, axes):
        edges = axis.edges
        assert edges is not None
        if edges.dtype.kind in "mM":
            edges = edges.astype(np.result_type(dtype, edges.dtype)).view(np.int64)
        bins = np.searchsorted(edges, values, side="right") - 1
        if how.last_edge == "inclusive":
            bins[values == edges[-1:]] = axis.bins - 1
        inside &= (bins >= 0) & (bins < axis.bins)
        cell = cell * axis.bins + bins
    extents = [axis.bins for axis in axes]
    cells = identity_axes(joint_counters(extents, joined_by_library=False))
    whole = Points(None, (), (cell,), "i64", (cell.dtype,), inside)
    counts = [_count_joint(whole, weights, (each,), how._replace(last_edge="exclusive"), along) for each in cells]
    joined = np.concatenate(counts, axis=-1)
    return joined.reshape(*joined.shape[:-1], *extents)


def sums(
    sample: Any,
    bins: Any,
    range: Any = None,
    weights: Any = None,
    *,
    axis: int | tuple[int, ...] | None = None,
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
    """Returns the values of `histogramdd`, the axes, and the units of the axes. The values are counts as integers, sums
    or extremes of weights in the weights' type, or sums of fractions as float64.

    `as_float`: whether weights are first converted to float64. `keywords`: the keywords of `how_of`.
    """
    given = len(getattr(sample, "shape", ()))
    if given > 2:
        raise ValueError(f"the sample has {given} dimensions: give an (N, D) array, or a sequence of D arrays")
    points_given, checked, channels = joint_axes(sample, bins, range, channels)
    shape = shape_of(points_given)
    along = None if axis is None else axes_of(axis, len(shape))
    if len(shape) > 1:
        named = (*sample[1:], weights, mask)
        for each, name in zip(named, ["coordinates"] * (len(sample) - 1) + ["weights", "a mask"]):
            check_same_axes(sample[0], each, name)
    dimensions = len(checked)
    splitting = splitting_of(splitting, half_widths, dimensions)
    hidden = None
    if weights is not None:
        weights, hidden = weights_of(weights, shape)
        weights = weights.astype(np.float64, copy=False) if as_float and splitting == "none" else weights
    for at, each in enumerate(checked):
        if isinstance(each.bins, np.ndarray) and each.bins.dtype.kind not in "iufmM":
            raise TypeError(f"`bins[{at}]` are real numbers, or dates as the samples are, not {each.bins.dtype}")
    beyond = 3 if out_of_range == "counted" else 0
    joint_counters([_extent(each) + beyond for each in checked], dimensions <= MAX_JOINT_AXES)
    points = points_of(points_given, channels, mask, hidden)
    columns, counted = comparable(points.columns, points.counted, points.dtypes, [each.bins for each in checked], out_of_range)
    whole = points.whole if all(each is column for each, column in zip(columns, points.columns)) else None
    points = points._replace(whole=whole, columns=columns, counted=counted)
    widths: list[Array] = []
    if half_widths is not None:
        for at, (each, of) in enumerate(zip(half_widths_of_axes(half_widths, dimensions, len(shape)), checked)):
            width, missing = half_widths_of(each, shape, points.dtypes[at], of.unit, f"half_widths[{at}]")
            widths.append(width)
            points = points._replace(counted=without(points.counted, missing))
    last_edge = last_edge_of(last_edge, *(each.bins for each in checked), splitting=splitting)
    axes = tuple(_axis(at, each, points, last_edge == "inclusive") for at, each in enumerate(checked))
    units = tuple(each.unit for each in checked)
    how = how_of(last_edge, out_of_range, **keywords, accumulator=accumulator, splitting=splitting)
    if splitting != "none":
        check_types(points.dtypes[0], weights)
        axes = tuple(even(each) for each in axes)
        columns = (*(narrowed(each) for each in points.columns), *widths)
        points = points._replace(whole=None, columns=columns, type=sample_type(*columns))
    if dimensions <= MAX_JOINT_AXES:
        return _count_joint(points, weights, axes, how, along), axes, units
    return _count_many_axes(points, weights, axes, how, along), axes, units


def _extent(bins: Bins) -> int:
    """The number of bins of an axis, before the samples are known. For a rule, which is rejected later, the number does
    not matter."""
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
    axis: int | tuple[int, ...] | None = None,
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
    sample : (N, D) array, or a sequence of D arrays of coordinates
        Arrays of coordinates have N elements, or several dimensions and shapes that broadcast. A C- or Fortran-ordered
        array, and separate arrays of one type and shape, are counted in place.
    bins : int, or D of int, array_like or Binning
        The same as for `histogram`, one for each axis.
    range : sequence of D (float, float) or None, optional
        The ends of even bins.
    density : bool, optional
        Return densities.
    weights : array_like, optional
        A weight for each point, in the shape of the coordinates. If that has several dimensions, weights broadcast to
        it.
    axis : int or tuple of int, optional
        Count along these axes of the coordinates, which gives a joint histogram for each index of the other axes.
    channels : sequence of int, optional
        Which columns of an (N, W) array, or which of the arrays, are the axes, such as ``(2, 0)``; by default all.
    mask : array_like of bool, optional
        True where a point is counted. It has the shape of the coordinates.
    last_edge, out_of_range, accumulator, device, variant, options
        The same as for `histogram`. With "counted", each axis has three more bins.
    splitting : {"none", "linear", "interval"}
        The same as for `histogram`; the fraction of a bin is the product of its fractions on all axes. "linear" takes
        up to three axes, "interval" up to two.
    half_widths : float, or D of float or array_like, or (N, D) array, optional
        The half width of each point on each axis, or a number for all; implies ``splitting="interval"``.

    Returns
    -------
    counts : array of float64
        The counts: the shape is that of the remaining axes, followed by a dimension for each of the D axes.
    edges : list of arrays (a tuple with NumPy 2)

    Raises
    ------
    ValueError, TypeError, Error
        Like `histogram`.

    Notes
    -----
    Histograms of up to three axes may have 2**24 bins in total. Histograms of more axes may have 2**28: numpy finds the
    bin of each point, and the library counts the bin numbers. These take neither circular nor custom bins, and only
    ``out_of_range="dropped"``.

    Examples
    --------
    >>> import numpy, histo_cl
    >>> points = numpy.array([[0.1, 5.0], [0.6, 5.0], [0.7, 25.0]])
    >>> histo_cl.histogramdd(points, bins=[2, [0, 10, 30]], range=[(0, 1), None])[0]
    array([[1., 0.],
           [1., 1.]])
    >>> x, y = numpy.array([[0, 0, 1], [1, 1, 1]]), numpy.array([5, 6, 6])
    >>> histo_cl.histogramdd((x, y), bins=2, axis=1)[0]
    array([[[1., 1.],
            [0., 1.]],
    <BLANKLINE>
           [[0., 0.],
            [1., 2.]]])
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
        axis=axis,
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
        if out_of_range != "dropped" or any(each.edges is None for each in axes):
            raise ValueError("density takes bins with edges, and out_of_range='dropped'")
        counts = density_of(counts, [each.edges for each in axes if each.edges is not None])
        for unit in units:
            counts = counts if unit is None else unit.attached(np.asarray(1.0), -1) * counts
    copies = (each.copied_edges() for each in axes)
    edges = [e if unit is None or e is None else unit.attached(e) for e, unit in zip(copies, units)]
    return counts, tuple(edges) if NUMPY_2 else edges


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None, **keywords: Any
) -> tuple[Array, Any, Any]:
    """Count points into bins of two axes: `numpy.histogram2d`, with the same results.

    Parameters
    ----------
    x, y : array_like
        The coordinates: arrays of length N, or arrays of several dimensions whose shapes broadcast.
    bins : int, array_like, [int, int], [array, array] or binnings
        The same as for `histogram`, for both axes or for each.
    range : [[float, float], [float, float]], optional
        The ends of even bins.
    density, weights, **keywords
        The same as for `histogramdd`: `axis`, `mask` and others.

    Returns
    -------
    counts : array of float64
        The counts: the shape is that of the remaining axes (with `axis`), followed by the bins of x and of y.
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
    shapes = [np.shape(x), np.shape(y)]
    if shapes == [(), ()]:
        raise TypeError("x and y are arrays of coordinates, not single numbers")
    if all(len(shape) <= 1 for shape in shapes) and shapes[0] != shapes[1]:
        raise ValueError("x and y must have the same length.")
    try:
        given = len(bins)
    except TypeError:
        given = 1
    if given not in (1, 2):
        bins = [bins] * 2
    counts, edges = histogramdd([x, y], bins, range, density, weights, **keywords)
    return counts, edges[0], edges[1]

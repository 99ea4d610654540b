"""numpy's joint histograms: `histogram2d` and `histogramdd`."""

from __future__ import annotations

import operator
from builtins import range as builtins_range
from typing import Any, Sequence

import numpy as np

from histo_cl import _core
from histo_cl.axes import BINNINGS, Axis, axis_of_binning
from histo_cl.counting import SINGLE, DeviceLike, Elements, How, Task, device_of, options_of
from histo_cl.edges import axis_of_edges, even_axis_of_points
from histo_cl.layouts import Placed, place
from histo_cl.one_axis import identity_axes, last_edge_of
from histo_cl.samples import Array, Samples, samples_of, widened
from histo_cl.weights import weights_of

MOST_JOINT_AXES = 3
"""Of the library; further ones are joined by numpy."""


def _points(sample: Any) -> Any:
    """An (N, D) array, as numpy.histogramdd takes its argument for one."""
    shape = getattr(sample, "shape", None)
    if shape is not None and len(shape) == 2:
        return sample
    if isinstance(sample, np.ndarray):
        return np.atleast_2d(sample).T
    if any(isinstance(column, np.ma.MaskedArray) for column in sample):
        return np.ma.stack(sample, axis=1)
    return np.atleast_2d(np.asarray(sample)).T


def _columns(channels: Sequence[int] | None, width: int) -> tuple[int, ...]:
    if channels is None:
        return tuple(builtins_range(width))
    columns = tuple(operator.index(channel) for channel in channels)
    if not columns or min(columns) < 0 or max(columns) >= width or len(set(columns)) < len(columns):
        raise ValueError(f"channels {columns} are not different ones of 0 to {width - 1}")
    return columns


def bins_of(bins: Any, dimensions: int) -> Sequence[Any]:
    if isinstance(bins, BINNINGS):
        return [bins] * dimensions
    try:
        given = len(bins)
    except TypeError:
        return [bins] * dimensions
    if given != dimensions:
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    return bins  # type: ignore[no-any-return]


def _counted_points(points: Samples, columns: Sequence[int], mask: Any) -> Array | None:
    """The points of which no coordinate is masked, and that `mask` selects."""
    counted: Array | None = None
    if points.mask is not None:
        counted = np.asarray(points.mask[:, columns].all(axis=1))
    if mask is None:
        return counted
    selected = np.asarray(mask)
    if selected.dtype != np.bool_:
        raise TypeError(f"mask is of {selected.dtype}, not of bool: True where a point is counted")
    if selected.shape != points.array.shape[:1]:
        raise ValueError(f"mask has the shape {selected.shape}, and there are {len(points.array)} points")
    return selected if counted is None else counted & selected


def _ends(column: Array, counted: Array | None, range: Any) -> tuple[Any, Any]:
    """The outer edges of even bins, by numpy's rules."""
    if range is not None:
        first, last = range
        if first > last:
            raise ValueError("max must be larger than min in range parameter.")
        if not (np.isfinite(first) and np.isfinite(last)):
            raise ValueError(f"supplied range of [{first}, {last}] is not finite")
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


def _axis(
    place: int, bins: Any, sample: Samples, column: int, counted: Array | None, range: Any, inclusive: bool, joint: bool
) -> Axis:
    if isinstance(bins, BINNINGS):
        if range is not None:
            raise ValueError(f"`bins[{place}]` has its own range: leave out `range[{place}]`")
        return axis_of_binning(bins, sample.type, joint)
    if np.ndim(bins) == 0:
        if bins < 1:
            raise ValueError(f"`bins[{place}]` must be positive, when an integer")
        first, last = _ends(sample.array[:, column], counted, range)
        try:
            count = operator.index(bins)
        except TypeError as error:
            raise TypeError(f"`bins[{place}]` must be an integer, when a scalar") from error
        return even_axis_of_points(sample.type, sample.dtype, count, first, last, inclusive, joint)
    if np.ndim(bins) != 1:
        raise ValueError(f"`bins[{place}]` must be a scalar or 1d array")
    edges = np.asarray(bins)
    if np.any(edges[:-1] > edges[1:]):
        raise ValueError(f"`bins[{place}]` must be monotonically increasing, when an array")
    return axis_of_edges(sample.dtype, edges, inclusive)


def _placed(points: Array, mask: Array | None, weights: Array | None) -> tuple[Placed, str]:
    """Points in rows or in columns where they are, or copied into rows; and the order of their coordinates."""
    count, width = points.shape
    size = points.itemsize
    outer, inner = points.strides
    mask = None if mask is None else np.ascontiguousarray(mask).view(np.uint8)
    weights = None if weights is None else np.ascontiguousarray(weights)
    if count > 1 and width > 1 and outer == size and inner >= count * size and inner % size == 0:
        return Placed(points, 0, False, _core.Shape(count=count, plane_pitch=inner), mask, weights), "planar"
    shape = _core.Shape(count=count)
    if count > 1 and (width == 1 or inner == size) and outer > width * size and outer % size == 0:
        return Placed(points, outer, False, shape, mask, weights), "interleaved"
    return Placed(np.ascontiguousarray(points), 0, False, shape, mask, weights), "interleaved"


def _count_joint(
    samples: Samples,
    columns: tuple[int, ...],
    counted: Array | None,
    weights: Array | None,
    axes: tuple[Axis, ...],
    how: How,
) -> Array:
    points = samples.array
    width = points.shape[1]
    if width > _core.max_channels:
        points, width = points[:, columns], len(columns)
        columns = tuple(builtins_range(width))
    placed, order = _placed(points, counted, weights)
    elements = Elements(width, columns, order, joint=len(axes) > 1)
    task = Task(placed, samples.type, axes, elements, how)
    counts = task.counts().reshape([task.extent(axis) for axis in builtins_range(len(axes))])
    for dimension, axis in enumerate(axes):
        counts = axis.spread(counts, dimension)
    return counts


def _count_many_axes(
    samples: Samples,
    columns: tuple[int, ...],
    counted: Array | None,
    weights: Array | None,
    axes: tuple[Axis, ...],
    how: How,
) -> Array:
    """numpy finds each point's bin, and the library counts these."""
    if how.out_of_range != "dropped" or any(axis.edges is None for axis in axes):
        raise ValueError(f"more than {MOST_JOINT_AXES} axes take bins with edges, and out_of_range='dropped'")
    points = samples.array if counted is None else samples.array[counted]
    inside = np.ones(len(points), np.bool_)
    cell: Array = np.zeros(len(points), np.int64)
    for column, axis in zip(columns, axes):
        assert axis.edges is not None
        values = points[:, column]
        bins = np.searchsorted(axis.edges, values, side="right") - 1
        if how.last_edge == "inclusive":
            bins[values == axis.edges[-1:]] = axis.bins - 1
        inside &= (bins >= 0) & (bins < axis.bins)
        cell = cell * axis.bins + bins
    if weights is not None:
        weights = weights if counted is None else weights[counted]
    shape = [axis.bins for axis in axes]
    placed, how = place(cell, inside, weights), how._replace(last_edge="exclusive")
    cells = identity_axes(int(np.prod(shape)))
    counts = [Task(placed, "i64", (axis,), SINGLE, how).counts() for axis in cells]
    return np.concatenate(counts).reshape(shape)


def density_of(counts: Array, edges: Sequence[Array]) -> Array:
    """Counts as densities."""
    total = counts.sum()
    for dimension, each in enumerate(edges):
        shape = [1] * len(edges)
        shape[dimension] = len(each) - 1
        counts = counts / np.diff(each).reshape(shape)
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
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> tuple[Array, tuple[Axis, ...]]:
    """The counts of `histogramdd` as integers, or the sums of weights in their own type; and the axes."""
    samples = widened(samples_of(_points(sample)))
    count, width = samples.array.shape
    columns = _columns(channels, width)
    dimensions = len(columns)
    counted = _counted_points(samples, columns, mask)
    bins = bins_of(bins, dimensions)
    if range is None:
        range = (None,) * dimensions
    elif len(range) != dimensions:
        raise ValueError("range argument must have one entry per dimension")
    last_edge = last_edge_of(last_edge, *bins)
    inclusive = last_edge == "inclusive"
    axes = tuple(
        _axis(each, bins[each], samples, columns[each], counted, range[each], inclusive, dimensions > 1)
        for each in builtins_range(dimensions)
    )
    if weights is not None:
        weights = weights_of(weights, (count,))
    how = How(last_edge, out_of_range, device_of(device), options_of(options, variant))
    if dimensions <= MOST_JOINT_AXES:
        return _count_joint(samples, columns, counted, weights, axes, how), axes
    return _count_many_axes(samples, columns, counted, weights, axes, how), axes


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
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> tuple[Array, Any]:
    """Count points into bins of several axes: `numpy.histogramdd`, with the same results.

    Parameters
    ----------
    sample : (N, D) array, or D arrays of N coordinates
        An array in rows or in columns is counted where it is.
    bins : int, or D of int, array_like or Binning
        As those of `histogram`, one for each axis.
    range : sequence of D (float, float) or None, optional
        The ends of even bins.
    density : bool, optional
        Return densities.
    weights : (N,) array_like, optional
        A weight for each point.
    channels : sequence of int, optional
        The columns of an (N, D) array that are the axes, such as ``(2, 0)``, instead of all; D is at most 4.
    mask : (N,) array_like of bool, optional
        True where a point is counted.
    last_edge, out_of_range, device, variant, options
        As those of `histogram`. With "counted" each axis has three more bins.

    Returns
    -------
    counts : array of float64
    edges : list of arrays (a tuple with NumPy 2)

    Raises
    ------
    ValueError, TypeError, Error
        As `histogram`.

    Notes
    -----
    The library joins up to three axes, of at most 2**24 bins together. For more axes numpy finds the bins of each, and
    the library counts them.

    Examples
    --------
    >>> import numpy, histo_cl
    >>> points = numpy.array([[0.1, 5.0], [0.6, 5.0], [0.7, 25.0]])
    >>> histo_cl.histogramdd(points, bins=[2, [0, 10, 30]], range=[(0, 1), None])[0]
    array([[1., 0.],
           [1., 1.]])
    """
    if weights is not None:
        weights = np.asarray(weights)
        weights = weights_of(weights, weights.shape).astype(np.float64, copy=False)
    counts, axes = sums(
        sample,
        bins,
        range,
        weights,
        channels=channels,
        mask=mask,
        last_edge=last_edge,
        out_of_range=out_of_range,
        device=device,
        variant=variant,
        options=options,
    )
    counts = counts.astype(float, copy=False)
    if density:
        if out_of_range != "dropped" or any(axis.edges is None for axis in axes):
            raise ValueError("density takes bins with edges, and out_of_range='dropped'")
        counts = density_of(counts, [axis.edges for axis in axes if axis.edges is not None])
    edges = [None if axis.edges is None else axis.edges.copy() for axis in axes]
    return counts, edges if np.lib.NumpyVersion(np.__version__) < "2.0.0b1" else tuple(edges)


def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: bool | None = None, weights: Any = None, **keywords: Any
) -> tuple[Array, Any, Any]:
    """Count points into bins of two axes: `numpy.histogram2d`, with the same results.

    Parameters
    ----------
    x, y : (N,) array_like
        The coordinates.
    bins : int, array_like, [int, int], [array, array] or binnings
        As those of `histogram`, for both axes or for each.
    range : [[float, float], [float, float]], optional
        The ends of even bins.
    density, weights, **keywords
        As those of `histogramdd`.

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
    """
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    try:
        given = 1 if isinstance(bins, BINNINGS) else len(bins)
    except TypeError:
        given = 1
    if given not in (1, 2):
        bins = [np.asarray(bins)] * 2
    counts, edges = histogramdd([x, y], bins, range, density, weights, **keywords)
    return counts, edges[0], edges[1]

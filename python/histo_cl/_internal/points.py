"""Points of joint histograms. Coordinates are read in place if possible."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, Plain, selection, without
from histo_cl._internal.counting import Elements
from histo_cl._internal.layouts import Placed, batch, bytes_of, forward, in_memory_order
from histo_cl._internal.samples import TYPES, Samples, samples_of, widened


class Points(NamedTuple):
    """Points with one or more coordinates: N points, or an array of points of any shape."""

    whole: Array | None
    """An (N, W) array of which some columns are the coordinates; None if the coordinates are separate arrays."""
    active: tuple[int, ...]
    """The counted columns of `whole`, in this order."""
    columns: tuple[Array, ...]
    """The counted coordinates: an array of the points' shape for each axis."""
    type: str
    dtypes: tuple[np.dtype[Any], ...]
    """The type of each coordinate for which its edges are computed. They differ only if they are dates."""
    counted: Array | None
    """True for the points that are counted; None if all are."""


def shape_of(sample: Plain | list[Plain]) -> tuple[int, ...]:
    """The shape of the points: (N,), or the shape to which coordinates of several dimensions broadcast."""
    if isinstance(sample, Plain):
        return sample.values.shape[:1]
    shapes = [each.values.shape for each in sample]
    if len(set(shapes)) == 1:
        return shapes[0]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise ValueError(f"coordinates of the shapes {shapes} do not broadcast") from error
    if len(shape) == 1:
        raise ValueError(f"coordinates of one dimension are arrays of one length, and have the shapes {shapes}")
    return shape


def points_of(
    sample: Plain | list[Plain], channels: Sequence[int] | None, mask: Any, hidden: Array | None = None
) -> Points:
    """Make points from an (N, D) array, or D arrays of coordinates. `hidden`: True for points to leave out.

    `channels`: the channels that `joint_axes` has checked.
    """
    shape = shape_of(sample)
    counted = without(selection(mask, shape, "point"), hidden)
    if isinstance(sample, list):
        given = sample if channels is None else [sample[each] for each in channels]
        counted = without(counted, *(None if each.missing is None else np.broadcast_to(each.missing, shape) for each in given))
        columns = _of_one_type(given)
        arrays = tuple(e.array if e.array.shape == shape else np.broadcast_to(e.array, shape) for e in columns)
        return Points(None, (), arrays, columns[0].type, tuple(e.dtype for e in columns), counted)
    samples = widened(samples_of(sample))
    active = _active(channels, samples.array.shape[1])
    whole = None if samples.mask is None else ~np.asarray(samples.mask[:, active].all(axis=1))
    arrays = tuple(samples.array[:, each] for each in active)
    return Points(samples.array, active, arrays, samples.type, (samples.dtype,) * len(active), without(counted, whole))


def placed(points: Points, weights: Array | None, joint: bool) -> tuple[Placed, Elements]:
    """Place points without a copy if possible: in rows, in planes, or as separate arrays.

    If an array has more columns than the library allows separate arrays, its counted columns become separate arrays.
    """
    mask = bytes_of(points.counted)
    shape = _core.Shape(count=len(points.columns[0]))
    whole = points.whole
    if whole is None or whole.shape[1] > _core.max_arrays:
        return separate(points.columns, points.counted, weights, joint)
    (count, width), (outer, inner), size = whole.shape, whole.strides, whole.itemsize
    order, stride = "interleaved", 0
    if count > 1 and width > 1 and outer == size and inner >= count * size and inner % size == 0:
        order, shape = "planar", _core.Shape(count=count, plane_pitch=inner)
    elif count > 1 and (width == 1 or inner == size) and outer > width * size and outer % size == 0:
        stride = outer
    else:
        whole = np.ascontiguousarray(whole)
    return Placed(whole, stride, False, shape, mask, weights), Elements(width, points.active, order, (), joint)


def separate(
    columns: tuple[Array, ...], counted: Array | None, weights: Array | None, joint: bool
) -> tuple[Placed, Elements]:
    """Place elements whose channels are separate arrays. All arrays have one shape."""
    *columns_in_order, counted, weights = in_memory_order((*columns, counted, weights))
    columns = tuple(forward(each) for each in columns_in_order)
    arrays = tuple((TYPES[each.dtype], each.strides[0]) for each in columns)
    shape = _core.Shape(count=len(columns[0]))
    elements = Elements(len(columns), (), "separate", arrays, joint)
    return Placed(columns, 0, False, shape, bytes_of(counted), weights), elements


def batch_of(
    columns: tuple[Array, ...], counted: Array | None, weights: Array | None, axes: tuple[int, ...], joint: bool
) -> tuple[Placed, Elements, tuple[int, ...]]:
    """A batch whose channels are separate arrays, and the lengths of the axes other than `axes`."""
    placed, kept = batch(columns, counted, weights, axes)
    types = tuple((TYPES[each.dtype], each.itemsize) for each in columns)
    return placed, Elements(len(columns), (), "separate", types, joint, "segments"), kept


def _of_one_type(columns: list[Plain]) -> list[Samples]:
    """The coordinates, in a type that can represent all of them. Dates keep their units."""
    dtypes = [each.values.dtype for each in columns]
    if len(set(dtypes)) == 1 or all(dtype.kind in "mM" for dtype in dtypes):
        return [widened(samples_of(each)) for each in columns]
    if any(dtype.kind in "mM" for dtype in dtypes):
        types = " and ".join(map(str, dtypes))
        raise TypeError(f"coordinates of {types} are not joined: give dates as numbers, with edges of the same kind")
    common = np.result_type(*dtypes)
    return [widened(samples_of(each.values.astype(common, copy=False))) for each in columns]


def _active(channels: Sequence[int] | None, width: int) -> tuple[int, ...]:
    return tuple(range(width) if channels is None else channels)

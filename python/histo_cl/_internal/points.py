"""Points of joint histograms; their coordinates are read in place where possible."""

from __future__ import annotations

from typing import Any, NamedTuple, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, Plain, columns_of_masks, selection
from histo_cl._internal.counting import Elements
from histo_cl._internal.layouts import Placed, batch, bytes_of, forward
from histo_cl._internal.samples import TYPES, samples_of, widened


class Points(NamedTuple):
    """N points with one or more coordinates."""

    whole: Array | None
    """An (N, W) array of which some columns are the coordinates; None if the coordinates are separate arrays."""
    active: tuple[int, ...]
    """The counted columns of `whole`, in this order."""
    columns: tuple[Array, ...]
    """The counted coordinates: an array of N for each axis."""
    type: str
    dtype: np.dtype[Any]
    counted: Array | None
    """True for the points that are counted; None if all are."""


def points_of(
    sample: Plain | list[Plain], channels: Sequence[int] | None, mask: Any, hidden: Array | None = None
) -> Points:
    """Make points from an (N, D) array, or D arrays of coordinates. `hidden`: True for points to leave out.

    `channels`: those of `joint_axes`, which has checked them.
    """
    if isinstance(sample, list):
        arrays = _separate_arrays(sample)
        if arrays is not None:
            active = _active(channels, len(arrays))
            columns = tuple(arrays[each] for each in active)
            counted = without(selection(mask, columns[0].shape, "point"), hidden, None)
            dtype = columns[0].dtype
            return Points(None, active, columns, TYPES[dtype], dtype, counted)
        sample = _rows(sample)
    samples = widened(samples_of(sample))
    count, width = samples.array.shape
    active = _active(channels, width)
    counted = selection(mask, (count,), "point")
    whole = None if samples.mask is None else ~np.asarray(samples.mask[:, active].all(axis=1))
    columns = tuple(samples.array[:, each] for each in active)
    return Points(samples.array, active, columns, samples.type, samples.dtype, without(counted, hidden, whole))


def without(selected: Array | None, *hidden: Array | None) -> Array | None:
    for each in hidden:
        if each is not None:
            selected = ~each if selected is None else selected & ~each
    return selected


def placed(points: Points, weights: Array | None, joint: bool) -> tuple[Placed, Elements]:
    """Place points without a copy where possible: in rows, in planes, or as separate arrays.

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
    columns = tuple(forward(each) for each in columns)
    arrays = tuple((TYPES[each.dtype], each.strides[0]) for each in columns)
    shape = _core.Shape(count=len(columns[0]))
    counted, weights = (None if each is None else each.reshape(-1) for each in (counted, weights))
    elements = Elements(len(columns), (), "separate", arrays, joint)
    return Placed(columns, 0, False, shape, bytes_of(counted), weights), elements


def batch_of(
    columns: tuple[Array, ...], counted: Array | None, weights: Array | None, axes: tuple[int, ...], joint: bool
) -> tuple[Placed, Elements, tuple[int, ...]]:
    """A batch whose channels are separate arrays, and the lengths of the axes other than `axes`."""
    placed, kept = batch(columns, counted, weights, axes)
    types = tuple((TYPES[each.dtype], each.itemsize) for each in columns)
    return placed, Elements(len(columns), (), "separate", types, joint, "segments"), kept


def _is_forward(column: Array) -> bool:
    """Whether a column can be counted in place: its stride is positive and a multiple of the sample's size."""
    return column.strides[0] > 0 and column.strides[0] % column.itemsize == 0


def _rows(columns: list[Plain]) -> Plain:
    """Copy the coordinates to one array, in a type that can hold them all."""
    kinds = {"date" if each.values.dtype.kind in "mM" else "number" for each in columns}
    if len(kinds) > 1:
        types = " and ".join(str(each.values.dtype) for each in columns)
        raise TypeError(f"coordinates of {types} are not joined: give dates as numbers, with edges of the same kind")
    shapes = [each.values.shape for each in columns]
    if len(set(shapes)) > 1 or len(shapes[0]) != 1:
        raise ValueError(f"coordinates are arrays of one dimension and length, and have the shapes {shapes}")
    values = np.stack([each.values for each in columns], axis=1)
    return Plain(values, columns_of_masks(columns))


def _separate_arrays(sample: list[Plain]) -> tuple[Array, ...] | None:
    """The arrays, if they can be counted in place as separate arrays; None if they have to be copied.

    They can if there are 2 to 4, of one type and one length of at least 2, with positive strides of whole samples, and
    without missing values.
    """
    if not 2 <= len(sample) <= _core.max_arrays:
        return None
    first = sample[0].values
    for values, missing, *_ in sample:
        if missing is not None or values.ndim != 1 or values.dtype not in TYPES:
            return None
        if values.dtype != first.dtype or len(values) != len(first) or len(values) < 2:
            return None
        if not _is_forward(values):
            return None
    return tuple(each.values for each in sample)


def _active(channels: Sequence[int] | None, width: int) -> tuple[int, ...]:
    return tuple(range(width) if channels is None else channels)

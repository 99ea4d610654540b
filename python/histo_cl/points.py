"""Points: the coordinates of joint histograms, where they are in memory."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, Sequence

import numpy as np

from histo_cl import _core
from histo_cl.counting import Elements
from histo_cl.layouts import Placed
from histo_cl.samples import TYPES, Array, samples_of, widened


class Points(NamedTuple):
    """N points of several coordinates."""

    whole: Array | None
    """An (N, W) array of which some columns are the coordinates; None if these are arrays of their own."""
    active: tuple[int, ...]
    """The columns of `whole` that are counted, in this order."""
    columns: tuple[Array, ...]
    """The coordinates that are counted."""
    type: str
    dtype: np.dtype[Any]
    counted: Array | None
    """True for the points that are counted; None if all are."""


def points_of(sample: Any, channels: Sequence[int] | None, mask: Any) -> Points:
    """The points that numpy.histogramdd takes its argument for."""
    separate = _separate_arrays(sample)
    if separate is not None:
        active = _active(channels, len(separate))
        columns = tuple(separate[each] for each in active)
        counted = _selected(mask, len(columns[0]))
        dtype = columns[0].dtype
        return Points(None, active, columns, TYPES[dtype], dtype, counted)
    samples = widened(samples_of(_rows(sample)))
    count, width = samples.array.shape
    active = _active(channels, width)
    counted = _selected(mask, count)
    if samples.mask is not None:
        whole = np.asarray(samples.mask[:, active].all(axis=1))
        counted = whole if counted is None else counted & whole
    columns = tuple(samples.array[:, each] for each in active)
    return Points(samples.array, active, columns, samples.type, samples.dtype, counted)


def placed(points: Points, weights: Array | None) -> tuple[Placed, Elements]:
    """Points where they are: in rows, in columns, or in arrays of their own, as columns of wide arrays are."""
    mask = None if points.counted is None else np.ascontiguousarray(points.counted).view(np.uint8)
    weights = None if weights is None else np.ascontiguousarray(weights)
    joint = len(points.columns) > 1
    shape = _core.Shape(count=len(points.columns[0]))
    whole = points.whole
    if whole is None or whole.shape[1] > _core.max_arrays:
        columns = tuple(each if _is_forward(each) else np.ascontiguousarray(each) for each in points.columns)
        arrays = tuple((points.type, each.strides[0]) for each in columns)
        return Placed(columns, 0, False, shape, mask, weights), Elements(len(columns), (), "separate", arrays, joint)
    (count, width), (outer, inner), size = whole.shape, whole.strides, whole.itemsize
    order, stride = "interleaved", 0
    if count > 1 and width > 1 and outer == size and inner >= count * size and inner % size == 0:
        order, shape = "planar", _core.Shape(count=count, plane_pitch=inner)
    elif count > 1 and (width == 1 or inner == size) and outer > width * size and outer % size == 0:
        stride = outer
    else:
        whole = np.ascontiguousarray(whole)
    return Placed(whole, stride, False, shape, mask, weights), Elements(width, points.active, order, (), joint)


def _is_forward(column: Array) -> bool:
    """Whether an array of strides in whole samples can be counted where it is."""
    return column.strides[0] > 0 and column.strides[0] % column.itemsize == 0


def _rows(sample: Any) -> Any:
    shape = getattr(sample, "shape", None)
    if shape is not None and len(shape) == 2:
        return sample
    if isinstance(sample, np.ndarray):
        return np.atleast_2d(sample).T
    if any(isinstance(column, np.ma.MaskedArray) for column in sample):
        return np.ma.stack(sample, axis=1)
    return np.atleast_2d(np.asarray(sample)).T


def _separate_arrays(sample: Any) -> tuple[Array, ...] | None:
    """A sequence of arrays of one type and length, none turned round; None for all else, which is copied."""
    if not isinstance(sample, (list, tuple)) or not 2 <= len(sample) <= _core.max_arrays:
        return None
    first = sample[0]
    for each in sample:
        if type(each) is not np.ndarray or each.ndim != 1 or each.dtype not in TYPES:
            return None
        if each.dtype != first.dtype or len(each) != len(first) or len(each) < 2:
            return None
        if not _is_forward(each):
            return None
    return tuple(sample)


def _active(channels: Sequence[int] | None, width: int) -> tuple[int, ...]:
    if channels is None:
        return tuple(range(width))
    active = tuple(operator.index(channel) for channel in channels)
    if not active or min(active) < 0 or max(active) >= width or len(set(active)) < len(active):
        raise ValueError(f"channels {active} are not different ones of 0 to {width - 1}")
    return active


def _selected(mask: Any, count: int) -> Array | None:
    if mask is None:
        return None
    selected = np.asarray(mask)
    if selected.dtype != np.bool_:
        raise TypeError(f"mask is of {selected.dtype}, not of bool: True where a point is counted")
    if selected.shape != (count,):
        raise ValueError(f"mask has the shape {selected.shape}, and there are {count} points")
    return selected

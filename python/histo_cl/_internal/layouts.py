"""Layouts describe to the library how an array's samples lie in memory, so that they need not be copied."""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array

FLAT = _core.Shape()


class Placed(NamedTuple):
    """Samples in memory, and the parts of a problem and a shape that describe them."""

    array: Array | tuple[Array, ...]
    """One array, or one for each channel."""
    stride: int
    """Bytes from one element to the next; 0: packed."""
    rows: bool
    shape: _core.Shape
    mask: Array | None
    """One byte for each element, packed, in the order of `array`; or None."""
    weights: Array | None
    """A weight for each element, in the order of `array`, or None. Strides are arbitrary before with_weights() is
    called."""
    weight_stride: int = 0
    weights_per: str = "element"


def _in_memory_order(array: Array) -> tuple[tuple[int, ...], tuple[slice, ...]]:
    """The axes by decreasing stride, and slices that reverse axes with negative strides."""
    strides = array.strides
    order = tuple(sorted(range(array.ndim), key=lambda axis: -abs(strides[axis])))
    turns = tuple(slice(None, None, -1 if stride < 0 else 1) for stride in strides)
    return order, turns


def _merged(shape: tuple[int, ...], *strides: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Merge axes, so that as few as possible remain, with the same elements in the same order. Returns the length of
    each merged axis, and its stride in each array."""
    axes: list[tuple[int, tuple[int, ...]]] = []
    for length, *own in zip(shape, *strides):
        if length == 1:
            continue
        if axes and all(outer == length * stride for outer, stride in zip(axes[-1][1], own)):
            axes[-1] = (axes[-1][0] * length, tuple(own))
        else:
            axes.append((length, tuple(own)))
    return axes


class Layout(NamedTuple):
    """How the elements of an array lie in memory, as members of a problem and a shape."""

    stride: int
    """Bytes from one element to the next; 0: packed."""
    rows: bool
    shape: _core.Shape


def layout_of(shape: tuple[int, ...], strides: tuple[int, ...], item: int, channels: int = 1) -> Layout | None:
    """The layout of elements that are in the order of their addresses. An element has `channels` samples of `item`
    bytes.

    None if more than two axes remain after merging, or if strides are not multiples of the sample's size.
    """
    axes = _merged(shape, strides)
    if len(axes) > 2 or any(stride < item * channels or stride % item for _, (stride,) in axes):
        return None
    if len(axes) == 0:
        return Layout(0, False, _core.Shape(count=1))
    width, (stride,) = axes[-1]
    stride = 0 if stride == item * channels else stride
    if len(axes) == 1:
        return Layout(stride, False, _core.Shape(count=width))
    height, (pitch,) = axes[0]
    return Layout(stride, True, _core.Shape(width=width, height=height, pitch=pitch))


def in_memory_order(arrays: tuple[Array | None, ...]) -> tuple[Any, ...]:
    """Arrays of one shape as 1-D arrays, in the order in which the first array lies in memory; views if possible."""
    assert arrays[0] is not None
    if arrays[0].ndim == 1 and arrays[0].strides[0] > 0:
        return arrays
    order, turns = _in_memory_order(arrays[0])
    return tuple(None if each is None else each[turns].transpose(order).reshape(-1) for each in arrays)


def forward(array: Array) -> Array:
    """The elements as a 1-D array, in the array's order, with a positive stride of whole elements; a view if
    possible."""
    flat = array.reshape(-1)
    return flat if flat.strides[0] > 0 and flat.strides[0] % flat.itemsize == 0 else flat.copy()


def bytes_of(mask: Array | None) -> Array | None:
    return None if mask is None else np.ascontiguousarray(mask).view(np.uint8)


def _packed(array: Array, mask: Array | None, weights: Array | None) -> Placed:
    return Placed(np.ascontiguousarray(array), 0, False, FLAT, bytes_of(mask), weights)


def with_weights(placed: Placed, weights: Array) -> Placed:
    """Add weights to the elements of one histogram. Weights are used in place if a layout can describe their strides.

    Otherwise they are copied. Weights of an array's rows or columns, whose stride along the other axis is 0, are not
    copied.
    """
    if weights.flags.c_contiguous:
        return placed._replace(weights=weights)
    copied = placed._replace(weights=np.ascontiguousarray(weights))
    if any(stride < 0 or stride % weights.itemsize for stride in weights.strides):
        return copied
    if weights.ndim == 1:
        stride = weights.strides[0]
        return placed._replace(weights=weights, weight_stride=stride) if stride > 0 else copied
    assert not isinstance(placed.array, tuple)  # with several arrays, weights are contiguous or 1-D
    axes = _merged(weights.shape, placed.array.strides, weights.strides)
    if len(axes) == 1 and axes[0][1][1] > 0:
        return placed._replace(weights=weights, weight_stride=axes[0][1][1])
    if len(axes) != 2 or not any(strides[1] for _, strides in axes):
        return copied
    (height, (pitch, weight_pitch)), (width, (stride, weight_stride)) = axes
    return placed._replace(
        stride=0 if stride == placed.array.itemsize else stride,
        rows=True,
        shape=_core.Shape(width=width, height=height, pitch=pitch, weight_pitch=weight_pitch),
        weights=weights,
        weight_stride=weight_stride,
        weights_per="row" if weight_stride == 0 else "column" if weight_pitch == 0 else "element",
    )


def place(array: Array, mask: Array | None = None, weights: Array | None = None) -> Placed:
    """Place the elements in the order in which they lie in memory, in place if a layout can describe their strides.

    Arrays are used in place if their axes can be merged to one or two, with strides that are multiples of the sample's
    size: any contiguous or transposed array, and slices of 1-D and 2-D arrays, reversed or not. Other arrays are
    copied. Mask and weights must have the array's shape, and are reordered like the samples.
    """
    if array.flags.c_contiguous:
        return _packed(array, mask, weights)
    order, turns = _in_memory_order(array)

    def arranged(other: Any) -> Any:
        return None if other is None else other[turns].transpose(order)

    array, mask, weights = arranged(array), arranged(mask), arranged(weights)
    layout = None if array.flags.c_contiguous else layout_of(array.shape, array.strides, array.itemsize)
    if layout is None:
        return _packed(array, mask, weights)
    return Placed(array, *layout, bytes_of(mask), weights)


def each_of(array: Array | tuple[Array, ...], change: Callable[[Array], Array]) -> Array | tuple[Array, ...]:
    """The changed array, or a tuple of the changed arrays."""
    return tuple(change(each) for each in array) if isinstance(array, tuple) else change(array)


def first_of(array: Array | tuple[Array, ...]) -> Array:
    return array[0] if isinstance(array, tuple) else array


def batch(
    array: Array | tuple[Array, ...], mask: Array | None, weights: Array | None, axes: tuple[int, ...]
) -> tuple[Placed, tuple[int, ...]]:
    """Views of arrays of one shape, with `axes` moved last, and the lengths of the other axes. packed() may copy the
    views."""

    def moved(other: Any) -> Any:
        return None if other is None else np.moveaxis(other, axes, range(-len(axes), 0))

    views = each_of(array, moved)
    first = first_of(views)
    return Placed(views, 0, False, FLAT, moved(mask), moved(weights)), first.shape[: first.ndim - len(axes)]


def packed(batch: Placed, kept: int) -> Placed:
    """Place a batch so that the samples of each histogram are contiguous. The first `kept` axes number the
    histograms."""
    array, mask, weights = batch.array, batch.mask, batch.weights
    shape = first_of(array).shape[:kept]
    segment = math.prod(first_of(array).shape[kept:])
    if segment == 0:  # histograms without samples: each gets a sample that is not counted
        array, mask, segment = each_of(array, lambda each: np.zeros(shape, each.dtype)), np.zeros(shape, np.bool_), 1
        weights = None if weights is None else np.zeros(shape, weights.dtype)
    whole = _core.Shape(count=first_of(array).size, segment=segment)
    weights = None if weights is None else np.ascontiguousarray(weights)
    return Placed(each_of(array, np.ascontiguousarray), 0, False, whole, bytes_of(mask), weights)


def part(batch: Placed, at: tuple[slice, ...]) -> Placed:
    """The elements of a batch in these slices of its first axes."""
    mask, weights = (None if each is None else each[at] for each in (batch.mask, batch.weights))
    return batch._replace(array=each_of(batch.array, lambda each: each[at]), mask=mask, weights=weights)


def blocks(lengths: tuple[int, ...], max_elements: int) -> list[tuple[slice, ...]]:
    """Slices that divide an array with these lengths into parts of at most `max_elements` elements, in order."""
    rest = math.prod(lengths)
    for axis, length in enumerate(lengths):
        rest //= length
        if rest <= max_elements:
            step = max_elements // rest
            outer = [tuple(slice(each, each + 1) for each in at) for at in np.ndindex(lengths[:axis])]
            return [(*at, slice(start, start + step)) for at in outer for start in range(0, length, step)]
    return [()]

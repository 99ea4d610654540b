"""Histograms and maps of pyopencl arrays, computed on the device that has the array."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pyopencl as cl
import pyopencl.array

from histo_cl import _core
from histo_cl._internal.arguments import Bins
from histo_cl._internal.counting import NO_OPTIONS
from histo_cl._internal.one_axis import axis_of
from histo_cl._internal.result import Histogram
from histo_cl._internal.samples import TYPES, samples_of
from histo_cl.plan import Plan


def histogram_of(array: Any, bins: Any, range: Any) -> Histogram:
    """The histogram of a device array. Compiles a kernel for these bins."""
    queue = _queue_of(array)
    axis = axis_of(samples_of(np.empty(0, array.dtype)), Bins(bins, range, None), False, inclusive=True)
    plan = Plan(queue, array.dtype, axis.binning, last_edge="inclusive", counter=np.uint64)
    return Histogram(axis.spread(plan(queue, array)[1].get(), 0), axis.edges)


def extremes(array: Any) -> tuple[Any, Any] | None:
    """The smallest and the largest finite sample; None if no sample is finite. Integers beyond 2**53 are rounded
    outwards to float64."""
    queue = _queue_of(array)
    if not array.flags.forc:
        raise ValueError("arrays on a device are contiguous here")
    found = _summary(queue.context, queue.device, array.dtype).extremes(
        queue.int_ptr,
        array.base_data.int_ptr,
        array.offset // array.dtype.itemsize,
        array.size,
        [each.int_ptr for each in array.events],
    )
    if found is None:
        return None
    if array.dtype.kind == "f":
        return array.dtype.type(found[0]), array.dtype.type(found[1])
    limits = np.iinfo(array.dtype)
    return max(_outwards(found[0], -math.inf), int(limits.min)), min(_outwards(found[1], math.inf), int(limits.max))


def _outwards(end: float, towards: float) -> int:
    return int(end if abs(end) < 2**53 else math.nextafter(end, towards))


@functools.lru_cache(maxsize=8)
def _summary(context: Any, device: Any, dtype: np.dtype[Any]) -> _core.SummaryPlan:
    if dtype not in TYPES:
        raise TypeError(f"samples of {dtype} are not counted: {', '.join(str(each) for each in TYPES)} are")
    return _core.SummaryPlan(context.int_ptr, device.int_ptr, TYPES[dtype])


def mapped(
    image: Any, rule: str, reference: Any = None, clip_limit: float = 0.0, tiles: tuple[int, int] | None = None
) -> Any:
    """Map an image to levels that follow from its counts, or from the counts of each tile (`tiles`: the numbers of
    tiles in x and in y).

    Returns a new device array, without waiting for the device.
    """
    queue = _queue_of(image)
    height, width = (1, image.size) if tiles is None else image.shape
    for each in (image, reference):
        if each is not None and not each.flags.c_contiguous:
            raise ValueError("images on a device are contiguous")
    if image.size == 0:
        return image.copy()
    across, down = tiles or (1, 1)
    if height % down or width % across:
        raise ValueError(f"{width} x {height} pixels on a device are not divided evenly into {across} x {down} tiles")
    shape = _core.Shape(width=width, height=height, tile_width=width // across, tile_height=height // down)
    if tiles is None:
        shape = _core.Shape(count=image.size)
    counting, equalization, mapping = _plans(queue.context, queue.device, image.dtype, tiles is not None)
    levels = int(np.iinfo(image.dtype).max) + 1

    def memory(size: int) -> Any:
        return cl.Buffer(queue.context, cl.mem_flags.READ_WRITE, size)

    def counted(plan: _core.Plan, array: Any, shape: _core.Shape, histograms: int) -> tuple[Any, Any]:
        counts = memory(plan.count_bytes(histograms))
        event = plan.enqueue(
            queue.int_ptr,
            samples=[(_core.Memory.object(array.base_data.int_ptr), array.offset // array.dtype.itemsize)],
            shape=shape,
            counts=_core.Memory.object(counts.int_ptr),
            mask=None,
            weights=[],
            indices=None,
            accumulate=False,
            axes=[],
            wait_for=[each.int_ptr for each in array.events],
        )
        return counts, cl.Event.from_int_ptr(event, retain=False)

    counts, event = counted(counting, image, shape, across * down)
    others, events = None, [event]
    if reference is not None:
        others, event = counted(counting, reference, _core.Shape(count=reference.size), 1)
        events.append(event)
    maps = memory(4 * levels * across * down)
    event = equalization.enqueue(
        queue.int_ptr,
        counts=counts.int_ptr,
        bins=levels,
        histograms=across * down,
        maps=maps.int_ptr,
        rule=rule,
        clip_limit=clip_limit,
        reference=0 if others is None else others.int_ptr,
        wait_for=[each.int_ptr for each in events],
    )
    ready = cl.Event.from_int_ptr(event, retain=False)
    result = cl.array.empty(queue, image.shape, image.dtype)
    event = mapping.enqueue(
        queue.int_ptr,
        source=image.base_data.int_ptr,
        source_offset=image.offset // image.dtype.itemsize,
        destination=result.base_data.int_ptr,
        width=width,
        height=height,
        maps=maps.int_ptr,
        values=levels,
        tile_width=0 if tiles is None else width // across,
        tile_height=0 if tiles is None else height // down,
        wait_for=[ready.int_ptr],
    )
    result.add_event(cl.Event.from_int_ptr(event, retain=False))
    return result


@functools.lru_cache(maxsize=8)
def _plans(
    context: Any, device: Any, dtype: np.dtype[Any], tiled: bool
) -> tuple[_core.Plan, _core.EqualizationPlan, _core.MapPlan]:
    levels = int(np.iinfo(dtype).max) + 1
    problem = _core.Problem(
        TYPES[dtype], [_core.EvenBins(levels, 0, levels)], rows=tiled, batch="tiles" if tiled else "one", counter="u32"
    )
    return (
        _core.Plan(context.int_ptr, device.int_ptr, problem, NO_OPTIONS),
        _core.EqualizationPlan(context.int_ptr, device.int_ptr),
        _core.MapPlan(context.int_ptr, device.int_ptr, TYPES[dtype]),
    )


def _queue_of(array: Any) -> Any:
    if array.queue is None:
        raise ValueError("the array of pyopencl has no queue: give it one by with_queue()")
    return array.queue

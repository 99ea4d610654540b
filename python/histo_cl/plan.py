"""Counting data that is already on a device, with pyopencl's queues, events, buffers and arrays.

>>> import numpy, pyopencl, pyopencl.array  # doctest: +SKIP
>>> import histo_cl.plan  # doctest: +SKIP
>>> queue = pyopencl.CommandQueue(pyopencl.create_some_context(interactive=False))  # doctest: +SKIP
>>> plan = histo_cl.plan.Plan(queue, numpy.float32, 4, (0, 1))  # doctest: +SKIP
>>> samples = pyopencl.array.to_device(queue, numpy.float32([0.1, 0.2, 0.9]))  # doctest: +SKIP
>>> event, counts = plan(queue, samples)  # doctest: +SKIP
>>> counts.get()  # doctest: +SKIP
array([2, 0, 0, 1], dtype=uint32)
"""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

try:
    import pyopencl as cl
    import pyopencl.array
except ImportError as error:
    raise ImportError("histo_cl.plan needs pyopencl (Debian package python3-pyopencl)") from error

from histo_cl import _core
from histo_cl._internal import images
from histo_cl._internal.arguments import BINNINGS, Plain, joint_counters, one_axis
from histo_cl._internal.axes import Axis, axis_of_binning
from histo_cl._internal.counting import HALF_WIDTHS, NO_OPTIONS
from histo_cl._internal.edges import axis_of_edges, even_axis, even_axis_of_points
from histo_cl._internal.one_axis import last_edge_of
from histo_cl._internal.samples import TYPES
from histo_cl._internal.splitting import even

NUMPYS = {name: dtype for dtype, name in TYPES.items()}
WEIGHTS = {dtype: name for dtype, name in TYPES.items() if name not in ("u64", "i64")}


def _named(types: dict[np.dtype[Any], str], what: str, dtype: Any) -> str:
    if dtype == "bfloat16" and what == "samples":
        return "bf16"
    found = types.get(np.dtype(dtype))
    if found is None:
        raise TypeError(f"{what} of {np.dtype(dtype)}: there are {', '.join(str(each) for each in types)}")
    return found


def _axis(sample: str, dtype: np.dtype[Any], bins: Any, range: Any, joint: bool, inclusive: bool) -> Axis:
    _, checked = one_axis(Plain(np.empty(0, dtype)), bins, range)
    bins, range = checked.bins, checked.range
    if isinstance(bins, BINNINGS):
        return axis_of_binning(bins, sample, joint)
    if isinstance(bins, np.ndarray):
        return axis_of_edges(dtype, bins, inclusive)
    if isinstance(bins, str) or range is None:
        raise ValueError("a plan has not seen the samples: give a range for the number of bins, or edges")
    first, last = range
    if joint:
        return even_axis_of_points(sample, dtype, bins, float(first), float(last), inclusive, True)
    return even_axis(sample, dtype, bins, first, last, inclusive, False)


def _axes(sample: str, dtype: np.dtype[Any], bins: Any, range: Any, joint: bool, last_edge: str) -> list[Axis]:
    all_bins = list(bins) if joint else [bins]
    ranges = [None] * len(all_bins) if range is None else list(range) if joint else [range]
    if joint and len(all_bins) not in (2, 3):
        raise ValueError(f"a joint histogram has two or three axes, not {len(all_bins)}")
    if len(ranges) != len(all_bins):
        raise ValueError(f"{len(all_bins)} axes have {len(ranges)} ranges")
    axes = [_axis(sample, dtype, each, ends, joint, last_edge == "inclusive") for each, ends in zip(all_bins, ranges)]
    if joint:
        joint_counters([axis.bins for axis in axes], joined_by_library=True)
    if any(axis.kept is not None for axis in axes):
        raise ValueError("edges of a plan increase strictly")
    return axes


class Plan:
    """Compiled kernels that count samples on a device into bins, for any number of calls.

    Parameters
    ----------
    context_or_queue : pyopencl.Context or pyopencl.CommandQueue
        The device is the queue's, or the context's first.
    dtype : dtype or pyopencl.Image
        The type of the samples; ``"bfloat16"`` for the 16 bits of a bfloat16. If an image is given, the plan counts
        images of its kind and channel type; of normalized types it counts the stored integers.
    bins : int, array_like or Binning; with `joint` a list of two or three
        Like those of `histogram`.
    range : (float, float), optional
        The ends of even bins; with `joint` a list.
    weights : dtype, optional
        The type of a weight for each element: any type of samples except uint64, int64 and bfloat16.
    mask : bool
        Whether a byte for each element says if it is counted.
    channels : int, optional
        The number of interleaved samples per element: up to 65,536, of an image up to 4; by default the number of axes.
    active : sequence of int, optional
        The channels to count, in this order; by default all. Each has its own histogram, unless `joint`.
    joint : bool
        The active channels are the axes of one histogram.
    counter : {"u32", "u64", "u8", "u16", "f32"}
        The type of the counts: u32 or u64, or without weights u8 or u16, which stop at 255 and 65,535. Sums of weights
        have the type that follows from the weights; with "f32", sums of float weights are float32 instead of float64.
    accumulator, last_edge, out_of_range, options
        Like those of `histogram`.
    splitting : {"none", "linear", "interval"}
        Like that of `histogram`. With "interval" the active channels are the samples of all axes, then their half
        widths, and by default there are two channels for each axis. Sums are float64, or float32 if `counter` is "f32".
    max_samples : int
        Maximum number of elements of one call; 0 if unknown.

    Raises
    ------
    ValueError, TypeError, Error
        For invalid arguments, and if the device cannot count them.

    Attributes
    ----------
    edges : array or None; with `joint` a list of them
        None for custom bins.
    shape : tuple of int
        The shape of the counts.
    dtype : dtype
        The type of the counts.
    """

    def __init__(
        self,
        context_or_queue: Any,
        dtype: Any,
        bins: Any = 10,
        range: Any = None,
        *,
        weights: Any = None,
        mask: bool = False,
        channels: int | None = None,
        active: Sequence[int] | None = None,
        joint: bool = False,
        counter: str = "u32",
        accumulator: str = "sum",
        splitting: str = "none",
        last_edge: str | None = None,
        out_of_range: str = "dropped",
        options: _core.Options | None = None,
        max_samples: int = 0,
    ) -> None:
        self._context, device = _context_and_device(context_or_queue)
        self._image = images.image_of(dtype) if isinstance(dtype, cl.Image) else None
        if self._image is None:
            sample = _named(TYPES, "samples", dtype)
        else:
            sample = _core.stored_sample(self._image.channel_type)
        numpys = np.dtype(np.float32) if sample == "bf16" else NUMPYS[sample]
        last_edge = last_edge_of(last_edge, *(bins if joint else [bins]), splitting=splitting)
        axes = _axes(sample, numpys, bins, range, joint, last_edge)
        channels_per_axis = 2 if splitting == "interval" else 1
        if not joint:
            counted = len(active) if active is not None else channels or channels_per_axis
            axes = axes * (counted // channels_per_axis)
        if splitting != "none":
            axes = [even(axis) for axis in axes]
        half_widths = [HALF_WIDTHS] * (len(axes) * (channels_per_axis - 1))
        weight = None if weights is None else _named(WEIGHTS, "weights", weights)
        self._problem = _core.Problem(
            sample,
            [*(axis.binning for axis in axes), *half_widths],
            joint=joint,
            last_edge=last_edge,
            out_of_range=out_of_range,
            channels=channels or 0,
            active=() if active is None else active,
            rows=self._image is not None and self._image.rows,
            mask=mask,
            weights=weight,
            counter=None if (weight or splitting != "none") and counter in ("u32", "u64") else counter,
            accumulator=accumulator,
            splitting=splitting,
            max_samples=max_samples,
            image=self._image,
        )
        self._plan = _core.Plan(self._context.int_ptr, device.int_ptr, self._problem, options or NO_OPTIONS)
        self._sample = np.dtype(np.uint16) if sample == "bf16" else numpys
        self._channels = channels or len(axes) + len(half_widths)
        self._weight = None if weights is None else np.dtype(weights)
        self._mask = mask
        self.edges = [axis.edges for axis in axes] if joint else axes[0].edges
        extents = tuple(self._problem.extent(each) for each, _ in enumerate(axes))
        self.shape = extents if joint or len(axes) == 1 else (len(axes), extents[0])
        self.dtype = NUMPYS[self._problem.counter]

    def __call__(
        self,
        queue: Any,
        samples: Any,
        out: Any = None,
        wait_for: Sequence[Any] | None = None,
        *,
        weights: Any = None,
        mask: Any = None,
        count: int | None = None,
        accumulate: bool = False,
        axes: Sequence[int] = (),
    ) -> tuple[Any, Any]:
        """Enqueue the counting, without waiting for it.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            A queue of the plan's context and device, in order or out of order.
        samples : pyopencl.array.Array, pyopencl.Buffer or pyopencl.Image
            An array must be contiguous. An image requires a plan for such images, and is counted whole.
        out : pyopencl.array.Array, optional
            The array that receives the counts; by default a new array. Its buffer must have a multiple of 4 bytes.
        wait_for : sequence of pyopencl.Event, optional
            Events that the counting waits for, in addition to the arrays' own events.
        weights, mask : pyopencl.array.Array or pyopencl.Buffer
            One for each element, if the plan has them.
        count : int, optional
            How many elements of an array or a buffer are counted; by default all.
        accumulate : bool
            Add to `out`.
        axes : sequence of int
            The rows of the counts that this call counts, in increasing order; by default all. Others become 0 or, with
            `accumulate`, stay as they are. Only for plans that count more than 4 channels.

        Returns
        -------
        event : pyopencl.Event
            Completes when the counts are written.
        counts : pyopencl.array.Array
            `out`, or a new array.

        Raises
        ------
        ValueError, TypeError, Error
            Raised before anything is enqueued; Error also if the driver rejects a command.
        """
        if accumulate and out is None:
            raise ValueError("accumulate adds to `out`: give it")
        if self._mask != (mask is not None):
            raise ValueError("the plan was made with a mask" if self._mask else "the plan was made without a mask")
        if (self._weight is None) != (weights is None):
            raise ValueError(f"the plan was made {'without' if self._weight is None else 'with'} weights")
        elements: int | None
        if isinstance(samples, cl.Image):
            if self._image is None or count is not None:
                raise ValueError("a plan for images counts an image, whole")
            data, offset, elements = samples.int_ptr, 0, images.pixels_of(samples)
            shape, count = images.shape_of(samples), elements
        else:
            if self._image is not None:
                raise TypeError(f"the plan is for images of kind {self._image.kind}, not {type(samples).__name__}")
            data, offset, elements = _buffer(samples, self._sample, self._channels, "samples")
            count = elements if count is None else count
            shape = _core.Shape(count=count)
        weight_data, weight_offset, weight_count = _buffer(weights, self._weight, 1, "weights")
        mask_data, mask_offset, mask_count = _buffer(mask, np.dtype(np.uint8), 1, "mask bytes")
        for what, has in (("samples", elements), ("weights", weight_count), ("mask bytes", mask_count)):
            if has is not None and count is not None and has < count:
                raise ValueError(f"{what} are for {has} elements, and {count} are counted")
        if out is None:
            counts = cl.Buffer(self._context, cl.mem_flags.READ_WRITE, self._plan.count_bytes())
            out = cl.array.Array(queue, self.shape, self.dtype, data=counts)
        else:
            self._check_out(out)
        events = [*(wait_for or ())]
        for each in (samples, weights, mask, out):
            events += getattr(each, "events", ())
        event = cl.Event.from_int_ptr(
            self._plan.enqueue(
                queue=queue.int_ptr,
                samples=data,
                shape=shape,
                counts=out.base_data.int_ptr,
                sample_offset=offset,
                mask=mask_data,
                mask_offset=mask_offset,
                weights=weight_data,
                weight_offset=weight_offset,
                accumulate=accumulate,
                axes=axes,
                wait_for=[each.int_ptr for each in events],
            ),
            retain=False,
        )
        out.add_event(event)
        return event, out

    def _check_out(self, out: Any) -> None:
        if not isinstance(out, cl.array.Array) or out.dtype != self.dtype or out.shape != self.shape:
            raise ValueError(f"out is not a pyopencl.array.Array of {self.dtype} and shape {self.shape}")
        if out.offset != 0 or not out.flags.c_contiguous:
            raise ValueError("out is contiguous and begins where its buffer does")

    def explain(self) -> str:
        """A text: the problem, the chosen variant, the reason for it, and how it is launched."""
        return f"{self._problem}\n{self._plan.decision}"


def _context_and_device(given: Any) -> tuple[Any, Any]:
    if isinstance(given, cl.CommandQueue):
        return given.context, given.device
    if isinstance(given, cl.Context):
        return given, given.devices[0]
    raise TypeError(f"a pyopencl.Context or pyopencl.CommandQueue is needed, not {type(given).__name__}")


def _buffer(data: Any, dtype: np.dtype[Any] | None, channels: int, what: str) -> tuple[int, int, int | None]:
    """The handle of a buffer, the offset of the data in values of `dtype`, and the number of elements.

    Zeros and None if there is no data.
    """
    if data is None or dtype is None:
        return 0, 0, None
    if isinstance(data, cl.array.Array):
        if not data.flags.forc:
            raise ValueError(f"{what} are not contiguous")
        if data.dtype != dtype:
            raise TypeError(f"{what} are of {data.dtype}: the plan has {dtype}")
        if data.offset % dtype.itemsize:
            raise ValueError(f"{what} begin at byte {data.offset}, which is not a multiple of {dtype.itemsize}")
        return data.base_data.int_ptr, data.offset // dtype.itemsize, data.size // channels
    if isinstance(data, cl.Buffer):
        return data.int_ptr, 0, data.size // (dtype.itemsize * channels)
    raise TypeError(f"{what} are a pyopencl.array.Array or a pyopencl.Buffer, not {type(data).__name__}")

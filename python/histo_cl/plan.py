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

import ctypes
import math
from typing import Any, NamedTuple, Sequence

import numpy as np

try:
    import pyopencl as cl
    import pyopencl.array
except ImportError as error:
    raise ImportError("histo_cl.plan needs pyopencl (Debian package python3-pyopencl)") from error

from histo_cl import _core
from histo_cl._internal import images
from histo_cl._internal.counting import NO_OPTIONS
from histo_cl._internal.layouts import Layout, layout_of
from histo_cl._internal.one_axis import axes_of
from histo_cl._internal.specification import NUMPYS, specify

__all__ = ["Plan"]


class Plan:
    """Compiled kernels that count samples on a device into bins, for any number of calls.

    Parameters
    ----------
    context_or_queue : pyopencl.Context or pyopencl.CommandQueue
        The plan is for the queue's device, or the first device of the context.
    dtype : dtype, list of dtype or pyopencl.Image
        The type of the samples; ``"bfloat16"`` for the 16 bits of a bfloat16. A list has a type for each channel; each
        channel is then a separate array. If an image is given, the plan counts images of its kind and channel type; for
        normalized types it counts the stored integers.
    bins : int, array_like or Binning; with `joint` a list of two or three
        The same as for `histogram`.
    range : (float, float), optional
        The ends of even bins; with `joint` a list.
    weights : dtype or list of dtype, optional
        The type of the elements' weights: any type of samples except uint64, int64 and bfloat16. A list of equal types
        stands for several weights per element, and a sum for each.
    counts, squares : bool
        Whether there are also counts of the elements, and sums of the squared weights.
    mask : bool
        Whether a byte for each element says if it is counted.
    indices : {uint32, uint64}, optional
        The type of a list of indices that selects the elements to count.
    listed_weights : bool
        Whether weights are in the order of the list of indices, not of the elements.
    channels : int, optional
        The number of interleaved samples per element: up to 65,536, or 4 for an image; by default the number of axes.
    active : sequence of int, optional
        The channels to count, in this order; by default all. Each has its own histogram, unless `joint`.
    joint : bool
        Whether the active channels are the axes of one histogram.
    axis : int or tuple of int, optional
        The last axes of the samples. The plan counts along these axes: there is a histogram for each index of the other
        axes.
    counter : dtype, optional
        The type of the counts: uint32 by default, uint64, or uint8 or uint16, which saturate at 255 and 65,535. The
        type of sums follows from the weights; sums of floats may be float32 instead of float64.
    accumulator, last_edge, out_of_range, options
        The same as for `histogram`.
    splitting : {"none", "linear", "interval"}
        The same as for `histogram`. With "interval", the active channels are the samples of all axes, then their half
        widths; by default, there are two channels for each axis. Sums are float64, or float32 if `counter` is float32.
    max_samples : int
        Maximum number of elements of one call; 0 if unknown.

    Raises
    ------
    ValueError, TypeError, Error
        For invalid arguments, and if the device cannot count what they specify.

    Attributes
    ----------
    edges : array or None; with `joint` a list of them
        None for custom bins.
    shape : tuple of int
        The shape of the counts of one histogram. With several weights, `counts` or `squares`, its first length is the
        number of kinds: the counts, the sums of each weight, the sums of each squared weight.
    counter : dtype
        The type of the counts or sums.
    """

    def __init__(
        self,
        context_or_queue: Any,
        dtype: Any,
        bins: Any = 10,
        range: Any = None,
        *,
        weights: Any = None,
        counts: bool = False,
        squares: bool = False,
        mask: bool = False,
        indices: Any = None,
        listed_weights: bool = False,
        channels: int | None = None,
        active: Sequence[int] | None = None,
        joint: bool = False,
        axis: int | tuple[int, ...] | None = None,
        counter: Any = None,
        accumulator: str = "sum",
        splitting: str = "none",
        last_edge: str | None = None,
        out_of_range: str = "dropped",
        options: _core.Options | None = None,
        max_samples: int = 0,
    ) -> None:
        self._context, device = _context_and_device(context_or_queue)
        self._device = device.int_ptr
        self._image = images.image_of(dtype) if isinstance(dtype, cl.Image) else None
        sample = dtype if self._image is None else _core.stored_sample(self._image.channel_type)
        self._specification = specify(
            sample,
            bins,
            range,
            weights=weights,
            counts=counts,
            squares=squares,
            mask=mask,
            indices=indices,
            listed_weights=listed_weights,
            channels=channels,
            active=active,
            joint=joint,
            counter=counter,
            accumulator=accumulator,
            splitting=splitting,
            last_edge=last_edge,
            out_of_range=out_of_range,
            max_samples=max_samples,
        )
        self._options = options or NO_OPTIONS
        self._axis = axis
        self._plans: dict[tuple[Any, ...], _core.Plan] = {}
        self._first = self._plan_of(0, self._image is not None and self._image.rows)
        self.edges = self._specification.edges
        self.shape = self._specification.shape
        self.counter = NUMPYS[self._specification.problem().counter]

    def _plan_of(self, stride: int, rows: bool, strides: tuple[int, ...] = ()) -> _core.Plan:
        """The plan for samples of a layout, which is compiled once. `strides`: those of separate arrays, unless they
        are packed."""
        key = (stride, rows, strides)
        if key not in self._plans:
            layout: dict[str, Any] = dict(stride=stride, rows=rows, image=self._image)
            if strides:
                names = [name for name, _ in self._specification.arguments["arrays"]]
                layout["arrays"] = list(zip(names, strides))
            if self._axis is not None:
                layout["batch"] = "segments"
            problem = self._specification.problem(**layout)
            self._plans[key] = _core.Plan(self._context.int_ptr, self._device, problem, self._options)
        return self._plans[key]

    def __call__(
        self,
        queue: Any,
        samples: Any,
        out: Any = None,
        wait_for: Sequence[Any] | None = None,
        *,
        weights: Any = None,
        mask: Any = None,
        indices: Any = None,
        count: int | None = None,
        accumulate: bool = False,
        axes: Sequence[int] | Sequence[bool] = (),
    ) -> tuple[Any, Any]:
        """Enqueue the counting, without waiting for it.

        Parameters
        ----------
        queue : pyopencl.CommandQueue
            A queue of the plan's context and device, in order or out of order.
        samples : pyopencl.array.Array, Buffer, SVM or Image of pyopencl, or numpy.ndarray; or a list of one for each channel
            An array may have any strides that are multiples of a sample's size, if its axes merge to one or two; the
            first call with another kind of strides compiles a kernel. Devices that share the host's memory read NumPy
            arrays in place, so the arrays must not change before the event is complete. An image needs a plan made for
            images of its kind; the whole image is counted.
        out : pyopencl.array.Array, optional
            The array that receives the counts; by default a new array. Its buffer must have a multiple of 4 bytes.
        wait_for : sequence of pyopencl.Event, optional
            Events that the counting waits for, in addition to the arrays' own events.
        weights, mask, indices : like `samples`, contiguous
            If the plan has them: a weight and a mask byte for each element, and the indices of the elements to count.
            With several weights, a list of arrays.
        count : int, optional
            How many elements of an array or a buffer are counted, or how many indices; by default all.
        accumulate : bool
            Add to `out` instead of overwriting it.
        axes : sequence of int or of bool
            The rows of the counts that this call counts, in increasing order; or a bool for each row. By default, all
            rows. Other rows become 0 or, with `accumulate`, do not change. Only for plans with more than 4 active
            channels, or with indices.

        Returns
        -------
        event : pyopencl.Event
            Completes when the counts are written.
        counts : pyopencl.array.Array
            `out`, or a new array.

        Raises
        ------
        ValueError, TypeError, Error
            Raised before anything is enqueued, except an Error for a command that the driver rejects.
        """
        plan, job, out, events, held = self._job(queue, samples, out, weights, mask, indices, count, accumulate, axes)
        events = [*(wait_for or ()), *events]
        done = plan.enqueue(queue.int_ptr, **job, wait_for=[each.int_ptr for each in events])
        event = cl.Event.from_int_ptr(done, retain=False)
        if held:  # commands retain buffers, but not NumPy's memory
            event.set_callback(cl.command_execution_status.COMPLETE, lambda _, held=held: held.clear())
        out.add_event(event)
        return event, out

    def record(
        self,
        command_buffer: int,
        queue: Any,
        samples: Any,
        out: Any,
        wait_for: Sequence[int] = (),
        *,
        weights: Any = None,
        mask: Any = None,
        indices: Any = None,
        count: int | None = None,
        accumulate: bool = False,
        axes: Sequence[int] | Sequence[bool] = (),
    ) -> int:
        """Record the counting in a command buffer of cl_khr_command_buffer, for any number of executions.

        Parameters
        ----------
        command_buffer : int
            The cl_command_buffer_khr, as an integer, made for `queue`.
        samples, out, and the keywords
            The same as for a call. This object and all arrays must exist until the last execution has ended.
        wait_for : sequence of int
            Sync points that the counting waits for.

        Returns
        -------
        int
            The sync point at which the counts are complete.

        Raises
        ------
        ValueError, TypeError, Error
            Raised before anything is recorded, except an Error for a command that the driver rejects. Also an Error if
            the device has no command buffers.
        """
        if out is None:
            raise ValueError("a recording writes to `out`: give it")
        plan, job, _, _, held = self._job(queue, samples, out, weights, mask, indices, count, accumulate, axes)
        if held:
            raise TypeError("a recording takes memory of OpenCL, which numpy's arrays and empty arrays are not")
        return plan.record(command_buffer, queue.int_ptr, **job, wait_for=list(wait_for))

    def _job(
        self,
        queue: Any,
        samples: Any,
        out: Any,
        weights: Any,
        mask: Any,
        indices: Any,
        count: int | None,
        accumulate: bool,
        axes: Sequence[int] | Sequence[bool],
    ) -> tuple[_core.Plan, dict[str, Any], Any, list[Any], list[Any]]:
        """The plan for the samples' layout, the job, `out`, the events to wait for, and the host memory to keep."""
        given = self._specification
        if accumulate and out is None:
            raise ValueError("accumulate adds to `out`: give it")
        if given.mask != (mask is not None):
            raise ValueError("the plan was made with a mask" if given.mask else "the plan was made without a mask")
        if (given.indices is not None) != (indices is not None):
            raise ValueError(f"the plan was made {'without' if given.indices is None else 'with'} indices")
        if bool(given.weights) != (weights is not None):
            raise ValueError(f"the plan was made {'with' if given.weights else 'without'} weights")
        if isinstance(samples, cl.Image):
            if self._image is None or count is not None:
                raise ValueError("a plan for images counts an image, whole")
            placed = [_Data(_core.Memory.object(samples.int_ptr), 0, images.pixels_of(samples))]
            plan, shape, counted = self._first, images.shape_of(samples), images.pixels_of(samples)
        else:
            if self._image is not None:
                raise TypeError(f"the plan is for images of kind {self._image.kind}, not {type(samples).__name__}")
            each_array = _each(samples, len(given.samples), "arrays of samples")
            placed = [
                _data(each, dtype, given.channels, "samples", self._context)
                for each, dtype in zip(each_array, given.samples)
            ]
            plan, shape, counted = self._laid_out(placed, count, packed=len(given.weights) > 0 or mask is not None)
        vectors = [
            _data(each, dtype, 1, "weights", self._context)
            for each, dtype in zip(_each(weights, len(given.weights), "weights"), given.weights)
        ]
        masks = [] if mask is None else [_data(mask, np.dtype(np.uint8), 1, "mask bytes", self._context)]
        listed = [] if given.indices is None else [_data(indices, given.indices, 1, "indices", self._context)]
        if listed:
            elements, counted = counted, listed[0].elements if count is None else count
            shape = _core.Shape(count=counted, source_count=elements)
            self._check_enough(listed, "indices", counted)
        self._check_enough(vectors, "weights", counted if given.arguments["listed_weights"] or not listed else elements)
        self._check_enough(masks, "mask bytes", counted if not listed else elements)
        for each in (*vectors, *masks, *listed):
            if each.layout is not None and (each.layout.stride or each.layout.rows):
                raise ValueError("weights, masks and indices are contiguous")
        kept: tuple[int, ...] = ()
        if self._axis is not None:
            kept, shape = self._segments(placed, counted)
        if out is None:
            counts = cl.Buffer(self._context, cl.mem_flags.READ_WRITE, plan.count_bytes(math.prod(kept)))
            out = cl.array.Array(queue, (*kept, *self.shape), self.counter, data=counts)
        else:
            self._check_out(out, (*kept, *self.shape))
        selected = np.asarray(axes)
        if selected.dtype == np.bool_:
            selected = np.flatnonzero(selected)
        job = dict(
            samples=[each.at for each in placed],
            shape=shape,
            counts=_core.Memory.object(out.base_data.int_ptr),
            mask=masks[0].at if masks else None,
            weights=[each.at for each in vectors],
            indices=listed[0].at if listed else None,
            accumulate=accumulate,
            axes=selected.tolist(),
        )
        everything = [*placed, *vectors, *masks, *listed]
        events = [event for each in everything for event in each.events]
        return plan, job, out, [*events, *out.events], [each.held for each in everything if each.held is not None]

    def _laid_out(self, placed: list[_Data], count: int | None, packed: bool) -> tuple[_core.Plan, _core.Shape, int]:
        """The plan and the shape for these samples, and their number of elements."""
        elements = min(each.elements for each in placed)
        counted = elements if count is None else count
        self._check_enough(placed, "samples", counted)
        layouts = [each.layout or Layout(0, False, _core.Shape()) for each in placed]
        strides = tuple(layout.stride for layout in layouts)
        if len(placed) > 1 and any(layout.rows for layout in layouts):
            raise ValueError("separate arrays of samples have one axis, or strides that merge to one")
        if any(layout.rows for layout in layouts) and (count is not None or self._specification.indices is not None):
            raise ValueError("`count` and `indices` take samples of one axis, or with strides that merge to one")
        if packed and any(each.turned for each in placed):
            raise ValueError("samples with weights or a mask are in the order of their addresses: not transposed or reversed")
        if len(placed) > 1:
            return self._plan_of(0, False, strides if any(strides) else ()), _core.Shape(count=counted), counted
        shape = layouts[0].shape if layouts[0].rows else _core.Shape(count=counted)
        return self._plan_of(strides[0], layouts[0].rows), shape, counted

    def _segments(self, placed: list[_Data], counted: int) -> tuple[tuple[int, ...], _core.Shape]:
        """The lengths of the axes that number the histograms, and the shape."""
        assert self._axis is not None
        lengths = placed[0].lengths
        if lengths is None:
            raise ValueError("`axis` takes arrays, which have a shape")
        axes = sorted(axes_of(self._axis, len(lengths)))
        kept = lengths[: axes[0]]
        if axes != list(range(axes[0], len(lengths))):
            raise ValueError(f"axis {self._axis!r}: a plan takes the last axes, which are contiguous for each histogram")
        if any(each.lengths != lengths or each.turned or each.layout is None or each.layout.rows for each in placed):
            raise ValueError("`axis` takes contiguous samples of one shape")
        segment = math.prod(lengths[axes[0] :])
        if segment == 0:
            raise ValueError(f"samples of shape {lengths}: each histogram has at least one sample")
        return kept, _core.Shape(count=counted, segment=segment)

    @staticmethod
    def _check_enough(each: list[_Data], what: str, count: int) -> None:
        for data in each:
            if data.elements < count:
                raise ValueError(f"{what} are for {data.elements} elements, and {count} are counted")

    def _check_out(self, out: Any, shape: tuple[int, ...]) -> None:
        if not isinstance(out, cl.array.Array) or out.dtype != self.counter or out.shape != shape:
            raise ValueError(f"out is not a pyopencl.array.Array of {self.counter} and shape {shape}")
        if out.offset != 0 or not out.flags.c_contiguous:
            raise ValueError("out is contiguous and begins where its buffer does")

    def explain(self) -> str:
        """A text with the problem, the chosen variant, the reason for it, and how it is launched."""
        return f"{self._specification.problem()}\n{self._first.decision}"


class _Data(NamedTuple):
    """Elements in the memory of a device or of the host."""

    memory: _core.Memory
    offset: int
    """Position of the element with the lowest address, in values."""
    elements: int
    lengths: tuple[int, ...] | None = None
    """The shape of an array, without its channels."""
    layout: Layout | None = None
    """None for memory without a shape, which is packed."""
    turned: bool = False
    """Whether elements with lower addresses come after others."""
    events: Sequence[Any] = ()
    held: Any = None
    """Memory of the host that must exist until the counts are complete."""

    @property
    def at(self) -> tuple[_core.Memory, int]:
        return self.memory, self.offset


def _context_and_device(given: Any) -> tuple[Any, Any]:
    if isinstance(given, cl.CommandQueue):
        return given.context, given.device
    if isinstance(given, cl.Context):
        return given, given.devices[0]
    raise TypeError(f"a pyopencl.Context or pyopencl.CommandQueue is needed, not {type(given).__name__}")


def _each(given: Any, number: int, what: str) -> list[Any]:
    """The arrays as a list; a single array may be given without a list."""
    if given is None:
        return []
    each = list(given) if isinstance(given, (list, tuple)) else [given]
    if len(each) != number:
        raise ValueError(f"{len(each)} {what}: the plan has {number}")
    return each


def _data(data: Any, dtype: np.dtype[Any], channels: int, what: str, context: Any) -> _Data:
    size = dtype.itemsize
    if isinstance(data, cl.Buffer):
        return _Data(_core.Memory.object(data.int_ptr), 0, data.size // (size * channels))
    if hasattr(data, "svm_ptr"):
        return _Data(_core.Memory.svm(data.svm_ptr), 0, data.size // (size * channels))
    if not isinstance(data, (cl.array.Array, np.ndarray)):
        raise TypeError(f"{what} are an Array, a Buffer or SVM of pyopencl, or an array of numpy, not {type(data).__name__}")
    if data.dtype != dtype:
        raise TypeError(f"{what} are of {data.dtype}: the plan has {dtype}")
    lengths, strides = data.shape, data.strides
    if channels > 1 and lengths and lengths[-1] == channels and strides[-1] == size:
        lengths, strides = lengths[:-1], strides[:-1]
    elif channels > 1:
        if not data.flags.c_contiguous:
            raise ValueError(f"{what} of {channels} channels have the channels as their last axis, side by side")
        lengths, strides = (data.size // channels,), (size * channels,)
    order = sorted(range(len(lengths)), key=lambda axis: -abs(int(strides[axis])))
    moved = [axis for axis in range(len(lengths)) if lengths[axis] > 1]
    turned = [axis for axis in order if lengths[axis] > 1] != moved or any(strides[axis] < 0 for axis in moved)
    elements = math.prod(lengths)
    layout = layout_of(
        tuple(lengths[axis] for axis in order), tuple(abs(strides[axis]) for axis in order), size, channels
    )
    if layout is None and elements:
        raise ValueError(f"{what} of shape {data.shape} and strides {data.strides}: at most two axes do not merge")
    lowest = sum(stride * (length - 1) for stride, length in zip(strides, lengths) if stride < 0 and length > 1)
    if isinstance(data, np.ndarray) or data.base_data is None:  # an empty array of pyopencl has no memory
        extent = size * channels
        if elements == 0:
            data, lowest = np.zeros(extent, np.uint8), 0
        else:
            extent += sum(abs(stride) * (length - 1) for stride, length in zip(strides, lengths))
        address = data.__array_interface__["data"][0] + lowest
        memory = (ctypes.c_char * extent).from_address(address)
        flags = cl.mem_flags.READ_ONLY | cl.mem_flags.USE_HOST_PTR
        buffer = cl.Buffer(context, flags, hostbuf=memory)
        return _Data(_core.Memory.object(buffer.int_ptr), 0, elements, lengths, layout, turned, held=[data, buffer])
    offset = data.offset + lowest
    if offset % size:
        raise ValueError(f"{what} begin at byte {offset}, which is not a multiple of {size}")
    return _Data(_core.Memory.object(data.base_data.int_ptr), offset // size, elements, lengths, layout, turned, data.events)

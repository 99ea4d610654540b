"""A task holds the placed samples, the axes and the options of a call, and counts the samples. Only `columns` counts
host data without a task."""

from __future__ import annotations

import functools
import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Union

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import MAX_BATCH_COUNTERS, Array, Unit, counters
from histo_cl._internal.axes import MAX_KEPT_BINS, Axis
from histo_cl._internal.layouts import FLAT, Placed, blocks, first_of, packed, part, with_weights
from histo_cl._internal.weights import SUMMED, extremes_of_weights, sum_weights

DeviceLike = Union[None, str, _core.Device, Any]
NO_OPTIONS = _core.Options()
ON_CALLING_THREAD = _core.Options(calling_thread=True)
HALF_WIDTHS = _core.HalfWidths()


class How(NamedTuple):
    """The options of a call: everything except samples and bins."""

    last_edge: str = "inclusive"
    out_of_range: str = "dropped"
    device: _core.Device | None = None
    options: _core.Options = NO_OPTIONS
    accumulator: str = "sum"
    splitting: str = "none"


class Elements(NamedTuple):
    """How the samples of each axis are stored in the elements, and how the elements are divided into histograms."""

    channels: int = 0
    active: tuple[int, ...] = ()
    order: str = "interleaved"
    arrays: tuple[tuple[str, int], ...] = ()
    """For separate channels: the type of each, and its stride in bytes."""
    joint: bool = False
    batch: str = "one"


SINGLE = Elements()

BLOCK_COUNTERS = 1 << 17
"""Maximum number of counters of a block of small histograms: 1 MiB, which fits into a cache."""

SAMPLES_PER_COUNTER = 16
"""A histogram is small if it has fewer samples than this times its counters: most of the time is then spent on the
counters."""


class Task(NamedTuple):
    """Data to count, and everything that the library's problem depends on."""

    placed: Placed
    sample: str
    axes: tuple[Axis, ...]
    elements: Elements = SINGLE
    how: How = How()
    unit: Unit | None = None
    """The unit of the samples and of the edges."""
    kept: tuple[int, ...] | None = None
    """For a batch: the lengths of the first axes of the arrays in `placed`. There is a histogram for each index of
    these axes."""

    def counts(self) -> Array:
        """The counts; with weights, the sums of the weights in their type, or their extremes; with splitting, the sums
        of fractions or of weights as float64. The dimensions are `kept`, followed by one for each axis.
        """
        if self.kept is None and len(self.axes) == 1:
            return self.axes[0].spread(self._counters(), 0)
        kept = self.kept or ()
        histograms = math.prod(kept)
        counters([histograms, self.counters()], MAX_BATCH_COUNTERS, f"{histograms} histograms", "2**32: 32 GiB of counts")
        counts = self._counters().reshape([*kept, *(self.extent(axis) for axis in range(len(self.axes)))])
        for dimension, axis in enumerate(self.axes, len(kept)):
            counts = axis.spread(counts, dimension)
        return counts

    def _counters(self) -> Array:
        """All counters as a 1-D array."""
        if self.kept is not None:
            return self._counters_of_blocks() if self._is_small() else self._packed()._counters()
        placed, how = self.placed, self.how
        weights = placed.weights
        if weights is None:
            return _core.count(
                self.problem(None), placed.array, placed.shape, placed.mask, None, how.options, how.device
            )

        def summed(array: Array, name: str) -> Array:
            own = with_weights(placed, array)
            problem = self._replace(placed=own).problem(name)
            return _core.count(problem, own.array, own.shape, own.mask, own.weights, how.options, how.device)

        if how.splitting != "none":
            return summed(weights, SUMMED[weights.dtype][1])
        return sum_weights(weights, summed) if how.accumulator == "sum" else extremes_of_weights(weights, summed)

    def _packed(self) -> Task:
        """The task of counting a batch in one launch. Copies the samples unless those of each histogram are
        contiguous."""
        return self._replace(placed=packed(self.placed, len(self.kept or ())), kept=None)

    def counters(self) -> int:
        """Number of counters of one histogram."""
        return math.prod(self.extent(axis) for axis in range(len(self.axes)))

    def _is_small(self) -> bool:
        """Whether a batch has many small histograms that can be counted in blocks, with the same results for any
        blocks.

        Custom bins and splitting are not counted in blocks. Sums of floats cannot be: their unit depends on all
        weights.
        """
        assert self.kept is not None
        how, weights, counters = self.how, self.placed.weights, self.counters()
        if how.device is not None or how.options is not NO_OPTIONS or how.splitting != "none":
            return False
        if weights is not None and (weights.dtype.kind == "f" or how.accumulator != "sum"):
            return False
        if any(isinstance(axis.binning, _core.CustomBins) for axis in self.axes):
            return False
        samples, all_counters = first_of(self.placed.array).size, math.prod(self.kept) * counters
        return all_counters > BLOCK_COUNTERS and 0 < samples < SAMPLES_PER_COUNTER * all_counters

    def _counters_of_blocks(self) -> Array:
        """All counters of many small histograms. A launch would pass over the memory of all counters several times.
        Instead, a pool with one thread per processor counts block after block on the host; the calling thread waits.
        """
        weights = self.placed.weights
        counts: Array = np.empty((*(self.kept or ()), self.counters()), np.int64 if weights is None else weights.dtype)

        def count(at: tuple[slice, ...]) -> None:
            counts[at] = self._block(at)._counters().reshape(counts[at].shape)

        with ThreadPoolExecutor(_processors()) as pool:
            list(pool.map(count, self._blocks()))
        return counts.reshape(-1)

    def _blocks(self) -> list[tuple[slice, ...]]:
        return blocks(self.kept or (), max(BLOCK_COUNTERS // self.counters(), 1))

    def _block(self, at: tuple[slice, ...]) -> Task:
        placed = packed(part(self.placed, at), len(self.kept or ()))
        return self._replace(placed=placed, how=self.how._replace(options=ON_CALLING_THREAD), kept=None)

    def profile(self, ddof: int) -> tuple[Array, Array, Array]:
        """The counts, and the means and variances of the weights, of all cells as 1-D arrays.

        If the weights are complex numbers (value and factor), returns effective counts and weighted statistics.
        """
        how, weights, factors = self.how, self.placed.weights, None
        assert weights is not None
        if weights.dtype.kind == "c":
            weights, factors = np.ascontiguousarray(weights.real), np.ascontiguousarray(weights.imag)
        own = with_weights(self.placed, weights)
        assert own.weights is not None
        problem = self._replace(placed=own).problem(SUMMED[weights.dtype][1], profiled=True)
        return _core.profile(
            problem, own.array, own.shape, own.mask, own.weights, factors, ddof, how.options, how.device
        )

    def explain(self, device: _core.Device) -> str:
        """A description of how the device counts the task."""
        if self.kept is not None and self._is_small():
            parts = self._blocks()
            return f"{len(parts)} blocks on {_processors()} threads, like this one:\n{self._block(parts[0]).explain(device)}"
        if self.kept is not None:
            return self._packed().explain(device)
        placed, name = self.placed, None
        if placed.weights is not None:
            name = SUMMED.get(placed.weights.dtype, (None, "i32"))[1]
            placed = with_weights(placed, placed.weights)
        shape = placed.shape
        if shape is FLAT and not isinstance(placed.array, tuple):
            shape = _core.Shape(count=placed.array.size)
        return _core.explain(self._replace(placed=placed).problem(name), shape, self.how.options, device)

    def extent(self, axis: int) -> int:
        """Number of counters of one axis."""
        return self.axes[axis].binning.bins + (3 if self.how.out_of_range == "counted" else 0)

    def problem(self, weights: str | None, profiled: bool = False) -> _core.Problem:
        """The problem for weights of a type; `profiled`: also with counts and squares. Problems of at most
        MAX_KEPT_BINS bins are cached for later calls."""
        placed, how = self.placed, self.how
        key = (
            self.sample,
            self.axes,
            self.elements,
            how.last_edge,
            how.out_of_range,
            how.accumulator,
            how.splitting,
            placed.stride,
            placed.rows,
            placed.mask is not None,
            weights,
            profiled,
            placed.weight_stride,
            placed.weights_per,
        )
        if sum(axis.bins for axis in self.axes) > MAX_KEPT_BINS:
            return _problem(*key)
        return _kept_problem(*key)


def _problem(
    sample: str,
    axes: tuple[Axis, ...],
    elements: Elements,
    last_edge: str,
    out_of_range: str,
    accumulator: str,
    splitting: str,
    stride: int,
    rows: bool,
    mask: bool,
    weights: str | None,
    profiled: bool,
    weight_stride: int,
    weights_per: str,
) -> _core.Problem:
    if out_of_range != "dropped" and any(axis.kept is not None for axis in axes):
        raise ValueError(f"out_of_range={out_of_range!r} takes edges that increase strictly")
    if accumulator != "sum" and any(axis.kept is not None for axis in axes):
        raise ValueError(f"accumulator={accumulator!r} takes edges that increase strictly")
    return _core.Problem(
        sample,
        [*(axis.binning for axis in axes), *(HALF_WIDTHS for _ in axes if splitting == "interval")],
        joint=elements.joint,
        last_edge=last_edge,
        out_of_range=out_of_range,
        channels=elements.channels,
        active=list(elements.active),
        order=elements.order,
        arrays=elements.arrays,
        stride=stride,
        rows=rows,
        mask=mask,
        batch=elements.batch,
        weights=weights,
        element_counts=profiled,
        squared_weights=profiled,
        weight_stride=weight_stride,
        weights_per=weights_per,
        accumulator=accumulator,
        splitting=splitting,
    )


_kept_problem = functools.lru_cache(maxsize=128)(_problem)


def _processors() -> int:
    """Number of processors on which this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def device_of(device: DeviceLike) -> _core.Device | None:
    """The device for a name, an index or a pyopencl device. None stands for the library's default.

    Raises
    ------
    TypeError
        If `device` is none of these.
    Error
        If there is no such device.
    """
    if device is None or isinstance(device, _core.Device):
        return device
    if isinstance(device, str):
        return _device_named(device)
    if hasattr(device, "int_ptr"):
        return _core.device_of(device.int_ptr)
    raise TypeError(f"a device is a name, an index such as '0:0', a Device or a pyopencl.Device, not {device!r}")


@functools.lru_cache(maxsize=16)
def _device_named(text: str) -> _core.Device:
    return _core.find_device(text)


def how_of(
    last_edge: str,
    out_of_range: str = "dropped",
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
    accumulator: str = "sum",
    splitting: str = "none",
) -> How:
    """The options of a call, from the keywords that the functions share."""
    for name in (last_edge, out_of_range, accumulator):
        if not isinstance(name, str):
            raise TypeError(f"last_edge, out_of_range and accumulator are names, not {name!r}")
    return How(last_edge, out_of_range, device_of(device), options_of(options, variant), accumulator, splitting)


def options_of(options: _core.Options | None, variant: str | None) -> _core.Options:
    """The given options, or options that force a variant."""
    if options is not None and not isinstance(options, _core.Options):
        raise TypeError(f"options are made by histo_cl.Options(...), not {options!r}")
    if variant is None:
        return NO_OPTIONS if options is None else options
    if options is not None:
        raise ValueError("give variant or options, not both: Options has the variant, too")
    if not isinstance(variant, str):
        raise TypeError(f"variant is a name, not {variant!r}")
    return _options_with(variant)


@functools.lru_cache(maxsize=16)
def _options_with(variant: str) -> _core.Options:
    return _core.Options(variant=variant)

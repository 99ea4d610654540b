"""Streams, which count data in parts, and partials, which merge exactly."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Callable, NamedTuple, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, copied, selection, without
from histo_cl._internal.counting import NO_OPTIONS, DeviceLike, device_of
from histo_cl._internal.layouts import FLAT
from histo_cl._internal.result import Histogram
from histo_cl._internal.result_axes import Axis
from histo_cl._internal.samples import samples_of
from histo_cl._internal.specification import Specification, specify
from histo_cl._internal.weights import weights_of


@dataclass(frozen=True)
class Progress:
    """The progress of a stream."""

    bytes: int
    """Number of bytes counted."""
    seconds: float
    """Time since the first push."""
    bytes_per_second: float
    """Average rate since the previous call of `progress`; in the first call, since the first push."""


@dataclass(frozen=True)
class Share:
    """What a device has counted for a stream."""

    device: str
    """The device's name; empty if the pushing threads counted without one."""
    bytes: int
    """Number of bytes counted for this device."""
    calling_thread_bytes: int
    """The part of these bytes that the pushing threads counted themselves."""
    error: str
    """Why the device was dropped; empty if it was not dropped."""
    note: str
    """Why the device was left idle; empty if it was not idle."""


class _Counted(NamedTuple):
    """Copies of the arguments that say what a `Partial` or a `Stream` counts. Partials merge only if these are the same."""

    dtype: Any
    bins: Any
    range: Any
    joint: bool
    weights: Any
    squares: bool
    weight_bound: tuple[float, int] | None
    last_edge: str | None
    out_of_range: str

    def specification(self) -> Specification:
        if self.out_of_range == "counted":
            raise ValueError("a Histogram has counts between edges alone: out_of_range is 'dropped' or 'clamped'")
        if self.weights is not None and np.dtype(self.weights).kind == "f" and self.weight_bound is None:
            raise ValueError(
                "sums of floats merge if they have a common unit: give weight_bound, the greatest magnitude of a weight and "
                "the greatest number of samples of all parts"
            )
        specification = specify(**self._asdict(), counter=np.uint64 if self.weights is None else None)
        if any(axis.edges is None for axis in specification.axes):
            raise ValueError("custom bins have no edges, which a Histogram has")
        return specification


class Partial:
    """The histogram of a part of the data. Partials merge exactly, in any order, whichever devices and runs counted
    them.

    Parameters
    ----------
    dtype : dtype
        The type of the samples; ``"bfloat16"`` for bfloat16.
    bins, range
        The same as for `histogram` or, with `joint`, for `histogramdd`. A number of bins needs a range.
    joint : bool
        Whether samples are points, whose two or three coordinates are along the last axis.
    weights : dtype, optional
        The type of the samples' weights: any type of samples except uint64, int64 and bfloat16.
    squares : bool
        Whether to sum also the squares of the weights. These sums are the variances of the sums of the weights.
    weight_bound : (float, int), optional
        Required for float weights: the maximum magnitude of a counted weight, and the maximum number of samples of all
        parts together. Both determine the unit of the sums, so they must be the same for all parts.
    last_edge, out_of_range
        The same as for `histogram`, except that "counted" is not allowed.

    Raises
    ------
    ValueError, TypeError, Error
        For invalid arguments, and for custom bins.

    Examples
    --------
    >>> import numpy as np
    >>> from histo_cl import Partial
    >>> morning, evening = (Partial(np.uint8, [0, 10, 20]) for _ in range(2))
    >>> morning.push(np.array([1, 2, 12], np.uint8))
    >>> evening.push(np.array([13], np.uint8))
    >>> (morning + evening).histogram()
    Histogram([2, 2], [0, 10, 20])
    """

    def __init__(
        self,
        dtype: Any,
        bins: Any = 10,
        range: Any = None,
        *,
        joint: bool = False,
        weights: Any = None,
        squares: bool = False,
        weight_bound: tuple[float, int] | None = None,
        last_edge: str | None = None,
        out_of_range: str = "dropped",
    ) -> None:
        given = dtype, bins, range, joint, weights, squares, weight_bound, last_edge, out_of_range
        self._set(_Counted(*map(copied, given)))

    def _set(self, counted: _Counted) -> None:
        self._counted = counted
        self._specification = counted.specification()
        self._partial = _core.Partial(self._specification.problem())

    def push(
        self,
        samples: Any,
        weights: Any = None,
        mask: Any = None,
        *,
        device: DeviceLike = None,
        options: _core.Options | None = None,
    ) -> None:
        """Count more samples of the given `dtype`. Missing samples, and samples whose `mask` is False, are not
        counted."""
        array, weights = _elements(self._specification, samples, weights, mask)
        problem = self._specification.problem()
        more = _core.Partial(problem, array, FLAT, None, weights, options or NO_OPTIONS, device_of(device))
        self._partial.merge(more)

    def merge(self, other: Partial) -> None:
        """Add another partial. Raises ValueError, and changes nothing, if the other was made with different
        arguments."""
        self._partial.merge(other._partial)

    def __add__(self, other: Any) -> Partial:
        if not isinstance(other, Partial):
            return NotImplemented
        both = Partial.__new__(Partial)
        both._set(self._counted)
        both.merge(self)
        both.merge(other)
        return both

    def histogram(self) -> Histogram:
        """The histogram of all counted samples: bit for bit the result of one push of all of them.

        Sums are uint64, int64 or float64: unlike those of `histo_cl.histogram`, they do not wrap to the weights' type, and
        are not rounded to it.
        """
        return _histogram(self._specification, self._partial.histogram())

    @property
    def elements(self) -> int:
        """Number of samples, or of points, including those in no bin."""
        return self._partial.elements

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the partial to a file, which the program `histo_cl`, C++ and C can read, too. An existing file is
        replaced only after the new file is complete.
        """
        self._partial.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str], dtype: Any, bins: Any = 10, range: Any = None, **keywords: Any) -> Partial:
        """Read a saved partial. The other arguments must be those with which it was made.

        Raises
        ------
        ValueError
            If the file is damaged, has a newer format, or was saved with different arguments.
        Error
            If the file cannot be read.
        """
        loaded = cls(dtype, bins, range, **keywords)
        loaded._partial = _core.Partial.load(loaded._specification.problem(), os.fspath(path))
        return loaded

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Partial) and self._partial == other._partial

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Partial._restored, (tuple(self._counted), self._partial.bytes())

    @classmethod
    def _restored(cls, arguments: tuple[Any, ...], saved: bytes) -> Partial:
        partial = cls.__new__(cls)
        partial._set(_Counted(*arguments))
        partial._partial = _core.Partial(partial._specification.problem(), saved)
        return partial

    def __repr__(self) -> str:
        return f"<Partial: {self.elements} elements, {self._specification.problem()}>"


class Stream:
    """Counts samples that arrive in parts, from any number of threads, on one or several devices. If a device fails,
    the others count its part, too.

    Parameters
    ----------
    dtype, bins, range, joint, weights, squares, weight_bound, last_edge, out_of_range
        The same as for `Partial`.
    devices : device or list of these, optional
        The same as `device` of `histogram`; by default the default device. If there is no device, the pushing threads
        count.
    options : Options, optional
        How each device counts.
    memory, chunk_bytes, threads : int
        The host memory for chunks in flight and the size of a chunk, both in bytes, and the number of threads for a
        push. 0: the library chooses.
    progress : callable, optional
        Called with a `Progress`, at most ten times a second, from any thread. It must not call the stream. If it
        raises, push(), histogram() and partial() raise until reset().

    Raises
    ------
    ValueError, TypeError, Error
        For invalid arguments, and if no device can count what they specify.

    Examples
    --------
    >>> import numpy as np
    >>> from histo_cl import Stream
    >>> stream = Stream(np.float32, 4, (0, 1))
    >>> for block in np.split(np.linspace(0, 0.875, 8, dtype=np.float32), 4):
    ...     stream.push(block)
    >>> stream.histogram()
    Histogram([2, 2, 2, 2], [0.0, 0.25, 0.5, 0.75, 1.0])
    """

    def __init__(
        self,
        dtype: Any,
        bins: Any = 10,
        range: Any = None,
        *,
        joint: bool = False,
        weights: Any = None,
        squares: bool = False,
        weight_bound: tuple[float, int] | None = None,
        last_edge: str | None = None,
        out_of_range: str = "dropped",
        devices: DeviceLike | Sequence[DeviceLike] = None,
        options: _core.Options | None = None,
        memory: int = 256 << 20,
        chunk_bytes: int = 0,
        threads: int = 0,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        given = dtype, bins, range, joint, weights, squares, weight_bound, last_edge, out_of_range
        self._counted = _Counted(*map(copied, given))
        self._specification = self._counted.specification()
        listed = list(devices) if isinstance(devices, (list, tuple)) else [] if devices is None else [devices]
        self._stream = _core.Stream(
            self._specification.problem(),
            [each for each in map(device_of, listed) if each is not None],
            options or NO_OPTIONS,
            memory,
            chunk_bytes,
            threads,
            None if progress is None else _reports(progress),
        )

    def push(self, samples: Any, weights: Any = None, mask: Any = None) -> None:
        """Count more samples of the given `dtype`. Missing samples, and samples whose `mask` is False, are not counted.
        The arrays may be changed after this returns. Thread-safe; other Python threads run meanwhile.
        """
        array, weights = _elements(self._specification, samples, weights, mask)
        self._stream.push(array, FLAT, None, weights)

    def histogram(self) -> Histogram:
        """Wait until all pushed samples are counted, and return their histogram, as `Partial.histogram` does. The counts
        of later pushes are added to these.
        """
        return _histogram(self._specification, self._stream.histogram())

    def partial(self) -> Partial:
        """Like `histogram`, but returns a `Partial`, which merges with others."""
        partial = Partial.__new__(Partial)
        partial._set(self._counted)
        partial._partial = self._stream.partial()
        return partial

    def reset(self) -> None:
        """Wait for the pushed samples, then discard all counts and errors. Devices that failed remain dropped."""
        self._stream.reset()

    @property
    def elements(self) -> int:
        """Number of samples, or of points, in all pushes that have returned since the last reset()."""
        return self._stream.elements

    @property
    def shares(self) -> list[Share]:
        """What each device has counted."""
        return [Share(*each) for each in self._stream.shares]


def _reports(progress: Callable[[Progress], None]) -> Callable[[int, float, float], None]:
    return lambda *now: progress(Progress(*now))


def _elements(given: Specification, samples: Any, weights: Any, mask: Any) -> tuple[Array, Array | None]:
    """The samples and weights that are counted, contiguous and of the types of the specification."""
    if bool(given.weights) != (weights is not None):
        raise ValueError(f"made {'with' if given.weights else 'without'} weights")
    taken = samples_of(samples)
    array, counted, dtype = taken.array, taken.mask, given.samples[0]
    if array.dtype != dtype:
        raise TypeError(f"samples are of {array.dtype}: {dtype} is needed")
    shape = array.shape
    if given.channels > 1:
        if len(shape) == 0 or shape[-1] != given.channels:
            raise ValueError(f"points of shape {shape}: {given.channels} coordinates along the last axis are needed")
        shape = shape[:-1]
        counted = None if counted is None else np.all(counted, axis=-1)
    if weights is not None:
        weights, missing = weights_of(weights, shape)
        if weights.dtype != given.weights[0]:
            raise TypeError(f"weights are of {weights.dtype}: {given.weights[0]} is needed")
        counted = without(counted, missing)
    selected = selection(mask, shape, "sample")
    counted = without(counted, None if selected is None else ~selected)
    if counted is not None:
        array, weights = array[counted], None if weights is None else weights[counted]
    return np.ascontiguousarray(array), None if weights is None else np.ascontiguousarray(weights)


def _histogram(given: Specification, counters: Array) -> Histogram:
    axes = [Axis(axis.copied_edges()) for axis in given.axes]
    sums = counters.reshape(given.shape)
    return Histogram(*((sums[0], axes, sums[1]) if given.arguments["squared_weights"] else (sums, axes)))

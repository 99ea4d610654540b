"""What plans, streams and partials count, specified without data: a problem of the library, and the axes of the
results."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Sequence

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import BINNINGS, Plain, joint_counters, one_axis
from histo_cl._internal.axes import Axis, axis_of_binning
from histo_cl._internal.counting import HALF_WIDTHS
from histo_cl._internal.edges import axis_of_edges, even_axis, even_axis_of_points
from histo_cl._internal.one_axis import last_edge_of
from histo_cl._internal.samples import TYPES
from histo_cl._internal.splitting import even

NUMPYS = {name: dtype for dtype, name in TYPES.items()}
WEIGHTS = {dtype: name for dtype, name in TYPES.items() if name not in ("u64", "i64")}
INDICES = {dtype: name for dtype, name in TYPES.items() if name in ("u32", "u64")}
COUNTERS = {dtype: name for dtype, name in TYPES.items() if name in ("u8", "u16", "u32", "u64", "i64", "f32", "f64")}


class Specification(NamedTuple):
    """The arguments that are common to problems with different layouts of the samples."""

    arguments: dict[str, Any]
    axes: tuple[Axis, ...]
    samples: tuple[np.dtype[Any], ...]
    """The type of each array of samples in memory; one if the channels are interleaved."""
    channels: int
    """Number of samples of an element in one array."""
    weights: tuple[np.dtype[Any], ...]
    mask: bool
    indices: np.dtype[Any] | None
    shape: tuple[int, ...]
    """The shape of the counters of one histogram."""

    def problem(self, **layout: Any) -> _core.Problem:
        return _core.Problem(**{**self.arguments, **layout})

    @property
    def edges(self) -> Any:
        """Copies of the edges: of the only axis, or a list with those of each axis if the histogram is joint."""
        edges = [axis.copied_edges() for axis in self.axes]
        return edges if self.arguments["joint"] else edges[0]


def _named(types: dict[np.dtype[Any], str], what: str, dtype: Any) -> str:
    if isinstance(dtype, str) and dtype == "bfloat16" and what == "samples":
        return "bf16"
    found = types.get(np.dtype(dtype))
    if found is None:
        raise TypeError(f"{what} of {np.dtype(dtype)}: there are {', '.join(str(each) for each in types)}")
    return found


def _axis(sample: str, bins: Any, range: Any, joint: bool, inclusive: bool) -> Axis:
    dtype = np.dtype(np.float32) if sample == "bf16" else NUMPYS[sample]
    _, checked = one_axis(Plain(np.empty(0, dtype)), bins, range)
    bins, range = checked.bins, checked.range
    if isinstance(bins, BINNINGS):
        return axis_of_binning(bins, sample, joint)
    if isinstance(bins, np.ndarray):
        return axis_of_edges(dtype, bins, inclusive)
    if isinstance(bins, str) or range is None:
        raise ValueError("no samples have been seen: give a range for the number of bins, or edges")
    first, last = range
    if joint:
        return even_axis_of_points(sample, dtype, bins, float(first), float(last), inclusive, True)
    return even_axis(sample, dtype, bins, first, last, inclusive, False)


def _joint_axes(sample: str, bins: Any, range: Any, inclusive: bool) -> list[Axis]:
    all_bins = list(bins)
    ranges = [None] * len(all_bins) if range is None else list(range)
    if len(all_bins) not in (2, 3):
        raise ValueError(f"a joint histogram has two or three axes, not {len(all_bins)}")
    if len(ranges) != len(all_bins):
        raise ValueError(f"{len(all_bins)} axes have {len(ranges)} ranges")
    axes = [_axis(sample, each, ends, True, inclusive) for each, ends in zip(all_bins, ranges)]
    joint_counters([axis.bins for axis in axes], joined_by_library=True)
    return axes


def specify(
    dtype: Any,
    bins: Any = 10,
    range: Any = None,
    *,
    weights: Any = None,
    counts: bool = False,
    squares: bool = False,
    weight_bound: tuple[float, int] | None = None,
    mask: bool = False,
    channels: int | None = None,
    active: Sequence[int] | None = None,
    joint: bool = False,
    indices: Any = None,
    listed_weights: bool = False,
    counter: Any = None,
    accumulator: str = "sum",
    splitting: str = "none",
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    max_samples: int = 0,
) -> Specification:
    """The specification for the arguments of `Plan`. `dtype` is a name in TYPES, a dtype, or a list of these for
    separate arrays."""
    separate = isinstance(dtype, (list, tuple))
    each_type = list(dtype) if separate else [dtype]
    names = [each if isinstance(each, str) and each in NUMPYS else _named(TYPES, "samples", each) for each in each_type]
    if separate and (channels is not None or not names):
        raise ValueError("a list has the type of each channel, so at least one, and goes without `channels`")
    sample = names[0] if len(set(names)) == 1 else _named(TYPES, "samples", np.result_type(*each_type))
    last_edge = last_edge_of(last_edge, *(bins if joint else [bins]), splitting=splitting)
    per_axis = 2 if splitting == "interval" else 1
    if joint:
        axes = _joint_axes(sample, bins, range, last_edge == "inclusive")
    else:
        counted = len(active) if active is not None else len(names) if separate else channels or per_axis
        axes = [_axis(sample, bins, range, False, last_edge == "inclusive")] * (counted // per_axis)
    if any(axis.kept is not None for axis in axes):
        raise ValueError("edges increase strictly here")
    if splitting != "none":
        axes = [even(axis) for axis in axes]
    half_widths = [HALF_WIDTHS] * (len(axes) * (per_axis - 1))
    vectors = list(weights) if isinstance(weights, (list, tuple)) else [] if weights is None else [weights]
    weight_names = [_named(WEIGHTS, "weights", each) for each in vectors]
    if len(set(weight_names)) > 1:
        raise TypeError(f"the weights of an element have one type, not {' and '.join(sorted(set(weight_names)))}")
    summed = bool(weight_names) or splitting != "none"
    arguments: dict[str, Any] = dict(
        sample=sample,
        axes=[*(axis.binning for axis in axes), *half_widths],
        joint=joint,
        last_edge=last_edge,
        out_of_range=out_of_range,
        channels=len(names) if separate else channels or 0,
        active=() if active is None else list(active),
        order="separate" if separate else "interleaved",
        arrays=[(name, 0) for name in names] if separate else (),
        mask=mask,
        weights=weight_names[0] if weight_names else None,
        weight_vectors=max(len(weight_names), 1),
        element_counts=counts,
        squared_weights=squares,
        weight_bound=weight_bound,
        indices=None if indices is None else _named(INDICES, "indices", indices),
        listed_weights=listed_weights,
        counter=None if summed and counter is None else _named(COUNTERS, "counters", counter or np.uint32),
        accumulator=accumulator,
        splitting=splitting,
        max_samples=max_samples,
    )
    one = _core.Problem(**arguments)
    extents = tuple(one.extent(each) for each, _ in enumerate(axes))
    shape = extents if joint or len(axes) == 1 else (len(axes), extents[0])
    parts = one.counters // math.prod(shape)
    if parts > 1 or counts or squares or isinstance(weights, (list, tuple)):
        shape = (parts, *shape)
    stored = [np.dtype(np.uint16) if name == "bf16" else NUMPYS[name] for name in names]
    return Specification(
        arguments,
        tuple(axes),
        tuple(stored),
        1 if separate else channels or len(axes) + len(half_widths),
        tuple(np.dtype(each) for each in vectors),
        mask,
        None if indices is None else np.dtype(indices),
        shape,
    )


"""Histograms of dask arrays: each block is counted on the worker that has it, and the counts are merged.

The counts, and the sums of weights, equal those of one call on the whole array, bit for bit, for any chunks. Nothing is
computed before the result is requested, not even the range. Workers must be threads or spawned processes, because a
forked process cannot use a device that its parent has used.
"""

from __future__ import annotations

import copy
import functools
import itertools
from typing import Any, Callable, NamedTuple, Sequence

import numpy as np

try:
    import dask
    import dask.array as da
except ImportError as error:
    raise ImportError("histo_cl.dask needs dask (Debian package python3-dask)") from error

from histo_cl._internal import joint, mergeable
from histo_cl._internal.arguments import BINNINGS, Array, Plain, bins_of, coordinates, copied, one_axis, plain
from histo_cl._internal.axes import Axis
from histo_cl._internal.edges import density_of, even_axis
from histo_cl._internal.one_axis import axes_of, axis_of, task_of
from histo_cl._internal.points import points_of
from histo_cl._internal.samples import Samples, extremes, samples_of
from histo_cl._internal.weights import weights_of

__all__ = ["histogram", "histogramdd"]

FAN_IN = 8
"""Number of results that are merged at once."""

KEYWORDS = ("last_edge", "out_of_range", "device", "variant", "options")

Ends = tuple[Any, Any]


class Block(NamedTuple):
    """The samples of a block, or its coordinates (an (N, D) array or a list of arrays), with their weights and mask."""

    sample: Any
    weights: Any
    mask: Any

    def extremes(self, joined: bool) -> list[Ends | None]:
        """The minimum and the maximum of the counted samples, or of each coordinate; None if there are none."""
        missing = None if self.weights is None else plain(self.weights, "weights").missing
        if not joined:
            return [extremes(samples_of(self.sample, self.mask, missing))]
        points = points_of(coordinates(self.sample), None, self.mask, missing)
        each_axis = zip(points.columns, points.dtypes)
        return [extremes(Samples(column, points.type, dtype, points.counted)) for column, dtype in each_axis]


class Bins(NamedTuple):
    """The arguments `bins`, `range` and `axis` of a call for a block."""

    bins: Any
    range: Any
    axis: tuple[int, ...] | None = None
    found: bool = False
    """Whether `range` was computed: the minimum and the maximum of the samples, or None if there are no samples."""

    def one_axis(self, dtype: np.dtype[Any]) -> Axis:
        """The bins of one axis for samples of a type. The last edge is inclusive unless `bins` is a binning."""
        nothing = samples_of(np.empty(0, dtype))
        _, checked = one_axis(Plain(np.empty(0, dtype)), self.bins, None if self.found else self.range)
        if not self.found:
            return axis_of(nothing, checked, False, True)
        first, last = (None, None) if self.range is None else self.range
        return even_axis(nothing.type, nothing.dtype, checked.bins, first, last, True, True)


Count = Callable[[Block, Bins, dict[str, Any]], Array]
"""Counts a block, or sums its weights in their type."""


def _count(block: Block, bins: Bins, keywords: dict[str, Any]) -> Array:
    sample, weights, mask = block
    task = task_of(sample, bins.bins, (0, 1) if bins.found else bins.range, weights, bins.axis, mask, **keywords)
    if bins.found:
        task = task._replace(axes=(bins.one_axis(sample.dtype),))
    return task.counts()


def _count_points(block: Block, bins: Bins, keywords: dict[str, Any]) -> Array:
    sample, weights, mask = block
    sums, *_ = joint.sums(sample, bins.bins, bins.range, weights, axis=bins.axis, mask=mask, **keywords)
    return sums


def _extent(count: Count, block: Block, bins: Bins, keywords: dict[str, Any]) -> mergeable.Extent:
    values, missing, *_ = plain(block.weights, "weights")

    def is_counted(where: Array) -> bool:
        where = where if missing is None else where & ~missing
        return bool(np.any(count(block._replace(weights=where.astype(np.int32)), bins, keywords)))

    return mergeable.extent_of(values, is_counted)


def _partial_sums(count: Count, block: Block, unit: int, bins: Bins, keywords: dict[str, Any]) -> Array:
    given = plain(block.weights, "weights")

    def summed(each: Array) -> Array:
        return count(block._replace(weights=given._replace(values=each).masked()), bins, keywords)

    return mergeable.partial_sums(given.values, unit, summed)


def _sum(parts: list[Array]) -> Array:
    merged: Array = functools.reduce(np.add, parts)
    return merged


def _merged_extremes(parts: list[list[Ends | None]]) -> list[Ends | None]:
    merged: list[Ends | None] = []
    for of_axis in zip(*parts):
        known = [each for each in of_axis if each is not None]
        low, high = ([each[end] for each in known] for end in (0, 1))
        merged.append((functools.reduce(np.minimum, low), functools.reduce(np.maximum, high)) if known else None)
    return merged


def _tree(merge: Callable[[list[Any]], Any], parts: list[Any]) -> Any:
    """Merge many results into one, FAN_IN at a time."""
    merge = dask.delayed(merge)
    while len(parts) > 1:
        parts = [merge(parts[at : at + FAN_IN]) for at in range(0, len(parts), FAN_IN)]
    return parts[0]


class _Blocks(NamedTuple):
    """All blocks of a call, and the axes along which it counts."""

    grid: Array
    """Delayed blocks, arranged like the blocks of the array."""
    chunks: tuple[tuple[int, ...], ...]
    axes: tuple[int, ...] | None

    def extremes(self, joined: bool) -> Any:
        """The delayed extremes of each axis."""
        found = dask.delayed(Block.extremes)
        return _tree(_merged_extremes, [found(block, joined) for block in self.grid.ravel()])

    def histogram(
        self, count: Count, bins: Any, keywords: dict[str, Any], cells: tuple[int, ...], dtype: np.dtype[Any],
        rounded: bool, edges: Any,
    ) -> Any:
        """The counts, or the sums of weights, as a dask array. `rounded`: whether these are sums of float weights,
        which are merged exactly and then rounded. `edges`: for densities, the edges of each axis, else None.
        """
        counted = functools.partial(dask.delayed(count), bins=bins, keywords=keywords)
        unit = None
        if rounded:
            extent = dask.delayed(_extent)
            extents = [extent(count, block, bins, keywords) for block in self.grid.ravel()]
            unit = dask.delayed(mergeable.unit_of)(_tree(mergeable.merged, extents))
            partly = dask.delayed(_partial_sums)
            counted = functools.partial(partly, count, unit=unit, bins=bins, keywords=keywords)
        axes = range(self.grid.ndim) if self.axes is None else self.axes
        kept = [each for each in range(self.grid.ndim) if each not in axes]

        def merged(at: tuple[int, ...]) -> Any:
            """The merged histogram of all blocks at a place on the kept axes. If `at` lacks some of these axes, returns
            nested lists of such histograms."""
            axis = len(at)
            if axis < len(kept):
                places = range(self.grid.shape[kept[axis]])
                return da.concatenate([merged((*at, each)) for each in places], axis=axis)
            where = [slice(None)] * self.grid.ndim
            for each, place in zip(kept, at):
                where[each] = slice(place, place + 1)
            sums = _tree(_sum, [counted(block) for block in self.grid[tuple(where)].ravel()])
            sums = dask.delayed(_finished)(sums, unit, dtype, edges)
            lengths = [self.chunks[each][place] for each, place in zip(kept, at)]
            return da.from_delayed(sums, (*lengths, *cells), dtype if edges is None else np.float64)

        return merged(())


def _finished(sums: Array, unit: int | None, dtype: np.dtype[Any], edges: list[Array] | None) -> Array:
    if unit is not None:
        sums = mergeable.total(sums, unit)
    sums = sums.astype(dtype, copy=False)
    return sums if edges is None else density_of(sums, edges)


def _dask_array(array: Any, what: str) -> Any:
    """Check that an argument is a dask array of plain blocks, by its metadata, and return it."""
    if not isinstance(array, da.Array):
        raise TypeError(
            f"{what} is a dask.array.Array, not {type(array).__module__}.{type(array).__name__}: make it one by "
            "dask.array.from_array(), of plain numbers"
        )
    plain(array._meta, what).to(None, "samples or weights", "the blocks of a dask array")
    return array


def _blocks_like(array: Any, what: str, shape: tuple[Any, ...], chunks: Any) -> Any:
    """The delayed blocks of weights or of a mask, broadcast to a shape and divided into these chunks."""
    if not isinstance(array, da.Array):
        given = plain(array, what).to(None, what, "the blocks of a dask array")
        array = da.from_array(given.masked(), chunks=-1)
    array = _dask_array(array, what)
    if what == "weights":
        weights_of(np.empty(0, array.dtype), (0,))
    if any(np.isnan(length) for length in (*shape, *array.shape)):
        raise ValueError(f"samples and {what} have chunks of unknown size: call compute_chunk_sizes() of both first")
    try:
        array = da.broadcast_to(array, shape if len(shape) > 1 else array.shape)
    except ValueError:
        pass
    if array.shape != shape:
        raise ValueError(f"{what} should have the same shape as a.")
    return _delayed(array.rechunk(chunks))


def _delayed(array: Any) -> Array:
    """The delayed blocks, arranged like the blocks of the array. The block of an array without dimensions is in an array
    of one dimension, because NumPy cannot assign a Delayed to an array without any."""
    blocks: Array = array.to_delayed()
    return blocks.reshape(blocks.shape or 1)


def _blocks(
    grids: Array | list[Array], shape: tuple[Any, ...], chunks: Any, weights: Any, mask: Any, axis: Any, keywords: dict[str, Any]
) -> _Blocks:
    """The blocks of samples (a grid) or of coordinates (a list of grids), with their weights and mask."""
    for name in keywords:
        if name not in KEYWORDS:
            raise TypeError(f"{name} is not one of {', '.join(KEYWORDS)}")
    if keywords.get("options") is not None:
        raise TypeError("options stay in their process: give variant, or device by its name")
    axes = None if axis is None else axes_of(axis, len(shape))
    if axes is not None and any(np.isnan(length) for length in shape):
        raise ValueError("samples have chunks of unknown size: call compute_chunk_sizes() first, for histograms along an axis")
    of_weights = None if weights is None else _blocks_like(weights, "weights", shape, chunks)
    of_mask = None if mask is None else _blocks_like(mask, "mask", shape, chunks)
    grid = np.empty((grids[0] if isinstance(grids, list) else grids).shape, object)
    made = dask.delayed(Block)
    for at in itertools.product(*map(range, grid.shape)):
        sample = [each[at] for each in grids] if isinstance(grids, list) else grids[at]
        grid[at] = made(sample, *(None if each is None else each[at] for each in (of_weights, of_mask)))
    return _Blocks(grid, chunks, axes)


def _is_lazy(argument: Any) -> bool:
    parts = argument if isinstance(argument, (list, tuple)) else []
    return isinstance(argument, da.Array) or any(isinstance(each, da.Array) for each in parts)


def _is_count(bins: Any) -> bool:
    return not isinstance(bins, (da.Array, *BINNINGS)) and np.ndim(bins) == 0


def _ends(range: Any) -> Ends:
    """The ends of a range that has been computed."""
    first, last = (np.asarray(each)[()] for each in range)
    return first, last


def _lazy_edges(edges: Any, what: str) -> Any:
    if edges.ndim != 1 or np.isnan(edges.size):
        raise ValueError(f"{what} has the shape {edges.shape}: lazy edges are a 1-D dask array of known length")
    return edges


def histogram(
    a: Any,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: Any = None,
    *,
    axis: int | tuple[int, ...] | None = None,
    mask: Any = None,
    **keywords: Any,
) -> tuple[Any, Any]:
    """`histo_cl.histogram` of a dask array, as a dask array.

    Parameters
    ----------
    a : dask.array.Array
        The samples, with any number of dimensions and chunks.
    bins : int, array_like, Binning, or a 1-D dask.array.Array of edges
    range : (float, float), or a pair of dask arrays without dimensions, optional
        By default, the minimum and the maximum of all blocks, which take another pass over the blocks.
    density : bool, optional
    weights : array_like or dask.array.Array, optional
        A weight for each sample, in the shape of `a` or a shape that broadcasts to it.
    axis : int or tuple of int, optional
        Count along these axes, which gives a histogram for each index of the other axes. The result has the chunks of
        the other axes.
    mask : array_like or dask.array.Array of bool, optional
        True where a sample is counted; broadcasts like weights.
    last_edge, out_of_range, device, variant
        The same as for `histo_cl.histogram`; a device is given by name or index, which each worker looks up.

    Returns
    -------
    counts : dask.array.Array
        The counts: the shape is that of the remaining axes, followed by the bins.
    edges : array or dask.array.Array
        A dask array if the edges depend on the samples, or on lazy arguments.

    Raises
    ------
    ValueError, TypeError
        As for `histo_cl.histogram`, and for rules such as "auto", and for unknown chunk sizes with `axis`, `weights` or
        `mask`. Errors that depend on lazy arguments are raised when the result is computed.

    Examples
    --------
    >>> import dask.array, histo_cl.dask
    >>> a = dask.array.arange(1000, chunks=100)
    >>> counts, edges = histo_cl.dask.histogram(a, bins=4, range=(0, 1000))
    >>> counts.compute(scheduler="threads")
    array([250, 250, 250, 250])
    >>> counts, edges = histo_cl.dask.histogram(a.reshape(2, 500), bins=2, axis=1)
    >>> counts.compute(scheduler="threads")
    array([[500,   0],
           [  0, 500]])
    """
    if isinstance(bins, str):
        raise ValueError(f"bins={bins!r}: the blocks of a dask array are not seen at once; give a number or edges")
    a = _dask_array(a, "a")
    bins, range = copied(bins), copied(range)
    blocks = _blocks(_delayed(a), a.shape, a.chunks, weights, mask, axis, keywords)
    dtype = np.dtype(a.dtype)
    lazy = isinstance(bins, da.Array)
    first = Bins(np.arange(_lazy_edges(bins, "bins").size) if lazy else bins, None if _is_lazy(range) else range)
    own = first.one_axis(dtype if not lazy else np.dtype(np.int64))
    given: Any = first._replace(axis=blocks.axes)
    edges: Any = own.edges
    found = _is_count(bins) and range is None
    if lazy:
        given, edges = dask.delayed(Bins)(bins, range, blocks.axes), bins
    elif found or _is_lazy(range):
        ends = blocks.extremes(False)[0] if found else dask.delayed(_ends)(range)
        given = dask.delayed(Bins)(bins, ends, blocks.axes, found)
        edges = da.from_delayed(dask.delayed(_edges_of)(given, dtype), (own.bins + 1,), _edge_dtype(dtype))
    _check_density(density, [edges], keywords)
    cells = own.bins + 3 * (keywords.get("out_of_range") == "counted")
    total = np.dtype(np.int64) if weights is None else _native(weights)
    counts = blocks.histogram(
        _count, given, keywords, (cells,), total, weights is not None and total.kind == "f", [edges] if density else None
    )
    return counts, copy.copy(edges)  # these are cached, or a density uses them when it is computed


def _check_density(density: bool | None, edges: list[Any], keywords: dict[str, Any]) -> None:
    if density and (any(each is None for each in edges) or keywords.get("out_of_range", "dropped") != "dropped"):
        raise ValueError("density takes bins with edges, and out_of_range='dropped'")


def _native(weights: Any) -> np.dtype[Any]:
    """The type of sums of weights."""
    dtype = weights.dtype if isinstance(weights, da.Array) else plain(weights, "weights").values.dtype
    return np.dtype(dtype).newbyteorder("=")


def _edges_of(bins: Bins, dtype: np.dtype[Any]) -> Array:
    edges = bins.one_axis(dtype).copied_edges()
    assert edges is not None
    return edges


def _edge_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return np.histogram_bin_edges(np.zeros(1, dtype), 1).dtype


def histogramdd(
    sample: Any,
    bins: Any = 10,
    range: Any = None,
    density: bool | None = None,
    weights: Any = None,
    *,
    axis: int | tuple[int, ...] | None = None,
    mask: Any = None,
    **keywords: Any,
) -> tuple[Any, list[Any]]:
    """`histo_cl.histogramdd` of dask arrays, as a dask array.

    Parameters
    ----------
    sample : (N, D) dask.array.Array, or a sequence of D dask arrays of coordinates
        Coordinates of several dimensions have shapes that broadcast.
    bins : int, or D of int, array_like, Binning, or 1-D dask.array.Array of edges
    range : sequence of D (float, float), pair of dask arrays without dimensions, or None, optional
        The ends of even bins; by default the minimum and the maximum of all blocks.
    density, weights, axis, mask, **keywords
        The same as for `histogram`, with a weight and a mask value for each point.

    Returns
    -------
    counts : dask.array.Array of float64
        The counts: the shape is that of the remaining axes, followed by a dimension for each of the D axes.
    edges : list of arrays or dask.array.Array
        A dask array for axes whose edges depend on the samples, or on lazy arguments.

    Raises
    ------
    ValueError, TypeError
        Like `histogram`.
    """
    bins, range = copied(bins), copied(range)
    if isinstance(sample, da.Array):
        if sample.ndim != 2:
            raise ValueError(f"a sample is an (N, D) array, and this has {sample.ndim} dimensions")
        sample = _dask_array(sample, "the sample").rechunk({1: -1})
        shape, chunks, types = sample.shape[:1], sample.chunks[:1], [sample.dtype] * sample.shape[1]
        grids = sample.to_delayed()[:, 0]
    elif isinstance(sample, (list, tuple)):
        if not sample:
            raise ValueError("the sample is an empty list: give an array for each axis")
        arrays = [_dask_array(each, f"sample[{at}]") for at, each in enumerate(sample)]
        if all(each.ndim == 1 for each in arrays) and len({each.shape for each in arrays}) > 1:
            raise ValueError(f"coordinates of one dimension have the shapes {[each.shape for each in arrays]}")
        if all(each.ndim == 0 for each in arrays):
            raise ValueError("coordinates have no dimensions: give arrays, which .reshape(1) makes of single numbers")
        arrays = da.broadcast_arrays(*arrays)
        shape, chunks, types = arrays[0].shape, arrays[0].chunks, [each.dtype for each in arrays]
        grids = [each.to_delayed() for each in arrays]
    else:
        raise TypeError(f"the sample is a dask.array.Array or a list of them, not {type(sample).__name__}")
    dimensions = len(types)
    blocks = _blocks(grids, shape, chunks, weights, mask, axis, keywords)
    each_bins = list(bins_of(bins, dimensions))
    ranges = [None] * dimensions if range is None else list(range)
    if len(ranges) != dimensions:
        raise ValueError("range argument must have one entry per dimension")
    needs = [own is None and _is_count(each) for own, each in zip(ranges, each_bins)]
    lazy = [need or isinstance(each, da.Array) or _is_lazy(own) for need, each, own in zip(needs, each_bins, ranges)]
    stand_ins = [np.arange(_lazy_edges(b, "bins").size) if isinstance(b, da.Array) else b for b in each_bins]
    nothing = [np.empty(0, each) for each in types]
    known = [None if is_lazy else own for is_lazy, own in zip(lazy, ranges)]
    counts, own_edges = joint.histogramdd(nothing, stand_ins, known, **keywords)
    edges: list[Any] = list(own_edges)
    _check_density(density, edges, keywords)
    given: Any = Bins(each_bins, ranges, blocks.axes)
    if any(lazy):
        found = blocks.extremes(True) if any(needs) else None
        given = dask.delayed(_found_bins)(each_bins, ranges, found, needs, blocks.axes)
        found_edges = dask.delayed(_joint_edges)(nothing, given, keywords)
        for at, each in enumerate(each_bins):
            if isinstance(each, da.Array):
                edges[at] = each
            elif lazy[at]:
                edges[at] = da.from_delayed(found_edges[at], edges[at].shape, edges[at].dtype)
    result = blocks.histogram(
        _count_points, given, keywords, counts.shape, np.dtype(np.float64), weights is not None, edges if density else None
    )
    return result, [copy.copy(each) for each in edges]


def _found_bins(
    bins: list[Any], ranges: list[Any], found: list[Ends | None] | None, needs: Sequence[bool], axes: tuple[int, ...] | None
) -> Bins:
    """The bins of points. `found`: the computed extremes, for the axes that need them."""
    ends = [None if each is None else _ends(each) for each in ranges]
    if found is not None:
        ends = [(found[at] or (0, 1)) if need else ends[at] for at, need in enumerate(needs)]
    return Bins(bins, ends, axes)


def _joint_edges(nothing: list[Array], bins: Bins, keywords: dict[str, Any]) -> list[Array]:
    return list(joint.histogramdd(nothing, bins.bins, bins.range, **keywords)[1])

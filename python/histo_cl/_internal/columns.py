"""Histograms of each column of a table, over all rows or some, with or without weights."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import BINNINGS, MAX_BATCH_COUNTERS, Array, Binning, counters, numbers
from histo_cl._internal.counting import DeviceLike, device_of, options_of
from histo_cl._internal.one_axis import last_edge_of
from histo_cl._internal.samples import TYPES
from histo_cl._internal.weights import SUMMED

Bins = Union[Binning, Sequence[Binning]]


def column_histograms(
    table: Any,
    bins: Bins,
    weights: Any = None,
    rows: Any = None,
    *,
    counts: bool = False,
    narrow: bool = False,
    counter: Any = None,
    by_cell: bool = False,
    listed_weights: bool = False,
    accumulator: str = "sum",
    nibbles: str = "none",
    last_edge: str | None = None,
    out_of_range: str = "dropped",
    device: DeviceLike = None,
    variant: str | None = None,
    options: _core.Options | None = None,
) -> Array | list[Array]:
    """Count each column of a table, or sum weights of its rows, into bins.

    Parameters
    ----------
    table : array of shape (N, W)
        Integers or floats of up to 64 bits; W is at most 65,536. Tables with contiguous rows or columns are read in
        place; others are copied.
    bins : Binning, or a sequence of W binnings
        The bins of all columns, or of each column, such as ``identity_bins(256)``.
    weights : array of shape (N,) or (N, k), or a sequence of k arrays of shape (N,), optional
        Up to 4 weights per row: bool, integers of up to 32 bits, or floats. They are converted to a common type. With
        `listed_weights`, N is the length of `rows`.
    rows : array of integers, optional
        The numbers of the rows to count, in any order; a row listed twice counts twice.
    counts : bool, optional
        Whether to return the counts of rows, too, if there are weights.
    narrow : bool, optional
        Round float16 or float32 weights to multiples of 2**-29 times the power of two above the largest weight, but of
        at least 2**-120. This is faster for tables of bytes.
    counter : dtype, optional
        The type of the sums of float weights: float64 by default, or float32. Sums are exact until they are rounded to
        this type.
    by_cell : bool, optional
        Return the sums of a bin side by side: the axis of the sums is the last one.
    listed_weights : bool, optional
        Weights are in the order of `rows`: weight i belongs to rows[i].
    accumulator : {"sum", "minimum", "maximum"}, optional
        What a bin holds: the sum or an extreme of its weights. The minimum of an empty bin is the largest value of the
        sums' type, and the maximum the smallest.
    nibbles : {"none", "low_first", "high_first"}, optional
        The table is uint8 of shape (N, ceil(W / 2)): each byte holds two columns of 4 bits, the first in its low or its
        high bits. W is the length of `bins` if it is a sequence, else twice the width of the table.
    last_edge, out_of_range, device, variant, options
        The same as for `histogram`.

    Returns
    -------
    array or list of arrays
        Counts as int64, of shape (W, B). With weights, the sums of the weights: of shape (W, B) for weights of shape
        (N,), else of shape (k, W, B). With weights and `counts`, the shape is (1 + k, W, B); the counts come first, and
        have the type of the sums. If columns have different numbers of bins, the result is a list with one array per
        column. With `by_cell`, the axis of length k or 1 + k is the last.

    Raises
    ------
    ValueError
        For shapes that do not match, rows that do not exist, and bins that the library rejects.
    TypeError
        For types that cannot be counted or summed.
    Error
        If the device cannot count, or no device has that name.

    Examples
    --------
    >>> import histo_cl
    >>> import numpy as np
    >>> table = np.array([[0, 1], [1, 1], [0, 2]], np.uint8)
    >>> bins = histo_cl.identity_bins(3)
    >>> histo_cl.column_histograms(table, bins)
    array([[2, 1, 0],
           [0, 2, 1]])
    >>> histo_cl.column_histograms(table, bins, np.array([1.0, 2.0, 4.0]), rows=[0, 2, 2])
    array([[9., 0., 0.],
           [0., 1., 8.]])
    >>> histo_cl.column_histograms(table, bins, np.array([1.0, 2.0]), rows=[2, 0], listed_weights=True)
    array([[3., 0., 0.],
           [0., 2., 1.]])
    >>> two = histo_cl.identity_bins(2)
    >>> histo_cl.column_histograms(table, two, np.ones(3), counts=True, by_cell=True, counter=np.float32)
    array([[[2., 2.],
            [1., 1.]],
    <BLANKLINE>
           [[0., 0.],
            [2., 2.]]], dtype=float32)
    """
    array = numbers(table, "the table's values")
    array = array.astype(array.dtype.newbyteorder("="), copy=False)
    if array.ndim != 2:
        raise ValueError(f"a table has rows and columns: it has {array.ndim} dimensions")
    if array.dtype not in TYPES:
        raise TypeError(f"a table of {array.dtype} is not counted: allowed are {', '.join(str(t) for t in TYPES)}")
    if nibbles != "none":
        array = _rows_of_nibbles(array)
    array, order, stride, plane = _placed(array)
    count, width = array.shape
    if nibbles != "none":
        width = _width_of_nibbles(bins, width)
    listed = _listed(rows)
    if listed_weights and (listed is None or weights is None):
        raise ValueError("listed_weights are the weights of listed rows: give both")
    length = count if listed is None else len(listed)
    vectors, name, weight_stride = _vectors(weights, length if listed_weights else count)
    axes = _axes(bins, width)
    _check_size(axes, max(1, len(vectors)) + (counts and bool(vectors)), out_of_range)
    problem = _core.Problem(
        TYPES[array.dtype],
        axes,
        last_edge=last_edge_of(last_edge, *axes),
        out_of_range=out_of_range,
        order=order,
        stride=stride,
        weights=name,
        weight_vectors=max(1, len(vectors)),
        weight_stride=weight_stride,
        element_counts=counts and bool(vectors),
        narrow_weights=narrow,
        indices=None if listed is None else TYPES[listed.dtype],
        listed_weights=listed_weights,
        accumulator=accumulator,
        nibbles=nibbles,
        counter=_counter(counter, name),
    )
    shape = _core.Shape(count=length, plane_pitch=plane, source_count=0 if listed is None else count)
    of_call = vectors if len(vectors) > 1 else vectors[0] if vectors else None
    sums = _core.count(problem, array, shape, None, of_call, options_of(options, variant), device_of(device), listed)
    plain = not vectors or (len(vectors) == 1 and np.ndim(weights) == 1 and not counts)
    return _shaped(sums, [problem.extent(axis) for axis in range(width)], plain, by_cell)


def _counter(counter: Any, weights: str | None) -> str | None:
    """The type of the sums; None for the type that follows from the weights."""
    if counter is None:
        return None
    dtype = np.dtype(counter)
    if weights is None or weights[0] not in "fb" or dtype not in (np.float64, np.float32):
        raise TypeError(f"a counter of {dtype}: sums of float weights are float64 or float32; others have a type of their own")
    return TYPES[dtype]


def _check_size(axes: list[Binning], sums: int, out_of_range: str) -> None:
    beyond = 3 if out_of_range == "counted" else 0
    cells = sum(axis.bins + beyond for axis in axes)
    counters([cells, sums], MAX_BATCH_COUNTERS, f"the histograms of {len(axes)} columns", "2**32: 32 GiB of counts")


def _placed(array: Array) -> tuple[Array, str, int, int]:
    """The array or a copy, its order, and the bytes from one element to the next and from one plane to the next (0:
    packed).
    """
    count, width = array.shape
    (outer, inner), size = array.strides, array.itemsize
    if array.size == 0 or array.flags.c_contiguous:
        return np.ascontiguousarray(array), "interleaved", 0, 0
    if inner == size and outer >= width * size and outer % size == 0:
        return array, "interleaved", outer, 0
    if outer == size and inner >= count * size and inner % size == 0:
        return array, "planar", 0, inner
    return np.ascontiguousarray(array), "interleaved", 0, 0


def _rows_of_nibbles(array: Array) -> Array:
    """The table as contiguous rows of bytes."""
    if array.dtype != np.uint8:
        raise TypeError(f"nibbles in {array.dtype}: they lie in uint8, two to each")
    return array if array.size != 0 and array.strides[1] == 1 else np.ascontiguousarray(array)


def _width_of_nibbles(bins: Bins, in_bytes: int) -> int:
    width = len(bins) if isinstance(bins, (list, tuple)) else 2 * in_bytes
    if (width + 1) // 2 != in_bytes:
        raise ValueError(f"{width} columns of nibbles in {in_bytes} bytes a row: they take {(width + 1) // 2}")
    return width


def _axes(bins: Bins, width: int) -> list[Binning]:
    axes = list(bins) if isinstance(bins, (list, tuple)) else [bins] * width
    if len(axes) != width:
        raise ValueError(f"{len(axes)} binnings for {width} columns: each needs one")
    for each in axes:
        if not isinstance(each, BINNINGS):
            raise TypeError(f"bins are binnings, such as identity_bins(256) for a bin of each value 0 to 255, not {each!r}")
    return axes


def _vectors(weights: Any, count: int) -> tuple[tuple[Array, ...], str | None, int]:
    """The weight arrays, the name of their type, and their common stride in bytes (0: packed)."""
    if weights is None:
        return (), None, 0
    if isinstance(weights, (list, tuple)) and len(weights) != 0 and np.ndim(weights[0]) == 1:
        arrays = [numbers(each, "weights") for each in weights]
    else:
        whole = numbers(weights, "weights")
        arrays = [whole] if whole.ndim == 1 else [whole[:, each] for each in range(whole.shape[1] if whole.ndim == 2 else 0)]
    if not 1 <= len(arrays) <= 4 or any(each.shape != (count,) for each in arrays):
        raise ValueError(f"weights have the shape ({count},) or ({count}, k) of up to 4 weights of each row")
    dtype = np.result_type(*arrays)
    if dtype not in SUMMED:
        raise TypeError(f"weights of {dtype} are not summed: allowed are {', '.join(str(t) for t in SUMMED)}")
    summed, name = SUMMED[dtype]
    stride = arrays[0].strides[0]
    alike = all(each.dtype == summed and each.strides == (stride,) for each in arrays)
    if alike and stride > 0 and stride % summed.itemsize == 0 and count > 1:
        return tuple(arrays), name, stride
    return tuple(np.ascontiguousarray(each, summed) for each in arrays), name, 0


def _listed(rows: Any) -> Array | None:
    """Row numbers in a type that the library accepts. Raises ValueError for negative numbers."""
    if rows is None:
        return None
    listed = numbers(rows, "rows")
    if listed.ndim != 1 or (listed.dtype.kind not in "iu" and listed.size != 0):
        raise TypeError("rows are a list of integers")
    if listed.dtype.kind == "i" and listed.size != 0 and int(listed.min()) < 0:
        raise ValueError(f"row {int(listed.min())}: rows are counted from 0")
    if listed.dtype == np.uint32:
        return np.ascontiguousarray(listed)
    return np.ascontiguousarray(listed, np.uint64)


def _shaped(sums: Array, extents: list[int], plain: bool, by_cell: bool) -> Array | list[Array]:
    cells = sum(extents)
    alike = len(set(extents)) == 1
    split = np.cumsum(extents)[:-1]
    if plain:
        return sums.reshape(len(extents), extents[0]) if alike else np.split(sums, split)
    if by_cell:
        whole = np.ascontiguousarray(sums.reshape(-1, cells).T)
        return whole.reshape(len(extents), extents[0], -1) if alike else np.split(whole, split)
    whole = sums.reshape(-1, cells)
    return whole.reshape(-1, len(extents), extents[0]) if alike else np.split(whole, split, axis=-1)

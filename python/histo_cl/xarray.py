"""Histograms of xarray's DataArrays, along dimensions that are given by name.

Arrays of dask stay lazy, and have the counts and sums of one call on the whole array.
"""

from __future__ import annotations

from typing import Any, Hashable, Iterable, NamedTuple, Sequence, Union

import numpy as np

try:
    import pandas
    import xarray as xr
    from xarray import Coordinates
except ImportError as error:
    raise ImportError("histo_cl.xarray needs xarray 2023.8 or later") from error

from histo_cl._internal.arguments import BINNINGS, Array, plain
from histo_cl._internal.binnings import identity_bins
from histo_cl._internal.edges import centers_of, density_of
from histo_cl._internal.joint import histogramdd
from histo_cl._internal.numpy_api import histogram as _histogram
from histo_cl._internal.numpy_api import histogram_bin_edges

__all__ = ["histogram"]

KEYWORDS = ("last_edge", "out_of_range", "accumulator", "device", "variant", "options")

Dim = Union[Hashable, Iterable[Hashable], None]


class _Groups(NamedTuple):
    """The labels of `groupby`, and for each element the index of its label."""

    name: Hashable
    labels: Array
    codes: Any
    """A variable of int64, -1 where the label is missing."""
    attrs: dict[Any, Any]


def histogram(
    *data: Any,
    bins: Any = 10,
    range: Any = None,
    dim: Dim = None,
    weights: Any = None,
    density: bool = False,
    groupby: Any = None,
    mask: Any = None,
    keep_coords: bool = False,
    bin_edges: bool = False,
    bin_dim_suffix: str = "_bin",
    **keywords: Any,
) -> Any:
    """The histogram, or joint histogram, of named DataArrays along dimensions, like `xhistogram.xarray.histogram`.

    Parameters
    ----------
    *data : xarray.DataArray
        An array for each axis of the histogram. The dimensions of all arrays, also of `weights`, `groupby` and `mask`,
        are matched by name: an array is repeated along dimensions that it does not have. Coordinates of the same name
        must be equal.
    bins : int, str, array_like or Binning, or a list of these with one for each of `data`
        The same as for `histo_cl.histogram`, also for several `data`. For a single array, a list may be its edges.
    range : (float, float), or a list of one pair or None for each of `data`, optional
    dim : str or iterable of these, optional
        Count along these dimensions, which gives a histogram for each index of the others. By default, all dimensions.
    weights : xarray.DataArray, optional
    density : bool, optional
        Return densities, whose integral is 1 for each index of the other dimensions and each label.
    groupby : xarray.DataArray, optional
        Labels: integers, strings or dates, such as ``a.time.dt.month``. The result has a histogram for each label.
        Elements with a missing label are not counted.
    mask : xarray.DataArray of bool, optional
        True where an element is counted.
    keep_coords : bool, optional
        Also return the coordinates of `data` that are not indices and have only remaining dimensions.
    bin_edges : bool, optional
        Also return the coordinates <name>_bin_left and <name>_bin_right.
    bin_dim_suffix : str, optional
    last_edge, out_of_range, accumulator, device, variant, options
        The same as for `histo_cl.histogram`, without out_of_range="counted"; lazy arrays take no `accumulator` and
        `options`.

    Returns
    -------
    xarray.DataArray
        Its dimensions are the remaining ones, in the order of the arguments, then the name of `groupby` or "group",
        then <name>_bin for each of `data`. The coordinates of bins are their midpoints, with the attributes of the
        data. Counts are int64. Sums have the unit of the weights, and the type of the weights, or float64 with several
        `data` or `groupby`. If an array is a dask array, so is the result, with the same chunks. Bins whose edges
        depend on the data then have lazy coordinates without an index.

    Raises
    ------
    ValueError, TypeError, Error
        As for `histo_cl.histogram`, and for arrays that are not DataArrays, data without a name or with the same name,
        unknown dimensions, coordinates that differ, and lazy labels.

    Examples
    --------
    >>> import numpy, xarray, histo_cl.xarray
    >>> t = xarray.DataArray(numpy.arange(6.0).reshape(2, 3), dims=("time", "x"), name="t")
    >>> histo_cl.xarray.histogram(t, bins=2, range=(0, 6), dim="x").values
    array([[3, 0],
           [0, 3]])
    """
    named = {"weights": weights, "groupby": groupby, "mask": mask}
    others = {name: each for name, each in named.items() if each is not None}
    _check(data, others, density, keywords)
    aligned = list(xr.align(*data, *others.values(), join="exact", copy=False))
    data, others = tuple(aligned[: len(data)]), dict(zip(others, aligned[len(data) :]))
    sizes = {name: size for each in aligned for name, size in each.sizes.items()}
    along = _dimensions(dim, sizes)
    kept = [each for each in sizes if each not in along]
    lazy = any(each.chunks is not None for each in aligned)

    def whole(variable: Any) -> Any:
        return (variable.chunk() if lazy and variable.chunks is None else variable).set_dims(sizes).data

    groups = _groups(others["groupby"], kept) if groupby is not None else None
    chosen = None if mask is None else others["mask"].variable
    if groups is not None and bool((groups.codes < 0).any()):
        chosen = groups.codes >= 0 if chosen is None else chosen & (groups.codes >= 0)
    common: dict[str, Any] = {
        "weights": None if weights is None else whole(others["weights"].variable),
        "mask": None if chosen is None else whole(chosen),
    }
    arrays = [whole(each.variable) for each in data]
    each_bins, ranges = _each_bins(bins, len(data)), _each_range(range, len(data))
    counts: Any
    edges: list[Any]
    call = {**common, **keywords, "axis": None if not kept else tuple(list(sizes).index(each) for each in along)}
    if len(data) == 1 and groups is None:
        count = _lazy().histogram if lazy else _histogram
        counts, edge = count(arrays[0], each_bins[0], ranges[0], **call)
        edges = [edge]
    else:
        edges_of = _lazy_edges if lazy else _edges
        own = [edges_of(a, b, r, **common) for a, b, r in zip(arrays, each_bins, ranges)]
        if groups is not None:
            codes, of_labels = _label_axis(groups, np.result_type(*(each.dtype for each in arrays)))
            arrays, own = [whole(codes), *arrays], [of_labels, *own]
        counts, edges = (_lazy().histogramdd if lazy else histogramdd)(arrays, own, **call)
        counts = counts.astype(np.int64) if weights is None else counts
        edges = list(edges)[0 if groups is None else 1 :]
    units = [None if lazy or each is None else plain(each, "edges").unit for each in edges]
    edges = [each if lazy or each is None else plain(each, "edges").values for each in edges]
    if density:
        if keywords.get("out_of_range", "dropped") != "dropped" or any(each is None for each in edges):
            raise ValueError("density takes bins with edges, and out_of_range='dropped'")
        counts = counts.map_blocks(density_of, edges=edges, dtype=np.float64) if lazy else density_of(counts, edges)
    names = [f"{each.name}{bin_dim_suffix}" for each in data]
    dims = [*kept, *([] if groups is None else [groups.name]), *names]
    coords = _kept_coordinates(data if keep_coords else (), aligned, kept)
    if groups is not None:
        coords[groups.name] = (groups.name, groups.labels, groups.attrs)
    attrs = {} if weights is None or density else {k: v for k, v in weights.attrs.items() if k == "units"}
    result = xr.DataArray(counts, coords, dims, "_".join(["histogram", *(str(each.name) for each in data)]), attrs)
    for each, name, edge, unit in zip(data, names, edges, units):
        if edge is not None:
            own_attrs = each.attrs if unit is None else {**each.attrs, "units": str(unit)}
            result = result.assign_coords(_bin_coordinates(name, edge, own_attrs, bin_edges))
    return result


def _check(data: Sequence[Any], others: dict[str, Any], density: bool, keywords: dict[str, Any]) -> None:
    if not data:
        raise TypeError("give at least one DataArray")
    for name, each in [*((f"data[{at}]", each) for at, each in enumerate(data)), *others.items()]:
        if not isinstance(each, xr.DataArray):
            raise TypeError(f"{name} is an xarray.DataArray, not {type(each).__module__}.{type(each).__name__}")
    names = [each.name for each in data]
    if None in names or len(set(names)) < len(names):
        raise ValueError(f"data with the names {names}: each has a name of its own, which that of its bins is made of")
    for name in keywords:
        if name not in KEYWORDS:
            raise TypeError(f"{name} is not one of {', '.join(KEYWORDS)}")
    if keywords.get("out_of_range") == "counted":
        raise ValueError("bins have coordinates between edges alone: out_of_range is 'dropped' or 'clamped'")
    if keywords.get("accumulator", "sum") != "sum" and density:
        raise ValueError(f"accumulator={keywords['accumulator']!r} takes no density")


def _lazy() -> Any:
    from histo_cl import dask

    return dask


def _dimensions(dim: Dim, sizes: dict[Hashable, int]) -> list[Hashable]:
    """The dimensions to count along."""
    if dim is None:
        return list(sizes)
    along = [dim] if isinstance(dim, str) or not isinstance(dim, Iterable) else list(dim)
    if not along or len(set(along)) < len(along) or not set(along) <= set(sizes):
        raise ValueError(f"dim {dim!r} is not one or several of the dimensions {tuple(sizes)}")
    return along


def _each_bins(bins: Any, count: int) -> list[Any]:
    """The argument `bins` for each of `data`."""
    if not isinstance(bins, (list, tuple)):
        return [bins] * count
    if count == 1 and not (len(bins) == 1 and (np.ndim(bins[0]) or isinstance(bins[0], (int, np.integer, str, *BINNINGS)))):
        return [bins]
    if len(bins) != count:
        raise ValueError(f"bins are for {len(bins)} arrays, and {count} are given")
    return list(bins)


def _each_range(range: Any, count: int) -> list[Any]:
    """The argument `range` for each of `data`."""
    if range is None or len(range) == 2 and all(each is not None and np.ndim(each) == 0 for each in range):
        return [range] * count
    if len(range) != count:
        raise ValueError(f"ranges are for {len(range)} arrays, and {count} are given")
    return list(range)


def _edges(array: Any, bins: Any, range: Any, weights: Any, mask: Any) -> Any:
    """The bins that `histo_cl.histogram` would use for an axis."""
    if isinstance(bins, BINNINGS) or np.ndim(bins):
        return bins
    if mask is not None:
        own = plain(array, "samples")
        hidden = ~mask if own.missing is None else ~mask | own.missing
        array = np.ma.array(own.values, mask=hidden)  # type: ignore[no-untyped-call]
        array = array if own.unit is None else own.unit.attached(array)
    return histogram_bin_edges(array, bins, range, weights)


def _lazy_edges(array: Any, bins: Any, range: Any, weights: Any, mask: Any) -> Any:
    """`_edges` for dask arrays; lazy if they depend on samples."""
    if isinstance(bins, BINNINGS) or np.ndim(bins):
        return bins
    return _lazy().histogram(array, bins, range, weights=weights, mask=mask)[1]


def _groups(labels: Any, kept: list[Hashable]) -> _Groups:
    if labels.chunks is not None:
        raise TypeError("the labels of groupby are lazy: compute them, because the result has a histogram for each")
    name = "group" if labels.name is None else labels.name
    if name in kept:
        raise ValueError(f"labels with the name {name!r} of a dimension that remains: rename them, or add it to dim")
    values = np.asarray(labels.values)
    codes, unique = pandas.factorize(values.ravel(), sort=True)
    if len(unique) == 0:
        raise ValueError("groupby has no label: all are missing")
    variable = xr.Variable(labels.dims, codes.astype(np.int64).reshape(labels.shape))
    return _Groups(name, np.asarray(unique).astype(values.dtype), variable, labels.attrs)


def _label_axis(groups: _Groups, dtype: np.dtype[Any]) -> tuple[Any, Any]:
    """The indices of labels, in the type of the samples if it can represent them, and their bins."""
    count, kind = len(groups.labels), dtype.kind
    if kind in "mM":
        return groups.codes.astype(np.int64).astype(dtype), np.arange(count + 1).astype(dtype)
    largest = int(np.iinfo(dtype).max) if kind in "iu" else 2 ** (np.finfo(dtype).nmant + 1) if kind == "f" else 0
    return groups.codes.astype(dtype if count <= largest else np.int64), identity_bins(count)


def _kept_coordinates(data: Sequence[Any], aligned: Sequence[Any], kept: list[Hashable]) -> dict[Hashable, Any]:
    """The index coordinates of the remaining dimensions, and other coordinates of `data` that have only these
    dimensions."""
    coords: dict[Hashable, Any] = {}
    for each in data:
        coords.update({name: c.variable for name, c in each.coords.items() if set(c.dims) <= set(kept)})
    for each in reversed(aligned):
        coords.update({name: each.coords[name].variable for name in kept if name in each.coords})
    return coords


def _bin_coordinates(name: str, edges: Any, attrs: dict[Any, Any], bin_edges: bool) -> Any:
    """The coordinates of bins. Lazy coordinates have no index, because an index would compute them."""
    if isinstance(edges, np.ndarray):
        coords = {name: (name, centers_of(edges), attrs)}
    else:
        dtype = centers_of(np.zeros(2, edges.dtype)).dtype
        edges = edges.rechunk(-1)
        centers = edges.map_blocks(centers_of, dtype=dtype, chunks=((edges.size - 1,),))
        coords = {name: (name, centers, attrs)}
    if bin_edges:
        coords.update({f"{name}_left": (name, edges[:-1], attrs), f"{name}_right": (name, edges[1:], attrs)})
    return coords if isinstance(edges, np.ndarray) else Coordinates(coords, indexes={})

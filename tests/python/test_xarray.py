"""xarray's DataArrays, of NumPy and of dask arrays: dimensions, coordinates and labels by name."""

import itertools

import numpy as np
import pytest

xr = pytest.importorskip("xarray", minversion="2023.8")

import pandas  # noqa: E402

import histo_cl  # noqa: E402
import histo_cl.xarray as hx  # noqa: E402

RNG = np.random.default_rng(5)
SIZES = {"time": 6, "lat": 4, "lon": 5}
COORDS = {"time": np.arange("2001-01-01", "2001-03-18", 15, dtype="M8[D]").astype("M8[ns]"),
          "lat": np.linspace(-60, 60, 4), "lon": ("lon", np.arange(5) * 72, {"units": "degrees_east"})}
T = xr.DataArray(RNG.normal(size=(6, 4, 5)).astype("f4"), COORDS, list(SIZES), "t", {"units": "K", "long_name": "heat"})
S = xr.DataArray(RNG.normal(size=(4, 5)), {"lat": COORDS["lat"]}, ["lat", "lon"], "s")
AREA = xr.DataArray(RNG.integers(1, 9, 4), {"lat": COORDS["lat"]}, ["lat"], "area", {"units": "m2"})
EDGES = [-2.0, -0.5, 0.5, 2.0]


def test_dimensions_coordinates_names_and_attributes():
    h = hx.histogram(T, bins=EDGES, dim="time")
    assert h.dims == ("lat", "lon", "t_bin") and h.name == "histogram_t" and h.dtype == np.int64
    assert h.values.tolist() == histo_cl.histogram(T.values, EDGES, axis=0)[0].tolist()
    assert h.t_bin.values.tolist() == [-1.25, 0, 1.25] and h.t_bin.attrs == T.attrs
    assert h.lat.identical(T.lat) and h.lon.identical(T.lon) and set(h.coords) == {"lat", "lon", "t_bin"}
    assert h.sel(lat=-60, t_bin=0, method="nearest").dims == ("lon",)
    whole = hx.histogram(T, bins=4, range=(-2, 2), bin_dim_suffix="_range")
    assert whole.dims == ("t_range",)
    assert whole.values.tolist() == np.histogram(T.values, 4, (-2, 2))[0].tolist()


def test_edges_and_other_coordinates():
    t = T.assign_coords(place=(("lat", "lon"), S.values), day=("time", np.arange(6)))
    h = hx.histogram(t, bins=EDGES, dim=["time"], keep_coords=True, bin_edges=True)
    assert set(h.coords) == {"lat", "lon", "t_bin", "t_bin_left", "t_bin_right", "place"}
    assert h.t_bin_left.values.tolist() == EDGES[:-1] and h.t_bin_right.values.tolist() == EDGES[1:]
    assert "t_bin" not in hx.histogram(T, bins=histo_cl.custom_bins(3, "x > 0")).coords


@pytest.mark.parametrize("dim", ["time", ("lat", "lon"), ["lon", "time"], None])
def test_arrays_are_repeated_along_dimensions_that_they_lack(dim):
    along = list(SIZES) if dim is None else [dim] if isinstance(dim, str) else list(dim)
    axis = tuple(list(SIZES).index(each) for each in along)
    s, area = (each.broadcast_like(T).transpose(*T.dims).values for each in (S, AREA))
    for weights, mask in itertools.product((None, AREA), (None, S > 0)):
        own = dict(weights=None if weights is None else area, mask=None if mask is None else s > 0, axis=axis)
        h = hx.histogram(T, bins=EDGES, dim=dim, weights=weights, mask=mask)
        assert h.values.tolist() == histo_cl.histogram(T.values, EDGES, **own)[0].tolist()
        both = hx.histogram(S, T, bins=[3, EDGES], range=[(-1, 1), None], dim=dim, weights=weights, mask=mask)
        assert both.dims[-2:] == ("s_bin", "t_bin") and both.name == "histogram_s_t"
        expected = histo_cl.histogramdd((s, T.values), [3, EDGES], [(-1, 1), None], **own)[0]
        kept = [each for each in SIZES if each not in along]
        assert both.transpose(*kept, "s_bin", "t_bin").values.tolist() == expected.tolist()
    assert hx.histogram(T, bins=EDGES, dim=dim, weights=AREA).attrs == {"units": "m2"}


@pytest.mark.parametrize("labels", ["month", "text", "codes", "days", "categories"])
@pytest.mark.parametrize("dim", [None, "time", ["time", "lon"]])
@pytest.mark.parametrize("density", [False, True])
def test_labels_are_an_axis(labels, dim, density):
    groupby = {
        "month": T.time.dt.month,
        "text": xr.DataArray(["b", "a", "b", "c", "a", "b"], dims="time", name="season"),
        "codes": xr.DataArray([7, -2, 7, 300, -2, 7], dims="time"),
        "days": T.time.dt.floor("30D").rename("day"),
        "categories": xr.DataArray(pandas.Categorical(list("babbaa")), dims="time", name="kind"),
    }[labels]
    h = hx.histogram(T, bins=4, range=(-2, 2), dim=dim, groupby=groupby, density=density, weights=AREA)
    name = groupby.name or "group"
    unique = np.unique(np.asarray(groupby.values))
    assert h[name].values.tolist() == unique.tolist() and h[name].dtype.kind == unique.dtype.kind
    for label in unique:
        chosen = T.isel(time=np.flatnonzero(np.asarray(groupby.values) == label))
        own = hx.histogram(chosen, bins=4, range=(-2, 2), dim=dim, density=density, weights=AREA)
        assert h.sel({name: label}).values.tolist() == own.values.tolist()


def test_missing_labels_are_not_counted():
    groupby = xr.DataArray([1, np.nan, 2, 2, np.nan, 1], dims="time", name="g")
    h = hx.histogram(T, bins=EDGES, groupby=groupby)
    assert h.g.values.tolist() == [1, 2]
    assert h.values.tolist() == [histo_cl.histogram(T.values[at], EDGES)[0].tolist() for at in ([0, 5], [2, 3])]


def test_labels_beside_bytes_and_dates():
    many = xr.DataArray(np.arange(1000) % 400, dims="x", name="g")
    small = xr.DataArray((np.arange(1000) % 3).astype("u1"), dims="x", name="v")
    h = hx.histogram(small, bins=3, range=(0, 3), groupby=many)
    assert h.shape == (400, 3) and (h.sum("v_bin") == np.bincount(many)).all()
    dates = xr.DataArray(np.datetime64("2020-01-01") + np.arange(1000) % 3, dims="x", name="d")
    h = hx.histogram(dates, bins=np.arange("2020-01-01", "2020-01-05", dtype="M8[D]"), groupby=small.rename("g"))
    assert h.values.tolist() == np.histogram2d(small, np.arange(1000) % 3, [3, 3], [[0, 3]] * 2)[0].tolist()


@pytest.mark.parametrize("number", [1, 2])
def test_bins_are_those_of_histogram(number):
    arrays = (T, S)[:number]
    for bins, range, mask in (("sqrt", None, None), (5, None, S > 0), (5, (-1, 1), None), ([5] * number, None, None),
                              ([np.int64(5)] * number, None, None)):
        h = hx.histogram(*arrays, bins=bins, range=range, mask=mask, bin_edges=True)
        for each in arrays:
            values = each.broadcast_like(T).transpose(*T.dims).values
            own = values if mask is None else values[np.broadcast_to(mask, values.shape)]
            edges = np.histogram_bin_edges(own, bins[0] if isinstance(bins, list) else bins, range)
            assert h[f"{each.name}_bin_left"].values.tolist() == edges[:-1].tolist()


@pytest.mark.filterwarnings("ignore:invalid value encountered in divide")
@pytest.mark.parametrize("dim", [None, "time", ["lat", "lon"]])
def test_lazy_arrays_stay_lazy(dim):
    da = pytest.importorskip("dask.array")
    import dask

    month = T.time.dt.month
    wide = xr.DataArray(RNG.normal(size=6) * 10.0 ** RNG.integers(-9, 5, 6), dims="time")
    with dask.config.set(scheduler="threads"):
        for arrays, groupby, bins, weights, density in itertools.product(
            ((T,), (T, S)), (None, month), (EDGES, 3), (None, AREA, wide), (False, True)
        ):
            own = dict(bins=[bins] * len(arrays), dim=dim, groupby=groupby, weights=weights, density=density,
                       bin_edges=True)
            lazy = hx.histogram(arrays[0].chunk({"time": 4, "lat": 3}), *arrays[1:], **own)
            expected = hx.histogram(*arrays, **own)
            assert isinstance(lazy.data, da.Array) and lazy.dims == expected.dims
            found = lazy.compute()
            xr.testing.assert_identical(found.drop_indexes(lazy.indexes), expected.drop_indexes(expected.indexes))
            assert found.dtype == expected.dtype and found.values.tobytes() == expected.values.tobytes()
    lazy = hx.histogram(T.chunk({"time": 4}), bins=3, dim="time")
    assert not isinstance(lazy.t_bin.variable._data, np.ndarray) and "t_bin" not in lazy.indexes


def test_units_of_quantities():
    pint = pytest.importorskip("pint")
    registry = pint.UnitRegistry()
    t = xr.DataArray(registry.Quantity(T.values, "kelvin"), dims=T.dims, name="t")
    h = hx.histogram(t, bins=4, dim="time")
    assert h.values.tolist() == histo_cl.histogram(T.values, 4, axis=0)[0].tolist()
    assert h.t_bin.attrs["units"] == "kelvin"


def test_the_functions_of_numpy_take_the_data():
    assert histo_cl.histogram(T, EDGES, axis=0)[0].tolist() == histo_cl.histogram(T.values, EDGES, axis=0)[0].tolist()
    assert histo_cl.histogram2d(T[0], S, 3)[0].tolist() == np.histogram2d(T.values[0].ravel(), S.values.ravel(), 3)[0].tolist()
    with pytest.raises(ValueError, match="transpose"):
        histo_cl.histogram2d(S[:, :4], S[:, :4].T)


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: hx.histogram(T.values), TypeError, r"data\[0\] is an xarray.DataArray, not numpy.ndarray"),
        (lambda: hx.histogram(T, weights=AREA.values), TypeError, "weights is an xarray.DataArray"),
        (lambda: hx.histogram(), TypeError, "at least one"),
        (lambda: hx.histogram(T.rename(None)), ValueError, "a name of its own"),
        (lambda: hx.histogram(T, T), ValueError, "a name of its own"),
        (lambda: hx.histogram(T, dim="depth"), ValueError, "depth"),
        (lambda: hx.histogram(T, dim=()), ValueError, "dim"),
        (lambda: hx.histogram(T, weights=AREA.assign_coords(lat=[1, 2, 3, 4])), ValueError, "lat"),
        (lambda: hx.histogram(T, S, bins=[3]), ValueError, "2 are given"),
        (lambda: hx.histogram(T, S, range=[(0, 1)] * 3), ValueError, "2 are given"),
        (lambda: hx.histogram(T, axis=0), TypeError, "axis"),
        (lambda: hx.histogram(T, out_of_range="counted"), ValueError, "dropped"),
        (lambda: hx.histogram(T, weights=AREA, accumulator="minimum", density=True), ValueError, "density"),
        (lambda: hx.histogram(T, groupby=T.lat, dim="time"), ValueError, "lat"),
        (lambda: hx.histogram(T, groupby=T.time.where(T.lat > 99)), ValueError, "all are missing"),
    ],
)
def test_errors_say_what_was_given(call, error, says):
    with pytest.raises(error, match=says):
        call()

"""Accepted and rejected samples, masks and weights."""

import array
from decimal import Decimal

import numpy as np
import pytest

import histo_cl
from histo_cl._internal.arguments import Plain, one_axis
from histo_cl._internal.counting import Task
from histo_cl._internal.layouts import place
from histo_cl._internal.one_axis import axis_of
from histo_cl._internal.samples import Samples

EDGES = [0, 2, 5, 10]
VALUES = [0, 1, 2, 5, 10, 11]
COUNTS = [2, 1, 2]


@pytest.mark.parametrize(
    "a",
    [
        VALUES,
        tuple(VALUES),
        bytearray(VALUES),
        memoryview(bytes(VALUES)),
        array.array("d", VALUES),
        np.array(VALUES).reshape(2, 3),
    ],
)
def test_whatever_becomes_an_array(a):
    if isinstance(a, bytearray):
        a = np.frombuffer(a, np.uint8)
    assert histo_cl.histogram(a, EDGES)[0].tolist() == COUNTS


@pytest.mark.parametrize("bins", [range(5), array.array("d", [0, 1, 4]), memoryview(array.array("d", [0, 1, 4])), [2, range(5)]])
def test_whatever_becomes_edges(bins):
    x, y = [0.5, 1.5, 3.2], [0.1, 0.2, 3.9]
    assert histo_cl.histogram2d(x, y, bins)[0].tolist() == np.histogram2d(x, y, bins)[0].tolist()
    if not isinstance(bins, list):
        assert histo_cl.histogram(x, bins)[0].tolist() == np.histogram(x, bins)[0].tolist()


@pytest.mark.parametrize("range", [(5, 1), (0.0, np.inf), (np.datetime64("2000"), np.datetime64("2001")), "no range"])
def test_edges_are_taken_without_the_range(range):
    assert histo_cl.histogram(VALUES, EDGES, range)[0].tolist() == np.histogram(VALUES, EDGES, range)[0].tolist() == COUNTS
    assert histo_cl.histogramdd([VALUES], [EDGES], [range])[0].tolist() == COUNTS
    stream = histo_cl.Stream(np.int64, EDGES, range)
    stream.push(VALUES)
    assert stream.histogram().values().tolist() == COUNTS
    with pytest.raises((TypeError, ValueError)):
        histo_cl.histogram(VALUES, 3, range)


def test_array_interface():
    class Interface:
        kept = np.array(VALUES, np.int16)
        __array_interface__ = kept.__array_interface__

    assert histo_cl.histogram(Interface(), EDGES)[0].tolist() == COUNTS


def test_dlpack():
    class Tensor:
        def __dlpack__(self, **keywords):
            return np.array(VALUES, np.float32).__dlpack__(**keywords)

        def __dlpack_device__(self):
            return (1, 0)

    assert histo_cl.histogram(Tensor(), EDGES)[0].tolist() == COUNTS


def test_pandas_and_xarray():
    pandas = pytest.importorskip("pandas")
    assert histo_cl.histogram(pandas.Series(VALUES), EDGES)[0].tolist() == COUNTS
    frame = pandas.DataFrame({"x": [0.1, 0.9, 0.8], "y": [1.0, 2.0, 2.0]})
    counts = histo_cl.histogramdd(frame.to_numpy(), 2)[0]
    assert counts.tolist() == [[1, 0], [0, 2]]
    assert histo_cl.histogram2d(frame["x"], frame["y"], 2)[0].tolist() == [[1, 0], [0, 2]]
    xarray = pytest.importorskip("xarray")
    assert histo_cl.histogram(xarray.DataArray(np.array(VALUES)), EDGES)[0].tolist() == COUNTS


def test_a_read_only_memory_map(tmp_path):
    np.save(tmp_path / "values.npy", np.array(VALUES, np.float32))
    mapped = np.load(tmp_path / "values.npy", mmap_mode="r")
    assert histo_cl.histogram(mapped, EDGES)[0].tolist() == COUNTS


def test_empty_and_scalar():
    assert histo_cl.histogram([], 3)[0].tolist() == [0, 0, 0]
    assert histo_cl.histogram([], 3)[1].tolist() == np.histogram([], 3)[1].tolist()
    assert histo_cl.histogram(3.0, 1)[0].tolist() == [1]
    assert histo_cl.histogram([1, 2], [5])[0].tolist() == []
    assert histo_cl.histogram([1, 2], [])[0].tolist() == []


def test_bool_is_counted_as_bytes_with_numpys_warning():
    with pytest.warns(RuntimeWarning, match="Converting input from bool"):
        counts = histo_cl.histogram([True, False, True], 2)[0]
    assert counts.tolist() == [1, 2]


@pytest.mark.parametrize("order", ["<", ">"])
def test_dates(order):
    days = np.array([0, 0, 1, 1, 2, 3, 5, 10, 20])
    edges = np.array([0, 2, 7, 20])
    dates, date_edges = np.datetime64("2000-01-01", "D") + days, np.datetime64("2000-01-01", "D") + edges
    dates = np.append(dates, np.datetime64("NaT", "D")).astype(f"{order}M8[D]")
    counts, returned = histo_cl.histogram(dates, date_edges)
    assert counts.tolist() == np.histogram(days, edges)[0].tolist()
    assert returned.dtype == date_edges.dtype and (returned == date_edges).all()
    spans = days.astype(f"{order}m8[s]")
    assert histo_cl.histogram(spans, edges.astype("m8[s]"))[0].tolist() == counts.tolist()
    with pytest.raises(TypeError):
        histo_cl.histogram(dates, 3)
    with pytest.raises(TypeError, match="cannot be used with"):
        histo_cl.histogram(dates, edges)


DAYS = np.datetime64("2000-01-01", "D") + np.array([0, 0, 1, 1, 2, 3, 5, 10, 20])
UNITS = [("D", "D"), ("D", "s"), ("s", "D"), ("h", "ms"), ("ns", "us")]


@pytest.mark.parametrize("unit, of_edges", UNITS)
@pytest.mark.parametrize("span", [False, True])
@pytest.mark.parametrize("axes", [1, 2, 3, 4, 5])
def test_dates_of_several_axes_and_units(unit, of_edges, span, axes):
    edges = np.datetime64("2000-01-01", "D") + np.array([0, 2, 7, 20])
    dates, edges = (each - np.datetime64("2000-01-01") if span else each for each in (DAYS, edges))
    numbers, of_bins = (each.astype("i8") for each in (dates, edges))
    dates, edges = dates.astype(f"{dates.dtype.kind}8[{unit}]"), edges.astype(f"{edges.dtype.kind}8[{of_edges}]")
    columns, bins = [np.roll(dates, at) for at in range(axes)], [edges[at % 2 :] for at in range(axes)]
    expected = np.histogramdd([np.roll(numbers, at) for at in range(axes)], [of_bins[at % 2 :] for at in range(axes)])[0]
    for sample in (columns, np.stack(columns, axis=1)):
        counts, returned = histo_cl.histogramdd(sample, bins)
        assert counts.tolist() == expected.tolist()
        assert all(each.dtype == edges.dtype and np.array_equal(each, own) for each, own in zip(returned, bins))
    if axes == 1 and not span:
        beyond, years = np.array(["3000-01-01", "1850-01-01"], "M8[D]"), np.array(["1800", "1900"], "M8[ns]")
        with pytest.raises(ValueError, match="samples of .* beyond datetime64"):
            histo_cl.histogram(beyond, years)
        masked = np.ma.array(beyond, mask=[True, False])
        assert histo_cl.histogram(masked, years)[0] == histo_cl.histogramdd([masked] * 4, [years] * 4)[0] == 1
        with pytest.raises(ValueError, match="edges of .* beyond datetime64"):
            histo_cl.histogram(np.array(["2000-01-01"], "M8[ns]"), np.array(["0001", "3000"], "M8[D]"))
    if axes == 1:
        assert histo_cl.histogram(dates, edges)[0].tolist() == expected.tolist()
        assert histo_cl.histogram_bin_edges(dates, edges).tolist() == edges.tolist()


def test_each_axis_of_dates_has_its_unit():
    hours, days = DAYS.astype("M8[h]"), histo_cl.even_bins(4, 10957, 10961)  # days since 1970
    far, centuries = np.where(DAYS < DAYS[-1], DAYS, np.datetime64("3000", "D")), np.array(["1000", "2020", "4000"], "M8[D]")
    near, years = DAYS.astype("M8[ns]"), np.array(["2000", "2001"], "M8[ns]")
    assert histo_cl.histogramdd([far, near], [centuries, years])[0].tolist() == [[8], [1]]
    for axes in (2, 4):
        assert histo_cl.histogramdd([hours, *[DAYS] * (axes - 1)], [hours[:6:2], *[days] * (axes - 1)])[0].sum() == 5
        counts = histo_cl.histogramdd([DAYS] * axes, [hours[:6:2], *[days] * (axes - 1)])[0]
        assert counts.sum(axis=tuple(range(2, axes))).tolist() == [[2, 0, 0, 0], [0, 2, 1, 0]]


@pytest.mark.parametrize("unit", ["D", "s"])
def test_nat_is_in_no_bin(unit):
    edges = np.array(["2000-01-01", "2000-01-02"], f"M8[{unit}]")
    days = np.array(["2000-01-01", "NaT", "1999-12-31", "NaT"], "M8[D]")
    values, apart = [1.0, 2, 3, 4], dict(mask=np.array([True, False, True, True]))
    of_days = histo_cl.circular_bins(7, 0, 7), histo_cl.custom_bins(1, "0"), histo_cl.even_bins(1, -(2**63), 2**63)
    for a, bins in ((days, edges), (days - days[0], edges - edges[0])):
        for keywords, expected in (({}, [1]), (dict(out_of_range="clamped"), [2])):
            assert histo_cl.histogram(a, bins, **keywords)[0].tolist() == expected
            assert histo_cl.histogram(a, bins, **keywords, **apart)[0].tolist() == expected
            assert histo_cl.histogram(a[None], bins, axis=1, **keywords)[0].tolist() == [expected]
            assert histo_cl.Histogram.of(a, bins, **keywords).values().tolist() == expected
            assert histo_cl.profile(a, values, bins, **keywords).means.tolist() == [1 if not keywords else 2]
            for sample, of_both in (([a, a], expected), (np.stack([a, a], axis=1), expected), ([a, a[::-1]], [0])):
                assert histo_cl.histogramdd(sample, [bins] * 2, **keywords)[0].ravel().tolist() == of_both
        counted = histo_cl.histogram(a, bins, out_of_range="counted", mask=~np.isnat(a))[0]
        assert counted.tolist() == [1, 1, 0, 0]
        for call in (histo_cl.histogram, lambda a, bins, **keywords: histo_cl.histogram2d(a, a, [bins] * 2, **keywords)):
            with pytest.raises(ValueError, match=r"1 samples of .*64\[D\] are NaT"):
                call(a, bins, out_of_range="counted", **apart)
    for binning in of_days:
        for keywords in ({}, dict(out_of_range="clamped")):
            assert histo_cl.histogram(days, binning, **keywords)[0].sum() == 2
            assert histo_cl.histogram2d(days, days, binning, **keywords)[0].sum() == 2


def test_masked_samples_are_not_counted():
    a = np.ma.array([1.0, 2.0, 3.0, 1000.0], mask=[0, 0, 1, 1])
    counts, edges = histo_cl.histogram(a, 2)
    assert counts.tolist() == [1, 1] and edges.tolist() == [1, 1.5, 2]
    counts, _ = histo_cl.histogram(a, 2, mask=np.array([True, False, True, True]))
    assert counts.sum() == 1


@pytest.mark.parametrize("how", ["C", "F", "T", "turned"])
def test_a_mask_follows_the_samples(how):
    rng = np.random.default_rng(5)
    a, mask = rng.normal(size=(30, 20)), rng.integers(0, 2, (30, 20)).astype(bool)
    weights = rng.integers(0, 9, (30, 20)).astype(float)
    expected = np.histogram(a[mask], 7, (-1, 1), weights=weights[mask])[0]
    if how == "F":
        a = np.asfortranarray(a)
    elif how == "T":
        a, mask, weights = a.T, mask.T, np.ascontiguousarray(weights.T)
    elif how == "turned":
        wide = np.zeros((30, 60))
        wide[:, ::3] = a[:, ::-1]
        a = wide[:, ::3][:, ::-1]
    assert histo_cl.histogram(a, 7, (-1, 1), mask=mask, weights=weights)[0].tolist() == expected.tolist()


def test_bfloat16():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    a = np.array([0.1, 0.5, 0.7, 3.0], ml_dtypes.bfloat16)
    counts, edges = histo_cl.histogram(a, 3)
    expected, _ = np.histogram(a.astype(np.float32), edges)
    assert counts.tolist() == expected.tolist()


def test_bfloat16_by_its_bits():
    """Counts bfloat16 samples that are given by their bits. samples_of() converts samples of ml_dtypes to this form."""
    values = np.random.default_rng(1).normal(size=2000).astype(np.float32)
    bits = (values.view(np.uint32) >> 16).astype(np.uint16)
    exact = (bits.astype(np.uint32) << 16).view(np.float32)
    samples = Samples(bits, "bf16", np.dtype(np.float32), None)
    for bins, range in [(10, None), (100, (-1, 1)), ([-0.7, 0.1, 2], None), ("sqrt", None)]:
        _, checked = one_axis(Plain(exact), bins, range)
        axis = axis_of(samples, checked, False, True)
        counts, edges = np.histogram(exact, bins, range)
        assert Task(place(bits), "bf16", (axis,)).counts().tolist() == counts.tolist()
        assert axis.edges.dtype == edges.dtype and (axis.edges == edges).all()


@pytest.mark.parametrize("a", [[1j], ["text"], [object()], np.array([1.0], np.longdouble), [{}]])
def test_samples_that_are_refused(a):
    with pytest.raises(TypeError, match="samples of"):
        histo_cl.histogram(a, [0, 1])


@pytest.mark.parametrize("weights", [[1j, 2j], ["a", "b"], [object(), None], np.ones(2, np.longdouble)])
def test_weights_that_are_refused(weights):
    with pytest.raises(TypeError, match="weights of"):
        histo_cl.histogram([1, 2], weights=weights)


@pytest.mark.parametrize(
    "arguments, error",
    [
        (dict(bins=0), ValueError),
        (dict(bins=-1), ValueError),
        (dict(bins=1.5), TypeError),
        (dict(bins="none"), ValueError),
        (dict(bins=[[1, 2]]), ValueError),
        (dict(bins=[2, 1]), ValueError),
        (dict(bins=[1, float("nan")]), ValueError),
        (dict(range=(1, 0)), ValueError),
        (dict(range=(0, float("inf"))), ValueError),
        (dict(range=(float("nan"), 1)), ValueError),
        (dict(weights=[1]), ValueError),
        (dict(bins="auto", weights=[1, 2]), TypeError),
        (dict(bins=1 << 25), ValueError),
        (dict(mask=[1, 0]), TypeError),
        (dict(mask=[True]), ValueError),
        (dict(last_edge="closed"), ValueError),
        (dict(out_of_range="lost"), ValueError),
        (dict(variant="fastest"), ValueError),
        (dict(axis=1), ValueError),
        (dict(axis=(0, 0)), ValueError),
        (dict(counter=float), TypeError),
        (dict(device="no such device"), histo_cl.Error),
        (dict(bins=histo_cl.log_bins(3, 1, 10), range=(0, 1)), ValueError),
        (dict(bins=histo_cl.log_bins(3, 0, 10)), ValueError),
        (dict(bins=histo_cl.custom_bins(3, "x; exit(1)")), ValueError),
    ],
)
def test_arguments_that_are_refused(arguments, error):
    with pytest.raises(error) as raised:
        histo_cl.histogram([1, 2], **arguments)
    assert str(raised.value)


def test_samples_that_are_not_finite():
    a = [0.0, np.nan, np.inf, 1.0]
    with pytest.raises(ValueError, match=r"autodetected range of \[.*\] is not finite"):
        histo_cl.histogram(a)
    assert histo_cl.histogram(a, 2, (0, 1))[0].tolist() == [1, 1]
    assert histo_cl.histogram(a, [0, 1, np.inf])[0].tolist() == [1, 2]


def test_masked_weights_are_not_summed():
    weights = np.ma.array([1.0, 2.0, 9.0], mask=[0, 0, 1])
    counts, edges = histo_cl.histogram([0.5, 1.5, 99.0], 2, weights=weights)
    assert counts.tolist() == [1, 2] and edges.tolist() == [0.5, 1, 1.5]
    assert histo_cl.histogramdd(np.array([[0.5], [1.5], [1.6]]), [[0, 1, 2]], weights=weights)[0].tolist() == [1, 2]
    assert histo_cl.histogramdd(np.full((3, 4), 0.5), [[0, 1]] * 4, weights=weights)[0].tolist() == [[[[3]]]]
    assert histo_cl.bincount([0, 1, 7], weights).tolist() == [1, 2]
    assert histo_cl.bincount(np.ma.array([0, 1, 7], mask=[0, 0, 1])).tolist() == [1, 1]
    with pytest.raises(ValueError, match="masked or missing"):
        histo_cl.column_histograms(np.zeros((3, 2), np.uint8), histo_cl.identity_bins(3), weights)
    with pytest.raises(ValueError, match="masked or missing"):
        histo_cl.histogram([1, 2], np.ma.array([0, 1, 2], mask=[0, 1, 0]))


def test_missing_values_of_pandas():
    pandas = pytest.importorskip("pandas")
    whole = pandas.Series([1, None, 2, 2**53 + 1], dtype="Int64")
    assert histo_cl.histogram(whole, [1, 2, 3])[0].tolist() == [1, 1]
    assert histo_cl.histogram(whole, [2**53 + 1, 2**53 + 2])[0].tolist() == [1]
    assert histo_cl.bincount(whole[:3]).tolist() == [0, 1, 1]
    assert histo_cl.histogram([1.0, 2.0, 3.0], [1, 2, 3], weights=whole[:3])[0].tolist() == [1, 2]
    table = pandas.DataFrame({"x": whole[:3], "y": [1.0, 2.0, 3.0]})
    assert histo_cl.histogramdd(table, [[0, 2, 4]] * 2)[0].tolist() == [[1, 0], [0, 1]]
    assert histo_cl.histogram2d(table["x"], table["y"], [[0, 2, 4]] * 2)[0].tolist() == [[1, 0], [0, 1]]


def test_zones_become_utc_and_categories_are_refused():
    pandas = pytest.importorskip("pandas")
    zoned = pandas.Series(pandas.date_range("2020-01-01", periods=3, tz="Europe/Berlin"))
    plain = zoned.dt.tz_convert(None)
    assert histo_cl.histogram(plain, plain)[0].tolist() == [1, 2]
    for samples, edges in ((zoned, zoned), (plain, zoned), (pandas.DatetimeIndex(zoned), plain)):
        assert histo_cl.histogram(samples, edges)[0].tolist() == [1, 2]
    for categories in (pandas.Categorical([10, 20]), pandas.Series([10, 20], dtype="category")):
        with pytest.raises(TypeError, match=r"categories.*\.cat\.codes"):
            histo_cl.histogram(categories, 2)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_is_an_array_of_two_dimensions():
    matrix = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    assert histo_cl.histogram(matrix, 2, weights=np.matrix([[1, 1], [1, 1]]))[0].tolist() == [2, 2]
    assert histo_cl.histogramdd(matrix, 2)[0].tolist() == [[1, 0], [0, 1]]
    for call in (lambda: histo_cl.histogram([1, 2], np.matrix([1, 2])), lambda: histo_cl.bincount(np.matrix([1, 2]))):
        with pytest.raises(ValueError):
            call()


DATES = np.array(["2020-01-01", "2020-01-02"], "M8[D]")


@pytest.mark.parametrize(
    "call, error, says",
    [
        (lambda: histo_cl.histogram([Decimal(1)], [0, 1]), TypeError, "Convert them"),
        (lambda: histo_cl.histogram([1], 2, (Decimal(0), 1)), TypeError, "two numbers"),
        (lambda: histo_cl.histogram([1], 2, 5), TypeError, "lower, upper"),
        (lambda: histo_cl.histogram([1], 2, (1, 2, 3)), ValueError, "3 numbers"),
        (lambda: histo_cl.histogram([1], 2, ("a", "b")), TypeError, "two numbers"),
        (lambda: histo_cl.histogram([[1, 2], [3]], 2), ValueError, "samples of builtins.list"),
        (lambda: histo_cl.histogram(DATES, "auto"), TypeError, "give edges"),
        (lambda: histo_cl.histogram2d(DATES, [0.0, 1.0]), TypeError, "datetime64.*float64"),
        (lambda: histo_cl.histogram2d([0, 1], [0, 1], "auto"), TypeError, "rules such as 'auto'"),
        (lambda: histo_cl.histogram(np.float16([1, 2, 60000]), "scott"), ValueError, "'scott'.* infinite .*float16"),
        (lambda: histo_cl.histogram([1e308, -5e307, 3e307], "scott"), ValueError, "'scott'.* infinite .*float64"),
        (lambda: histo_cl.histogram2d(1.0, 2.0, 2), TypeError, "x and y are arrays"),
        (lambda: histo_cl.histogram2d(1.0, [2.0], 2), ValueError, "same length"),
        (lambda: histo_cl.histogramdd(np.zeros((3, 0)), 3), ValueError, "no coordinates"),
        (lambda: histo_cl.histogramdd(np.zeros((3, 4)), histo_cl.circular_bins(4, -45, 360)), ValueError, "not circular"),
        (lambda: histo_cl.histogramdd(np.zeros((3, 4)), histo_cl.custom_bins(4, "x")), ValueError, "or custom"),
        (lambda: histo_cl.histogramdd(np.zeros((3, 4)), 2, out_of_range="clamped"), ValueError, "'clamped': more than 3 axes"),
        (lambda: histo_cl.histogramdd([[1, 2], [1, 2, 3]], 3), ValueError, "shapes"),
        (lambda: histo_cl.histogram([1, 2], [0, np.inf, np.inf]), ValueError, "infinite"),
        (lambda: histo_cl.bincount([1], minlength=True), TypeError, "bool"),
        (lambda: histo_cl.bincount([1], ["a"]), TypeError, "weights of <U1"),
    ],
)
def test_errors_say_what_was_given(call, error, says):
    with pytest.raises(error, match=says):
        call()


def test_bincount_takes_what_numpy_takes():
    assert histo_cl.bincount([1.0, 2.0]).tolist() == [0, 1, 1]  # NumPy 2.5 does not accept floats
    for arguments in (([True, False],), ([],), ([], None, 3), ([1, 2], [0.5, 2])):
        ours, numpys = histo_cl.bincount(*arguments), np.bincount(*arguments)
        assert ours.dtype == numpys.dtype and ours.tolist() == numpys.tolist()


def test_the_axes_of_xarray_are_not_mixed():
    class Named:
        """The attributes of xarray's DataArray that are used."""

        coords = ()

        def __init__(self, data, dims):
            self.data, self.dims, self.shape = data, dims, data.shape

    a = np.array([[0.5, 1.5], [0.5, 0.5]])
    samples, weights = Named(a, ("x", "y")), Named(np.array([[1, 2], [3, 4]]), ("x", "y"))
    assert histo_cl.histogram(samples, [0, 1, 2], weights=weights)[0].tolist() == [8, 2]
    with pytest.raises(ValueError, match=r"\('y', 'x'\)"):
        histo_cl.histogram(samples, [0, 1, 2], weights=Named(weights.data, ("y", "x")))

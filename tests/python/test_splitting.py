"""Splitting: samples that add fractions to several bins, compared with overlaps computed by NumPy."""

import numpy as np
import pytest

import histo_cl

TYPES = [np.uint8, np.int16, np.uint32, np.int64, np.float16, np.float32, np.float64]


def fractions(x, d, bins, lower, upper):
    """The fraction of [x - d, x + d) in each bin, as an array (samples, bins). If d is 0, the interval is a point."""
    x, d = np.broadcast_arrays(np.asarray(x, float).ravel(), np.asarray(d, float))
    edges = np.linspace(lower, upper, bins + 1)
    points = (edges[:-1] <= x[:, None]) & (x[:, None] < edges[1:])
    ends = np.clip(edges, (x - d)[:, None], (x + d)[:, None])
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where((d > 0)[:, None], np.diff(ends, axis=1) / (2 * d)[:, None], points)


def is_close(got, expected, elements):
    """Whether sums are as expected. The fractions of the `elements` elements are rounded independently."""
    return got.dtype == np.float64 and np.allclose(got, expected, rtol=0, atol=1e-6 * elements**0.5)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("weight", [None, np.float16, np.float32, np.float64])
def test_sums_are_those_of_overlaps(dtype, weight):
    rng = np.random.default_rng(1)
    x = (rng.random(3000) * 100).astype(dtype)
    d = (rng.random(3000) * 20).astype(np.float32)
    d[::10] = 0
    weights = None if weight is None else rng.normal(size=3000).astype(weight)
    w = np.ones(3000) if weights is None else weights.astype(float)
    got, edges = histo_cl.histogram(x, 12, (5, 90.5), weights=weights, half_widths=d)
    assert is_close(got, w @ fractions(x, d, 12, 5, 90.5), 3000)
    assert edges.tolist() == np.histogram(x, 12, (5, 90.5))[1].tolist()
    linear, _ = histo_cl.histogram(x, 12, (5, 90.5), weights=weights, splitting="linear")
    assert is_close(linear, w @ fractions(x, 85.5 / 24, 12, 5, 90.5), 3000)


@pytest.mark.parametrize("edges", [[0, 1, 2, 3], np.linspace(0, 1, 11), np.float32([0.1, 0.2, 0.3]), np.arange(0, 1.05, 0.1)])
def test_edges_at_equal_distances_are_even_bins(edges):
    x = np.random.default_rng(3).random(100) * 3
    got, returned = histo_cl.histogram(x, edges, half_widths=0.25)
    bins = len(edges) - 1
    assert is_close(got, fractions(x, 0.25, bins, edges[0], edges[-1]).sum(axis=0), 100)
    assert returned.tolist() == np.asarray(edges).tolist()


def test_the_range_is_that_of_the_samples():
    got, edges = histo_cl.histogram([1.0, 2.0, 4.0], 3, splitting="linear")
    assert edges.tolist() == [1, 2, 3, 4] and got.tolist() == [1, 0.5, 0.5]


def test_half_widths_broadcast():
    x = np.random.default_rng(4).random((20, 30)).astype("f4")
    d = np.random.default_rng(5).random(30).astype("f4")
    whole = np.ascontiguousarray(np.broadcast_to(d, x.shape))
    expected = histo_cl.histogram(x, 5, (0, 1), half_widths=whole)[0].tolist()
    assert histo_cl.histogram(x, 5, (0, 1), half_widths=d)[0].tolist() == expected
    assert histo_cl.histogram(x.T, 5, (0, 1), half_widths=d[:, None])[0].tolist() == expected
    assert histo_cl.histogram(x[::-1, ::-1], 5, (0, 1), half_widths=d[::-1])[0].tolist() == expected
    one = histo_cl.histogram(x, 5, (0, 1), half_widths=np.float32(0.1))[0].tolist()
    assert histo_cl.histogram(x, 5, (0, 1), half_widths=0.1)[0].tolist() == one
    flat, strided = np.ravel(x), np.repeat(x, 2)[::2]
    for keywords in (dict(half_widths=whole.ravel()), dict(splitting="linear")):
        expected = histo_cl.histogram(flat, 5, (0, 1), **keywords)[0].tolist()
        assert histo_cl.histogram(strided, 5, (0, 1), **keywords)[0].tolist() == expected


def test_calls_before_and_after_without_splitting():
    samples, bins = np.random.default_rng(3).random(100), histo_cl.even_bins(10, 0, 1)
    expected = np.histogram(samples, 10, (0, 1))[0].tolist()
    for _ in range(2):
        assert histo_cl.histogram(samples, bins, splitting="linear")[0].sum() < 100
        assert histo_cl.histogram(samples, bins)[0].tolist() == expected


def test_along_axes():
    rng = np.random.default_rng(6)
    x, d, w = rng.random((4, 5, 60)), rng.random((4, 1, 60)), rng.random((4, 5, 60))
    mask = x > 0.1
    got, _ = histo_cl.histogram(x, 6, (0, 1), weights=w, mask=mask, half_widths=d, axis=(0, 2))
    linear, _ = histo_cl.histogram(x, 6, (0, 1), axis=1, splitting="linear")
    assert got.shape == (5, 6) and linear.shape == (4, 60, 6)
    for at in range(5):
        own = dict(weights=w[:, at], mask=mask[:, at], half_widths=d[:, 0])
        assert np.allclose(got[at], histo_cl.histogram(x[:, at], 6, (0, 1), **own)[0], rtol=0, atol=1e-9)
    assert linear[2, 7].tolist() == histo_cl.histogram(x[2, :, 7], 6, (0, 1), splitting="linear")[0].tolist()
    empty = histo_cl.histogram(np.zeros((3, 0)), 2, (0, 1), axis=1, half_widths=1)[0]
    assert empty.tolist() == [[0, 0]] * 3 and empty.dtype == np.float64


def test_what_is_not_counted():
    x = np.ma.array([0.5, 0.5, np.nan, 0.5, 0.5, 0.5, 0.5], mask=[0, 0, 0, 1, 0, 0, 0])
    d = np.ma.array([0.25, np.nan, 0.1, 0.1, -1, 0.25, np.inf], mask=[0, 0, 0, 0, 0, 1, 0])
    assert histo_cl.histogram(x, 2, (0, 1), half_widths=d)[0].tolist() == [0.5, 0.5]
    counted = histo_cl.histogram(x, 2, (0, 1), half_widths=d, out_of_range="counted")[0]
    assert counted.tolist() == [0.5, 0.5, 0, 0, 4]
    mask = np.arange(7) > 0
    assert histo_cl.histogram(x, 2, (0, 1), half_widths=d, mask=mask)[0].tolist() == [0, 0]
    for empty in ([], np.zeros((0, 3))):
        for keywords in (dict(splitting="linear"), dict(half_widths=1)):
            assert histo_cl.histogram(empty, 2, (0, 1), **keywords)[0].tolist() == [0, 0]


def test_density():
    x = np.random.default_rng(7).random(1000)
    density, edges = histo_cl.histogram(x, 8, (0, 2), density=True, half_widths=0.4)
    sums = histo_cl.histogram(x, 8, (0, 2), half_widths=0.4)[0]
    assert np.allclose(density, sums / sums.sum() / 0.25) and np.isclose((density * np.diff(edges)).sum(), 1)
    joint, *_ = histo_cl.histogram2d(x, x, 4, [(0, 2)] * 2, density=True, splitting="linear")
    assert np.isclose(joint.sum() / 4, 1)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("weighted", [False, True])
def test_joint_sums_are_those_of_rectangles(dtype, weighted):
    rng = np.random.default_rng(8)
    points = (rng.random((2000, 2)) * 20).astype(dtype)
    d = rng.random((2000, 2)) * 3
    weights = rng.random(2000) if weighted else None
    w = np.ones(2000) if weights is None else weights
    bins, ranges = (5, 7), [(0, 20), (2, 16)]

    def expected(x_widths, y_widths):
        x = fractions(points[:, 0], x_widths, 5, 0, 20)
        return (x * w[:, None]).T @ fractions(points[:, 1], y_widths, 7, 2, 16)

    keywords = dict(weights=weights)
    got, _ = histo_cl.histogramdd(points, bins, ranges, half_widths=d, **keywords)
    assert got.shape == (5, 7) and is_close(got, expected(d[:, 0], d[:, 1]), 2000)
    apart = histo_cl.histogram2d(points[:, 0], points[:, 1], bins, ranges, half_widths=[d[:, 0], d[:, 1]], **keywords)[0]
    assert apart.tolist() == got.tolist()
    mixed, _ = histo_cl.histogramdd(points, bins, ranges, half_widths=(d[:, 0], 1.5), **keywords)
    assert is_close(mixed, expected(d[:, 0], 1.5), 2000)
    same, _ = histo_cl.histogramdd(points, bins, ranges, half_widths=0.75, **keywords)
    assert is_close(same, expected(0.75, 0.75), 2000)
    linear, _ = histo_cl.histogramdd(points, bins, ranges, splitting="linear", **keywords)
    assert is_close(linear, expected(2, 1), 2000)


def test_three_axes_and_one():
    rng = np.random.default_rng(9)
    points = rng.random((500, 3)).astype("f4")
    got, _ = histo_cl.histogramdd(points, 4, [(0, 1)] * 3, splitting="linear", channels=(2, 0, 1))
    x, y, z = (fractions(points[:, at], 1 / 8, 4, 0, 1) for at in (2, 0, 1))
    assert is_close(got, np.einsum("ni,nj,nk->ijk", x, y, z), 500)
    clamped, _ = histo_cl.histogramdd(points, 4, [(0, 1)] * 3, splitting="linear", out_of_range="clamped")
    assert clamped.sum() == 500
    one, _ = histo_cl.histogramdd(points[:, :1], 4, [(0, 1)], half_widths=0.25)
    assert is_close(one, fractions(points[:, 0], 0.25, 4, 0, 1).sum(axis=0), 500)


def test_histograms_and_explanations():
    h = histo_cl.Histogram.of([1.0, 2.0], 4, (0, 4), splitting="linear")
    assert (h + h).values().tolist() == [1, 2, 1, 0]
    points, axes = [[1.0], [0.5]], dict(bins=2, range=[(0, 2)] * 2)
    for keywords in (dict(splitting="linear"), dict(half_widths=(0.5, 0.25))):
        joint = histo_cl.Histogram.joint(points, **axes, **keywords)
        assert joint.values().tolist() == [[0.5, 0], [0.5, 0]]
        weighted = histo_cl.Histogram.joint(points, **axes, **keywords, weights=[2.0])
        assert weighted.values().tolist() == [[1, 0], [1, 0]] and weighted.variances() is None
    weighted = histo_cl.Histogram.of([1.0], 2, (0, 2), weights=[2.0], splitting="linear")
    assert weighted.values().tolist() == [1, 1] and weighted.variances() is None
    try:
        assert "interval splitting" in histo_cl.explain([1.0, 2.0], 4, (0, 4), half_widths=0.5)
    except histo_cl.Error as error:
        assert error.status in ("no_platform", "no_device")


@pytest.mark.parametrize(
    "keywords, error, text",
    [
        (dict(splitting="cubic"), ValueError, "splitting='cubic': there are 'none', 'linear'"),
        (dict(splitting="interval"), ValueError, "takes half_widths"),
        (dict(splitting="linear", half_widths=1), ValueError, "takes half_widths"),
        (dict(splitting="linear", bins=[0, 1, 4]), ValueError, "edge 1 is 1 instead of 2.0"),
        (dict(splitting="linear", bins=[1]), ValueError, "have none"),
        (dict(splitting="linear", bins=[1, 1, 1]), ValueError, "have none"),
        (dict(splitting="linear", bins=[0, 1, np.inf]), ValueError, "even bins"),
        (dict(splitting="linear", bins=histo_cl.log_bins(3, 1, 10)), ValueError, "log bins: allowed are even bins"),
        (dict(splitting="linear", bins=histo_cl.custom_bins(3, "x")), ValueError, "custom bins: allowed are even bins"),
        (dict(splitting="linear", weights=[1, 2, 3]), TypeError, "weights of int64: splitting takes floats"),
        (dict(splitting="linear", weights=[True, False, True]), TypeError, "weights of bool"),
        (dict(splitting="linear", last_edge="inclusive"), ValueError, "inclusive last edge: not possible"),
        (dict(splitting="linear", weights=[1.0] * 3, accumulator="minimum"), ValueError, "minima and maxima"),
        (dict(splitting="linear", counter=np.uint32), ValueError, "without weights and splitting"),
        (dict(half_widths=[1, 2]), ValueError, r"half_widths of shape \(2,\) do not broadcast to samples of \(3,\)"),
        (dict(half_widths=1j), TypeError, "half_widths of complex128"),
        (dict(half_widths="wide"), TypeError, "half_widths of <U4"),
        (dict(half_widths=True), TypeError, "half_widths of bool"),
    ],
)
def test_errors_of_one_axis(keywords, error, text):
    with pytest.raises(error, match=text):
        histo_cl.histogram([1.0, 2.0, 3.0], **{"bins": 4, **keywords})


@pytest.mark.parametrize(
    "axes, keywords, error, text",
    [
        (4, dict(splitting="linear"), ValueError, "of 4 axes: at most 3"),
        (3, dict(half_widths=1), ValueError, "of 3 axes: at most 2"),
        (2, dict(half_widths=[1]), ValueError, "for 1 axes: give a number, or half widths of each of 2"),
        (2, dict(half_widths=[1, [1, 2]]), ValueError, r"half_widths\[1\] of shape \(2,\)"),
        (2, dict(splitting="linear", weights=[1, 2, 3]), TypeError, "weights of int64"),
        (2, dict(splitting="linear", bins=[4, [0, 1, 3]]), ValueError, "edge 1 is 1 instead of 1.5"),
    ],
)
def test_errors_of_several_axes(axes, keywords, error, text):
    with pytest.raises(error, match=text):
        histo_cl.histogramdd(np.ones((3, axes)), **{"bins": 4, **keywords})


def test_dates_are_refused():
    days = np.array(["2024-01-01", "2024-01-02"], "M8[D]")
    with pytest.raises(TypeError, match="samples of datetime64.*splitting takes numbers"):
        histo_cl.histogram(days, np.array(["2024-01-01", "2024-01-03"], "M8[D]"), splitting="linear")


def test_dask_refuses_splitting():
    array = pytest.importorskip("dask.array")
    dask = pytest.importorskip("histo_cl.dask")
    with pytest.raises(TypeError, match="splitting is not one of"):
        dask.histogram(array.ones(10), 4, (0, 4), splitting="linear")


def test_half_widths_are_converted_to_the_unit_of_the_edges():
    pint = pytest.importorskip("pint")
    unit = pint.UnitRegistry()
    lengths, edges = [1000.0, 2500.0] * unit.mm, (0, 4) * unit.m
    sums, returned = histo_cl.histogram(lengths, 4, edges, half_widths=[50.0, 25.0] * unit.cm)
    assert sums.tolist() == [0.5, 0.5, 1, 0] and str(returned.units) == "meter"
    keywords = dict(half_widths=(50 * unit.cm, 0.5 * unit.s))
    joint, *_ = histo_cl.histogram2d([1.0, 2.0] * unit.m, [1.0, 2.0] * unit.s, 2, [edges, (0, 4) * unit.s], **keywords)
    assert joint.tolist() == [[1.25, 0.25], [0.25, 0.25]]
    with pytest.raises(ValueError, match="half_widths have no unit, and samples are in meter"):
        histo_cl.histogram(lengths, 4, edges, half_widths=0.5)
    with pytest.raises(ValueError, match="half_widths are in second"):
        histo_cl.histogram(lengths, 4, edges, half_widths=1 * unit.s)

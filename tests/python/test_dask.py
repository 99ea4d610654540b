"""Dask arrays, in threads and in a cluster of processes."""

import math

import numpy as np
import pytest

da = pytest.importorskip("dask.array")

import dask  # noqa: E402

import histo_cl  # noqa: E402
import histo_cl.dask as hd  # noqa: E402
from histo_cl._internal import mergeable  # noqa: E402

CHUNKS = [1000, 130, (1, 998, 1)]


@pytest.fixture(autouse=True)
def in_threads():
    with dask.config.set(scheduler="threads"):
        yield


def same(lazy, expected):
    lazy, expected = ([counts, *(edges if isinstance(edges, (list, tuple)) else [edges])] for counts, edges in (lazy, expected))
    assert len(lazy) == len(expected)
    for a, b in zip(dask.compute(*lazy), expected):
        assert a.dtype == b.dtype and a.shape == b.shape
        assert a.tobytes() == np.ascontiguousarray(b).tobytes()


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int16])
@pytest.mark.parametrize("density", [False, True])
def test_counts(chunks, dtype, density):
    a = (np.random.default_rng(1).normal(size=1000) * 10).astype(dtype)
    lazy = da.from_array(a, (chunks,))
    for bins, range in [(10, (-5, 5)), (7, None), ([-3, 0, 0.5, 9], None), (histo_cl.even_bins(4, -1, 1), None)]:
        same(hd.histogram(lazy, bins, range, density), histo_cl.histogram(a, bins, range, density))


def test_several_dimensions_and_no_samples():
    a = np.random.default_rng(1).normal(size=(20, 30))
    same(hd.histogram(da.from_array(a, (7, 11)), 5), histo_cl.histogram(a, 5))
    same(hd.histogram(da.zeros(0), 5), histo_cl.histogram(np.zeros(0), 5))
    for bins in (np.int64(5), np.array(5)):
        same(hd.histogram(da.from_array(a, (7, 11)), bins), histo_cl.histogram(a, 5))
    one, number = a.mean(), da.from_array(a, (7, 11)).mean()
    for bins, range, weights in ((3, None, None), (3, (-1, 1), 2.5), ([-1, 0, 1], None, np.int32(4))):
        same(hd.histogram(number, bins, range, weights=weights), histo_cl.histogram(one, bins, range, weights=weights))
    assert hd.histogram(number, 3, (-1, 1), mask=number > 1)[0].compute().tolist() == [0, 0, 0]
    same(hd.histogram(da.from_array(a, 7), 5, (0, 1), out_of_range="counted"),
         histo_cl.histogram(a, 5, (0, 1), out_of_range="counted"))


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.int64])
def test_sums_of_weights_do_not_depend_on_chunks(chunks, dtype):
    rng = np.random.default_rng(1)
    a = rng.normal(size=1000)
    w = rng.normal(size=1000) * 10.0 ** rng.integers(-12, 5, 1000)
    w = (w * 1e3 if np.dtype(dtype).kind == "i" else w).astype(dtype)
    lazy, weights = da.from_array(a, (chunks,)), da.from_array(w, 333)
    same(hd.histogram(lazy, 6, (-2, 2), weights=weights), histo_cl.histogram(a, 6, (-2, 2), weights=w))


def test_weights_that_are_not_finite():
    a = np.arange(8.0)
    w = np.array([1, np.inf, -np.inf, np.nan, 5e-324, 1e308, 1e308, 1e-300])
    for bins in ([0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 4, 8], [1, 3, 5, 8]):
        same(hd.histogram(da.from_array(a, 3), bins, weights=da.from_array(w, 3)),
             histo_cl.histogram(a, bins, weights=w))


def test_ties_are_rounded_to_even():
    # With two weights up to 1, the unit is 2**-91: half a unit is rounded to 0, and one and a half units to 2 units.
    for halves, sum_of_it in ((1, 0.0), (3, 2.0**-90)):
        x, weights = np.array([0.0, 1.0]), np.array([1.0, halves * 2.0**-92])
        expected = histo_cl.histogram(x, 2, (0, 2), weights=weights)[0]
        assert expected[1] == sum_of_it
        lazy = hd.histogram(da.from_array(x, 1), 2, (0, 2), weights=da.from_array(weights, 1))[0]
        assert (lazy.compute() == expected).all()


def test_partial_sums_are_the_librarys():
    rng = np.random.default_rng(8)
    for scale in (1e-300, 1e-310, 1.0, 1e300):
        w = rng.normal(size=300) * scale * 2.0 ** rng.integers(-90, 1, 300)
        unit = mergeable.unit_of(mergeable.extent_of(w, np.any))
        ones = np.zeros(300)
        parts = mergeable.partial_sums(w, unit, lambda each: histo_cl.histogram(ones, 1, weights=each)[0])
        assert mergeable.total(parts, unit) == histo_cl.histogram(ones, 1, weights=w)[0]


@pytest.mark.parametrize("unit", [-1160, -1130, -1074, -93, 0, 900, 980])
def test_totals_are_rounded_once(unit):
    rng = np.random.default_rng(9)
    limits = np.array([[0, 1, -1, 2**53, 2**53 - 1, 2**54 - 1, 2**55 - 1, 2**57, -(2**54) + 1, -(2**61), 2**61 - 1]]).T
    high = np.concatenate([limits.repeat(20, 1).ravel(), rng.integers(-(2**62), 2**62, 400) >> rng.integers(0, 62, 400)])
    sums = np.zeros((6, high.size), np.int64)
    sums[0] = high
    for at in (1, 2):
        sums[at] = rng.integers(-(2**60), 2**60, high.size) >> rng.integers(0, 61, high.size)
    exact = [(a << 62) + (b << 31) + c for a, b, c in sums[:3].T.tolist()]

    def rounded(units):
        try:
            return float(units << unit) if unit >= 0 else units / (1 << -unit)
        except OverflowError:
            return math.copysign(math.inf, units)

    assert mergeable.total(sums, unit).tolist() == [rounded(each) for each in exact]


@pytest.mark.parametrize("chunks", [(1000, 2), (130, 1)])
def test_points(chunks):
    rng = np.random.default_rng(1)
    points, w = rng.normal(size=(1000, 2)), rng.normal(size=1000)
    bins, range = [5, [-1, 0, 3]], [(-2, 2), None]
    lazy = da.from_array(points, chunks)
    for density in (False, True):
        same(hd.histogramdd(lazy, bins, range, density), histo_cl.histogramdd(points, bins, range, density))
    weighted = hd.histogramdd(list(lazy.T), bins, range, weights=da.from_array(w, 77))
    same(weighted, histo_cl.histogramdd(points, bins, range, weights=w))


@pytest.mark.parametrize("unit", ["D", "s"])
def test_dates(unit):
    dates = np.datetime64("2000-01-01") + np.arange(9)
    edges = dates[[0, 2, 7, 8]].astype(f"M8[{unit}]")
    lazy = da.from_array(dates, chunks=4)
    same(hd.histogram(lazy, edges), histo_cl.histogram(dates, edges))
    same(hd.histogramdd([lazy] * 4, [edges] * 4), histo_cl.histogramdd([dates] * 4, [edges] * 4))


def test_invalid_input_is_refused():
    a = da.zeros(10, chunks=5)
    for wrong, error in [
        (dict(bins="auto"), ValueError),
        (dict(bins=0), ValueError),
        (dict(bins=[2, 1]), ValueError),
        (dict(range=(1, 0)), ValueError),
        (dict(weights=da.zeros(9)), ValueError),
        (dict(weights=da.zeros(10, dtype=complex)), TypeError),
        (dict(options=histo_cl.Options()), TypeError),
        (dict(axis=1), ValueError),
        (dict(mask=da.ones(9, dtype=bool)), ValueError),
        (dict(weights=np.ones(10, complex)), TypeError),
        (dict(bins=a[a < 1]), ValueError),
        (dict(accumulator="minimum"), TypeError),
    ]:
        with pytest.raises(error):
            hd.histogram(a, **wrong)
    unknown = a[a < 1]
    for call, error, says in [
        (lambda: histo_cl.histogram(np.ones(3), 3, (a.min(), a.max())), TypeError, "lazy: compute"),
        (lambda: histo_cl.histogram(np.ones(3), 3, da.from_array(np.array([0, 1]))), TypeError, "lazy: compute"),
        (lambda: hd.histogram(a, 3, (a.max() + 1, a.min()))[0].compute(), ValueError, "larger than min"),
        (lambda: hd.histogram(unknown[:, None], 3, (0, 1), axis=1), ValueError, "compute_chunk_sizes"),
        (lambda: hd.histogram(unknown, 3, (0, 1), weights=unknown), ValueError, "compute_chunk_sizes"),
        (lambda: hd.histogram(np.ones(10), 3), TypeError, "a is a dask.array.Array"),
        (lambda: hd.histogramdd([], 3), ValueError, "empty list"),
        (lambda: hd.histogramdd([a.min()] * 2, 3, [(0, 1)] * 2), ValueError, "no dimensions"),
        (lambda: hd.histogramdd([a] * 4, [histo_cl.circular_bins(4, 0, 1)] * 4), ValueError, "not circular"),
        (lambda: hd.histogramdd([a, np.ones(10)], 3, [(0, 1)] * 2), TypeError, r"sample\[1\] is a dask.array.Array"),
    ]:
        with pytest.raises(error, match=says):
            call()
    assert hd.histogram(unknown, 2, (0, 1))[0].compute().tolist() == [10, 0]
    with pytest.raises(ValueError, match="3 dimensions"):
        hd.histogramdd(da.zeros((10, 2, 2)), 3)


def test_a_cluster_of_processes():
    distributed = pytest.importorskip("distributed")
    rng = np.random.default_rng(1)
    a, w = rng.normal(size=4000).astype("f4"), rng.normal(size=4000)
    lazy, weights = da.from_array(a, 500), da.from_array(w, 500)
    with dask.config.set({"distributed.worker.multiprocessing-method": "spawn"}), distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster):
        with dask.config.set(scheduler=None):
            same(hd.histogram(lazy, 9), histo_cl.histogram(a, 9))
            same(hd.histogram(lazy, 9, (-1, 1), weights=weights), histo_cl.histogram(a, 9, (-1, 1), weights=w))


def test_weights_that_are_not_counted_do_not_set_the_unit():
    x, w = np.array([0.5, 1.5, 2.5, 99]), np.array([0.1, 0.2, 0.3, 9.97e36])
    sums, _ = hd.histogram(da.from_array(x, 2), 4, (0, 4), weights=da.from_array(w, 2))
    assert sums.compute().tolist() == [0.1, 0.2, 0.3, 0]


def test_masked_weights_are_not_summed():
    x, w = np.arange(4.0), np.ma.array([1.0, 2.0, 3.0, np.nan], mask=[0, 1, 0, 1])
    sums, _ = hd.histogram(da.from_array(x, 2), 2, (0, 4), weights=da.from_array(w, 2))
    assert sums.compute().tolist() == [1, 3]


RNG = np.random.default_rng(4)
X, Y = (RNG.normal(size=(6, 7, 8)).astype(np.float32) for _ in range(2))
WEIGHTS = RNG.normal(size=(6, 7, 8)) * 10.0 ** RNG.integers(-12, 5, (6, 7, 8))
MASK = RNG.random((6, 7, 8)) < 0.7


@pytest.mark.parametrize("chunks", [4, (1, 7, 8)])
@pytest.mark.parametrize("axis", [None, -2, (0, 2)])
@pytest.mark.parametrize("weights", [None, WEIGHTS, WEIGHTS[0].astype(np.float32), np.arange(7)[:, None]])
def test_along_axes(chunks, axis, weights):
    x, y = da.from_array(X, chunks), da.from_array(Y, 5)
    for own in (weights, None if weights is None else da.from_array(weights, 3)):
        same(hd.histogram(x, 5, weights=own, axis=axis), histo_cl.histogram(X, 5, weights=weights, axis=axis))
        bins, ranges = [2, [-1, 0, 0, 2]], [None, None]
        same(hd.histogramdd((x, y), bins, ranges, weights=own, axis=axis),
             histo_cl.histogramdd((X, Y), bins, ranges, weights=weights, axis=axis))


def test_densities_along_an_axis():
    x, y = da.from_array(X, 4), da.from_array(Y, 4)
    same(hd.histogram(x, 5, axis=1, density=True), histo_cl.histogram(X, 5, axis=1, density=True))
    how = dict(axis=(0, 1), density=True, weights=np.arange(1, 9))
    same(hd.histogramdd((x, y), 2, **how), histo_cl.histogramdd((X, Y), 2, **how))


@pytest.mark.parametrize("axis", [None, 1])
def test_masks_and_hidden_weights_affect_ranges(axis):
    hidden = np.ma.array(WEIGHTS, mask=X > 1)
    for mask in (MASK, da.from_array(MASK, 5)):
        same(hd.histogram(da.from_array(X, 4), 5, weights=hidden, mask=mask, axis=axis),
             histo_cl.histogram(X, 5, weights=hidden, mask=MASK, axis=axis))
        same(hd.histogramdd([da.from_array(each, 4) for each in (X, Y)], 3, weights=hidden, mask=mask, axis=axis),
             histo_cl.histogramdd((X, Y), 3, weights=hidden, mask=MASK, axis=axis))


def test_chunks_of_the_other_axes_are_kept():
    counts, _ = hd.histogram(da.from_array(X, (4, 7, 3)), 5, axis=1)
    assert counts.chunks == ((4, 2), (3, 3, 2), (5,))


def test_lazy_ranges_and_edges():
    x, y = da.from_array(X, 3), da.from_array(Y, 5)
    ends, edges = (X.min() / 2, X.max()), np.array([-1, 0, 0.5, 3])
    lazy = (x.min() / 2, x.max())
    same(hd.histogram(x, 5, lazy), histo_cl.histogram(X, 5, ends))
    same(hd.histogram(x, 5, da.stack(lazy)), histo_cl.histogram(X, 5, ends))
    same(hd.histogram(x, da.from_array(edges, 2), axis=0, density=True), histo_cl.histogram(X, edges, axis=0, density=True))
    same(hd.histogramdd((x, y), [da.from_array(edges, 2), 4], [None, (y.min(), y.max())], axis=2),
         histo_cl.histogramdd((X, Y), [edges, 4], [None, (Y.min(), Y.max())], axis=2))


def test_coordinates_that_broadcast():
    same(hd.histogramdd((da.from_array(X[:, :1, :1], 2), da.from_array(Y[0], 3)), 4, axis=1),
         histo_cl.histogramdd((X[:, :1, :1], Y[0]), 4, axis=1))


def test_changes_of_returned_edges_do_not_affect_results():
    x = da.from_array(X, 3)
    for density in (False, True):
        for bins, range in ((4, (-1, 1)), (4, None), ([-1, 0, 1], None)):
            for lazy, call in ((x, lambda module, a: module.histogram(a, bins, range, density)),
                               ([x], lambda module, a: module.histogramdd(a, [bins], [range], density))):
                expected, _ = call(histo_cl, X if lazy is x else [X])
                counts, edges = call(hd, lazy)
                for each in dask.compute(*(edges if isinstance(edges, list) else [edges])):
                    each *= 2
                assert counts.compute().tolist() == expected.tolist()
                same(call(hd, lazy), call(histo_cl, X if lazy is x else [X]))


def test_changes_of_the_callers_edges_do_not_matter():
    x, edges, ends = da.from_array(np.array([5, 15, 15])), np.array([0, 10, 20]), [0, 20]
    lazy = hd.histogram(x, edges), hd.histogram(x, 2, ends)
    both = hd.histogramdd([x, x], [edges, 2], [None, ends])
    edges *= 100
    ends[1] = 1
    for counts, own in lazy:
        assert counts.compute().tolist() == [1, 2] and own.tolist() == [0, 10, 20]
    assert both[0].compute().tolist() == [[1, 0], [0, 2]]


def test_nothing_is_computed_before_it_is_requested():
    def fail(block):
        raise AssertionError("computed")

    x = da.from_array(X, 3).map_blocks(fail, dtype=X.dtype, meta=X[:0, :0, :0])
    hd.histogram(x, 5, axis=0)
    hd.histogramdd((x, x), 5, axis=0, weights=x)
    with pytest.raises(AssertionError, match="computed"):
        hd.histogram(x, 5)[0].compute()

"""Counts of samples on and next to edges and ends of ranges, and of NaN and infinities, compared with numpy's."""

import numpy as np
import pytest

import histo_cl

FLOAT_AXES = [  # bins, and their range or None
    [(10, (0, 1))],
    [(10, (0, 7))],
    [(128, (0, 255))],
    [(100, (-1, 1.1))],
    [(7, (-0.1, 0.7))],
    [(500, (1000, 1001))],
    [(33, (-3e30, 1e30))],
    [(5, (1e-30, 3e-30))],
    [(1, (-0.3, 0.3))],
    [([-2.5, -1.1, 0, 0.1, 0.3, 0.30000001, 5, 1e3], None)],
    [(np.geomspace(1e-3, 1e4, 40), None)],
    [([-np.inf, 0, 0.1, np.inf], None)],
    [(20, (0, 1)), (30, (-0.1, 0.75))],
    [([0, 0.1, 0.2, 0.7, 1], None), (12, (-3.3, 3))],
    [(20, (0, 0.1)), (15, (-0.1, 0.7))],
    [([-1, 0.1, 1.1], None), ([0.3, 0.6, 0.9, 1e10], None)],
    [(4, (0.1, 0.5)), (5, (-0.2, 1)), (6, (100, 100.5))],
    [(3, (0.1, 0.4)), ([0, 0.1, 0.2, 0.3], None), (7, (-1, 1))],
]
CASES = [(dtype, axes) for axes in FLOAT_AXES for dtype in (np.float32, np.float64)]
CASES += [(np.float16, [(10, (0, 1))]), (np.float16, [([-3, -0.1, 0.1, 7, 1000], None)])]


def near(values, dtype):
    """The samples nearest to the values, and their two neighbours on each side."""
    x = np.asarray(values, float).astype(dtype)
    up, down = (np.nextafter(x, dtype(end)) for end in (np.inf, -np.inf))
    return np.concatenate([x, up, down, np.nextafter(up, dtype(np.inf)), np.nextafter(down, dtype(-np.inf))])


def edges_of(bins, range):
    return np.asarray(bins, float) if range is None else np.linspace(*range, bins + 1)


def samples_of(rng, edges, dtype, size=700):
    edges = edges[np.isfinite(edges)]
    low, high = edges[0], edges[-1]
    tiny = np.finfo(dtype).smallest_subnormal
    special = np.array([0.0, -0.0, tiny, -tiny, np.inf, -np.inf, np.nan, -np.nan], dtype)
    beside = near(rng.choice(edges, size // 12), dtype)
    spread = rng.uniform(low - (high - low) / 10, high + (high - low) / 10, size // 2).astype(dtype)
    return rng.permutation(np.concatenate([special, near([low, high], dtype), beside, spread]))


@pytest.mark.parametrize("dtype, axes", CASES)
def test_samples_beside_edges(dtype, axes):
    rng = np.random.default_rng(20)
    points = np.stack([samples_of(rng, edges_of(*axis), dtype) for axis in axes], axis=1)
    kept = points[~np.isnan(points).any(axis=1)]
    bins, ranges = [list(each) for each in zip(*axes)]
    if len(axes) == 1:
        expected = np.histogram(kept[:, 0], bins[0], ranges[0])[0]
        counts = histo_cl.histogram(points[:, 0], bins[0], ranges[0])[0]
    else:
        # To test which samples lie on the last edge, histogramdd of numpy 1 rounds the edge to f32. With f64 it does
        # not.
        expected = np.histogramdd(kept.astype(float), bins, ranges)[0]
        counts = histo_cl.histogramdd(points, bins, ranges)[0]
    assert counts.tolist() == expected.tolist()


def counts_of_integers(a, edges, first, last):
    """Counts of the samples in [first, last], compared exactly, whose nearest float64 is between float64 edges."""
    bins = np.searchsorted(edges, [float(each) for each in a if first <= each <= last], "right") - 1
    return np.bincount(np.minimum(bins, len(edges) - 2), minlength=len(edges) - 1).tolist()


@pytest.mark.parametrize("dtype, lowest", [(np.int64, 2**53), (np.int64, 2**60), (np.int64, -(2**63)), (np.uint64, 2**63),
                                           (np.int64, 1_700_000_000_000_000_000), (np.uint64, 2**64 - 3000)])
@pytest.mark.parametrize("width", [0, 3, 40, 300, 1000])
def test_even_bins_of_integers_beyond_doubles(dtype, lowest, width):
    rng = np.random.default_rng(width)
    for bins in (1, 2, 5, 10):
        first = lowest + int(rng.integers(500, 1000))
        a = np.array([first + int(each) for each in rng.integers(-500, width + 500, 50)] + [first, first + width], dtype)
        inside = a[(a >= dtype(first)) & (a <= dtype(first + width))]
        for samples, range in ((a, (first, first + width)), (a, (dtype(first), dtype(first + width))), (inside, None)):
            counts, edges = histo_cl.histogram(samples, bins, range)
            assert counts.tolist() == counts_of_integers(samples.tolist(), edges, first, first + width)
    assert histo_cl.histogram(a, 1, (first, first + 1e5))[0].tolist() == [sum(first <= each for each in a.tolist())]


def test_bins_of_the_greatest_integers():
    for maximum in (np.int64(2**63 - 1), np.uint64(2**64 - 1)):
        a = np.array([maximum, maximum, maximum - maximum.dtype.type(1)])
        assert histo_cl.histogram(a[:2], 3)[0].tolist() == [0, 0, 2]
        assert histo_cl.histogram(a, 3, (maximum, maximum))[0].tolist() == [0, 0, 2]


MANY = {
    "normal": np.random.default_rng(1).normal(size=70_001),
    "tenths": np.round(np.random.default_rng(2).exponential(size=70_002), 1),
    "mostly one": np.where(np.arange(70_003) % 5 == 0, np.arange(70_003) / 7e4, 0.5),
    "i4": np.random.default_rng(3).integers(-(2**31), 2**31, 70_004).astype(np.int32),
    "u1": np.random.default_rng(4).integers(0, 256, 70_005).astype(np.uint8),
    "f4": np.random.default_rng(5).random(70_006).astype(np.float32),
}


@pytest.mark.parametrize("rule", ["auto", "fd", "doane", "scott", "rice", "sturges", "sqrt"])
@pytest.mark.parametrize("a", MANY.values(), ids=MANY)
def test_rules_for_many_samples(a, rule):
    """Percentiles of many samples are found by counting."""
    for range in (None, (float(np.quantile(a, 0.1)), float(np.quantile(a, 0.9)) + 1)):
        counts, edges = histo_cl.histogram(a, rule, range)
        expected, numpys = np.histogram(a, rule, range)
        assert np.array_equal(edges, numpys) and np.array_equal(counts, expected)

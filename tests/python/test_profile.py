"""Means and variances of values in bins, compared with numpy, scipy and exact fractions."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import histo_cl
from support import examples

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=2000).astype(np.float32)
DTYPES = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


def of_bins(statistic, x, y, edges):
    last = x == edges[-1]
    where = np.where(last, len(edges) - 2, np.searchsorted(edges, x, "right") - 1)
    return np.array([statistic(y[where == bin]) if (where == bin).any() else np.nan for bin in range(len(edges) - 1)])


@pytest.mark.parametrize("dtype", [*DTYPES, np.float16, np.float32, np.float64])
def test_numpy(dtype):
    y = (RANDOM.normal(size=X.size) * 10).astype(np.int64).astype(dtype) if dtype != np.bool_ else X > 0
    p = histo_cl.profile(X, y, 20)
    counts, edges = histo_cl.histogram(X, 20)
    assert np.array_equal(p.counts, counts)
    assert np.array_equal(p.edges, edges)
    assert p.means.dtype == p.variances.dtype == np.float64
    wide = y.astype(np.float64)
    np.testing.assert_allclose(p.means, of_bins(np.mean, X, wide, edges), rtol=1e-13)
    np.testing.assert_allclose(p.variances, of_bins(np.var, X, wide, edges), rtol=1e-12, atol=1e-300)
    unbiased = histo_cl.profile(X, y, 20, ddof=1).variances
    several = counts > 1
    np.testing.assert_allclose(unbiased[several], (p.variances * counts)[several] / (counts - 1)[several], rtol=1e-13)
    assert np.isnan(unbiased[~several]).all()


def test_scipy():
    stats = pytest.importorskip("scipy.stats")
    y = RANDOM.normal(3, 2, X.size)
    p = histo_cl.profile(X, y, 8, (-2, 2))
    np.testing.assert_allclose(p.means, stats.binned_statistic(X, y, "mean", 8, (-2, 2)).statistic, rtol=1e-13)
    np.testing.assert_allclose(np.sqrt(p.variances), stats.binned_statistic(X, y, "std", 8, (-2, 2)).statistic, rtol=1e-12)


def test_cancellation():
    y = 1e9 + RANDOM.integers(0, 3, X.size) / 4
    p = histo_cl.profile(X, y, 5)
    near = histo_cl.profile(X, y - 1e9, 5)
    assert np.array_equal(p.variances, near.variances)
    np.testing.assert_allclose(p.means, near.means + 1e9, rtol=1e-15)


def nearest(number, unit):
    """The number, a Fraction, rounded to a multiple of 2**unit, ties to even."""
    return round(number / Fraction(2) ** unit) * Fraction(2) ** unit


@examples(100)
@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e150, max_value=1e150), min_size=1, max_size=20),
    st.integers(0, 2),
)
def test_fractions(values, ddof):
    """The results are the doubles nearest to the exact ones of the rounded values and squares (docs/weights.md)."""
    p = histo_cl.profile(np.zeros(len(values)), values, [-1, 1], ddof=ddof)
    greatest = max(max(map(abs, values)), 2.0**-1022)
    above = math.frexp(greatest)[1]
    headroom = len(values).bit_length() - 94
    n = len(values)
    total = sum(nearest(Fraction(value), above + headroom) for value in values)
    squares = sum(nearest(Fraction(value) ** 2, 2 * above + headroom) for value in values)
    assert p.means[0] == float(total / n)
    if n <= ddof:
        assert math.isnan(p.variances[0])
    else:
        assert p.variances[0] == float(max(squares - total**2 / n, 0) / (n - ddof))


def test_values_that_are_not_finite_and_empty_bins():
    p = histo_cl.profile([0, 0, 1, 1, 2, 2, 3], [1, np.nan, np.inf, 1, np.inf, -np.inf, 5], histo_cl.identity_bins(5))
    np.testing.assert_array_equal(p.means, [np.nan, np.inf, np.nan, 5, np.nan])
    np.testing.assert_array_equal(p.variances, [np.nan, np.nan, np.nan, 0, np.nan])
    np.testing.assert_array_equal(p.counts, [2, 2, 2, 1, 0])


def test_keywords():
    x = np.array([0.5, 0.5, 1.5, 7.0, np.nan])
    y = np.ma.array([1, 3, 5, 7, 9], mask=[False, False, True, False, False])
    p = histo_cl.profile(x, y, [0, 1, 1, 2], out_of_range="dropped")
    np.testing.assert_array_equal(p.means, [2, np.nan, np.nan])
    counted = histo_cl.profile(x, y, 2, (0, 2), out_of_range="counted")
    np.testing.assert_array_equal(counted.means, [2, np.nan, np.nan, 7, 9])
    masked = histo_cl.profile(x, y, 2, (0, 2), mask=[True, False, True, True, True])
    np.testing.assert_array_equal(masked.counts, [1, 0])
    assert histo_cl.profile([], [], 2, (0, 2)).counts.sum() == 0
    strided = histo_cl.profile(np.arange(20.0)[::-2], np.arange(20, dtype=np.int16)[::-2], 2)
    np.testing.assert_array_equal(strided.means, of_bins(np.mean, np.arange(1.0, 20, 2), np.arange(1, 20, 2), strided.edges))


def test_errors():
    with pytest.raises(ValueError, match="ddof is -1"):
        histo_cl.profile([1], [1], ddof=-1)
    with pytest.raises(ValueError, match="same shape"):
        histo_cl.profile([1, 2], [1])
    with pytest.raises(TypeError, match="complex"):
        histo_cl.profile([1, 2], [1j, 2])
    with pytest.raises(TypeError, match="values"):
        histo_cl.profile([1, 2], None)

"""Means and variances of values in bins, compared with numpy and exact fractions."""

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


def nearest(number, unit):
    """Rounds a Fraction to a multiple of 2**unit, with ties to even."""
    return round(number / Fraction(2) ** unit) * Fraction(2) ** unit


@examples(100)
@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e150, max_value=1e150), min_size=1, max_size=20),
    st.integers(0, 2),
)
def test_fractions(values, ddof):
    """Results are the doubles nearest to the exact results for the rounded values and squares (docs/weights.md)."""
    p = histo_cl.profile(np.zeros(len(values)), values, [-1, 1], ddof=ddof)
    maximum = max(max(map(abs, values)), 2.0**-1022)
    above = math.frexp(maximum)[1]
    headroom = len(values).bit_length() - 94
    n = len(values)
    total = sum(nearest(Fraction(value), above + headroom) for value in values)
    squares = sum(nearest(Fraction(value) ** 2, 2 * above + headroom) for value in values)
    assert p.means[0] == float(total / n)
    if n <= ddof:
        assert math.isnan(p.variances[0])
    else:
        assert p.variances[0] == float(max(squares - total**2 / n, 0) / (n - ddof))


def weighted(x, y, w, edges, ddof):
    """The means, variances and effective counts, in float64."""
    y, w = y.astype(np.float64), w.astype(np.float64)
    means = of_bins(lambda at: np.average(y[at], weights=w[at]), x, np.arange(x.size), edges)
    variances = of_bins(lambda at: np.cov(y[at], aweights=w[at], ddof=ddof), x, np.arange(x.size), edges)
    counts = of_bins(lambda at: w[at].sum() ** 2 / (w[at] ** 2).sum(), x, np.arange(x.size), edges)
    return means, variances, counts


@pytest.mark.parametrize("dtype", [np.uint8, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("ddof", [0, 1])
def test_weights_as_numpy(dtype, ddof):
    y = RANDOM.normal(40, 9, X.size).astype(dtype)
    w = RANDOM.uniform(1, 5, X.size).astype(dtype)
    p = histo_cl.profile(X, y, 5, (-2, 2), weights=w, ddof=ddof)
    for found, expected in zip((p.means, p.variances, p.counts), weighted(X, y, w, p.edges, ddof)):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


F32 = st.floats(0.125, 1000, width=32)


@examples(100)
@given(st.lists(st.tuples(F32, F32), min_size=2, max_size=20), st.integers(0, 1))
def test_weights_as_fractions(pairs, ddof):
    """For float32 values and weights of few magnitudes, all sums are exact, and each result is the nearest double."""
    y, w = np.array(pairs, np.float32).T
    p = histo_cl.profile(np.zeros(y.size), y, [-1, 1], weights=w, ddof=ddof)
    values, weights = ([Fraction(float(each)) for each in array] for array in (y, w))
    total, squared = sum(weights), sum(each**2 for each in weights)
    first = sum(weight * value for weight, value in zip(weights, values))
    second = sum(weight * value**2 for weight, value in zip(weights, values))
    assert p.means[0] == float(first / total)
    assert p.variances[0] == float((second * total - first**2) / (total**2 - ddof * squared))
    assert p.counts[0] == float(total**2 / squared)


def test_what_is_not_counted_does_not_decide_the_unit_of_weighted_values():
    p = histo_cl.profile([0.5, 0.5, 9, np.nan], [3, 5, 1e300, 1e300], 1, (0, 1), weights=[1, 3, 1e300, 1], ddof=0)
    assert (p.means[0], p.variances[0], p.counts[0]) == (4.5, 0.75, 1.6)


def test_weights_with_layouts_masks_and_empty_bins():
    x, y, w = RANDOM.uniform(0, 4, (3, 30, 40))
    w = np.ma.array(w, mask=w > 3)
    expected = histo_cl.profile(x[~w.mask], y[~w.mask], 4, (0, 4), weights=w[~w.mask])
    for arranged in (lambda a: a, lambda a: a.T, lambda a: a[::-1, ::-1]):
        found = histo_cl.profile(arranged(x), arranged(y), 4, (0, 4), weights=arranged(w))
        np.testing.assert_array_equal(found.means, expected.means)
        np.testing.assert_array_equal(found.variances, expected.variances)
    of_rows = histo_cl.profile(x, y, 4, (0, 4), weights=x[:, :1])  # repeated along the rows
    repeated = histo_cl.profile(x, y, 4, (0, 4), weights=np.repeat(x[:, :1], 40, 1))
    np.testing.assert_array_equal(of_rows.means, repeated.means)
    empty = histo_cl.profile([0.5], [1], [0, 1, 1, 2], weights=[2])
    np.testing.assert_array_equal(empty.counts, [1, 0, 0])
    np.testing.assert_array_equal(empty.means, [1, np.nan, np.nan])
    assert histo_cl.profile([], [], 2, (0, 2), weights=[]).counts.sum() == 0
    with pytest.raises(ValueError, match="same shape"):
        histo_cl.profile([1, 2], [1, 2], weights=[1])


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

"""Counts, sums and edges, compared with numpy's."""

import warnings

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import histo_cl
from support import examples

INTEGERS = [np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.uint64, np.int64]
FLOATS = [np.float16, np.float32, np.float64]
VERSION_2 = np.lib.NumpyVersion(np.__version__) >= "2.0.0b1"


def same(ours, numpys):
    """Checks that arrays have equal values, types and shapes."""
    for a, b in zip(ours, numpys):
        assert a.dtype == b.dtype
        assert a.shape == b.shape
        np.testing.assert_array_equal(a, b)


def samples_of(dtype, seed, size, spread):
    rng = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return (rng.normal(size=size) * spread).astype(dtype)
    limits = np.iinfo(dtype)
    low, high = max(limits.min, -spread * 100), min(limits.max, spread * 100)
    return rng.integers(low, high, size, dtype, endpoint=True)


def arranged(array, how):
    """All or some of the samples, in an array of another shape, other strides or another byte order."""
    if how == "flat":
        return array
    if how == "fortran":
        return np.asfortranarray(array[: len(array) // 4 * 4].reshape(4, -1))
    if how == "strided":
        return array[::3]
    if how == "turned":
        return array[::-2]
    if how == "region":
        return array[: len(array) // 8 * 8].reshape(8, -1)[1:7, 1:-1:2]
    if how == "foreign":
        return array.astype(array.dtype.newbyteorder(">"))
    if how == "broadcast":
        return np.broadcast_to(array, (3, *array.shape))
    if how == "cube":
        return array[: len(array) // 24 * 24].reshape(2, 3, 4, -1)[:, ::2, ::-1, 1:].transpose(2, 0, 3, 1)
    if how == "record":
        records = np.zeros(array.shape, [("id", "u1"), ("value", array.dtype), ("rest", "u2")])
        records["value"] = array
        return records["value"]
    raise AssertionError(how)


ARRANGEMENTS = ["flat", "fortran", "strided", "turned", "region", "foreign", "broadcast", "cube", "record"]
arrays = st.builds(
    lambda dtype, seed, size, spread, how: arranged(samples_of(dtype, seed, size, spread), how),
    st.sampled_from(INTEGERS + FLOATS),
    st.integers(0, 1000),
    st.sampled_from([0, 1, 50, 999]),
    st.sampled_from([1, 3, 100]),
    st.sampled_from(ARRANGEMENTS),
)
ranges = st.one_of(
    st.none(),
    st.tuples(st.integers(-300, 300), st.integers(-300, 300)).map(lambda ends: tuple(sorted(ends))),
    st.tuples(st.floats(-99, 99, width=16), st.floats(-99, 99, width=16)).map(lambda ends: tuple(sorted(ends))),
    st.tuples(st.floats(-99, 99), st.floats(-99, 99)).map(lambda ends: tuple(sorted(ends))),
)


def bins_coincide(edges):
    return np.any(edges[:-1] == edges[1:])


@examples(200)
@given(arrays, st.one_of(st.integers(1, 40), st.integers(41, 300)), ranges, st.booleans())
def test_even_bins(a, bins, range, density):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = np.histogram(a, bins, range, density)
        except ValueError as error:
            assume("Too many bins" not in str(error))  # NumPy 2 raises, and NumPy 1 makes equal edges
            with pytest.raises(ValueError) as raised:
                histo_cl.histogram(a, bins, range, density)
            assert str(raised.value) == str(error)
            return
        except IndexError:  # from NumPy 1, if bins / width is infinite
            assume(False)
        assume(not bins_coincide(expected[1]))
        assume(np.isfinite(expected[1]).all())
        same(histo_cl.histogram(a, bins, range, density), expected)
    same([histo_cl.histogram_bin_edges(a, bins, range)], [expected[1]])


edge_lists = st.one_of(
    st.lists(st.integers(-200, 200), max_size=30).map(sorted),
    st.lists(st.floats(-200, 200), max_size=30).map(sorted),
    st.lists(st.floats(-200, 200, width=32), max_size=30).map(lambda edges: np.array(sorted(edges), np.float32)),
    st.just([-np.inf, 0.5, np.inf]),
)


@examples(150)
@given(arrays, edge_lists, st.booleans())
def test_edges(a, edges, density):
    with np.errstate(all="ignore"):
        same(histo_cl.histogram(a, edges, density=density), np.histogram(a, edges, density=density))


WIDE = [0, 1, *range(2**53 - 1, 2**53 + 4), *range(2**60 + 127, 2**60 + 130), 2**62, 2**63 - 1]


@examples(100)
@given(
    st.lists(st.sampled_from(WIDE), min_size=1, max_size=40),
    st.sampled_from([np.int64, np.uint64]),
    st.one_of(
        st.integers(1, 30),
        st.lists(st.sampled_from(WIDE), min_size=2, unique=True).map(lambda edges: np.array(sorted(edges), float)),
    ),
)
def test_integers_beyond_doubles(values, dtype, bins):
    a = np.array(values, dtype)
    with np.errstate(all="ignore"):
        assume(not bins_coincide(np.linspace(a.min(), a.max(), bins + 1) if isinstance(bins, int) else bins))
        try:
            expected = np.histogram(a, bins)
        except IndexError:  # from NumPy, if its estimate of a bin is far off
            assume(False)
    same(histo_cl.histogram(a, bins), expected)


@examples(30)
@given(arrays, st.sampled_from(["auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"]), ranges)
def test_rules(a, rule, range):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            expected = np.histogram(a, rule, range)
        except (ValueError, OverflowError) as error:
            with pytest.raises(type(error)):
                histo_cl.histogram(a, rule, range)
            return
        except IndexError:  # from NumPy 1, if bins / width is infinite
            assume(False)
        assume(not bins_coincide(expected[1]) and len(expected[1]) < 10_000)
        same(histo_cl.histogram(a, rule, range), expected)


@examples(50)
@given(
    st.integers(0, 1000),
    st.sampled_from([0, 1, 200]),
    st.sampled_from([(np.float32, np.float32), (np.float64, np.float64), (np.int16, np.int16)]),
    st.sampled_from([(10, 7, 5), ([0, 1, 5], 6, 3), (4, [-3.0, 0.1, 0.7], [-1, 1])]),
    st.integers(1, 3),
    st.sampled_from(["rows", "columns", "sequence", "every other", "some columns"]),
    st.booleans(),
)
def test_joint(seed, size, dtypes, bins, dimensions, how, density):
    rng = np.random.default_rng(seed)
    points = np.round(rng.normal(size=(size, 4)) * 3, 1).astype(dtypes[0])
    bins = list(bins[:dimensions])
    if how == "every other":
        points = points[::2, :dimensions]
    elif how == "some columns":
        points = points[:, :dimensions]
    else:
        points = np.ascontiguousarray(points[:, :dimensions])
    if how == "columns":
        points = np.asfortranarray(points)
    sample = list(points.T) if how == "sequence" else points
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # NumPy 1 gets float64, because its histogramdd rounds the last edge of float32 samples.
        exact = [column.astype(float) for column in points.T] if not VERSION_2 else sample
        ranges = None if size == 0 or VERSION_2 else [(float(c.min()), float(c.max())) for c in points.T]
        expected, expected_edges = np.histogramdd(exact, bins, ranges, density)
        counts, edges = histo_cl.histogramdd(sample, bins, ranges, density)
        same([counts, *edges], [expected, *expected_edges])


def test_many_axes():
    points = np.random.default_rng(3).normal(size=(500, 5))
    weights = np.arange(500)
    for w in (None, weights):
        expected, edges = np.histogramdd(points, [2, 3, 2, 4, 2], weights=w)
        counts, ours = histo_cl.histogramdd(points, [2, 3, 2, 4, 2], weights=w)
        same([counts, *ours], [expected, *edges])


@examples(20)
@given(arrays.filter(lambda a: a.dtype.kind in "iu"), st.sampled_from([0, 300]), st.booleans())
def test_bincount(a, minlength, weighted):
    a = a.ravel()
    weights = np.arange(a.size) if weighted else None
    try:
        expected = np.bincount(a, weights, minlength)
    except (ValueError, TypeError) as error:
        with pytest.raises(type(error)):
            histo_cl.bincount(a, weights, minlength)
        return
    same([histo_cl.bincount(a, weights, minlength)], [expected])


@pytest.mark.parametrize("x", [[], (), np.array([]), np.array([], np.uint64), np.array([], np.int8), np.array([], bool)])
def test_bincount_of_nothing(x):
    try:
        expected = np.bincount(x)
    except TypeError:
        with pytest.raises(TypeError):
            histo_cl.bincount(x)
    else:
        same([histo_cl.bincount(x)], [expected])


def test_bincount_beyond_the_most_bins():
    a = np.array([3, 2**24 + 5, 2**24 - 1, 2**24, 3])
    same([histo_cl.bincount(a)], [np.bincount(a)])


@examples(30)
@given(
    st.integers(0, 1000),
    st.sampled_from(INTEGERS + FLOATS + [np.bool_]),
    st.sampled_from(["flat", "fortran", "foreign"]),
    st.sampled_from([1, 10, [-1.0, 0.0, 0.3, 2.0]]),
)
def test_weights(seed, dtype, how, bins):
    """Compares sums with numpy's. Floats are whole numbers here, because numpy does not round their sums."""
    rng = np.random.default_rng(seed)
    a = arranged(rng.normal(size=240).astype(np.float32), how)
    wide = np.dtype(dtype).itemsize == 8
    w = arranged(rng.integers(0, 2 if dtype == np.bool_ else 2**40 if wide and dtype != np.float64 else 100, 240), how)
    w = w.astype(dtype) if dtype not in (np.int8, np.uint8, np.float16) else (w % 2).astype(dtype)
    if dtype == np.bool_ and not isinstance(bins, int):
        return  # numpy raises
    same(histo_cl.histogram(a, bins, weights=w), np.histogram(a, bins, weights=w))


@examples(50)
@given(
    st.lists(st.sampled_from([2**62, 2**63 - 1, 2**63, 2**63 + 1024, 2**63 + 1025, 2**64 - 2048, 2**64 - 1]), min_size=1),
    st.lists(st.sampled_from([0.0, 2.0**62, 2.0**63, 2.0**63 + 2048, 2.0**64 - 2048, 2.0**64]), min_size=2, unique=True),
)
def test_unsigned_integers_beyond_signed_ones(values, edges):
    a, edges = np.array(values, np.uint64), np.array(sorted(edges))
    with np.errstate(all="ignore"):
        same(histo_cl.histogram(a, edges), np.histogram(a, edges))
    as_floats = a.astype(float)
    inside = np.histogram(as_floats[as_floats < edges[-1]], edges)[0]
    assert histo_cl.histogram(a, edges, last_edge="exclusive")[0].tolist() == inside.tolist()

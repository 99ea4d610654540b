"""Histograms of a table's columns, compared with numpy's."""

import numpy as np
import pytest

import histo_cl
from histo_cl import identity_bins

RANDOM = np.random.default_rng(1)
TABLE = RANDOM.integers(0, 40, (500, 9), dtype=np.uint8)
GRADIENTS = RANDOM.normal(size=500).astype(np.float32)
HESSIANS = RANDOM.random(500).astype(np.float32)
ROWS = RANDOM.integers(0, 500, 300)
BINS = identity_bins(40)


def expected(table, weights=None, bins=40):
    return np.stack([np.bincount(column, weights, bins)[:bins] for column in table.T])


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        np.asfortranarray(TABLE),
        TABLE[:, 1:7],
        TABLE[::3],
        TABLE.astype(np.int32),
        TABLE[::-1, ::2],
        TABLE[:0],
        *(TABLE.astype(order + kind) for order in "<>" for kind in ("u2", "i4")),
    ],
)
def test_counts(table):
    counts = histo_cl.column_histograms(table, BINS)
    assert counts.dtype == np.int64
    assert np.array_equal(counts, expected(table))


@pytest.mark.parametrize("narrow", [False, True])
def test_weights_counts_and_rows(narrow):
    sums = histo_cl.column_histograms(TABLE, BINS, [GRADIENTS, HESSIANS], ROWS, counts=True, narrow=narrow)
    assert sums.shape == (3, 9, 40)
    listed = TABLE[ROWS]
    assert np.array_equal(sums[0], expected(listed))
    tolerance = 300 * 2.0**-27 if narrow else 1e-12
    assert np.allclose(sums[1], expected(listed, GRADIENTS[ROWS].astype(float)), rtol=0, atol=tolerance)
    assert np.allclose(sums[2], expected(listed, HESSIANS[ROWS].astype(float)), rtol=0, atol=tolerance)
    together = np.stack([GRADIENTS, HESSIANS], axis=1)
    again = histo_cl.column_histograms(TABLE, BINS, together, ROWS.astype(np.uint32), counts=True, narrow=narrow)
    assert np.array_equal(sums, again)


@pytest.mark.parametrize("dtype", ["u1", "i4", "f4", "f8"])
@pytest.mark.parametrize("accumulator", ["minimum", "maximum"])
def test_extremes_and_counts(dtype, accumulator):
    weights = (100 * np.stack([HESSIANS, HESSIANS[::-1]], axis=1)).astype(dtype)
    got = histo_cl.column_histograms(TABLE, identity_bins(41), weights, ROWS, counts=True, accumulator=accumulator)
    assert np.array_equal(got[0], expected(TABLE[ROWS], bins=41))
    counters = np.iinfo(got.dtype) if got.dtype.kind in "iu" else None
    minimum, maximum = (counters.min, counters.max) if counters else (-np.inf, np.inf)
    for vector in range(2):
        want = np.full((9, 41), maximum if accumulator == "minimum" else minimum, got.dtype)
        for column in range(9):
            getattr(np, accumulator).at(want[column], TABLE[ROWS, column], weights[ROWS, vector].astype(got.dtype))
        assert np.array_equal(got[1 + vector], want)


@pytest.mark.parametrize(
    "dtype, listed",
    [("i1", ROWS), ("i4", ROWS.astype(np.uint32)), ("f4", ROWS.astype(np.uint32)), ("f8", ROWS), ("f4", ROWS[:0])],
)
def test_listed_weights(dtype, listed):
    of_rows = (100 * np.stack([GRADIENTS, HESSIANS], axis=1)).astype(dtype)
    sums = histo_cl.column_histograms(TABLE, BINS, of_rows, listed, counts=True)
    again = histo_cl.column_histograms(TABLE, BINS, of_rows[listed], listed, counts=True, listed_weights=True)
    assert np.array_equal(sums, again)
    one = histo_cl.column_histograms(TABLE, BINS, of_rows[listed][:, 0], listed, listed_weights=True)
    assert np.array_equal(one, sums[1])


@pytest.mark.parametrize(
    "dtype, narrow, sums_of",
    [
        ("?", False, np.uint64),
        ("u1", False, np.uint64),
        ("i1", False, np.int64),
        ("u2", False, np.uint64),
        ("i2", False, np.int64),
        ("f2", False, np.float64),
        ("f2", True, np.float64),
    ],
)
def test_small_weights(dtype, narrow, sums_of):
    minimum = 0 if sums_of is np.uint64 else -99
    of_two = RANDOM.integers(minimum, 99, (2, 500)).astype(dtype)
    sums = histo_cl.column_histograms(TABLE, BINS, list(of_two), ROWS, counts=True, narrow=narrow)
    assert sums.dtype == sums_of
    for each, weights in zip(sums[1:], of_two):
        assert np.array_equal(each, expected(TABLE[ROWS], weights[ROWS].astype(float)))


def test_shapes():
    weights = np.arange(500)
    assert histo_cl.column_histograms(TABLE, BINS, weights.astype(np.int32)).shape == (9, 40)
    assert histo_cl.column_histograms(TABLE, BINS, weights.astype(np.int32)[:, None]).shape == (1, 9, 40)
    ragged = histo_cl.column_histograms(TABLE, [BINS] * 8 + [histo_cl.even_bins(4, 0, 40)])
    assert [len(each) for each in ragged] == [40] * 8 + [4]
    assert np.array_equal(ragged[8], np.histogram(TABLE[:, 8], 4, (0, 40))[0])


@pytest.mark.parametrize("dtype", [None, np.float64, np.float32])
def test_sums_of_a_bin_side_by_side(dtype):
    arguments = dict(weights=[GRADIENTS, HESSIANS], rows=ROWS, counts=True)
    by_sum = histo_cl.column_histograms(TABLE, BINS, **arguments)
    by_cell = histo_cl.column_histograms(TABLE, BINS, **arguments, by_cell=True, counter=dtype)
    assert by_cell.shape == (9, 40, 3)
    assert by_cell.dtype == (np.float64 if dtype is None else dtype)
    assert np.array_equal(by_cell, np.moveaxis(by_sum, 0, -1).astype(by_cell.dtype))
    ragged = histo_cl.column_histograms(TABLE, [BINS] * 8 + [identity_bins(64)], **arguments, by_cell=True)
    assert [each.shape for each in ragged] == [(40, 3)] * 8 + [(64, 3)]
    assert np.array_equal(ragged[3], by_sum[:, 3].T)
    one = histo_cl.column_histograms(TABLE, BINS, GRADIENTS, by_cell=True, counter=dtype)
    assert np.array_equal(one, histo_cl.column_histograms(TABLE, BINS, GRADIENTS).astype(one.dtype))
    whole = histo_cl.column_histograms(TABLE, BINS, [TABLE[:, 0], TABLE[:, 1]], counts=True, by_cell=True)
    assert whole.dtype == np.uint64
    assert np.array_equal(whole[..., 0], expected(TABLE))


def test_refusals():
    with pytest.raises(TypeError, match="float64 or float32"):
        histo_cl.column_histograms(TABLE, BINS, GRADIENTS, counter=np.float16)
    with pytest.raises(TypeError, match="float64 or float32"):
        histo_cl.column_histograms(TABLE, BINS, counter=np.float32)
    with pytest.raises(TypeError, match="float64 or float32"):
        histo_cl.column_histograms(TABLE, BINS, TABLE[:, 0], counter=np.float64)
    with pytest.raises(ValueError, match="rows and columns"):
        histo_cl.column_histograms(TABLE[0], BINS)
    with pytest.raises(ValueError, match="2 binnings for 9 columns"):
        histo_cl.column_histograms(TABLE, [BINS, BINS])
    with pytest.raises(ValueError, match="row -1"):
        histo_cl.column_histograms(TABLE, BINS, rows=[-1])
    with pytest.raises(ValueError, match="index 1 is 500"):
        histo_cl.column_histograms(TABLE, BINS, rows=[3, 500])
    with pytest.raises(ValueError, match="weights have the shape"):
        histo_cl.column_histograms(TABLE, BINS, GRADIENTS[:10])
    with pytest.raises(ValueError, match=r"weights have the shape \(300,\)"):
        histo_cl.column_histograms(TABLE, BINS, GRADIENTS, ROWS, listed_weights=True)
    with pytest.raises(ValueError, match="weights of listed rows"):
        histo_cl.column_histograms(TABLE, BINS, GRADIENTS, listed_weights=True)
    with pytest.raises(ValueError, match="weights of listed rows"):
        histo_cl.column_histograms(TABLE, BINS, rows=ROWS, listed_weights=True)
    with pytest.raises(ValueError, match="f16, bf16 and f32 weights can be narrow"):
        histo_cl.column_histograms(TABLE, BINS, GRADIENTS.astype(np.int8), narrow=True)
    for number in (40, [40] * 9, np.arange(41)):
        with pytest.raises(TypeError, match="such as identity_bins"):
            histo_cl.column_histograms(TABLE, number)
    with pytest.raises(TypeError, match="complex64"):
        histo_cl.column_histograms(TABLE.astype(np.complex64), BINS)


def test_keywords_are_those_of_histogram():
    bins = histo_cl.even_bins(3, 0, 30)
    inclusive = histo_cl.column_histograms(TABLE, bins, last_edge="inclusive", variant="local_atomic")
    assert np.array_equal(inclusive, [np.histogram(column, 3, (0, 30))[0] for column in TABLE.T])
    assert np.array_equal(histo_cl.column_histograms(TABLE, bins)[:, :2], inclusive[:, :2])
    with pytest.raises(ValueError, match="not both"):
        histo_cl.column_histograms(TABLE, bins, variant="local_atomic", options=histo_cl.Options())


@pytest.mark.parametrize("nibbles", ["low_first", "high_first"])
def test_nibbles(nibbles):
    low, high = (0, 4) if nibbles == "low_first" else (4, 0)
    plain = TABLE[:, :8] % 16
    packed = plain[:, ::2] << low | plain[:, 1::2] << high
    counts = histo_cl.column_histograms(packed, identity_bins(16), nibbles=nibbles)
    assert np.array_equal(counts, expected(plain, bins=16))
    odd = histo_cl.column_histograms(packed[::2], [identity_bins(16)] * 7, rows=ROWS % 250, nibbles=nibbles)
    assert np.array_equal(odd, expected(plain[::2, :7][ROWS % 250], bins=16))
    with pytest.raises(ValueError, match="9 columns of nibbles in 4 bytes a row"):
        histo_cl.column_histograms(packed, [identity_bins(16)] * 9, nibbles=nibbles)
    with pytest.raises(TypeError, match="uint16"):
        histo_cl.column_histograms(packed.astype(np.uint16), identity_bins(16), nibbles=nibbles)
    with pytest.raises(ValueError, match="nibbles"):
        histo_cl.column_histograms(packed, identity_bins(16), nibbles="both")


def test_vectors_of_any_strides():
    both = np.arange(2000).reshape(500, 4)[:, ::2].astype(np.int16)
    for weights in (both, np.asfortranarray(both), both[::-1], [both[:, 0], both[:, 1].copy()], both.astype(np.int32)):
        sums = histo_cl.column_histograms(TABLE, BINS, weights)
        for vector, own in zip(sums, weights if isinstance(weights, list) else weights.T):
            assert np.array_equal(vector, expected(TABLE, own))

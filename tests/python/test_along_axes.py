"""Histograms along axes of arrays: `axis=`, coordinates of several dimensions, and weights that broadcast."""

import itertools

import numpy as np
import pytest

import histo_cl
from histo_cl._internal import counting, layouts

RNG = np.random.default_rng(3)
X, Y, Z = (RNG.normal(size=(4, 5, 6)).astype(np.float32) for _ in range(3))
MASK = RNG.random((4, 5, 6)) < 0.7
COUNTS = RNG.integers(0, 100, (4, 5, 6))
BINS, RANGES = [3, [-1, 0, 0.5, 2], 2], [(-2, 2), None, (-1, 1)]
AXES = [0, -1, (0, 2), (2, 1), (0, 1, 2)]


def looped(points, axis, weights=None, mask=None):
    """The results of numpy.histogramdd for each index of the axes that remain."""
    axes = [each % 3 for each in ((axis,) if isinstance(axis, int) else axis)]
    kept = [each for each in range(3) if each not in axes]
    found = []
    for at in itertools.product(*(range(points[0].shape[each]) for each in kept)):
        where = [slice(None)] * 3
        for each, index in zip(kept, at):
            where[each] = index
        where = tuple(where)
        chosen = slice(None) if mask is None else mask[where].ravel()
        found.append(np.histogramdd([p[where].ravel()[chosen] for p in points], BINS[: len(points)],
                                    RANGES[: len(points)],
                                    weights=None if weights is None else weights[where].ravel()[chosen])[0])
    return np.reshape(found, (*(points[0].shape[each] for each in kept), *found[0].shape))


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("dimensions", [1, 2, 3])
@pytest.mark.parametrize("blocks", [False, True])
def test_counts_and_sums_are_those_of_a_loop_of_numpy(axis, dimensions, blocks, monkeypatch):
    if blocks:
        monkeypatch.setattr(counting, "BLOCK_COUNTERS", 20)
    points = (X, Y, Z)[:dimensions]
    for mask, weights in itertools.product((None, MASK), (None, COUNTS, COUNTS / 4)):
        counts, edges = histo_cl.histogramdd(points, BINS[:dimensions], RANGES[:dimensions], axis=axis, mask=mask,
                                             weights=weights)
        assert len(edges) == dimensions
        assert counts.tolist() == looped(points, axis, weights, mask).tolist()
    for arranged in (lambda a: a.T.copy().T, lambda a: a[::-1], lambda a: a.transpose(1, 0, 2)):
        moved = tuple(arranged(each) for each in points)
        weights = arranged(COUNTS)
        counts = histo_cl.histogramdd(moved, BINS[:dimensions], RANGES[:dimensions], axis=axis, weights=weights)[0]
        assert counts.tolist() == looped(moved, axis, weights).tolist()


def test_four_axes_along_an_axis():
    points, bins = (X, Y, Z, X * Y), [2, 3, 2, 2]
    counts = histo_cl.histogramdd(points, bins, [(-1, 1)] * 4, axis=1)[0]
    for at in itertools.product(range(4), range(6)):
        own = [each[at[0], :, at[1]] for each in points]
        assert counts[at].tolist() == np.histogramdd(own, bins, [(-1, 1)] * 4)[0].tolist()


@pytest.mark.parametrize("along", [None, 1])
def test_densities_of_each_histogram(along):
    density = histo_cl.histogram2d(X, Y, 3, [(-3, 3)] * 2, density=True, axis=along)[0]
    if along is None:
        assert density.tolist() == np.histogram2d(X.ravel(), Y.ravel(), 3, [(-3, 3)] * 2, density=True)[0].tolist()
    else:
        assert density.tolist() == [
            [np.histogram2d(X[i, :, j], Y[i, :, j], 3, [(-3, 3)] * 2, density=True)[0].tolist() for j in range(6)]
            for i in range(4)
        ]


def test_coordinates_and_weights_that_broadcast():
    x, y, w = X[:, :1, :1], Y[0], COUNTS[:1, :, :1]
    full = [np.broadcast_to(each, X.shape) for each in (x, y, w)]
    flat = [each.ravel() for each in full]
    assert histo_cl.histogram2d(x, y, BINS[:2], RANGES[:2], weights=w)[0].tolist() == np.histogram2d(
        *flat[:2], BINS[:2], RANGES[:2], weights=flat[2])[0].tolist()
    along = histo_cl.histogram2d(x, y, BINS[:2], RANGES[:2], weights=w, axis=(0, 2))[0]
    assert along.tolist() == looped(full[:2], (0, 2), full[2]).tolist()
    for own in (COUNTS[0], COUNTS[0, 0], COUNTS[0, :, :1], COUNTS[0, 0, 0]):
        repeated = np.broadcast_to(own, X.shape)
        assert histo_cl.histogram(X, 5, (-2, 2), weights=own)[0].tolist() == np.histogram(
            X, 5, (-2, 2), weights=repeated)[0].astype(int).tolist()
    for call in (
        lambda: histo_cl.histogram(X, 5, weights=np.ones((2, 4, 5, 6))),
        lambda: histo_cl.histogram(X[0, 0], 5, weights=[1.0]),
        lambda: histo_cl.histogram2d(X[:3], Y),
        lambda: histo_cl.histogram2d(X[0, 0], Y[0, 0, :1]),
        lambda: histo_cl.histogram2d(X, Y, axis=3),
        lambda: histo_cl.histogramdd(X, 3),
        lambda: histo_cl.histogram2d(X, Y, mask=MASK[0]),
    ):
        with pytest.raises(ValueError):
            call()


def test_arrays_of_several_dimensions_are_joined_in_place():
    from histo_cl._internal.arguments import coordinates
    from histo_cl._internal.points import placed, points_of

    for arrays in ((X, Y), (X.T, Y.T), (X[::-1], Y[::-1]), (X[:, :, 0], Y[:, :, 1])):
        where, _ = placed(points_of(coordinates(arrays), None, None), None, True)
        assert all(np.shares_memory(a, b) for a, b in zip(where.array, arrays))


def test_missing_coordinates_are_not_counted():
    x = np.ma.array(X, mask=~MASK)
    assert histo_cl.histogram2d(x, Y, BINS[:2], RANGES[:2], axis=1)[0].tolist() == looped((X, Y), 1, mask=MASK).tolist()


def test_half_widths_along_an_axis():
    widths = np.full((6,), 0.25, np.float32)
    both = dict(bins=4, range=[(-2, 2)] * 2, half_widths=(widths, 0.5))
    along = histo_cl.histogram2d(X, Y, axis=(1, 2), **both)[0]
    assert along.tolist() == [histo_cl.histogram2d(X[i], Y[i], **both)[0].tolist() for i in range(4)]


def test_histograms_without_samples():
    assert histo_cl.histogram2d(X[:, :0], Y[:, :0], 2, axis=1)[0].tolist() == np.zeros((4, 6, 2, 2)).tolist()
    assert histo_cl.histogram2d(X[:0], Y[:0], 2, axis=1)[0].shape == (0, 6, 2, 2)
    assert histo_cl.histogram(X[:0], 2, (0, 1), axis=1)[0].shape == (0, 6, 2)


@pytest.mark.parametrize("lengths, max_elements", [((7,), 3), ((2, 3, 4), 5), ((2, 3, 4), 24), ((5, 1), 1), ((3, 100), 7)])
def test_blocks_cover_each_histogram_once(lengths, max_elements):
    covered = np.zeros(lengths, int)
    for at in layouts.blocks(lengths, max_elements):
        assert covered[at].size <= max_elements
        covered[at] += 1
    assert (covered == 1).all()


@pytest.mark.parametrize("bins", [10, [-3, -1, 0, 0.1, 3], histo_cl.circular_bins(7, 0, 2)])
def test_many_small_histograms_are_those_of_one_launch(bins):
    a = RNG.normal(size=(9, 300, 300)).astype(np.float32)
    weights = RNG.integers(-5, 5, a.shape).astype(np.int64) << 33
    range = (-2, 2) if bins == 10 else None
    launch = histo_cl.Options(calling_thread=False)
    ways = [{}, dict(weights=weights), dict(weights=a, accumulator="minimum"), dict(mask=a > 0),
            dict(out_of_range="counted"), dict(weights=a)]
    for keywords in ways if bins == 10 else ways[:2]:
        counts, edges = histo_cl.histogram(a, bins, range, axis=0, **keywords)
        try:
            expected, expected_edges = histo_cl.histogram(a, bins, range, axis=0, options=launch, **keywords)
        except histo_cl.Error as error:
            pytest.skip(str(error))
        assert counts.dtype == expected.dtype and counts.tobytes() == expected.tobytes()
        assert edges.tobytes() == expected_edges.tobytes()


def test_explain_says_that_small_histograms_are_counted_in_blocks():
    try:
        histo_cl.default_device()
    except histo_cl.Error as error:
        pytest.skip(str(error))
    text = histo_cl.explain(np.zeros((9, 300, 300)), 10, (0, 1), axis=0)
    assert "blocks on" in text and "calling thread" in text
    assert "blocks on" not in histo_cl.explain(np.zeros((300, 9)), 10, (0, 1), axis=0)

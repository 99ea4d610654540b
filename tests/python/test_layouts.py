"""Which arrays are counted in place, and which are copied."""

import numpy as np
import pytest

import histo_cl
from histo_cl._internal.arguments import coordinates
from histo_cl._internal.layouts import place, with_weights
from histo_cl._internal.points import placed, points_of

CUBE = np.arange(4 * 6 * 8, dtype=np.float32).reshape(4, 6, 8)
RECORDS = np.zeros(10, np.dtype([("id", "i4"), ("value", "f4")], align=True))
PACKED = np.zeros(10, [("id", "u1"), ("value", "f4")])


@pytest.mark.parametrize(
    "array, stride, rows",
    [
        (CUBE, 0, False),
        (CUBE.T, 0, False),
        (CUBE.transpose(2, 0, 1), 0, False),
        (CUBE[::-1, :, ::-1], 0, False),
        (CUBE[1:3], 0, False),
        (CUBE[:, :, 3], 32, False),
        (CUBE[:, :, ::2], 8, False),
        (CUBE[0, ::2, 1:5], 0, True),
        (CUBE[:, :, 1:5], 0, True),
        (CUBE[:, :, 6:1:-2], 8, True),
        (RECORDS["value"], 8, False),
        (np.lib.stride_tricks.sliding_window_view(CUBE[0, 0], 3), 0, True),
        (np.zeros((0, 3), np.float32), 0, False),
        (np.array(1, np.float32), 0, False),
    ],
)
def test_in_place(array, stride, rows):
    placed = place(array)
    assert (placed.stride, placed.rows) == (stride, rows)
    assert array.size == 0 or np.shares_memory(placed.array, array)


@pytest.mark.parametrize(
    "array",
    [CUBE[::2, 1:5, 1:5], np.broadcast_to(CUBE[0], (3, 6, 8)), PACKED["value"]],
)
def test_copied(array):
    placed = place(array)
    assert placed.array.flags.c_contiguous and not np.shares_memory(placed.array, array)


def test_a_mask_and_weights_in_the_order_of_the_samples():
    weights = CUBE + 0.5
    for arranged in (lambda a: a.T, lambda a: a[::-1, :, ::-1], lambda a: a[:, 1:5, 6:1:-2].transpose(1, 2, 0)):
        placed = place(arranged(CUBE), arranged(CUBE) % 2 == 0, arranged(weights))
        samples = np.sort(placed.array.ravel())
        assert (np.sort(placed.weights.ravel()) == samples + 0.5).all()
        order = np.argsort(placed.weights.ravel())
        assert (placed.mask.ravel()[order] == (samples % 2 == 0)).all()
    assert np.shares_memory(place(CUBE.T, None, weights.T).weights, weights)


WEIGHTS = np.arange(4 * 6 * 16, dtype=np.float64).reshape(4, 6, 16)
VALUES = np.zeros(10, np.dtype([("id", "f8"), ("weight", "f8")]))["weight"]


@pytest.mark.parametrize(
    "array, weights, stride, per, rows",
    [
        (CUBE, WEIGHTS[:, :, :8], 8, "element", True),
        (CUBE, WEIGHTS[:, :, ::2], 16, "element", False),
        (CUBE[0], WEIGHTS[0, :, :1], 0, "row", True),
        (CUBE[0], WEIGHTS[0, :1, :8], 8, "column", True),
        (CUBE[0], WEIGHTS[0, :1, ::2], 16, "column", True),
        (CUBE[0, ::2, 1:5], WEIGHTS[0, :3, 1:2], 0, "row", True),
        (CUBE[0].T, WEIGHTS[0, :1, :8].T, 8, "column", True),
        (CUBE[0, 0], WEIGHTS[0, 0, ::2], 16, "element", False),
        (RECORDS["value"], VALUES, 16, "element", False),
        (CUBE[:1], np.ones((1, 6, 1), np.uint16), 0, "row", True),
    ],
)
def test_weights_in_place(array, weights, stride, per, rows):
    of_elements = np.broadcast_to(weights, array.shape)
    arranged = place(array, None, of_elements)
    found = with_weights(arranged, arranged.weights)
    assert (found.weight_stride, found.weights_per, found.rows) == (stride, per, rows)
    assert np.shares_memory(found.weights, weights)


@pytest.mark.parametrize(
    "array, weights",
    [
        (CUBE, WEIGHTS[:, 2:4, :1].repeat(3, 1)),
        (CUBE, WEIGHTS[:1, :, :1]),  # three axes of different strides
        (CUBE, WEIGHTS[:, :, :8][:, ::-1]),
        (CUBE[0], WEIGHTS[0, :1, :1]),
        (CUBE[:, 1:5, 1:5], WEIGHTS[:, 1:5, 1:5]),
        (CUBE[:, 0], WEIGHTS[:, :1, :8][:, 0]),
        (CUBE, WEIGHTS[:, :, ::2] > 9),
        (CUBE[:, :, 3], np.asfortranarray(WEIGHTS[:, :, 3]).astype(np.int64) << 40),
        (CUBE[0], np.asfortranarray(WEIGHTS[0, :, :8]).astype(np.uint8)),
    ],
)
def test_sums_of_weights_in_any_layout(array, weights):
    repeated = np.broadcast_to(weights, array.shape)
    sums = histo_cl.histogram(array, 5, (3, 180), weights=weights)[0]
    assert sums.tolist() == np.histogram(array, 5, (3, 180), weights=repeated)[0].astype(weights.dtype).tolist()


def test_every_layout_of_weights_is_summed():
    for array, weights in ((CUBE, WEIGHTS[:, :, :8]), (CUBE[0], WEIGHTS[0, :, :1]), (CUBE[0].T, WEIGHTS[0, :1, :8].T)):
        expected = np.histogram(array, 5, (3, 180), weights=np.broadcast_to(weights, array.shape))[0]
        assert histo_cl.histogram(array, 5, (3, 180), weights=weights)[0].tolist() == expected.tolist()
        mask = array % 3 == 0
        masked = np.histogram(array[mask], 5, (3, 180), weights=np.broadcast_to(weights, array.shape)[mask])[0]
        assert histo_cl.histogram(array, 5, (3, 180), weights=weights, mask=mask)[0].tolist() == masked.tolist()
        of_rows = histo_cl.histogram(array, 5, (3, 180), weights=weights, axis=array.ndim - 1)[0]
        assert of_rows.reshape(-1, 5).sum(axis=0).tolist() == expected.tolist()
    for wrong in (np.ones((6, 2)), np.ones(6), np.ones((1, 6, 8)), np.ones((2, 8))):
        with pytest.raises(ValueError, match="same shape"):
            histo_cl.histogram(CUBE[0], 5, weights=wrong)
    hidden = np.ma.masked_equal(WEIGHTS[0, :, :1], WEIGHTS[0, 2, 0])
    shown = np.histogram(CUBE[0][[0, 1, 3, 4, 5]], 5, (0, 48), weights=np.repeat(hidden.compressed()[:, None], 8, 1))[0]
    assert histo_cl.histogram(CUBE[0], 5, (0, 48), weights=hidden)[0].tolist() == shown.tolist()
    points = CUBE.reshape(-1, 2)
    strided = WEIGHTS.ravel()[: 4 * len(points) : 4]
    expected = np.histogramdd(points, 4, [(0, 200)] * 2, weights=strided)[0]
    assert histo_cl.histogramdd(points, 4, [(0, 200)] * 2, weights=strided)[0].tolist() == expected.tolist()


POINTS = np.arange(24, dtype=np.float32).reshape(6, 4)


@pytest.mark.parametrize(
    "sample, order, stride",
    [
        (POINTS, "interleaved", 0),
        (POINTS[:, :3], "interleaved", 16),
        (POINTS[::2], "interleaved", 32),
        (np.asfortranarray(POINTS), "planar", 0),
        (np.asfortranarray(POINTS)[:3], "planar", 0),
        (CUBE[0], "separate", 0),
        ([CUBE[0, 0], CUBE[1, 1]], "separate", 0),
        ((CUBE[0, :, 0], CUBE[1, :, 1], CUBE[2, :, 2]), "separate", 0),
    ],
)
def test_points_in_place(sample, order, stride):
    where, elements = placed(points_of(coordinates(sample), [1, 0], None), None, True)
    assert (elements.order, where.stride) == (order, stride)
    arrays = where.array if isinstance(where.array, tuple) else [where.array]
    assert all(any(np.shares_memory(each, given) for given in sample) for each in arrays)


def test_points_copied():
    for sample in ([CUBE[0, 0], CUBE[0, 0].astype(int)], [CUBE[0, 0], CUBE[0, 1, ::-1]], POINTS[:, ::2]):
        where, _ = placed(points_of(coordinates(sample), None, None), None, True)
        assert not any(np.shares_memory(where.array, given) for given in sample)

"""Which arrays are counted in place, and which are copied."""

import numpy as np
import pytest

from histo_cl.arguments import coordinates
from histo_cl.layouts import place
from histo_cl.points import placed, points_of

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
    where, elements = placed(points_of(coordinates(sample), [1, 0], None), None)
    assert (elements.order, where.stride) == (order, stride)
    arrays = where.array if isinstance(where.array, tuple) else [where.array]
    assert all(any(np.shares_memory(each, given) for given in sample) for each in arrays)


def test_points_copied():
    for sample in ([CUBE[0, 0], CUBE[0, 0].astype(int)], [CUBE[0, 0], CUBE[0, 1, ::-1]], POINTS[:, ::2]):
        where, _ = placed(points_of(coordinates(sample), None, None), None)
        assert not any(np.shares_memory(where.array, given) for given in sample)

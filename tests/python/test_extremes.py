"""Minima and maxima of weights, compared with numpy's."""

import numpy as np
import pytest

import histo_cl

OFFS = {
    "minimum": {"u": 2**64 - 1, "i": 2**63 - 1, "f": np.inf},
    "maximum": {"u": 0, "i": -(2**63), "f": -np.inf},
}
UFUNCS = {"minimum": np.minimum, "maximum": np.maximum}


def expected(samples, weights, bins, accumulator):
    kind = weights.dtype.kind.replace("b", "u")
    out = np.full(bins, OFFS[accumulator][kind], {"u": np.uint64, "i": np.int64, "f": np.float64}[kind])
    inside = (samples >= 0) & (samples < bins)
    with np.errstate(invalid="ignore"):
        UFUNCS[accumulator].at(out, samples[inside], weights[inside].astype(out.dtype))
    return out


@pytest.mark.parametrize("accumulator", ["minimum", "maximum"])
@pytest.mark.parametrize("dtype", ["?", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8", "f2", "f4", "f8"])
def test_extremes_are_those_of_numpy(dtype, accumulator):
    rng = np.random.default_rng(3)
    samples = rng.integers(-2, 60, 5000)
    if np.dtype(dtype).kind == "f":
        weights = (rng.normal(size=5000) * 100).astype(dtype)
        weights[rng.integers(0, 5000, 20)] = rng.choice([np.inf, -np.inf, np.nan, 0.0, -0.0], 20)
    else:
        weights = rng.integers(0, 2, 5000).astype(dtype) if dtype == "?" else rng.integers(0, 127, 5000).astype(dtype)
        if np.dtype(dtype).kind == "i":
            weights = (weights - 64).astype(dtype)
    got, _ = histo_cl.histogram(samples, np.arange(64), weights=weights, accumulator=accumulator, last_edge="exclusive")
    want = expected(samples, weights, 63, accumulator)
    assert got.dtype == want.dtype
    np.testing.assert_array_equal(got, want)


def test_along_an_axis_with_a_mask():
    samples = np.array([[0, 1, 1], [2, 0, 0]])
    weights = np.float32([[3, -1, 5], [7, 2, 9]])
    got, _ = histo_cl.histogram(
        samples, [0, 1, 2, 3], weights=weights, axis=1, mask=weights != 9, accumulator="maximum"
    )
    assert got.tolist() == [[3, 5, -np.inf], [2, -np.inf, 7]]


@pytest.mark.parametrize("accumulator", ["minimum", "maximum"])
@pytest.mark.parametrize("axes", [2, 3, 4])
def test_of_several_axes(axes, accumulator):
    rng = np.random.default_rng(axes)
    points = rng.integers(0, 4, (200, axes))
    weights = rng.normal(size=200)
    got, _ = histo_cl.histogramdd(points, [np.arange(5)] * axes, weights=weights, accumulator=accumulator)
    want = np.full((4,) * axes, OFFS[accumulator]["f"])
    UFUNCS[accumulator].at(want, tuple(points.T), weights)
    np.testing.assert_array_equal(got, want)
    if axes == 2:
        two, _, _ = histo_cl.histogram2d(*points.T, np.arange(5), weights=weights, accumulator=accumulator)
        np.testing.assert_array_equal(two, want)


def test_invalid_arguments_are_refused():
    with pytest.raises(ValueError, match="takes weights, and no density"):
        histo_cl.histogram2d([1, 2], [1, 2], 3, accumulator="minimum")
    with pytest.raises(ValueError, match="takes weights, and no density"):
        histo_cl.histogram([1, 2], 3, accumulator="minimum")
    with pytest.raises(ValueError, match="takes weights, and no density"):
        histo_cl.histogram([1, 2], 3, weights=[1, 2], density=True, accumulator="minimum")
    with pytest.raises(ValueError, match="must fit in 32 bits"):
        histo_cl.histogram([1, 2], 3, weights=[1, 2**40], accumulator="maximum")
    with pytest.raises(ValueError, match="edges that increase strictly"):
        histo_cl.histogram([1, 2], [0, 1, 1, 3], weights=[1, 2], accumulator="maximum")
    with pytest.raises((ValueError, histo_cl.Error), match="accumulator"):
        histo_cl.histogram([1, 2], 3, weights=[1, 2], accumulator="mean")
    with pytest.raises(TypeError, match="takes no accumulator"):
        histo_cl.Histogram.of([1, 2], 3, weights=[1, 2], accumulator="maximum")

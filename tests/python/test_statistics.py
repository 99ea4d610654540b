"""The module statistics, compared with numpy and with the definitions of scikit-image and OpenCV."""

import numpy as np
import pytest

import histo_cl
from histo_cl import statistics

RNG = np.random.default_rng(5)
IMAGES = [
    np.clip(RNG.normal(90, 12, (60, 70)), 0, 255).astype(np.uint8),
    np.concatenate([RNG.integers(10, 60, 3000), RNG.integers(120, 200, 900)]).astype(np.uint8).reshape(-1, 30),
    RNG.integers(0, 65536, (40, 40)).astype(np.uint16) >> 3,
]


def separation(values, threshold):
    """The variance between the values up to the threshold and those above it, as a share of the greatest possible."""
    values = np.sort(values.ravel()).astype(float)
    sums, lower = np.cumsum(values)[:-1], np.arange(1.0, len(values))
    between = (sums / lower - (values.sum() - sums) / (len(values) - lower)) ** 2 * lower * (len(values) - lower)
    return between[np.count_nonzero(values <= threshold) - 1] / between.max()


@pytest.mark.parametrize("image", IMAGES)
def test_thresholds_separate_classes_by_greater_than(image):
    found = statistics.threshold(image)
    assert separation(image, found) == pytest.approx(1, rel=1e-12)
    assert found in image  # the first of the thresholds that separate alike
    assert statistics.otsu_thresholds(image, 2) == [found]
    for method in ("triangle", "li", "isodata", "minimum_error"):
        assert image.min() <= statistics.threshold(image, method) < image.max()


def test_a_threshold_of_floats_is_the_number_before_an_edge():
    samples = np.array([0.0, 0.1, 0.2, 3.0, 3.1, 4.0], np.float32)
    found = statistics.threshold(histo_cl.Histogram.of(samples, 4, (0, 4)))
    assert found == np.nextafter(np.float32(1), np.float32(0))
    assert (samples > found).tolist() == [False] * 3 + [True] * 3
    negative = np.array([-300, -299, 5, 6, 6], np.int16)
    assert statistics.threshold(negative) == -299


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("scale, offset", [(1, 0), (255, 0), (100, 200), (1, 100), (1e-6, 0), (65504, 0)])
def test_otsus_threshold_of_floats_separates_best(dtype, scale, offset):
    samples = (np.concatenate([RNG.random(2000) * 0.45, 0.55 + RNG.random(1000) * 0.45]) * scale + offset).astype(dtype)
    found = statistics.threshold(samples)
    assert found.dtype == dtype
    assert separation(samples.astype(float) - offset, float(found) - offset) > 0.99
    assert statistics.otsu_thresholds(samples, 2) == [found]


def test_percentiles_bound_those_of_the_samples():
    samples = RNG.gamma(2, 10, 4999)
    q = np.array([[0, 12.5, 50], [90, 99.9, 100]])
    found = statistics.percentile(histo_cl.Histogram.of(samples, 300), q)
    exact = np.percentile(samples, q, method="inverted_cdf")
    assert found.value.shape == q.shape
    assert (found.lower <= exact).all() and (exact <= found.upper).all()
    assert (found.lower <= found.value).all() and (found.value <= found.upper).all()
    assert isinstance(statistics.percentile(samples, 50).value, float)
    assert statistics.percentile(np.array([2**62, 2**62 + 1]), 100).upper == float(2**62)
    assert statistics.threshold(np.array([2**64 - 2, 2**64 - 3, 2**64 - 5], np.uint64)) == 2**64 - 5


NARROW = [
    (1e6 + RNG.random(50)).astype("f4"),
    np.full(3, 1e8, "f4"),
    np.float16([1, 1.1, 1.2]),
    np.float16([-65504] * 2),
    np.float64([1e17, 1e17]),
    np.array([2**63 - 1] * 2),
    np.array([2**64 - 1, 2**64 - 3], np.uint64),
    np.full(2, -(2**63)),
]


def check_bounds_and_mean(given, samples):
    exact = np.percentile(samples, [0, 50, 100], method="inverted_cdf").astype(float)
    found = statistics.percentile(given, [0, 50, 100])
    assert (found.lower <= exact).all() and (exact <= found.upper).all()
    values = samples if samples.dtype.kind == "f" else samples.astype(float)
    precision = float(np.finfo(values.dtype).eps)
    assert statistics.moments(given).mean == pytest.approx(values.astype(float).mean(), rel=precision)


@pytest.mark.parametrize("samples", NARROW, ids=lambda samples: f"{samples.dtype}-{samples[0]}")
def test_bins_narrower_than_the_spacing_of_floats(samples):
    check_bounds_and_mean(samples, samples)


def test_counts_between_equal_edges_are_those_of_a_neighbour():
    found = statistics.percentile(([1, 2, 3, 4], [0.0, 1.0, 1.0, 2.0, 2.0]), [10, 100])
    expected = statistics.percentile(([1, 9], [0.0, 1.0, 2.0]), [10, 100])
    assert all((one == other).all() for one, other in zip(found, expected))
    with pytest.raises(ValueError, match="do not increase"):
        statistics.moments(([1, 2, 3], [0.0, 2.0, 1.0, 1.0]))


@pytest.mark.parametrize("counts", [[np.nan, 1.0, 5.0], [1.0, np.inf, 0.0], [-1, 0, 0]])
def test_mode_takes_counts(counts):
    with pytest.raises(ValueError, match="finite and not negative"):
        statistics.mode((counts, [0, 1, 2, 3]))


def test_moments_and_entropy():
    values = RNG.integers(-5, 30, 4000)
    middles = values + 0.5  # bins hold one value each
    deviations = middles - middles.mean()
    variance = (deviations**2).mean()
    found = statistics.moments(values)
    np.testing.assert_allclose(
        found,
        [middles.mean(), variance, (deviations**3).mean() / variance**1.5, (deviations**4).mean() / variance**2 - 3],
        rtol=1e-12,
    )
    shares = np.unique(values, return_counts=True)[1] / len(values)
    assert statistics.entropy(values) == pytest.approx(-(shares * np.log2(shares)).sum())
    assert statistics.entropy(([1.5, 1.5], [0, 1, 2])) == 1


def test_comparisons():
    edges = [0.0, 1.0, 2.0, 5.0]
    a, b = ([1, 2, 3], edges), ([3, 0, 3], edges)
    assert statistics.compare(a, a) == 1
    assert statistics.compare(a, b, "intersection") == 4
    assert statistics.compare(a, b, "chi_square") == 4 + 2
    assert statistics.compare(a, b, "earth_movers") == pytest.approx(2 / 6)
    with pytest.raises(ValueError, match="different edges"):
        statistics.compare(a, ([1, 2], [0, 1, 2]))
    with pytest.raises(ValueError, match="'correlation'"):
        statistics.compare(a, b, "cosine")


def test_equalization_is_opencvs():
    image = IMAGES[0]
    counts = np.bincount(image.ravel(), minlength=256)
    below = np.cumsum(counts) - counts[image.min()]
    scale = np.float32(255) / np.float32(image.size - counts[image.min()])
    levels = np.round(below.astype(np.float32) * scale).clip(0, 255).astype(np.uint8)
    assert np.array_equal(statistics.equalize(image), levels[image])
    assert statistics.equalize(IMAGES[2]).dtype == np.uint16


def test_images_of_a_foreign_byte_order():
    image, reference = IMAGES[2], IMAGES[2][::-1] // 2
    for order in "<>":
        foreign = image.astype(order + "u2")
        assert np.array_equal(statistics.equalize(foreign), statistics.equalize(image))
        assert np.array_equal(statistics.match(foreign, reference), statistics.match(image, reference))
        assert np.array_equal(statistics.match(image, reference.astype(order + "u2")), statistics.match(image, reference))
        assert np.array_equal(statistics.clahe(foreign), statistics.clahe(image))
        assert statistics.threshold(foreign) == statistics.threshold(image)


def test_matching_takes_the_references_values():
    image, reference = IMAGES[0], IMAGES[1]
    matched = statistics.match(image, reference)
    assert set(np.unique(matched)) <= set(np.unique(reference))
    assert np.array_equal(statistics.match(image, image), image)
    with pytest.raises(TypeError, match="uint16"):
        statistics.match(image, IMAGES[2])
    assert statistics.match(image[:0], image).shape == (0, 70)
    with pytest.raises(ValueError, match="the reference has no pixels"):
        statistics.match(image, image[:0])


def test_what_is_refused():
    with pytest.raises(ValueError, match="too few of 1 bins"):
        statistics.threshold(np.zeros(9, np.uint8))
    with pytest.raises(ValueError, match="'otsu'"):
        statistics.threshold(IMAGES[0], "otus")
    uneven = [[0, 1, 5], [0, 1e-9, 5e-9], [2**62, 2**62 + 1, 2**62 + 5], [-np.inf, 0, np.inf]]
    for edges in (*uneven, np.float32([0, 1, 2.01]), np.float16([0, 1, 65504])):
        with pytest.raises(ValueError, match="one width"):
            statistics.threshold(([1, 2], edges))
    assert statistics.threshold(([2, 1, 1], [0, 0.333333, 0.666667, 1])) == np.nextafter(0.333333, 0)
    with pytest.raises(ValueError, match="negative"):
        statistics.entropy(([1, -2], [0, 1, 5]))
    with pytest.raises(ValueError, match="1 class: allowed are 2"):
        statistics.otsu_thresholds(IMAGES[0], 1)
    joint = histo_cl.Histogram.joint(([0, 1], [0, 1]), 2)
    for statistic in (statistics.threshold, statistics.moments, lambda h: statistics.percentile(h, 5)):
        with pytest.raises(ValueError, match="2 axes: project"):
            statistic(joint)
    assert statistics.compare(joint, joint) == 1
    with pytest.raises(TypeError, match="float64"):
        statistics.equalize(np.zeros((2, 2)))
    with pytest.raises(TypeError, match="datetime64"):
        statistics.moments(histo_cl.Histogram([1], np.array(["2020-01-01", "2020-01-02"], "M8[D]")))


def test_the_mode_is_the_fullest_bin():
    assert statistics.mode(([1, 4, 4], [0.0, 0.5, 1.0, 3.0])) == (0.5, 1.0)
    assert statistics.mode(np.uint8([3, 255, 255])) == (255, 256)
    with pytest.raises(ValueError, match="no bin"):
        statistics.mode(([0, 0], [0, 1, 2]))


def test_clahe():
    image = np.clip(RNG.normal(90, 25, (24, 36)), 0, 255).astype(np.uint8)
    larger = np.pad(image, ((0, 1), (0, 4)), "reflect")  # extends the image to 5 x 5 tiles, as OpenCV does
    cut = statistics.clahe(larger, 3.0, (5, 5))[:24, :36]
    assert np.array_equal(statistics.clahe(image, 3.0, (5, 5)), cut)
    cv2 = pytest.importorskip("cv2")
    for wide in (image, image.astype(np.uint16) << 7):
        expected = cv2.createCLAHE(2.0, (5, 7)).apply(wide)
        assert np.array_equal(statistics.clahe(wide, 2.0, (5, 7)), expected)


def test_images_on_a_device():
    cl = pytest.importorskip("pyopencl")
    pytest.importorskip("pyopencl.array")
    try:
        device = histo_cl.default_device()
    except histo_cl.Error as error:
        pytest.skip(str(error))
    context = cl.Context([cl.Device.from_int_ptr(device.int_ptr)])
    queue = cl.CommandQueue(context)
    for image in IMAGES:
        there, reference = cl.array.to_device(queue, image), cl.array.to_device(queue, image[::2] // 2)
        assert np.array_equal(statistics.equalize(there).get(), statistics.equalize(image))
        assert np.array_equal(statistics.match(there, reference).get(), statistics.match(image, image[::2] // 2))
        assert statistics.threshold(there) == statistics.threshold(image)
        assert statistics.percentile(there, 30) == statistics.percentile(image, 30)
        assert statistics.entropy(there) == statistics.entropy(image)
        part = image[:40, :30].copy()
        tiles = statistics.clahe(cl.array.to_device(queue, part), 2.0, (3, 4)).get()
        assert np.array_equal(tiles, statistics.clahe(part, 2.0, (3, 4)))
    floats = RNG.random((30, 20)).astype("f4")
    assert statistics.moments(cl.array.to_device(queue, floats)) == statistics.moments(floats)
    for samples in NARROW:
        check_bounds_and_mean(cl.array.to_device(queue, samples), samples)
    for nothing in (np.full(9, np.nan), np.int32([]), np.float32([]), np.uint8([])):
        there = cl.array.to_device(queue, nothing)
        assert np.isnan(statistics.moments(there).mean) and np.isnan(statistics.entropy(there))
        with pytest.raises(ValueError, match="no bin has samples"):
            statistics.mode(there)
    assert statistics.equalize(there).shape == statistics.match(there, cl.array.to_device(queue, IMAGES[0])).shape == (0,)
    wide = np.array([2**62 + 1, 2**62 + 2**60 + 1, -5], np.int64)
    assert statistics.entropy(cl.array.to_device(queue, wide)) == pytest.approx(np.log2(3))
    there = cl.array.to_device(queue, IMAGES[0])
    for wrong, error in (
        (lambda: statistics.clahe(there, 2.0, (7, 7)), ValueError),
        (lambda: statistics.equalize(there[:, ::2]), ValueError),
        (lambda: statistics.match(there, IMAGES[0]), TypeError),
        (lambda: statistics.match(there, cl.array.to_device(queue, np.uint8([]))), ValueError),
        (lambda: statistics.equalize(cl.array.to_device(queue, floats)), TypeError),
    ):
        with pytest.raises(error):
            wrong()

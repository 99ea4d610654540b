"""Statistics of a histogram, computed by the library on the host.

The first argument is a `Histogram`, a pair of counts and edges, or an array, such as an image, which is counted first:
integers with a bin for each value if 2**16 bins suffice, other samples into 256 bins. pyopencl arrays are counted on
their device; for images on a device, `equalize`, `match` and `clahe` return new arrays there, without waiting. Samples
that are not finite are not counted on a device, and raise ValueError otherwise. Counts may be sums of weights.
ValueError is raised if counts are not finite, or if they are negative; `moments` and some metrics of `compare` accept
negative counts. If all counts are zero, means are NaN.
"""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from histo_cl import _core
from histo_cl._internal.arguments import Array, numbers
from histo_cl._internal.edges import widths_of
from histo_cl._internal.numpy_api import histogram
from histo_cl._internal.result import Histogram

__all__ = [
    "Moments",
    "Percentiles",
    "clahe",
    "compare",
    "entropy",
    "equalize",
    "match",
    "mode",
    "moments",
    "otsu_thresholds",
    "percentile",
    "threshold",
]

MAX_VALUES = 1 << 16
"""Maximum number of integer values for which each value has a bin."""


class Moments(NamedTuple):
    """What `moments` returns: population moments, as if each sample were in the middle of its bin."""

    mean: float
    variance: float
    skewness: float
    """The third standardized moment; NaN unless the variance is above 0."""
    kurtosis: float
    """The fourth standardized moment minus 3; NaN unless the variance is above 0."""


class Percentiles(NamedTuple):
    """What `percentile` returns: the exact percentiles of the samples are in [lower, upper]."""

    value: Any
    lower: Any
    upper: Any


def percentile(a: Any, q: Any) -> Percentiles:
    """The values below which `q` per cent of the samples lie, and their bounds. Each result has the shape of `q`.

    Values are computed as if samples were evenly spread within a bin.

    >>> percentile(([1, 3], [0.0, 1.0, 2.0]), 50)
    Percentiles(value=1.3333333333333333, lower=1.0, upper=2.0)
    """
    percents = np.asarray(q, np.float64)
    found = _core.percentiles(*_filled(_histogram(a)), percents.ravel().tolist())
    return Percentiles(*(each.reshape(percents.shape) if percents.ndim else float(each[0]) for each in found))


def moments(a: Any) -> Moments:
    """Mean, variance, skewness and excess kurtosis.

    >>> moments(([1, 0, 1], [0.0, 1.0, 2.0, 3.0]))
    Moments(mean=1.5, variance=1.0, skewness=0.0, kurtosis=-2.0)
    """
    return Moments(*_core.moments(*_filled(_histogram(a))))


def entropy(a: Any) -> float:
    """The entropy of the bins, in bits: the sum of p log2(1 / p). The histogram may have several axes."""
    return _core.entropy(_counts(_histogram(a)))


def mode(a: Any) -> tuple[Any, Any]:
    """The edges of the bin with the most samples, or of the first of several such bins. Raises ValueError if there are
    no samples.

    >>> mode([5, 7, 7, 9])
    (7, 8)
    """
    histogram = _histogram(a)
    counts, edges = _counts(histogram), _edges(histogram)
    if not (np.isfinite(counts).all() and (counts >= 0).all()):
        raise ValueError("counts are finite and not negative")
    if not counts.any():
        raise ValueError("no bin has samples")
    place = int(np.argmax(counts))
    return edges[place].item(), edges[place + 1].item()


def threshold(a: Any, method: str = "otsu") -> Any:
    """The largest value of the lower of two classes: `image > threshold(image)` is the upper class.

    Parameters
    ----------
    method : str
        ``"otsu"``, ``"triangle"`` or ``"li"``, as in scikit-image, ``"isodata"``, or ``"minimum_error"`` (Kittler and
        Illingworth). For integers with a bin for each value, the first two return what scikit-image returns;
        scikit-image's "li" may end at a local minimum. For other samples, scikit-image returns the middle of a bin, so
        the upper half of the bin is in the wrong class; this function returns the largest number below the bin's upper
        edge.

    Raises
    ------
    ValueError
        If fewer than two bins have samples (``"minimum_error"``: fewer than four), or the bins differ in width.

    >>> threshold([1, 1, 2, 2, 11, 12, 12])
    2
    """
    histogram = _even(_histogram(a))
    place = _core.threshold(_counts(histogram), method)
    if place is None:
        raise ValueError(f"no {method} threshold: too few of {len(histogram)} bins have samples")
    return _largest_value(histogram, place)


def otsu_thresholds(a: Any, classes: int = 3) -> list[Any]:
    """Otsu's thresholds between several classes, like `skimage.filters.threshold_multiotsu`; see `threshold`.

    >>> otsu_thresholds([0, 0, 1, 8, 8, 9, 20, 20])
    [1, 9]
    """
    histogram = _even(_histogram(a))
    places = _core.otsu_thresholds(_counts(histogram), classes)
    if not places:
        raise ValueError(f"no {classes} classes: too few of {len(histogram)} bins have samples")
    return [_largest_value(histogram, place) for place in places]


def compare(a: Any, b: Any, metric: str = "correlation") -> float:
    """The similarity or distance of two histograms with the same edges.

    Parameters
    ----------
    a, b
        Histograms, or pairs of counts and edges.
    metric : str
        ``"correlation"``, ``"chi_square"``, ``"chi_square_alternative"``, ``"intersection"``, ``"bhattacharyya"`` or
        ``"kullback_leibler"``, as in OpenCV, ``"jensen_shannon"``, ``"kolmogorov_smirnov"``, or ``"earth_movers"``, in
        the unit of the edges.

    >>> compare(([1, 2], [0, 1, 2]), ([2, 1], [0, 1, 2]), "intersection")
    2.0
    """
    one, other = _histogram(a), _histogram(b)
    if one.axes != other.axes:
        raise ValueError("histograms with different edges cannot be compared")
    if metric == "earth_movers":
        return _core.earth_movers_distance(_counts(one), _counts(other), _edges(one).astype(np.float64))
    return _core.compare(_counts(one), _counts(other), metric)


def equalize(image: Any) -> Any:
    """Equalizes an image of uint8 or uint16, like OpenCV's `equalizeHist`. Returns the new image."""
    pixels = _pixels(image, "image")
    if _on_device(pixels):
        return _mapped(pixels, "equalize")
    counts = _counts(_of_levels(pixels))
    return _core.equalization_map(counts, len(counts)).astype(pixels.dtype)[pixels]


def match(image: Any, reference: Any) -> Any:
    """Returns an image of uint8 or uint16 with about the histogram of the reference, which must have the same type.

    Each value becomes the first value of the reference with at least the same cumulative share.
    """
    if _on_device(image) != _on_device(reference):
        raise TypeError("the image and the reference are both on the device, or both in host memory")
    pixels, wanted = _pixels(image, "image"), _pixels(reference, "reference")
    if pixels.dtype != wanted.dtype:
        raise TypeError(f"the image is of {pixels.dtype}, the reference of {wanted.dtype}")
    if wanted.size == 0:
        raise ValueError("the reference has no pixels: the image is matched to its values")
    if pixels.size == 0:
        return pixels.copy()
    if _on_device(pixels):
        return _mapped(pixels, "match", wanted)
    found = _core.matching_map(_counts(_of_levels(pixels)), _counts(_of_levels(wanted)))
    return found.astype(pixels.dtype)[pixels]


def clahe(image: Any, clip_limit: float = 40.0, tiles: tuple[int, int] = (8, 8)) -> Any:
    """Equalizes an image of uint8 or uint16 tile by tile with limited contrast, like OpenCV's `createCLAHE`.

    Parameters
    ----------
    image : array of two dimensions
        If it is on a device, its sides must be multiples of the numbers of tiles. Other images are extended by
        reflection, as in OpenCV.
    clip_limit : float
        A bin is limited to this many times the mean count of its tile's bins; the excess is spread over all bins. 0: no
        limit.
    tiles : (int, int)
        Numbers of tiles in x and in y.
    """
    across, down = tiles
    pixels = _pixels(image, "image")
    if pixels.ndim != 2 or across < 1 or down < 1:
        raise ValueError(f"an image of {pixels.ndim} dimensions and {tiles} tiles: two are needed, and at least 1 x 1")
    if _on_device(pixels):
        return _mapped(pixels, "clahe", clip_limit=clip_limit, tiles=tiles)
    height, width = pixels.shape
    whole = pixels
    if height % down or width % across:
        whole = np.pad(pixels, ((0, down - height % down), (0, across - width % across)), "reflect")
    size = (whole.shape[0] // down, whole.shape[1] // across)
    levels = int(np.iinfo(pixels.dtype).max) + 1
    counts = histogram(whole.reshape(down, size[0], across, size[1]), levels, (0, levels), axis=(1, 3))[0]
    maps = _core.clahe_maps(counts.astype(np.uint64).ravel(), levels, clip_limit).reshape(down, across, levels)
    (upper, lower, y), (left, right, x) = (_nearest(*each) for each in ((height, size[0], down), (width, size[1], across)))
    one, y = np.float32(1), y[:, None]

    def level(row: Array, column: Array) -> Array:
        found: Array = maps[row[:, None], column, pixels].astype(np.float32)
        return found

    above = level(upper, left) * (one - x) + level(upper, right) * x
    below = level(lower, left) * (one - x) + level(lower, right) * x
    return np.rint(above * (one - y) + below * y).astype(pixels.dtype)


def _nearest(length: int, size: int, tiles: int) -> tuple[Array, Array, Array]:
    """For each place on an axis, the two tiles with the nearest centres, and the weight of the second tile."""
    place = np.arange(length, dtype=np.float32) * (np.float32(1) / np.float32(size)) - np.float32(0.5)
    first = np.floor(place)
    tile = first.astype(np.int64)
    return np.maximum(tile, 0), np.minimum(tile + 1, tiles - 1), place - first


def _on_device(a: Any) -> bool:
    """Whether an argument is an array of pyopencl."""
    return hasattr(a, "base_data") and hasattr(a, "queue")


def _mapped(image: Any, rule: str, *arguments: Any, **keywords: Any) -> Any:
    from histo_cl._internal.device_images import mapped  # needs pyopencl

    return mapped(image, rule, *arguments, **keywords)


def _histogram(a: Any) -> Histogram:
    if isinstance(a, Histogram):
        return a
    if isinstance(a, tuple) and len(a) == 2:
        return Histogram(*a)
    samples = a
    extremes: Any = None
    count: Callable[..., Histogram] = Histogram.of
    if _on_device(a) and a.size == 0:
        samples = np.empty(0, a.dtype)  # `a` has no memory
    elif _on_device(a):
        from histo_cl._internal import device_images  # needs pyopencl

        extremes, count = device_images.extremes(a) or (0, 1), device_images.histogram_of
    else:
        samples = numbers(a, "samples")
        if samples.size > 0 and samples.dtype.kind in "iu":
            extremes = samples.min(), samples.max()
    if extremes is None or samples.dtype.kind not in "iu":
        return count(samples, 256, extremes)
    minimum, maximum = (int(each) for each in extremes)
    wide = np.uint64 if samples.dtype.kind == "u" else np.int64
    if maximum - minimum < MAX_VALUES and maximum < np.iinfo(wide).max:
        return count(samples, wide(minimum) + np.arange(maximum - minimum + 2, dtype=wide), None)
    return count(samples, 256, extremes)


def _of_levels(pixels: Array) -> Histogram:
    levels = int(np.iinfo(pixels.dtype).max) + 1
    return Histogram.of(pixels, levels, (0, levels), last_edge="exclusive")


def _pixels(image: Any, what: str) -> Any:
    """The image as an array of numpy or pyopencl. Raises TypeError unless it is of uint8 or uint16."""
    pixels = image if _on_device(image) else numbers(image, what)
    dtype = pixels.dtype.newbyteorder("=")
    if dtype not in (np.uint8, np.uint16):
        raise TypeError(f"{what} is of {dtype}, not of uint8 or uint16")
    return pixels if pixels.dtype == dtype else pixels.astype(dtype)


def _packed(values: Array) -> Array:
    """Contiguous values in a type that the library takes, in which integers stay exact."""
    kind = values.dtype.kind
    return np.ascontiguousarray(values, np.uint64 if kind == "u" else np.int64 if kind in "ib" else np.float64)


def _counts(histogram: Histogram) -> Array:
    return _packed(histogram.values())


def _edges(histogram: Histogram) -> Array:
    """The edges of the only axis. Raises ValueError for several axes, and TypeError for dates and categories."""
    if len(histogram.axes) != 1:
        raise ValueError(f"a histogram of {len(histogram.axes)} axes: project() it on one")
    if histogram.axes[0].traits.discrete:
        raise TypeError(f"{histogram.axes[0]!r}: categories have no edges")
    edges: Array = histogram.edges
    if edges.dtype.kind in "mM":
        raise TypeError(f"the edges are of {edges.dtype}: give numbers")
    return _packed(edges)


def _filled(histogram: Histogram) -> tuple[Array, Array]:
    """The counts and edges of the only axis, without bins between equal edges, which are narrower than their type's
    precision. Their counts are added to the next bin, or to the last one."""
    counts, edges = _counts(histogram), _edges(histogram)
    equal = edges[1:] == edges[:-1]
    if not equal.any():
        return counts, edges
    rising = edges[np.append(True, ~equal)]
    if len(rising) == 1:  # all samples are this number
        rising = np.sort(np.append(rising, np.nextafter(rising, 0)))
    first = np.flatnonzero(np.append(True, ~equal[:-1]))[: len(rising) - 1]
    return np.add.reduceat(counts, first), rising


def _even(histogram: Histogram) -> Histogram:
    """The histogram. Raises ValueError unless its bins have one width: thresholds use a bin's index as its value. Edges may
    be off by a thousandth of a bin, and by the rounding of their type."""
    widths = widths_of(_edges(histogram))
    edges, bins, rounding = histogram.axes[0].edges, len(widths), 0.0
    with np.errstate(invalid="ignore"):
        width = widths.sum() / max(bins, 1)
        off = np.abs(np.cumsum(widths) - np.arange(1, bins + 1) * width)
        if edges.dtype.kind == "f":
            largest = np.abs(edges).max()
            rounding = float(largest - np.nextafter(largest, 0, dtype=edges.dtype))
    if not off.max(initial=0) <= width / 1000 + rounding:
        raise ValueError(f"thresholds need bins of one width: these are {widths.min()} to {widths.max()} wide")
    return histogram


def _largest_value(histogram: Histogram, place: int) -> Any:
    edge = histogram.edges[place + 1]
    if histogram.edges.dtype.kind in "iu":
        return int(edge) - 1
    return np.nextafter(edge, -np.inf, dtype=histogram.edges.dtype)

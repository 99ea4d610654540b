#!/usr/bin/env python3
"""Writes statistics_goldens.hpp: the results of NumPy, SciPy, scikit-image and OpenCV for random histograms.

    write_statistics_goldens.py > statistics_goldens.hpp

With Debian 12's python3-numpy, python3-scipy, python3-skimage and python3-opencv.
"""

import warnings

import cv2
import numpy
import scipy.spatial.distance
import scipy.stats
import skimage
import skimage.filters

rng = numpy.random.default_rng(14)

print(f"""#pragma once

#include <array>
#include <cstdint>
#include <vector>

// Written by write_statistics_goldens.py with NumPy {numpy.__version__}, SciPy {scipy.__version__}, scikit-image \
{skimage.__version__}
// and OpenCV {cv2.__version__}.

// clang-format off
namespace histo_cl::test::goldens {{
""")


def text(value):
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return "{" + ", ".join(text(each) for each in value) + "}"
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, numpy.integer)):
        return str(int(value))
    return repr(float(value))


def table(name, rows_name, fields, rows):
    """Prints a struct whose members are `fields` (type, name), and a vector of it with the rows."""
    members = " ".join(f"{kind} {member};" for kind, member in fields)
    print(f"struct {name} {{ {members} }};")
    print(f"inline const std::vector<{name}> {rows_name}{{")
    for row in rows:
        print("    {" + ", ".join(text(each) for each in row) + "},")
    print("};\n")


U64, F64 = "std::vector<std::uint64_t>", "std::vector<double>"


def some_counts(bins, high=100):
    counts = rng.integers(0, high, bins)
    counts[rng.random(bins) < 0.2] = 0
    counts[rng.integers(bins)] += 1
    return counts


def moment_rows():
    for bins in (2, 5, 20, 64):
        counts = some_counts(bins)
        edges = numpy.cumsum(rng.uniform(0.1, 3, bins + 1)) - 10
        x = numpy.repeat((edges[:-1] + edges[1:]) / 2, counts)
        v = numpy.repeat(numpy.arange(bins) - 7.0, counts)
        yield (counts, edges, *[[f(s) for f in (numpy.mean, numpy.var, scipy.stats.skew, scipy.stats.kurtosis)]
                                for s in (x, v)])


table("Moment", "moments", [(U64, "counts"), (F64, "edges"), ("std::array<double, 4>", "by_centres"),
                 ("std::array<double, 4>", "of_integers_from_minus_7")], moment_rows())


def comparison_rows():
    methods = (cv2.HISTCMP_CORREL, cv2.HISTCMP_CHISQR, cv2.HISTCMP_CHISQR_ALT, cv2.HISTCMP_INTERSECT,
               cv2.HISTCMP_BHATTACHARYYA, cv2.HISTCMP_KL_DIV)
    for bins in (1, 2, 3, 8, 33, 256):
        a, b = some_counts(bins), some_counts(bins, 1000)
        edges = numpy.cumsum(rng.uniform(0.1, 3, bins + 1))
        centres = (edges[:-1] + edges[1:]) / 2
        index = numpy.arange(bins)
        f32 = [h.astype(numpy.float32) for h in (a, b)]
        yield (a, b, edges, [cv2.compareHist(*f32, method) for method in methods] + [
            scipy.spatial.distance.jensenshannon(a, b),
            abs(numpy.cumsum(a) / a.sum() - numpy.cumsum(b) / b.sum()).max(),
            scipy.stats.wasserstein_distance(index, index, a, b)],
            scipy.stats.wasserstein_distance(centres, centres, a, b))


print("// Values in the order of Metric.")
table("Comparison", "comparisons", [(U64, "a"), (U64, "b"), (F64, "edges"), ("std::array<double, 9>", "values"),
                     ("double", "earth_movers_of_edges")], comparison_rows())


def minimum_error(counts):
    """The threshold that minimizes the criterion of Kittler and Illingworth, computed from both classes' samples."""
    best, found = numpy.inf, None
    for t in range(len(counts) - 1):
        criterion = 1.0
        for part, offset in ((counts[:t + 1], 0), (counts[t + 1:], t + 1)):
            x = numpy.repeat(numpy.arange(len(part)) + offset, part)
            if len(x) == 0 or numpy.var(x) == 0:
                break
            p = len(x) / counts.sum()
            criterion += 2 * p * (numpy.log(numpy.std(x)) - numpy.log(p))
        else:
            if criterion < best - 1e-12:
                best, found = criterion, t
    return found


def li(image):
    """The threshold with the smallest cross-entropy. The iteration of threshold_li ends near it."""
    values = image[0].astype(float) - image.min()
    entropies = numpy.array([skimage.filters.thresholding._cross_entropy(values, t + 0.5, bins=numpy.arange(values.max() + 2) - 0.5)
                 for t in range(1, int(values.max()))])
    minimum = numpy.nanmin(entropies)
    found = int(numpy.flatnonzero(entropies <= minimum + 1e-13 * abs(minimum))[0]) + 1 + int(image.min())
    assert abs(found - skimage.filters.threshold_li(image)) < 5
    return found


def threshold_rows():
    for modes in ([(60, 15, 500), (160, 20, 700)], [(30, 8, 900), (120, 30, 300), (220, 10, 200)],
                  [(90, 30, 2000), (200, 10, 150)], [(128, 40, 1000)], [(200, 25, 3000), (80, 20, 400)]):
        x = numpy.concatenate([rng.normal(mean, deviation, n) for mean, deviation, n in modes])
        image = numpy.clip(numpy.rint(x), 0, 255).astype(numpy.uint8)[None, :]
        counts = numpy.bincount(image[0], minlength=256)
        hist = (counts, numpy.arange(256))
        yield (counts, int(skimage.filters.threshold_otsu(hist=hist)),
               [int(t) for t in skimage.filters.threshold_multiotsu(image, 3)],
               [int(t) for t in skimage.filters.threshold_multiotsu(image, 4)],
               int(skimage.filters.threshold_triangle(image)), li(image),
               int(skimage.filters.threshold_isodata(hist=hist)), minimum_error(counts))


U = "std::size_t"
table("Threshold", "thresholds", [(U64, "counts"), (U, "otsu"), (f"std::vector<{U}>", "otsu3"), (f"std::vector<{U}>", "otsu4"),
                    (U, "triangle"), (U, "li"), (U, "isodata"), (U, "minimum_error")], threshold_rows())


def clipped_rows():
    for limit in (0.0, 1.0, 2.0, 3.7, 40.0):
        image = numpy.clip(rng.normal(rng.uniform(50, 200), rng.uniform(5, 40), (32, 48)), 0, 255).astype(numpy.uint8)
        mapped = cv2.createCLAHE(limit, (1, 1)).apply(image)
        levels = numpy.full(256, -1)
        levels[image.ravel()] = mapped.ravel()
        yield limit, numpy.bincount(image.ravel(), minlength=256), levels


print("// Levels of createCLAHE with one tile; -1 where the image has no such pixel.")
table("Clipped", "clipped_maps", [("double", "limit"), (U64, "counts"), ("std::vector<int>", "levels")], clipped_rows())

RULES = ("auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt")


def bins_rows():
    for x in (rng.normal(0, 1, 300), rng.gamma(2, 3, 500), rng.uniform(-5, 5, 150), numpy.ones(7), numpy.array([3.5]),
              numpy.array([]), numpy.repeat([1.0, 2.0], [50, 3]), numpy.array([1.0, 2.0]), rng.standard_cauchy(60)):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            edges = [numpy.histogram_bin_edges(x, rule) for rule in RULES]
        yield x, [len(each) - 1 for each in edges], [edges[0][0], edges[0][-1]]


print("// In the order of BinRule.")
table("Rule", "bin_rules", [(F64, "samples"), ("std::array<std::uint32_t, 8>", "bins"), ("std::array<double, 2>", "range")], bins_rows())


def entropy_bits(p):
    return scipy.stats.entropy(numpy.asarray(p, dtype=float).ravel(), base=2)


def joint_rows():
    for shape in ((2, 3), (4, 4), (16, 9)):
        joint = some_counts(shape[0] * shape[1]).reshape(shape)
        x, y, both = entropy_bits(joint.sum(1)), entropy_bits(joint.sum(0)), entropy_bits(joint)
        yield joint.ravel(), shape, x + y - both, 2 * (x + y - both) / (x + y), both - x, both - y


table("Joint", "joints", [(U64, "counts"), (f"std::vector<{U}>", "extents"), ("double", "mutual_information"),
                ("double", "normalized"), ("double", "given_0"), ("double", "given_1")], joint_rows())


def profile_rows():
    for n in (2, 3, 50):
        w = rng.normal(3, 2, n)
        yield n, w.sum(), (w * w).sum(), w.mean(), scipy.stats.sem(w)


table("Profiled", "profiles", [("std::uint64_t", "count"), ("double", "sum"), ("double", "squares"), ("double", "mean"),
                   ("double", "error")], profile_rows())

def equalized_rows():
    for shape in ((8, 8), (5, 31), (32, 48), (1, 77), (16, 16)):
        image = numpy.clip(rng.normal(rng.uniform(50, 200), rng.uniform(5, 40), shape), 0, 255).astype(numpy.uint8)
        levels = numpy.full(256, -1)
        levels[image.ravel()] = cv2.equalizeHist(image).ravel()
        yield numpy.bincount(image.ravel(), minlength=256), levels


print("// Levels of equalizeHist; -1 where the image has no such pixel.")
table("Equalized", "equalized_maps", [(U64, "counts"), ("std::vector<int>", "levels")], equalized_rows())

print("} // namespace histo_cl::test::goldens")

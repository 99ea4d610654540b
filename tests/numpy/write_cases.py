#!/usr/bin/env python3
"""Writes samples and numpy's counts of them into a folder: manifest.json, and a file of raw samples for each case.

    write_cases.py FOLDER

A case's samples are mostly next to its edges and its range's ends; NaNs are in the file, but not among what numpy was
given.
"""

import json
import pathlib
import sys

import numpy

TYPES = {"f16": numpy.float16, "f32": numpy.float32, "f64": numpy.float64,
         "u8": numpy.uint8, "u16": numpy.uint16, "i64": numpy.int64}


def near(values, dtype):
    """The nearest samples, and two on either side."""
    x = numpy.asarray(values, dtype=numpy.float64).astype(dtype)
    up = numpy.nextafter(x, dtype(numpy.inf))
    down = numpy.nextafter(x, dtype(-numpy.inf))
    return numpy.concatenate([x, up, down, numpy.nextafter(up, dtype(numpy.inf)),
                              numpy.nextafter(down, dtype(-numpy.inf))])


def edges_of(axis):
    if "edges" in axis:
        return numpy.array(axis["edges"])
    return numpy.linspace(axis["lower"], axis["upper"], axis["count"] + 1)


def nasty(rng, axis, dtype, size):
    """About `size` samples of one axis, NaNs and infinities among them."""
    edges = edges_of(axis)
    finite = edges[numpy.isfinite(edges)]
    low, high = finite[0], finite[-1]
    chosen = finite if len(finite) <= size // 12 else rng.choice(finite, size // 12)
    tiny = numpy.finfo(dtype).smallest_subnormal
    special = numpy.array([0.0, -0.0, tiny, -tiny, numpy.inf, -numpy.inf, numpy.nan, -numpy.nan], dtype=dtype)
    ends = near([low, high], dtype)
    inner = near(chosen, dtype)
    rest = max(size - len(special) - len(ends) - len(inner), 8)
    width = high - low
    spread = rng.uniform(low - 0.1 * width, high + 0.1 * width, rest).astype(dtype)
    return rng.permutation(numpy.concatenate([special, ends, ends, inner, spread]))


def bins_of(axis):
    return numpy.array(axis["edges"]) if "edges" in axis else axis["count"]


def range_of(axis):
    return None if "edges" in axis else (axis["lower"], axis["upper"])


def count(axes, samples):
    """Samples without NaN, a row for each element."""
    if samples.dtype.kind in "iu":
        return numpy.bincount(samples[:, 0], minlength=axes[0]["count"])
    if len(axes) == 1:
        return numpy.histogram(samples[:, 0], bins_of(axes[0]), range_of(axes[0]))[0]
    if any(samples.dtype.type(edges_of(axis)[-1]) != edges_of(axis)[-1] for axis in axes):
        # histogramdd of numpy 1 rounds such a last edge to f32 when it asks which samples lie on it, and moves those to
        # another bin. numpy 2 does not; nor does numpy 1 with the same values as f64.
        samples = samples.astype(numpy.float64)
    bins = [bins_of(axis) for axis in axes]
    ranges = [range_of(axis) for axis in axes]
    if len(axes) == 2:
        return numpy.histogram2d(samples[:, 0], samples[:, 1], bins, ranges)[0]
    return numpy.histogramdd(samples, bins, ranges)[0]


def even(count, lower, upper):
    return {"count": count, "lower": lower, "upper": upper}


def edges(*values):
    return {"edges": [float(value) for value in values]}


def float_problems():
    yield "f16", [even(10, 0, 1)]
    yield "f16", [edges(-3, -0.1, 0.1, 7, 1000)]
    for sample in ("f32", "f64"):
        yield sample, [even(10, 0.0, 1.0)]
        yield sample, [even(10, 0.0, 7.0)]
        yield sample, [even(128, 0.0, 255.0)]
        yield sample, [even(100, -1.0, 1.1)]
        yield sample, [even(7, -0.1, 0.7)]
        yield sample, [even(500, 1000.0, 1001.0)]
        yield sample, [even(33, -3e30, 1e30)]
        yield sample, [even(5, 1e-30, 3e-30)]
        yield sample, [even(1, -0.3, 0.3)]
        yield sample, [edges(-2.5, -1.1, 0, 0.1, 0.3, 0.30000001, 5, 1e3)]
        yield sample, [edges(*numpy.geomspace(1e-3, 1e4, 40))]
        yield sample, [edges(-numpy.inf, 0, 0.1, numpy.inf)]
        yield sample, [even(20, 0.0, 1.0), even(30, -0.1, 0.75)]
        yield sample, [edges(0, 0.1, 0.2, 0.7, 1), even(12, -3.3, 3.0)]
        yield sample, [even(20, 0.0, 0.1), even(15, -0.1, 0.7)]
        yield sample, [edges(-1, 0.1, 1.1), edges(0.3, 0.6, 0.9, 1e10)]
        yield sample, [even(4, 0.1, 0.5), even(5, -0.2, 1.0), even(6, 100.0, 100.5)]
        yield sample, [even(3, 0.1, 0.4), edges(0, 0.1, 0.2, 0.3), even(7, -1.0, 1.0)]


def float_cases(rng):
    for sample, axes in float_problems():
        dtype = TYPES[sample]
        columns = [nasty(rng, axis, dtype, 700) for axis in axes]
        size = min(len(column) for column in columns)
        yield sample, axes, numpy.stack([column[:size] for column in columns], axis=1)


def integer_cases(rng):
    for sample, bins in (("u8", 256), ("u16", 300), ("i64", 1000)):
        dtype = TYPES[sample]
        values = rng.integers(0, bins, 700)
        ends = [0, 0, 1, bins - 1, bins - 1]
        yield sample, [even(bins, 0, bins)], numpy.concatenate([values, ends]).astype(dtype)[:, None]


def main(folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rng = numpy.random.default_rng(20)
    cases = []
    for sample, axes, samples in [*float_cases(rng), *integer_cases(rng)]:
        kept = samples[~numpy.isnan(samples).any(axis=1)]
        counts = count(axes, kept)
        name = f"{len(cases):02}_{sample}_{len(axes)}d.bin"
        samples.tofile(folder / name)
        for axis in axes:  # JSON has no infinities
            axis.update({key: [str(v) if numpy.isinf(v) else v for v in value]
                         for key, value in axis.items() if key == "edges"})
        cases.append({"sample": sample, "samples": name, "axes": axes,
                      "counts": [int(n) for n in counts.ravel()]})
    (folder / "manifest.json").write_text(json.dumps(cases))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

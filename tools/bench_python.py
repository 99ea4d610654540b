#!/usr/bin/env python3
"""Compares the speed of the Python package with numpy, fast_histogram and boost_histogram, if they are installed.

    PYTHONPATH=build/release/python tools/bench_python.py [--samples LOG2] [--seconds S]

Prints two Markdown tables: one for small arrays, and one for large arrays. Each figure is the minimum time of one call,
after kernels have been built. The counts of histo_cl are compared with numpy's first. The other packages count in one
thread.
"""

import argparse
import time

import numpy as np

import histo_cl


def optional(name):
    try:
        return __import__(name)
    except ImportError:
        return None


fast = optional("fast_histogram")
boost = optional("boost_histogram")


def boost_counts(a, bins, range):
    axis = boost.axis.Regular(bins, *range)
    return boost.Histogram(axis, storage=boost.storage.Int64()).fill(a).values()


def peers_1d():
    yield "numpy", lambda a, bins, range: np.histogram(a, bins, range)[0]
    yield "histo_cl", lambda a, bins, range: histo_cl.histogram(a, bins, range)[0]
    if fast:
        yield "fast_histogram", lambda a, bins, range: fast.histogram1d(a, bins, range)
    if boost:
        yield "boost_histogram", boost_counts


def min_time(call, seconds):
    """The minimum time of a call in seconds, over at least 3 calls that together take at least `seconds`."""
    call()
    times, begin = [], time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def build(*arguments, **keywords):
    """Builds the kernel now; otherwise histo_cl counts on the calling thread until building it pays off."""
    histo_cl.histogram(*arguments, **keywords, options=histo_cl.Options(calling_thread=False))


def shown(seconds):
    if seconds != seconds:
        return "-"
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1 or unit == "us":
            return f"{seconds * factor:.3g} {unit}"


def print_table(title, rows, seconds):
    names = [name for name, _ in peers_1d()]
    print(f"\n| {title} | {' | '.join(names)} | numpy / histo_cl |\n|---|{'---|' * (len(names) + 1)}")
    for what, a, bins, range in rows:
        expected = np.histogram(a, bins, range)[0]
        build(a, bins, range)
        times = {}
        for name, count in peers_1d():
            if name in ("numpy", "histo_cl"):
                assert (count(a, bins, range) == expected).all(), (what, name)
            try:
                times[name] = min_time(lambda count=count: count(a, bins, range), seconds)
            except (TypeError, ValueError):
                times[name] = float("nan")
        ratio = times["numpy"] / times["histo_cl"]
        print(f"| {what} | {' | '.join(shown(times[name]) for name in names)} | {ratio:.1f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=24, help="large arrays have 2 to this power (default: 24)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure (default: 2)")
    given = parser.parse_args()
    rng = np.random.default_rng(1)
    print(f"numpy {np.__version__}, histo_cl {histo_cl.__version__} on {histo_cl.default_device()}")

    small = rng.random(1000)
    print_table(
        "1000 samples",
        [
            ("f64, 10 bins over [0, 1]", small, 10, (0, 1)),
            ("f32, 10 bins over [0, 1]", small.astype("f4"), 10, (0, 1)),
            ("u8, 256 bins over [0, 256]", (small * 256).astype("u1"), 256, (0, 256)),
            ("f64, 10 bins, no range", small, 10, None),
        ],
        given.seconds / 4,
    )
    large = rng.random(1 << given.samples)
    print_table(
        f"2^{given.samples} samples",
        [
            ("u8, 256 bins over [0, 256]", (large * 256).astype("u1"), 256, (0, 256)),
            ("f32, 100 bins over [0, 1]", large.astype("f4"), 100, (0, 1)),
            ("f64, 100 bins over [0, 1]", large, 100, (0, 1)),
            ("i32, 1000 bins over [0, 10000]", (large * 10_000).astype("i4"), 1000, (0, 10_000)),
            ("f64, 100 bins, no range", large, 100, None),
        ],
        given.seconds,
    )
    weights = rng.random(large.size)
    build(large, 100, (0, 1), weights=weights)
    numpys = min_time(lambda: np.histogram(large, 100, (0, 1), weights=weights), given.seconds)
    ours = min_time(lambda: histo_cl.histogram(large, 100, (0, 1), weights=weights), given.seconds)
    others = " |" * sum(each is not None for each in (fast, boost))
    print(f"| f64, 100 bins, f64 weights | {shown(numpys)} | {shown(ours)} |{others} {numpys / ours:.1f} |")


if __name__ == "__main__":
    main()

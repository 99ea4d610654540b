"""Counts histograms for histo_cl_bench cpu: python3 peer.py PACKAGE [SAMPLES TYPE COUNT BINS UPPER counts|seconds]

Prints JSON: without SAMPLES, the versions of Python and of the package; otherwise the "counts" of the file SAMPLES, or
the "seconds" that a second call takes. After an error, prints the "error".
"""

import json
import platform
import signal
import sys
import time

signal.pthread_sigmask(signal.SIG_SETMASK, [])  # the benchmark blocks signals, but an interrupt must end this process

import numpy  # noqa: E402

TYPES = {"i8": "i1", "u8": "u1", "i16": "i2", "u16": "u2", "i32": "i4", "u32": "u4", "i64": "i8", "f32": "f4",
         "f64": "f8"}


def counter_of(package, path, sample, count, bins, upper):
    """Returns a function without arguments that counts the samples of a file."""
    samples = numpy.memmap(path, TYPES[sample], "r", shape=(int(count),)).view(numpy.ndarray)
    bins, limits = int(bins), (0, int(upper))
    if package.__name__ == "fast_histogram":
        return lambda: package.histogram1d(samples, bins=bins, range=limits)
    if sample == "u8":
        return lambda: numpy.bincount(samples, minlength=256)[:bins]
    return lambda: numpy.histogram(samples, bins=bins, range=limits)[0]


def answer(name, *arguments):
    package = __import__(name)
    if not arguments:
        return {"python": platform.python_version(), name: package.__version__}
    *state, what = arguments
    count = counter_of(package, *state)
    counts = count()
    if what == "counts":
        return {"counts": [int(value) for value in counts]}
    begin = time.perf_counter()
    count()
    return {"seconds": time.perf_counter() - begin}


try:
    print(json.dumps(answer(*sys.argv[1:])))
except Exception as error:  # the benchmark reports it and continues
    print(json.dumps({"error": f"{type(error).__name__}: {error}"}))

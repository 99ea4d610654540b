"""Counts histograms for histo_cl_bench cpu: python3 peer.py PACKAGE, samples on file descriptor 3.

Reads one JSON object per line and answers with one: {"do": "versions"}; {"do": "state", "sample", "samples", "bins",
"upper"}, which sets what is counted from now on; {"do": "counts"} and {"do": "time"}. An answer has "error" if the
request failed. The samples begin at the start of the file, and may have changed with each "state".
"""

import json
import mmap
import platform
import sys
import time

import numpy

PACKAGE = sys.argv[1]
if PACKAGE == "fast_histogram":
    import fast_histogram

TYPES = {"i8": "i1", "u8": "u1", "i16": "i2", "u16": "u2", "i32": "i4", "u32": "u4", "i64": "i8", "f32": "f4",
         "f64": "f8"}


def versions():
    package = fast_histogram if PACKAGE == "fast_histogram" else numpy
    return {"python": platform.python_version(), PACKAGE: package.__version__}


def counter_of(state):
    """The function that counts, without arguments."""
    kind = TYPES[state["sample"]]
    memory = mmap.mmap(3, state["samples"] * numpy.dtype(kind).itemsize, prot=mmap.PROT_READ)
    samples = numpy.frombuffer(memory, kind, state["samples"])
    bins, limits = state["bins"], (0, state["upper"])
    if PACKAGE == "fast_histogram":
        return lambda: fast_histogram.histogram1d(samples, bins=bins, range=limits)
    if state["sample"] == "u8":
        return lambda: numpy.bincount(samples, minlength=256)[:bins]
    return lambda: numpy.histogram(samples, bins=bins, range=limits)[0]


def main():
    count = None
    for line in sys.stdin:
        request = json.loads(line)
        answer = {}
        try:
            if request["do"] == "versions":
                answer["versions"] = versions()
            elif request["do"] == "state":
                count = None  # releases the memory
                count = counter_of(request)
            elif request["do"] == "counts":
                answer["counts"] = [int(value) for value in count()]
            else:
                begin = time.perf_counter()
                count()
                answer["seconds"] = time.perf_counter() - begin
        except Exception as error:  # the program reports it and goes on
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


main()

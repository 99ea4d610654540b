#!/usr/bin/env python3
"""histo_cl from Python: the shared library through ctypes, with arrays of numpy.

    python3 histogram.py [path of libhisto_cl.so]

counts a few arrays, and compares the counts and edges with those of numpy.histogram. Exits with 77 if numpy is missing,
or if the library needs an OpenCL device and there is none.
"""

import ctypes
import sys
from ctypes import c_char_p, c_double, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

SKIPPED = 77

try:
    import numpy
except ImportError:
    print("skipped: no numpy (Debian package python3-numpy)")
    sys.exit(SKIPPED)


# The structs and values of histo_cl.h that are needed here, member for member. Members that are not set are 0.

class Value(ctypes.Union):
    _fields_ = [("i64", ctypes.c_int64), ("u64", c_uint64), ("f64", c_double)]


class Number(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("value", Value)]


class Binning(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("count", c_uint32),
                ("lower", Number), ("upper", Number), ("period", Number),
                ("edges", ctypes.POINTER(Number)), ("edges_f64", ctypes.POINTER(c_double)),
                ("edge_count", c_size_t), ("expression", c_char_p)]


class Problem(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("axes", ctypes.POINTER(Binning)), ("axis_count", c_size_t),
                ("sample", c_int32), ("counter", c_int32), ("counter_order", c_int32), ("joint", c_int32),
                ("last_edge", c_int32), ("out_of_range", c_int32), ("splitting", c_int32), ("batch", c_int32),
                ("max_samples", c_uint64),
                ("channels", c_uint32), ("order", c_int32), ("plane_channels", c_uint32), ("rows", c_int32),
                ("mask", c_int32), ("nibbles", c_int32), ("image_kind", c_int32), ("channel_type", c_int32),
                ("active", ctypes.POINTER(c_uint32)), ("active_count", c_size_t), ("stride", c_uint64),
                ("arrays", c_void_p), ("array_count", c_size_t), ("indices", c_int32),
                ("weights", c_int32), ("accumulator", c_int32), ("weights_per", c_int32), ("listed_weights", c_int32),
                ("squared_weights", c_int32), ("element_counts", c_int32), ("narrow_weights", c_int32),
                ("weight_vector_count", c_size_t), ("weight_stride", c_uint64),
                ("weight_bound_maximum", c_double), ("weight_bound_elements", c_uint64)]


class HostData(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("shape", c_void_p),
                ("samples", c_void_p), ("samples_bytes", c_size_t),
                ("mask", c_void_p), ("mask_bytes", c_size_t),
                ("weights", c_void_p), ("weights_bytes", c_size_t),
                ("arrays", c_void_p), ("array_count", c_size_t),
                ("weight_vectors", c_void_p), ("weight_vector_count", c_size_t),
                ("indices", c_void_p), ("indices_bytes", c_size_t)]


OK, NO_PLATFORM, NO_DEVICE = 0, 2, 3
LAST_EDGE_INCLUSIVE = 1
BINS_EVEN, BINS_EDGES = 0, 1
NUMBER_F64 = 2
ENUM_SAMPLE_TYPE = 0


class HistoClError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Library:
    def __init__(self, path):
        self._c = ctypes.CDLL(path)
        self._c.histo_cl_last_error_message.restype = c_char_p
        self._c.histo_cl_version.restype = c_char_p
        self._c.histo_cl_named.argtypes = [c_int32, c_char_p]
        self._c.histo_cl_problem_edges.argtypes = [ctypes.POINTER(Problem), c_size_t, c_void_p, c_size_t, c_void_p]
        self._c.histo_cl_histogram.argtypes = [ctypes.POINTER(Problem), ctypes.POINTER(HostData),
                                               c_void_p, c_void_p, c_void_p, c_size_t]

    def version(self):
        return self._c.histo_cl_version().decode()

    def _check(self, status):
        if status != OK:
            raise HistoClError(status, self._c.histo_cl_last_error_message().decode())

    def _sample_type(self, dtype):
        """The sample type for a numpy type, for example f32 for numpy's float32."""
        kind = {"float": "f", "uint": "u", "int": "i"}[dtype.name.rstrip("0123456789")]
        return self._c.histo_cl_named(ENUM_SAMPLE_TYPE, f"{kind}{8 * dtype.itemsize}".encode())

    def _axis(self, bins, range):
        axis = Binning(struct_size=ctypes.sizeof(Binning))
        if numpy.ndim(bins) == 0:
            axis.kind, axis.count = BINS_EVEN, bins
            axis.lower, axis.upper = (Number(NUMBER_F64, Value(f64=bound)) for bound in range)
        else:
            axis.kind, axis.edges_f64, axis.edge_count = BINS_EDGES, (c_double * len(bins))(*bins), len(bins)
        return axis

    def histogram(self, samples, bins, range=None):
        """Like numpy.histogram: `bins` is a number (with a range) or an array of edges. Returns counts, edges."""
        samples = numpy.ascontiguousarray(samples)
        axis = self._axis(bins, range)
        problem = Problem(struct_size=ctypes.sizeof(Problem), axes=ctypes.pointer(axis), axis_count=1,
                          sample=self._sample_type(samples.dtype), last_edge=LAST_EDGE_INCLUSIVE)
        data = HostData(struct_size=ctypes.sizeof(HostData), samples=samples.ctypes.data, samples_bytes=samples.nbytes)
        size = bins if numpy.ndim(bins) == 0 else len(bins) - 1
        counts = numpy.empty(size, numpy.uint64)
        self._check(self._c.histo_cl_histogram(problem, data, None, None, counts.ctypes.data, counts.size))
        edges = numpy.empty(size + 1)
        self._check(self._c.histo_cl_problem_edges(problem, 0, edges.ctypes.data, edges.size, None))
        return counts, edges


def compare(library):
    random = numpy.random.default_rng(1)
    pixels = random.integers(0, 256, 100_000, numpy.uint8)
    values = random.normal(size=100_000).astype(numpy.float32)
    values[:3] = [-2, 2, numpy.nan]
    for samples, *how in ((pixels, 256, (0, 256)), (values, 100, (-2, 2)), (values, [-numpy.inf, -1, 0, 0.1, 5])):
        for ours, theirs in zip(library.histogram(samples, *how), numpy.histogram(samples, *how)):
            assert numpy.array_equal(ours, theirs), f"{how}: {ours} instead of {theirs}"
    print("counts and edges: as numpy")
    try:
        library.histogram(pixels, 16, (8, 0))
    except HistoClError as error:
        print(f"refused: {error}")
    else:
        raise AssertionError("a range that falls was taken")


def main():
    library = Library(sys.argv[1] if len(sys.argv) > 1 else "libhisto_cl.so")
    print(f"histo_cl {library.version()}, numpy {numpy.__version__}")
    try:
        compare(library)
    except HistoClError as error:
        print(error)
        return SKIPPED if error.status in (NO_PLATFORM, NO_DEVICE) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

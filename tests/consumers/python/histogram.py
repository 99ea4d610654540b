#!/usr/bin/env python3
"""histo_cl from Python: the shared library by ctypes, arrays by numpy.

    python3 histogram.py [path of libhisto_cl.so]

counts a few arrays on the default device and compares with numpy's own histograms. It exits with 77 where numpy
or an OpenCL device is missing.
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


# The structs and values of histo_cl.h that are needed here, member for member.

class Value(ctypes.Union):
    _fields_ = [("i64", ctypes.c_int64), ("u64", c_uint64), ("f64", c_double)]


class Number(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("value", Value)]


class Binning(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("kind", c_int32), ("count", c_uint32),
                ("lower", Number), ("upper", Number), ("period", Number),
                ("edges", ctypes.POINTER(Number)), ("edges_f64", ctypes.POINTER(c_double)),
                ("edge_count", c_size_t), ("expression", c_char_p)]


class Array(ctypes.Structure):
    _fields_ = [("sample", c_int32), ("stride", c_uint64)]


class ArrayData(ctypes.Structure):
    _fields_ = [("samples", c_void_p), ("bytes", c_size_t)]


class WeightData(ctypes.Structure):
    _fields_ = [("weights", c_void_p), ("bytes", c_size_t)]


class Problem(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("axes", ctypes.POINTER(Binning)), ("axis_count", c_size_t),
                ("sample", c_int32), ("counter", c_int32), ("joint", c_int32), ("last_edge", c_int32),
                ("out_of_range", c_int32), ("batch", c_int32), ("weights", c_int32),
                ("squared_weights", c_int32), ("channels", c_uint32), ("order", c_int32), ("rows", c_int32),
                ("mask", c_int32), ("active", ctypes.POINTER(c_uint32)), ("active_count", c_size_t),
                ("stride", c_uint64), ("max_samples", c_uint64),
                ("image_kind", c_int32), ("channel_type", c_int32),
                ("arrays", ctypes.POINTER(Array)), ("array_count", c_size_t),
                ("weight_bound_greatest", c_double), ("weight_bound_elements", c_uint64),
                ("weight_vectors", c_uint64), ("counts_too", c_int32), ("narrow_weights", c_int32),
                ("indices", c_int32), ("listed_weights", c_int32),
                ("nibbles", c_int32), ("plane_channels", c_uint32)]


class HostData(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("shape", c_void_p),
                ("samples", c_void_p), ("samples_bytes", c_size_t),
                ("mask", c_void_p), ("mask_bytes", c_size_t),
                ("weights", c_void_p), ("weights_bytes", c_size_t),
                ("arrays", ctypes.POINTER(ArrayData)), ("array_count", c_size_t),
                ("weight_vectors", ctypes.POINTER(WeightData)), ("weight_vector_count", c_size_t),
                ("indices", c_void_p), ("indices_bytes", c_size_t)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("variant", c_int32), ("partition", c_int32), ("merge", c_int32),
                ("work_group_size", c_uint32), ("work_groups", c_uint32), ("replicas", c_uint32),
                ("coarsening", c_uint32), ("load_bytes", c_uint32), ("loads_in_flight", c_uint32),
                ("count_values", c_int32), ("calling_thread", c_int32),
                ("workspace_limit", c_uint64), ("samples_per_launch", c_uint64), ("no_program_cache", c_int32),
                ("cache_directory", c_char_p), ("cache_bytes", c_uint64), ("cache_days", c_uint32),
                ("tuning_file", c_char_p)]


OK, NO_PLATFORM, NO_DEVICE, UNSUPPORTED = 0, 2, 3, 5
COUNTER_F64 = 3
NUMBER_F64 = 2
BINS_EVEN, BINS_EDGES = 0, 1
LAST_EDGE_INCLUSIVE = 1
UNSET, OFF, ON = 0, 1, 2  # histo_cl_switch
ORDER_SEPARATE = 2


class HistoClError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


class Library:
    def __init__(self, path):
        self._c = ctypes.CDLL(path)
        self._c.histo_cl_last_error_message.restype = c_char_p
        self._c.histo_cl_version.restype = c_char_p
        self._c.histo_cl_sample_type_named.argtypes = [c_char_p]
        self._c.histo_cl_problem_edges.argtypes = [ctypes.POINTER(Problem), c_size_t, c_void_p, c_size_t, c_void_p]
        self._c.histo_cl_histogram.argtypes = [ctypes.POINTER(Problem), ctypes.POINTER(HostData),
                                               ctypes.POINTER(Options), c_void_p, c_void_p, c_size_t]

    def version(self):
        return self._c.histo_cl_version().decode()

    def _check(self, status):
        if status != OK:
            raise HistoClError(status, self._c.histo_cl_last_error_message().decode())

    def _sample_type(self, dtype):
        """numpy's "float32" is histo_cl's "f32"."""
        kind = {"float": "f", "uint": "u", "int": "i"}[dtype.name.rstrip("0123456789")]
        return self._c.histo_cl_sample_type_named(f"{kind}{8 * dtype.itemsize}".encode())

    def _problem(self, dtype, axes, joint):
        return Problem(struct_size=ctypes.sizeof(Problem), axis_count=len(axes),
                       axes=(Binning * len(axes))(*axes), sample=self._sample_type(dtype),
                       joint=joint, last_edge=LAST_EDGE_INCLUSIVE)

    def _histogram(self, problem, data, axes, weights=None, calling_thread=UNSET):
        dtype = numpy.uint64
        if weights is not None:
            assert weights.dtype == numpy.float64
            problem.weights, problem.counter = self._sample_type(weights.dtype), COUNTER_F64
            data.weights, data.weights_bytes = weights.ctypes.data, weights.nbytes
            dtype = numpy.float64
        bins = [axis.edge_count - 1 if axis.kind == BINS_EDGES else axis.count for axis in axes]
        counts = numpy.empty(bins, dtype)
        options = Options(struct_size=ctypes.sizeof(Options), calling_thread=calling_thread)
        self._check(self._c.histo_cl_histogram(problem, data, options, None, counts.ctypes.data, counts.size))
        edges = []
        for i, count in enumerate(bins):
            edges.append(numpy.empty(count + 1))
            self._check(self._c.histo_cl_problem_edges(problem, i, edges[-1].ctypes.data, count + 1, None))
        return counts, edges

    def histogram(self, samples, bins, range=None, weights=None, calling_thread=UNSET):
        """As numpy.histogram: `bins` is a number (with a range) or an array of edges, `weights` are float64.
        Returns counts, edges."""
        samples = numpy.ascontiguousarray(samples)
        axes = [axis(bins, range)]
        data = HostData(struct_size=ctypes.sizeof(HostData),
                        samples=samples.ctypes.data, samples_bytes=samples.nbytes)
        assert weights is None or weights.size == samples.size
        counts, edges = self._histogram(self._problem(samples.dtype, axes, False), data, axes, weights,
                                        calling_thread)
        return counts, edges[0]

    def histogram2d(self, x, y, bins, range):
        """As numpy.histogram2d. x and y are counted where they are, as float64, of which they may be columns of
        any type with no other values. Returns counts, edges of x, edges of y."""
        axes = [axis(bins[i], range[i]) for i in (0, 1)]
        problem = self._problem(numpy.dtype(numpy.float64), axes, True)
        problem.order, problem.array_count = ORDER_SEPARATE, 2
        problem.arrays = (Array * 2)(*[Array(self._sample_type(a.dtype), a.strides[0]) for a in (x, y)])
        data = HostData(struct_size=ctypes.sizeof(HostData), array_count=2,
                        arrays=(ArrayData * 2)(*[ArrayData(a.ctypes.data, (a.size - 1) * a.strides[0] + a.itemsize)
                                                 for a in (x, y)]))
        counts, edges = self._histogram(problem, data, axes)
        return counts, edges[0], edges[1]


def number(value):
    return Number(kind=NUMBER_F64, value=Value(f64=value))


def axis(bins, range):
    if numpy.ndim(bins) == 0:
        return Binning(struct_size=ctypes.sizeof(Binning), kind=BINS_EVEN, count=bins,
                       lower=number(range[0]), upper=number(range[1]))
    edges = (c_double * len(bins))(*bins)
    return Binning(struct_size=ctypes.sizeof(Binning), kind=BINS_EDGES, edges_f64=edges, edge_count=len(bins))


def compare(library):
    random = numpy.random.default_rng(1)
    pixels = random.integers(0, 256, 100_000, numpy.uint8)
    values = random.normal(size=100_000).astype(numpy.float32)
    values[:3] = [-2, 2, numpy.nan]

    def same(what, ours, theirs):
        for a, b in zip(ours, theirs):
            assert numpy.array_equal(a, b), f"{what}: {a} instead of {b}"
        print(f"{what}: as numpy")

    same("u8, 256 bins", library.histogram(pixels, 256, (0, 256)), numpy.histogram(pixels, 256, (0, 256)))
    same("f32, 100 bins", library.histogram(values, 100, (-2, 2)), numpy.histogram(values, 100, (-2, 2)))
    edges = [-numpy.inf, -1, 0, 0.1, 5]
    same("f32, edges", library.histogram(values, edges), numpy.histogram(values, edges))
    doubles = values.astype(numpy.float64)
    for x, y in ((doubles, values[::2].repeat(2)), (values, pixels), (doubles[::4], pixels[1::4])):
        same(f"{x.dtype} and {y.dtype}, 2 axes", library.histogram2d(x, y, (20, 30), ((-2, 2), (-1, 200))),
             numpy.histogram2d(x, y, (20, 30), ((-2, 2), (-1, 200))))

    weights = random.uniform(size=pixels.size)
    sums, _ = library.histogram(pixels, 16, (0, 256), weights)
    again, _ = library.histogram(pixels, 16, (0, 256), weights)
    assert numpy.array_equal(sums, again), "weighted sums differ from one run to the next"
    assert numpy.allclose(sums, numpy.histogram(pixels, 16, (0, 256), weights=weights)[0], rtol=1e-12)
    print("weights: the same in every run, and numpy's but for its rounding")

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

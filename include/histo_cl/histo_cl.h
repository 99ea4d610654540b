/// @file
/// The C interface of histo_cl, for C programs and for all languages that can call C.
///
/// The C++ headers next to this one describe everything in more detail. Most C names are the C++ names with
/// the prefix histo_cl_.
///
/// **Structs.** The caller owns the structs whose members are declared here. If a struct has the member
/// `struct_size`, set it to the size of the struct. Members left at 0 have their defaults:
///
///     histo_cl_problem problem = {.struct_size = sizeof problem, .sample = HISTO_CL_SAMPLE_I16};
///
/// Or start with the struct's init function, e.g. histo_cl_problem_init(). For histo_cl_shape and
/// histo_cl_device_profile this is necessary, because their defaults are not all 0. Functions with a body in
/// this header are compiled into the C program, and the library does not export them: in other languages, set
/// the members yourself. Structs with a `struct_size` may get more members at the end in later versions;
/// structs without one never grow. The library accepts a struct that is larger than its own if the members
/// that it does not know are 0. When the library fills a larger struct, it sets the members that it does not
/// know to 0. Memory that a struct points to is read during the call only.
///
/// **Handles** (histo_cl_device, histo_cl_plan …) are opaque and are released by histo_cl_…_release(), which
/// accepts NULL. A `const` handle that a function returns belongs to the handle that was passed to the
/// function, and must not be released.
///
/// **Errors.** Functions that can fail return a histo_cl_status. If it is not HISTO_CL_OK, no result was
/// written, and histo_cl_last_error_message() says what was given and what is allowed.
/// HISTO_CL_INVALID_ARGUMENT is also returned for NULL where a pointer is required, for values that an
/// enumeration does not have, and for a wrong struct_size. No C++ exception leaves the library, and the
/// library calls no function of the caller.
///
/// **Threads.** Every function may be called from several threads at once, also with the same handle, unless
/// one of the calls releases the handle for the last time, or changes an object that another call uses. Each
/// thread has its own last error.
///
/// **Array lengths.** The length of each array has a limit, which is documented with the length and checked
/// before the array is read. Functions fail with HISTO_CL_INVALID_ARGUMENT for a greater length. If no limit
/// is documented, the array may have up to PTRDIFF_MAX bytes. HISTO_CL_MAX_BINS, HISTO_CL_MAX_CHANNELS and
/// other limits are in histo_cl/limits.h. The capacity of an array that a function writes may be any number.
///
/// **Booleans** are int32_t: 0 is false, any other value is true.
#ifndef HISTO_CL_HISTO_CL_H
#define HISTO_CL_HISTO_CL_H
// NOLINTBEGIN(modernize-*, readability-identifier-naming): this is C

#include "histo_cl/export.h"
#include "histo_cl/limits.h"
#include "histo_cl/opencl.h"
#include "histo_cl/version.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#define HISTO_CL_NOEXCEPT noexcept
extern "C" {
#else
#define HISTO_CL_NOEXCEPT
#endif

// Defines the function histo_cl_…_init(), which returns a struct whose struct_size is set and whose other
// members are 0.
#define HISTO_CL_INIT(type)                                                                                  \
    static inline type type##_init(void) {                                                                   \
        type made;                                                                                           \
        memset(&made, 0, sizeof made);                                                                       \
        made.struct_size = sizeof made;                                                                      \
        return made;                                                                                         \
    }

// ---- Status and errors -----------------------------------------------------------------------------------

/// The result of a call: HISTO_CL_OK, or the kind of failure.
typedef int32_t histo_cl_status;
enum {
    HISTO_CL_OK = 0,
    HISTO_CL_INVALID_ARGUMENT = 1, ///< the value of an argument is not allowed
    HISTO_CL_NO_PLATFORM = 2,      ///< the ICD loader found no OpenCL platform
    HISTO_CL_NO_DEVICE = 3,        ///< no platform has a device, or no device matches the request
    HISTO_CL_NO_COMPILER = 4,      ///< the device cannot build kernels from source
    HISTO_CL_UNSUPPORTED = 5,      ///< the device, or the forced variant, cannot do what is requested
    HISTO_CL_BUILD_FAILED = 6,     ///< the kernels did not compile; see histo_cl_last_error_build_log()
    HISTO_CL_OPENCL_ERROR = 7,     ///< an OpenCL call failed; see histo_cl_last_error_opencl_code()
    HISTO_CL_FILE_ERROR = 8,       ///< a file could not be read or written
    HISTO_CL_CANCELLED = 9,        ///< the caller cancelled the stream before everything was counted
    HISTO_CL_MPI_ERROR = 10,       ///< an MPI function failed (C++ only)
    HISTO_CL_OUT_OF_MEMORY = 100,  ///< the host has no memory left
    HISTO_CL_INTERNAL = 101        ///< a fault in the library
};

/// The status of the last call on this thread that failed, even if later calls succeeded; HISTO_CL_OK if none
/// has failed.
HISTO_CL_API histo_cl_status histo_cl_last_error(void) HISTO_CL_NOEXCEPT;
/// The message of the last failure on this thread: what was given and what is allowed. Never NULL; empty if
/// no call has failed. The message and the build log are valid until the next failure on this thread.
HISTO_CL_API const char* histo_cl_last_error_message(void) HISTO_CL_NOEXCEPT;
/// The OpenCL error code of the last failure on this thread; 0 if it has none.
HISTO_CL_API int32_t histo_cl_last_error_opencl_code(void) HISTO_CL_NOEXCEPT;
/// The output of the device's compiler; empty unless the last failure on this thread is
/// HISTO_CL_BUILD_FAILED. Never NULL.
HISTO_CL_API const char* histo_cl_last_error_build_log(void) HISTO_CL_NOEXCEPT;

/// The name of a status, e.g. "invalid_argument"; "ok" for HISTO_CL_OK, "unknown" for an invalid value.
HISTO_CL_API const char* histo_cl_status_name(histo_cl_status status) HISTO_CL_NOEXCEPT;
/// The name of an OpenCL error code, e.g. "CL_INVALID_MEM_OBJECT" for -38; "CL_UNKNOWN_ERROR" for an unknown
/// code.
HISTO_CL_API const char* histo_cl_opencl_error_name(int32_t code) HISTO_CL_NOEXCEPT;

/// The version of the loaded library, e.g. "1.0.0"; HISTO_CL_VERSION is the version of this header.
HISTO_CL_API const char* histo_cl_version(void) HISTO_CL_NOEXCEPT;

// ---- Enumerations ----------------------------------------------------------------------------------------
// Each enumeration is an int32_t with fixed values, so that the layout of structs does not depend on the
// compiler. If a choice can be left out, its enumeration has the value UNSET, which is 0. Later versions may
// return values that this header does not have; histo_cl_name() returns their names.

/// The type of a sample or a weight in memory. Its byte order is the host's; the device must have the same.
typedef int32_t histo_cl_sample_type;
enum {
    HISTO_CL_SAMPLE_UNSET = 0,
    HISTO_CL_SAMPLE_U8 = 1,
    HISTO_CL_SAMPLE_I8 = 2,
    HISTO_CL_SAMPLE_U16 = 3,
    HISTO_CL_SAMPLE_I16 = 4,
    HISTO_CL_SAMPLE_U32 = 5,
    HISTO_CL_SAMPLE_I32 = 6,
    HISTO_CL_SAMPLE_U64 = 7,
    HISTO_CL_SAMPLE_I64 = 8,
    HISTO_CL_SAMPLE_F16 = 9,   ///< the 16 bits of an IEEE half
    HISTO_CL_SAMPLE_BF16 = 10, ///< the 16 bits of a bfloat16: the upper half of a float's bits
    HISTO_CL_SAMPLE_F32 = 11,
    HISTO_CL_SAMPLE_F64 = 12
};

/// The type of the counters in the result. Counts without weights are u32, u64, u8 or u16. Sums of weights
/// are u64 for unsigned integer weights, i64 for signed integer weights, and f64 or f32 for float weights.
typedef int32_t histo_cl_counter_type;
enum {
    HISTO_CL_COUNTER_U32 = 0,
    HISTO_CL_COUNTER_U64 = 1,
    HISTO_CL_COUNTER_I64 = 2,
    HISTO_CL_COUNTER_F64 = 3,
    HISTO_CL_COUNTER_F32 = 4,
    HISTO_CL_COUNTER_U8 = 5, ///< saturates: stops at 255
    HISTO_CL_COUNTER_U16 = 6 ///< saturates: stops at 65,535
};

/// The order of a histogram's counters, if there are several for each cell: [sum][cell] or [cell][sum].
typedef int32_t histo_cl_counter_order;
enum { HISTO_CL_COUNTER_ORDER_BY_SUM = 0, HISTO_CL_COUNTER_ORDER_BY_CELL = 1 };

/// Whether a sample equal to the last edge is in the last bin. With INCLUSIVE, counts of f32 and f64 samples
/// equal NumPy's; docs/binnings.md lists the exceptions.
typedef int32_t histo_cl_last_edge;
enum { HISTO_CL_LAST_EDGE_EXCLUSIVE = 0, HISTO_CL_LAST_EDGE_INCLUSIVE = 1 };

/// How a sample that is in no bin is counted.
typedef int32_t histo_cl_out_of_range;
enum {
    HISTO_CL_OUT_OF_RANGE_DROPPED = 0, ///< it is not counted
    /// It is counted in the first or the last bin, whichever is nearer; NaN is not counted.
    HISTO_CL_OUT_OF_RANGE_CLAMPED = 1,
    /// Each axis has three more counters after its bins: for samples below the bins (underflow), for samples
    /// above the bins (overflow), and for NaN.
    HISTO_CL_OUT_OF_RANGE_COUNTED = 2
};

/// How an element is spread over several bins of an axis. Each of these bins gets a fraction of the element's
/// weight (docs/splitting.md).
typedef int32_t histo_cl_splitting;
enum {
    HISTO_CL_SPLITTING_NONE = 0, ///< not at all: a sample is in one bin
    /// Splits an element between the two bins with the nearest centres, in proportion to the distance from
    /// the other centre.
    HISTO_CL_SPLITTING_LINEAR = 1,
    /// Splits an element over the bins that the interval [x - d, x + d] overlaps, in proportion to the
    /// overlap. The axes of the samples x come first. After them come as many axes of
    /// HISTO_CL_BINS_HALF_WIDTHS, in the same order, whose samples are the half widths d.
    HISTO_CL_SPLITTING_INTERVAL = 2
};

/// How the channels of an element are stored: side by side, each in its own plane, or each in its own array,
/// such as the columns of a table.
typedef int32_t histo_cl_order;
enum { HISTO_CL_ORDER_INTERLEAVED = 0, HISTO_CL_ORDER_PLANAR = 1, HISTO_CL_ORDER_SEPARATE = 2 };

/// For samples of 4 bits, two to a byte: whether the sample in the low bits of a byte comes first, or the one
/// in the high bits. NONE: samples do not have 4 bits.
typedef int32_t histo_cl_nibbles;
enum { HISTO_CL_NIBBLES_NONE = 0, HISTO_CL_NIBBLES_LOW_FIRST = 1, HISTO_CL_NIBBLES_HIGH_FIRST = 2 };

/// Which elements share a weight. ELEMENT: each element has its own weight. ROW: all elements of a row have
/// one weight; weight_pitch is the distance from the weight of one row to that of the next. COLUMN: all
/// elements of a column have one weight, in all slices as well. ROW and COLUMN are only for layouts in rows.
/// Rows and columns are numbered from the first in memory, not from the first in the region.
typedef int32_t histo_cl_weight_per;
enum { HISTO_CL_WEIGHT_PER_ELEMENT = 0, HISTO_CL_WEIGHT_PER_ROW = 1, HISTO_CL_WEIGHT_PER_COLUMN = 2 };

/// The kind of an image, with its name in OpenCL C.
typedef int32_t histo_cl_image_kind;
enum {
    HISTO_CL_IMAGE_KIND_UNSET = 0,
    HISTO_CL_IMAGE1D = 1,
    HISTO_CL_IMAGE1D_BUFFER = 2,
    HISTO_CL_IMAGE1D_ARRAY = 3, ///< a layout in rows; its layers are the rows
    HISTO_CL_IMAGE2D = 4,
    HISTO_CL_IMAGE2D_ARRAY = 5,
    HISTO_CL_IMAGE3D = 6,
    HISTO_CL_IMAGE2D_DEPTH = 7,
    HISTO_CL_IMAGE2D_ARRAY_DEPTH = 8
};

/// The channel data type of an image. The names are OpenCL's, except FLOAT32, which is CL_FLOAT.
typedef int32_t histo_cl_channel_type;
enum {
    HISTO_CL_CHANNEL_UNSET = 0,
    HISTO_CL_CHANNEL_UNORM_INT8 = 1,
    HISTO_CL_CHANNEL_UNORM_INT16 = 2,
    HISTO_CL_CHANNEL_SNORM_INT8 = 3,
    HISTO_CL_CHANNEL_SNORM_INT16 = 4,
    HISTO_CL_CHANNEL_UNORM_SHORT_565 = 5,
    HISTO_CL_CHANNEL_UNORM_SHORT_555 = 6,
    HISTO_CL_CHANNEL_UNORM_INT_101010 = 7,
    HISTO_CL_CHANNEL_SIGNED_INT8 = 8,
    HISTO_CL_CHANNEL_SIGNED_INT16 = 9,
    HISTO_CL_CHANNEL_SIGNED_INT32 = 10,
    HISTO_CL_CHANNEL_UNSIGNED_INT8 = 11,
    HISTO_CL_CHANNEL_UNSIGNED_INT16 = 12,
    HISTO_CL_CHANNEL_UNSIGNED_INT32 = 13,
    HISTO_CL_CHANNEL_HALF_FLOAT = 14,
    HISTO_CL_CHANNEL_FLOAT32 = 15
};

/// Whether one enqueue counts one histogram or many, and which elements belong to which histogram.
typedef int32_t histo_cl_batch;
enum {
    HISTO_CL_BATCH_ONE = 0,      ///< a single histogram of all elements
    HISTO_CL_BATCH_SEGMENTS = 1, ///< flat layouts: a histogram for every histo_cl_shape.segment elements
    HISTO_CL_BATCH_RAGGED = 2,   ///< flat layouts: histogram h has elements [offsets[h], offsets[h + 1])
    HISTO_CL_BATCH_TILES = 3     ///< layouts in rows: a histogram for each tile of the region (and of each
                                 ///< slice); tiles at the right and lower edges may be smaller
};

/// What a cell holds: the sum, or an extreme, of the weights of its elements.
typedef int32_t histo_cl_accumulator;
enum {
    HISTO_CL_ACCUMULATOR_SUM = 0,
    /// The least weight. An empty cell has the greatest value of the counter's type, for floats infinity.
    HISTO_CL_ACCUMULATOR_MINIMUM = 1,
    /// The greatest weight. An empty cell has the least value of the counter's type, for floats -infinity.
    HISTO_CL_ACCUMULATOR_MAXIMUM = 2
};

/// A variant of the counting kernel: where the private counters are, and how a sample is added to them.
/// docs/variants.md compares the variants.
typedef int32_t histo_cl_variant;
enum {
    HISTO_CL_VARIANT_UNSET = 0, ///< the library chooses
    HISTO_CL_VARIANT_GLOBAL_ATOMIC = 1,
    HISTO_CL_VARIANT_GLOBAL_PRIVATE = 2,
    HISTO_CL_VARIANT_LOCAL_ATOMIC = 3,
    HISTO_CL_VARIANT_LOCAL_AGGREGATED = 4,
    HISTO_CL_VARIANT_BANKED_UCHAR4 = 5,
    HISTO_CL_VARIANT_LOCAL_PACKED = 6,
    HISTO_CL_VARIANT_LOCAL_WINDOWED = 7,
    HISTO_CL_VARIANT_HOT_BIN_CACHE = 8,
    HISTO_CL_VARIANT_PARTITIONED = 9,
    HISTO_CL_VARIANT_ITEM_PRIVATE = 10,
    HISTO_CL_VARIANT_ITEM_PAIRS = 11,
    HISTO_CL_VARIANT_ITEM_PACKED = 12
};

/// Which samples a work-item reads: one contiguous range, or every n-th load, where n is the number of
/// work-items.
typedef int32_t histo_cl_partition;
enum {
    HISTO_CL_PARTITION_UNSET = 0, ///< the library chooses
    HISTO_CL_PARTITION_CONTIGUOUS = 1,
    HISTO_CL_PARTITION_INTERLEAVED = 2
};

/// How the private counts of the work-groups are added up.
typedef int32_t histo_cl_merge;
enum {
    HISTO_CL_MERGE_UNSET = 0,  ///< the library chooses
    HISTO_CL_MERGE_ATOMIC = 1, ///< each work-group adds its counts to the caller's counters by atomics
    /// Each work-group adds its counts to sums in the workspace by atomics; the last work-group moves the
    /// sums to the caller's counters.
    HISTO_CL_MERGE_LAST_GROUP = 2,
    /// Each work-group writes its counts to a row of the workspace; a merge kernel adds up the rows.
    HISTO_CL_MERGE_DEVICE = 3,
    /// Like DEVICE, but the host adds up the rows; not for enqueues, which do not wait.
    HISTO_CL_MERGE_HOST = 4
};

/// A boolean that the library chooses if it is UNSET.
typedef int32_t histo_cl_switch;
enum {
    HISTO_CL_SWITCH_UNSET = 0, ///< the library chooses
    HISTO_CL_SWITCH_OFF = 1,
    HISTO_CL_SWITCH_ON = 2
};

/// The kind of a device; types other than CPU and GPU count as accelerators.
typedef int32_t histo_cl_device_type;
enum { HISTO_CL_DEVICE_CPU = 0, HISTO_CL_DEVICE_GPU = 1, HISTO_CL_DEVICE_ACCELERATOR = 2 };

/// The hardware vendors that the library distinguishes.
typedef int32_t histo_cl_vendor;
enum {
    HISTO_CL_VENDOR_AMD = 0,
    HISTO_CL_VENDOR_APPLE = 1,
    HISTO_CL_VENDOR_ARM = 2,
    HISTO_CL_VENDOR_INTEL = 3,
    HISTO_CL_VENDOR_NVIDIA = 4,
    HISTO_CL_VENDOR_QUALCOMM = 5,
    HISTO_CL_VENDOR_OTHER = 6
};

/// Rules that derive the width of even bins from the samples. They are the rules of
/// numpy.histogram_bin_edges.
typedef int32_t histo_cl_bin_rule;
enum {
    /// NumPy's "auto": the smaller of the widths of FD and STURGES; FD is ignored if its width is 0.
    HISTO_CL_BIN_RULE_AUTOMATIC = 0,
    HISTO_CL_BIN_RULE_FD = 1, ///< Freedman and Diaconis
    HISTO_CL_BIN_RULE_DOANE = 2,
    HISTO_CL_BIN_RULE_SCOTT = 3,
    HISTO_CL_BIN_RULE_STONE = 4, ///< cross-validation; needs the samples, not only their summary
    HISTO_CL_BIN_RULE_RICE = 5,
    HISTO_CL_BIN_RULE_STURGES = 6,
    HISTO_CL_BIN_RULE_SQRT = 7
};

/// How a histo_cl_equalization_plan computes its maps.
typedef int32_t histo_cl_map_rule;
enum {
    HISTO_CL_MAP_RULE_EQUALIZE = 0, ///< like histo_cl_equalization_map()
    HISTO_CL_MAP_RULE_MATCH = 1,    ///< like histo_cl_matching_map()
    HISTO_CL_MAP_RULE_CLAHE = 2     ///< like histo_cl_clahe_maps()
};

/// Similarities and distances of two histograms a and b with the same bins. The metrics up to
/// KULLBACK_LEIBLER have the values of OpenCV's compareHist, except that OpenCV also treats tiny values as 0,
/// and returns 1 for BHATTACHARYYA if a total is 0. In the formulas, a and b are the counts of a bin;
/// histo_cl/statistics/compare.hpp has the details.
typedef int32_t histo_cl_metric;
enum {
    HISTO_CL_METRIC_CORRELATION = 0,            ///< Pearson's correlation coefficient of the counts
    HISTO_CL_METRIC_CHI_SQUARE = 1,             ///< the sum of (a − b)² / a
    HISTO_CL_METRIC_CHI_SQUARE_ALTERNATIVE = 2, ///< twice the sum of (a − b)² / (a + b)
    HISTO_CL_METRIC_INTERSECTION = 3,           ///< the sum of min(a, b)
    HISTO_CL_METRIC_BHATTACHARYYA = 4,          ///< the Hellinger distance
    HISTO_CL_METRIC_KULLBACK_LEIBLER = 5,       ///< the sum of a · ln(a / b)
    HISTO_CL_METRIC_JENSEN_SHANNON = 6,         ///< the Jensen-Shannon distance, from 0 to √(ln 2)
    HISTO_CL_METRIC_KOLMOGOROV_SMIRNOV = 7,     ///< the largest difference of the cumulative shares
    HISTO_CL_METRIC_EARTH_MOVERS = 8            ///< the sum of the differences of the cumulative shares
};

/// The enumerations of this header, for histo_cl_name() and histo_cl_named(): HISTO_CL_ENUM_ORDER stands for
/// histo_cl_order, and so on.
typedef int32_t histo_cl_enumeration;
enum {
    HISTO_CL_ENUM_SAMPLE_TYPE = 0,
    HISTO_CL_ENUM_COUNTER_TYPE = 1,
    HISTO_CL_ENUM_COUNTER_ORDER = 2,
    HISTO_CL_ENUM_LAST_EDGE = 3,
    HISTO_CL_ENUM_OUT_OF_RANGE = 4,
    HISTO_CL_ENUM_SPLITTING = 5,
    HISTO_CL_ENUM_ACCUMULATOR = 6,
    HISTO_CL_ENUM_ORDER = 7,
    HISTO_CL_ENUM_BATCH = 8,
    HISTO_CL_ENUM_NIBBLES = 9,
    HISTO_CL_ENUM_WEIGHT_PER = 10,
    HISTO_CL_ENUM_IMAGE_KIND = 11,
    HISTO_CL_ENUM_CHANNEL_TYPE = 12,
    HISTO_CL_ENUM_VARIANT = 13,
    HISTO_CL_ENUM_PARTITION = 14,
    HISTO_CL_ENUM_MERGE = 15,
    HISTO_CL_ENUM_SWITCH = 16,
    HISTO_CL_ENUM_DEVICE_TYPE = 17,
    HISTO_CL_ENUM_VENDOR = 18,
    HISTO_CL_ENUM_NUMBER_KIND = 19,
    HISTO_CL_ENUM_BIN_RULE = 20,
    HISTO_CL_ENUM_MAP_RULE = 21,
    HISTO_CL_ENUM_METRIC = 22,
    HISTO_CL_ENUM_MEMORY_KIND = 23,
    HISTO_CL_ENUM_BINNING_KIND = 24
};

/// The name of a value of an enumeration, e.g. "u8", "local_atomic" or "NVIDIA"; "unset" for UNSET, "unknown"
/// for an invalid value or enumeration. Never NULL.
HISTO_CL_API const char* histo_cl_name(histo_cl_enumeration of, int32_t value) HISTO_CL_NOEXCEPT;
/// The value of an enumeration that has this name, e.g. HISTO_CL_VARIANT_LOCAL_ATOMIC for "local_atomic", and
/// 0 for "unset"; -1 if no value has this name, and for NULL.
HISTO_CL_API int32_t histo_cl_named(histo_cl_enumeration of, const char* name) HISTO_CL_NOEXCEPT;

/// Bytes of one sample; 0 for UNSET and for invalid values.
HISTO_CL_API size_t histo_cl_sample_type_bytes(histo_cl_sample_type type) HISTO_CL_NOEXCEPT;
/// Bytes of one counter; 0 for invalid values.
HISTO_CL_API size_t histo_cl_counter_type_bytes(histo_cl_counter_type type) HISTO_CL_NOEXCEPT;
/// The exact value of the half with these bits, as a float.
HISTO_CL_API float histo_cl_half_to_float(uint16_t bits) HISTO_CL_NOEXCEPT;
/// The exact value of the bfloat16 with these bits, as a float.
HISTO_CL_API float histo_cl_bfloat16_to_float(uint16_t bits) HISTO_CL_NOEXCEPT;

// ---- Numbers ---------------------------------------------------------------------------------------------

/// The type of a number.
typedef int32_t histo_cl_number_kind;
enum { HISTO_CL_NUMBER_I64 = 0, HISTO_CL_NUMBER_U64 = 1, HISTO_CL_NUMBER_F64 = 2 };

/// A bound or an edge, stored exactly: an int64_t, a uint64_t or a double.
typedef struct histo_cl_number {
    histo_cl_number_kind kind; ///< which member of `value` is set
    union {
        int64_t i64;
        uint64_t u64;
        double f64;
    } value; ///< the member that `kind` names
} histo_cl_number;

/// A number from an int64_t.
static inline histo_cl_number histo_cl_i64(int64_t value) {
    histo_cl_number number;
    memset(&number, 0, sizeof number);
    number.kind = HISTO_CL_NUMBER_I64;
    number.value.i64 = value;
    return number;
}

/// A number from a uint64_t.
static inline histo_cl_number histo_cl_u64(uint64_t value) {
    histo_cl_number number;
    memset(&number, 0, sizeof number);
    number.kind = HISTO_CL_NUMBER_U64;
    number.value.u64 = value;
    return number;
}

/// A number from a double.
static inline histo_cl_number histo_cl_f64(double value) {
    histo_cl_number number;
    memset(&number, 0, sizeof number);
    number.kind = HISTO_CL_NUMBER_F64;
    number.value.f64 = value;
    return number;
}

// ---- Binnings --------------------------------------------------------------------------------------------

/// How bins are given.
typedef int32_t histo_cl_binning_kind;
enum {
    /// `count` bins of equal width over [lower, upper). Integer samples: edge i is the rational lower +
    /// i·(upper − lower)/count, exactly; a bound that is a double must be within ±2^64 and a multiple of
    /// 2^-20. Float samples: edge i is that of numpy.linspace(lower, upper, count + 1), rounded to the
    /// sample's type except in joint histograms.
    HISTO_CL_BINS_EVEN = 0,
    /// Bin i holds the samples with edges[i] <= x < edges[i + 1], compared exactly. The edges must increase
    /// strictly; the first may be −inf and the last +inf.
    HISTO_CL_BINS_EDGES = 1,
    /// `count` bins over [lower, upper), 0 < lower, whose edges grow by a constant factor. Edge i is lower ·
    /// (upper/lower)^(i/count) as a double, the same on every host. Samples are compared with it exactly.
    HISTO_CL_BINS_LOG = 2,
    /// `count` even bins over [lower, lower + period). A sample is first reduced to that range modulo the
    /// period, exactly, so every finite sample is in a bin. An infinite sample is treated as NaN.
    HISTO_CL_BINS_CIRCULAR = 3,
    /// `count` bins given by an expression in C's syntax (docs/binnings.md), e.g. "(x >> 2) ^ (i & 1)". The
    /// value of the expression is the bin of a sample. `x` is the sample, and `i` is the index of the
    /// sample's element (a ulong). A value below 0 is underflow; `count` or more is overflow. A
    /// floating-point value is rounded down first.
    HISTO_CL_BINS_CUSTOM = 4,
    /// No bins: the samples of this axis are half widths, see HISTO_CL_SPLITTING_INTERVAL.
    HISTO_CL_BINS_HALF_WIDTHS = 5
};

/// The bins of one axis, which define the bin of each sample. Members that the kind does not use must be 0.
typedef struct histo_cl_binning {
    size_t struct_size;
    histo_cl_binning_kind kind; ///< decides which members are used
    /// Number of bins, 1 to HISTO_CL_MAX_BINS; 0 for edges, which have edge_count − 1 bins.
    uint32_t count;
    histo_cl_number lower;  ///< the first edge, for even, log and circular bins
    histo_cl_number upper;  ///< the last edge, for even and log bins
    histo_cl_number period; ///< the period, for circular bins
    /// For edges: exactly one of `edges` and `edges_f64` is not NULL, and points to edge_count edges.
    const histo_cl_number* edges;
    const double* edges_f64; ///< the edges as doubles, instead of `edges`
    size_t edge_count;       ///< number of edges, 2 to HISTO_CL_MAX_BINS + 1
    const char* expression;  ///< the expression, for custom bins
} histo_cl_binning;

/// A binning of this kind with `count` bins; its other members are 0.
static inline histo_cl_binning histo_cl_binning_of(histo_cl_binning_kind kind, uint32_t count) {
    histo_cl_binning binning;
    memset(&binning, 0, sizeof binning);
    binning.struct_size = sizeof binning;
    binning.kind = kind;
    binning.count = count;
    return binning;
}

/// `count` bins of equal width over [lower, upper).
static inline histo_cl_binning histo_cl_even_bins(uint32_t count, histo_cl_number lower,
                                                  histo_cl_number upper) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_EVEN, count);
    binning.lower = lower;
    binning.upper = upper;
    return binning;
}

/// A bin for each of the values 0, 1 … count − 1, like numpy.bincount: even bins of width 1.
static inline histo_cl_binning histo_cl_identity_bins(uint32_t count) {
    return histo_cl_even_bins(count, histo_cl_i64(0), histo_cl_u64(count));
}

/// Bins between edges. The binning only points to the edges: keep them as long as the binning is in use.
static inline histo_cl_binning histo_cl_edge_bins(const histo_cl_number* edges, size_t edge_count) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_EDGES, 0);
    binning.edges = edges;
    binning.edge_count = edge_count;
    return binning;
}

/// Bins between edges that are doubles. The binning only points to the edges: keep them as long as the
/// binning is in use.
static inline histo_cl_binning histo_cl_edge_bins_f64(const double* edges, size_t edge_count) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_EDGES, 0);
    binning.edges_f64 = edges;
    binning.edge_count = edge_count;
    return binning;
}

/// `count` bins over [lower, upper), each wider than the one before by the same factor.
static inline histo_cl_binning histo_cl_log_bins(uint32_t count, histo_cl_number lower,
                                                 histo_cl_number upper) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_LOG, count);
    binning.lower = lower;
    binning.upper = upper;
    return binning;
}

/// `count` bins of equal width over one period, which begins at `lower`.
static inline histo_cl_binning histo_cl_circular_bins(uint32_t count, histo_cl_number lower,
                                                      histo_cl_number period) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_CIRCULAR, count);
    binning.lower = lower;
    binning.period = period;
    return binning;
}

/// `count` bins; the value of the expression is the bin of a sample. The binning only points to the text:
/// keep it as long as the binning is in use.
static inline histo_cl_binning histo_cl_custom_bins(uint32_t count, const char* expression) {
    histo_cl_binning binning = histo_cl_binning_of(HISTO_CL_BINS_CUSTOM, count);
    binning.expression = expression;
    return binning;
}

/// The axis of half widths, for HISTO_CL_SPLITTING_INTERVAL.
static inline histo_cl_binning histo_cl_half_widths(void) {
    return histo_cl_binning_of(HISTO_CL_BINS_HALF_WIDTHS, 0);
}

/// The number of bins; 0 if there are too few edges for a bin.
HISTO_CL_API histo_cl_status histo_cl_bin_count(const histo_cl_binning* binning,
                                                uint64_t* count) HISTO_CL_NOEXCEPT;

/// A description, e.g. "256 even bins over [0, 256)".
///
/// This function and the others that write text write at most `capacity` bytes to `text`: as much of the text
/// as fits, and a terminating zero byte. With a `capacity` of 0 nothing is written, and `text` may be NULL.
/// If `length` is not NULL, `*length` becomes the length of the whole text without the zero byte.
HISTO_CL_API histo_cl_status histo_cl_binning_text(const histo_cl_binning* binning, char* text,
                                                   size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;

// ---- What to count ---------------------------------------------------------------------------------------

/// The properties of one channel's array, for HISTO_CL_ORDER_SEPARATE. A plan is compiled for these
/// properties.
typedef struct histo_cl_array {
    /// The type of the samples in memory. It must convert exactly to the problem's sample type. Unset: the
    /// problem's sample type.
    histo_cl_sample_type sample;
    int32_t reserved; ///< 0
    /// Bytes from one sample to the next in a row, a multiple of the sample's size; 0: packed.
    uint64_t stride;
} histo_cl_array;

/// What to count, independent of devices and without performance knobs.
///
/// A sample x is in bin i exactly when edge[i] <= x < edge[i + 1]; NaN is in no bin. An *element* (a pixel, a
/// point, a record) holds one sample for each channel. The C++ structs Problem and Weights
/// (histo_cl/problem.hpp) and Layout (histo_cl/layout.hpp) have nearly the same members, and describe them in
/// more detail. In C++, the members about images and the weight bound are the structs Layout::image and
/// Weights::bound.
typedef struct histo_cl_problem {
    size_t struct_size;
    /// An array of binnings, all with the same struct_size: one for each counted channel, or for each
    /// dimension of a joint histogram (2 or 3). More than 4 axes are counted as columns or in several
    /// passes, see histo_cl_decision_fields.
    const histo_cl_binning* axes;
    size_t axis_count;             ///< 1 to HISTO_CL_MAX_CHANNELS; 2 or 3 for a joint histogram
    histo_cl_sample_type sample;   ///< the type in which samples are compared with edges; unset: u8
    histo_cl_counter_type counter; ///< 0: u32; u8 and u16: only without weights
    /// The order of counters wherever they are written or returned; the words of a partial are always BY_SUM.
    histo_cl_counter_order counter_order;
    int32_t joint; ///< whether the axes are the dimensions of one histogram; the last axis varies fastest
    histo_cl_last_edge last_edge;       ///< whether a sample equal to the last edge is in the last bin
    histo_cl_out_of_range out_of_range; ///< how samples in no bin are counted
    /// How elements are split over bins. Unless this is NONE, the problem must have 1 to 3 axes of even bins
    /// (INTERVAL: 1 or 2, followed by as many axes of half widths); samples of at most 32 bits, or F64
    /// samples; F64 or F32 counters; and float weights or no weights. docs/notes/splitting.md has the
    /// definition.
    histo_cl_splitting splitting;
    histo_cl_batch batch; ///< one histogram or many
    /// Maximum number of elements of one enqueue; 0: unknown. The size of launches depends on it.
    /// histo_cl_problem_validate() rejects u32 counters that this many elements could overflow.
    uint64_t max_samples;

    // The layout of the samples in memory (C++: Layout).
    /// Samples per element: 1 to HISTO_CL_MAX_CHANNELS, or to HISTO_CL_MAX_ARRAYS for separate channels and
    /// images; 0: the number of axes.
    uint32_t channels;
    histo_cl_order order; ///< how the channels of an element are stored
    /// HISTO_CL_ORDER_PLANAR: number of channels side by side in each plane; 0 means 1.
    uint32_t plane_channels;
    int32_t rows; ///< whether the elements are in rows, like the pixels of an image; a region is then counted
    int32_t mask; ///< whether each element has a mask byte; if the byte is 0, the element is not counted
    /// Samples of 4 bits, two to a byte, counted as U8. Strides, pitches and sample_offset are in bytes (C++:
    /// Layout::nibbles).
    histo_cl_nibbles nibbles;
    /// If set, the samples are the channels of an OpenCL image of this kind instead of a buffer (C++:
    /// ImageLayout). `order` and `stride` must then be 0, and `rows` set except for IMAGE1D and
    /// IMAGE1D_BUFFER, which are flat.
    histo_cl_image_kind image_kind;
    histo_cl_channel_type channel_type; ///< the image's channel type; channels 0 to 3 are R, G, B and A
    /// The channel that each axis counts, e.g. {2, 0}; NULL and 0: axis i counts channel i.
    const uint32_t* active;
    size_t active_count; ///< axis_count, or 0
    /// Bytes from one element to the next in a row, e.g. the size of a struct of which one field is counted.
    /// A multiple of the sample's size, and at least the size of the samples that are side by side. 0:
    /// packed.
    uint64_t stride;
    /// HISTO_CL_ORDER_SEPARATE: the properties of each channel's array. NULL and 0: all arrays are packed and
    /// of the problem's sample type. For separate channels `stride` must be 0.
    const histo_cl_array* arrays;
    size_t array_count; ///< the number of channels, or 0
    /// U32 or U64: a list of indices of that type selects the elements to count, in any order; an element
    /// that is listed twice counts twice. Unset: all elements of the shape are counted. Only for flat layouts
    /// in one buffer.
    histo_cl_sample_type indices;

    // The weights of the elements (C++: Weights).
    /// The type of weights: any sample type except u64 and i64. Unset: each element counts 1.
    histo_cl_sample_type weights;
    /// With MINIMUM or MAXIMUM, each cell keeps the exact minimum or maximum of the weights, in a counter of
    /// the type that a sum has. -0 is below +0, and a NaN makes a cell NaN. MINIMUM and MAXIMUM need weights,
    /// and cannot be combined with squared_weights, narrow_weights, a weight bound or F32 counters. Devices
    /// need 64-bit atomics (cl_khr_int64_base_atomics) for F64 weights.
    histo_cl_accumulator accumulator;
    /// Which elements share a weight, in every weight vector.
    histo_cl_weight_per weights_per;
    /// Whether weights are in the order of the indices: weight n then belongs to the n-th index, not to the
    /// n-th element.
    int32_t listed_weights;
    /// Whether there are also sums of the squared weights. They follow all sums of weights, in the same
    /// order. With splitting, they are sums of the squared fractions of weights.
    int32_t squared_weights;
    /// Whether there are also counts of elements. They precede the sums, minima or maxima of weights, in
    /// counters of the same type. With splitting, sums of fractions take the place of the counts, as in a
    /// problem without weights.
    int32_t element_counts;
    /// For F16, BF16 and F32 weights: whether each weight is rounded to a multiple of a unit. The unit is
    /// 2^-29 times the power of two above the greatest weight, but at least 2^-120. This is the fastest way
    /// to sum weights in many channels.
    int32_t narrow_weights;
    /// Number of weights per element, 1 to HISTO_CL_MAX_WEIGHT_VECTORS, all of the type `weights`; 0 means 1.
    /// The sums of the first weights come first, then the sums of the second weights, and so on.
    size_t weight_vector_count;
    /// Bytes from one weight of a vector to the next in a row (HISTO_CL_WEIGHT_PER_ROW: to the weight of the
    /// next row), a multiple of the weight's size; 0: packed.
    uint64_t weight_stride;
    /// A bound on float weights. With the same bound, the sums of parts of the data add up to the same bits
    /// as the sums of all data (see histo_cl_partial). No finite counted weight may have a larger exponent
    /// than weight_bound_maximum, and all parts together may have at most weight_bound_elements elements.
    /// Both 0: no bound. For a weight beyond the bound, functions that return the sums fail with
    /// HISTO_CL_INVALID_ARGUMENT; an enqueue, which does not wait, writes a NaN to the counter of that
    /// weight.
    double weight_bound_maximum;
    uint64_t weight_bound_elements; ///< see weight_bound_maximum
} histo_cl_problem;

HISTO_CL_INIT(histo_cl_problem)

/// Checks a problem. Every function that takes a problem makes these checks. Fails with
/// HISTO_CL_INVALID_ARGUMENT for the problems that Problem::validate() (histo_cl/problem.hpp) rejects.
HISTO_CL_API histo_cl_status histo_cl_problem_validate(const histo_cl_problem* problem) HISTO_CL_NOEXCEPT;

/// The number of counters of one axis: its bins, and three more with HISTO_CL_OUT_OF_RANGE_COUNTED.
HISTO_CL_API histo_cl_status histo_cl_problem_extent(const histo_cl_problem* problem, size_t axis,
                                                     uint64_t* extent) HISTO_CL_NOEXCEPT;
/// The number of cells of one histogram. Its cells are the bins and, with HISTO_CL_OUT_OF_RANGE_COUNTED, the
/// counters for samples out of range. The number is the sum of the axes' extents, and cells are in the order
/// of the axes. For a joint histogram it is the product of the extents.
HISTO_CL_API histo_cl_status histo_cl_problem_cells(const histo_cl_problem* problem,
                                                    uint64_t* cells) HISTO_CL_NOEXCEPT;
/// The number of counters per cell: weight_vector_count (0 means 1), twice that with squared_weights, and 1
/// more with element_counts. Without weights it is 1, or 2 with splitting and squared_weights.
HISTO_CL_API histo_cl_status histo_cl_problem_counters_per_cell(const histo_cl_problem* problem,
                                                                uint32_t* counters) HISTO_CL_NOEXCEPT;
/// The number of counters of one histogram: its cells times its counters per cell.
HISTO_CL_API histo_cl_status histo_cl_problem_counters(const histo_cl_problem* problem,
                                                       uint64_t* counters) HISTO_CL_NOEXCEPT;
/// The channel that an axis counts.
HISTO_CL_API histo_cl_status histo_cl_problem_channel(const histo_cl_problem* problem, size_t axis,
                                                      uint32_t* channel) HISTO_CL_NOEXCEPT;
/// The number of samples per element.
HISTO_CL_API histo_cl_status histo_cl_problem_channels(const histo_cl_problem* problem,
                                                       uint32_t* channels) HISTO_CL_NOEXCEPT;

/// The binning of one axis. For a problem that a function returned, use this function instead of
/// problem->axes: the binnings in that array are struct_size bytes apart, which can be more than
/// sizeof(histo_cl_binning) if the library is newer than this header. The binning points to memory of the
/// problem.
HISTO_CL_API histo_cl_status histo_cl_problem_axis(const histo_cl_problem* problem, size_t axis,
                                                   histo_cl_binning* binning) HISTO_CL_NOEXCEPT;

/// The edges of one axis, one more than the axis has bins, each rounded to the nearest double. For float
/// samples the edges of even bins are exact. For integer samples an edge can be a rational number, which is
/// rounded here but not for counting (see histo_cl_problem_edge_numbers()). The last edge of circular bins is
/// edge 0 + period, not rounded to the sample's type. Fails with HISTO_CL_INVALID_ARGUMENT for custom bins,
/// which have no edges.
///
/// `edges` has room for `capacity` edges. Fails with HISTO_CL_INVALID_ARGUMENT if that is too small. If
/// `count` is not NULL, `*count` becomes the number of edges. With `edges` NULL and `capacity` 0, only
/// `*count` is set.
HISTO_CL_API histo_cl_status histo_cl_problem_edges(const histo_cl_problem* problem, size_t axis,
                                                    double* edges, size_t capacity,
                                                    size_t* count) HISTO_CL_NOEXCEPT;

/// The edges, like histo_cl_problem_edges(), as numbers. Edges that were given are returned unchanged. For
/// even and circular bins of integer samples, whole edges are integers, and an edge that is not whole is a
/// double. If rounding to a double would make that edge whole, the edge is instead the next integer, which is
/// the smallest integer in the bin. Edges of 64-bit integers therefore separate the bins exactly.
HISTO_CL_API histo_cl_status histo_cl_problem_edge_numbers(const histo_cl_problem* problem, size_t axis,
                                                           histo_cl_number* edges, size_t capacity,
                                                           size_t* count) HISTO_CL_NOEXCEPT;

/// A description, e.g. "u8 samples into 256 even bins over [0, 256), u32 counters".
HISTO_CL_API histo_cl_status histo_cl_problem_text(const histo_cl_problem* problem, char* text,
                                                   size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;

/// The value of histo_cl_shape.count that means "unset"; histo_cl_shape_init() sets it.
#define HISTO_CL_COUNT_UNSET UINT64_MAX

/// The part of the memory layout that may vary from one enqueue to the next: the number of elements, and the
/// distances between rows. The problem decides which members are used; the others must be as
/// histo_cl_shape_init() sets them.
typedef struct histo_cl_shape {
    size_t struct_size;
    /// Flat layouts: number of elements to count. For problems with indices: the number of indices. Required
    /// in a job; if it is unset for host data, all elements (or indices) are counted. Layouts in rows: unset
    /// or 0.
    uint64_t count;

    // Layouts in rows: the part of the image to count, in elements.
    uint64_t x;      ///< the first column
    uint64_t y;      ///< the first row
    uint64_t width;  ///< number of columns
    uint64_t height; ///< number of rows

    /// Layouts in rows: bytes from one row of samples to the next, in every array of separate channels. A
    /// multiple of the sample's size; rows may overlap. 0: packed rows of x + width elements. Must be 0 for
    /// images.
    uint64_t pitch;
    /// Layouts in rows: bytes from one row of the mask to the next. Rows may overlap. 0: packed rows of x +
    /// width bytes.
    uint64_t mask_pitch;
    /// Layouts in rows: bytes from one row of weights to the next, a multiple of the weight's size. Rows may
    /// overlap. 0: packed rows of x + width weights, or of one weight with HISTO_CL_WEIGHT_PER_ROW. Must be 0
    /// with HISTO_CL_WEIGHT_PER_COLUMN, because all rows share the weights of columns.
    uint64_t weight_pitch;
    /// Planar: bytes from one plane to the next, a multiple of the sample's size. 0: packed planes; flat
    /// layouts have `count` elements per plane (`source_count` with indices), layouts in rows have y + height
    /// rows.
    uint64_t plane_pitch;

    uint64_t segment; ///< HISTO_CL_BATCH_SEGMENTS: elements per histogram; `count` must be a multiple of this
    /// HISTO_CL_BATCH_RAGGED: the first element of each histogram, followed by the end of the last histogram.
    /// There is therefore one offset more than there are histograms. Offsets never decrease, and the last is
    /// at most `count`.
    const uint64_t* offsets;
    size_t offset_count;  ///< 1 to HISTO_CL_MAX_HISTOGRAMS + 1
    uint64_t tile_width;  ///< HISTO_CL_BATCH_TILES: width of a tile, in elements
    uint64_t tile_height; ///< HISTO_CL_BATCH_TILES: height of a tile, in elements

    /// IMAGE3D and arrays of 2-D images: the first slice.
    uint64_t z;
    uint64_t depth; ///< IMAGE3D and arrays of 2-D images: number of slices; 0 means 1

    /// For problems with indices: the number of elements in memory; indices are 0 to source_count − 1.
    /// Required in a job; for host data, 0 means all elements of `samples`.
    uint64_t source_count;
} histo_cl_shape;

/// A shape without a count, whose other members are 0.
static inline histo_cl_shape histo_cl_shape_init(void) {
    histo_cl_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.struct_size = sizeof shape;
    shape.count = HISTO_CL_COUNT_UNSET;
    return shape;
}

/// A shape of `count` elements in a flat layout.
static inline histo_cl_shape histo_cl_flat(uint64_t count) {
    histo_cl_shape shape = histo_cl_shape_init();
    shape.count = count;
    return shape;
}

/// A shape with a region of an image, for a layout in rows.
static inline histo_cl_shape histo_cl_region(uint64_t x, uint64_t y, uint64_t width, uint64_t height) {
    histo_cl_shape shape = histo_cl_shape_init();
    shape.x = x;
    shape.y = y;
    shape.width = width;
    shape.height = height;
    return shape;
}

/// The number of elements that a shape counts: its count (0 if unset), or for layouts in rows the product of
/// the region's width, height and depth (UINT64_MAX if that is beyond 64 bits).
HISTO_CL_API histo_cl_status histo_cl_elements(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                               uint64_t* elements) HISTO_CL_NOEXCEPT;
/// The number of histograms that a shape counts: 1, or the number of segments or tiles of a batch. Tiles are
/// numbered row by row. The counts are [histogram][counter].
HISTO_CL_API histo_cl_status histo_cl_histograms(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                                 uint64_t* histograms) HISTO_CL_NOEXCEPT;

/// The number of bytes that counting a shape reads from each buffer, from the job's offset on. `samples` is 0
/// for an image and for separate channels, which histo_cl_array_footprint() measures.
typedef struct histo_cl_footprint_bytes {
    size_t struct_size;
    uint64_t samples; ///< bytes of samples
    uint64_t mask;    ///< bytes of the mask
    uint64_t weights; ///< bytes of each weight vector
    uint64_t indices; ///< bytes of the indices
} histo_cl_footprint_bytes;

HISTO_CL_INIT(histo_cl_footprint_bytes)

/// The number of bytes that counting the shape reads. Fails with HISTO_CL_INVALID_ARGUMENT for the shapes
/// that footprint() (histo_cl/layout.hpp) rejects.
HISTO_CL_API histo_cl_status histo_cl_footprint(const histo_cl_problem* problem, const histo_cl_shape* shape,
                                                histo_cl_footprint_bytes* bytes) HISTO_CL_NOEXCEPT;
/// The number of bytes that counting the shape reads from the array of a separate channel; 0 if no axis
/// counts the channel. Fails like histo_cl_footprint(), and for a channel that the problem does not have.
HISTO_CL_API histo_cl_status histo_cl_array_footprint(const histo_cl_problem* problem,
                                                      const histo_cl_shape* shape, size_t channel,
                                                      uint64_t* bytes) HISTO_CL_NOEXCEPT;

// ---- How to count ----------------------------------------------------------------------------------------

/// How to count. The members from variant to count_values are the knobs, which change speed, never counts. A
/// knob that is 0 (UNSET) is not set; the library then chooses it. A variant that does not support the value
/// of a set knob is rejected; if no variant is left, functions fail with HISTO_CL_UNSUPPORTED. Functions
/// accept NULL as options, which means all members at 0. The C++ struct Options (histo_cl/options.hpp) has
/// more details. Its member `knobs` holds the knobs. Its member `program_cache` holds cache_directory and
/// cache_bytes; there, 0 bytes mean no_program_cache.
typedef struct histo_cl_options {
    size_t struct_size;
    histo_cl_variant variant;     ///< the variant to use
    histo_cl_partition partition; ///< which samples a work-item reads
    histo_cl_merge merge;         ///< how private counts are added up
    uint32_t work_group_size;     ///< work-items per work-group
    uint32_t work_groups;         ///< maximum number of work-groups per launch
    uint32_t replicas; ///< copies of the bins per work-group (item_private: per work-item), up to 4096
    /// Minimum number of samples per work-item; small inputs are therefore counted by fewer work-groups.
    uint32_t coarsening;
    uint32_t load_bytes;      ///< bytes per load: 1 (one sample at a time), 4 or 16
    uint32_t loads_in_flight; ///< number of loads that a work-item issues before it counts: 1, 2, 4 or 8
    /// Whether a work-group counts samples by value: it finds the bin of each value once, at the end.
    histo_cl_switch count_values;
    /// For histo_cl_histogram(): whether the calling thread counts, without a device. UNSET: it counts where
    /// that is faster or the only way, see histo_cl_histogram(). ON: it always counts; the call fails if the
    /// calling thread cannot count the problem, or if a knob or samples_per_launch is set. OFF: it never
    /// counts. A stream ignores this member if devices are passed to it.
    histo_cl_switch calling_thread;
    /// Maximum bytes of device memory for the workspace, see histo_cl_plan_workspace_bytes(). 0: the default.
    /// It is 64 MiB (on a CPU an eighth of the memory, but at most 512 MiB) for each sum of a cell, not
    /// counting sums of squares. For the queues of HISTO_CL_VARIANT_PARTITIONED it is a 32nd of the memory,
    /// but at most 512 MiB. Set 1 to allow no workspace.
    uint64_t workspace_limit;
    /// Maximum number of samples per launch; longer inputs take several launches. At most 2^31, which is also
    /// the default. Set a smaller value if a display's watchdog requires short kernels.
    uint64_t samples_per_launch;
    /// Whether built kernels are neither stored on disk nor shared with other plans.
    int32_t no_program_cache;
    /// Directory of the program cache, in UTF-8 on Windows. NULL or empty: $XDG_CACHE_HOME/histo_cl, else
    /// $HOME/.cache/histo_cl (on Windows `%LOCALAPPDATA%\histo_cl\cache`). A directory that other users can
    /// write to is not used (docs/first_call.md).
    const char* cache_directory;
    uint64_t cache_bytes; ///< maximum size of the cache on disk; 0 means 256 MiB
    /// A file with a table of measured knobs (docs/tuning.md). A plan takes the knobs that are not set here
    /// from the table's entry for its problem. Empty text: the default file. NULL: no table is read. A table
    /// that cannot be used is ignored; histo_cl_decision_fields.tuning says why.
    const char* tuning_file;
} histo_cl_options;

HISTO_CL_INIT(histo_cl_options)

// ---- Devices ---------------------------------------------------------------------------------------------

/// A device with its profile. Immutable.
typedef struct histo_cl_device histo_cl_device;
/// A list of devices. Immutable.
typedef struct histo_cl_device_list histo_cl_device_list;

/// All devices of OpenCL 1.2 or later, platform by platform. Fails with HISTO_CL_NO_PLATFORM if there is no
/// platform. If no platform has such a device, fails with HISTO_CL_OPENCL_ERROR if a platform failed,
/// otherwise with HISTO_CL_NO_DEVICE. The messages name packages that provide a platform.
HISTO_CL_API histo_cl_status histo_cl_devices(histo_cl_device_list** list) HISTO_CL_NOEXCEPT;
/// The number of devices in a list.
HISTO_CL_API histo_cl_status histo_cl_device_list_size(const histo_cl_device_list* list,
                                                       size_t* size) HISTO_CL_NOEXCEPT;
/// The device at `index` of a list. It belongs to the list.
HISTO_CL_API histo_cl_status histo_cl_device_list_at(const histo_cl_device_list* list, size_t index,
                                                     const histo_cl_device** device) HISTO_CL_NOEXCEPT;
/// Releases a list and its devices. NULL is allowed.
HISTO_CL_API void histo_cl_device_list_release(histo_cl_device_list* list) HISTO_CL_NOEXCEPT;

/// The default device: among the devices with a compiler, the first GPU, else the first accelerator, else the
/// first CPU. Fails like histo_cl_devices(), and with HISTO_CL_NO_COMPILER if no device has a compiler.
HISTO_CL_API histo_cl_status histo_cl_default_device(histo_cl_device** device) HISTO_CL_NOEXCEPT;
/// The first device that `text` matches. `text` is "P:D" (the indices of platform and device), or a part of
/// the name of the device or the platform; case is ignored. Fails like histo_cl_devices(). If no device
/// matches, fails with HISTO_CL_NO_DEVICE, and the message lists the devices.
HISTO_CL_API histo_cl_status histo_cl_find_device(const char* text,
                                                  histo_cl_device** device) HISTO_CL_NOEXCEPT;
/// The device with this OpenCL handle. Its indices are UINT32_MAX. Fails with HISTO_CL_INVALID_ARGUMENT for a
/// NULL handle, and with HISTO_CL_OPENCL_ERROR if a query fails.
HISTO_CL_API histo_cl_status histo_cl_device_from_id(cl_device_id id,
                                                     histo_cl_device** device) HISTO_CL_NOEXCEPT;
/// Releases a device that does not belong to a list. NULL is allowed.
HISTO_CL_API void histo_cl_device_release(histo_cl_device* device) HISTO_CL_NOEXCEPT;

/// A device's OpenCL handles, and its indices in OpenCL's lists of platforms and devices, which
/// histo_cl_find_device() accepts as "P:D".
typedef struct histo_cl_device_handles {
    size_t struct_size;
    cl_platform_id platform; ///< the device's platform
    cl_device_id id;         ///< the device
    uint32_t platform_index; ///< P of "P:D"
    uint32_t device_index;   ///< D of "P:D"
} histo_cl_device_handles;

HISTO_CL_INIT(histo_cl_device_handles)

/// The handles and indices of a device.
HISTO_CL_API histo_cl_status histo_cl_device_get_handles(const histo_cl_device* device,
                                                         histo_cl_device_handles* handles) HISTO_CL_NOEXCEPT;

/// The properties of a device, as in DeviceProfile (histo_cl/device_profile.hpp). To describe a device that
/// is not available, e.g. for histo_cl_choose(), start with histo_cl_device_profile_init(), because some
/// defaults are not 0. A text that is NULL is empty.
typedef struct histo_cl_device_profile {
    size_t struct_size;
    const char* name;                  ///< CL_DEVICE_NAME
    const char* platform;              ///< CL_PLATFORM_NAME
    const char* version;               ///< CL_DEVICE_VERSION
    const char* driver;                ///< CL_DRIVER_VERSION
    histo_cl_vendor vendor;            ///< who made the device
    histo_cl_device_type type;         ///< CPU, GPU or accelerator
    uint32_t compute_units;            ///< CL_DEVICE_MAX_COMPUTE_UNITS
    uint32_t max_work_group_size;      ///< maximum number of work-items of a work-group with one dimension
    uint32_t wave_width;               ///< number of work-items in lockstep: warp, wave, SIMD or vector width
    uint32_t base_address_align_bytes; ///< alignment that the origin of a sub-buffer needs
    uint64_t local_memory_bytes;       ///< CL_DEVICE_LOCAL_MEM_SIZE, per work-group
    /// Local memory that a work-group can use according to the vendor's documents, if that is more than
    /// local_memory_bytes; else 0.
    uint64_t local_memory_reach_bytes;
    uint64_t global_memory_bytes;   ///< CL_DEVICE_GLOBAL_MEM_SIZE
    uint64_t max_allocation_bytes;  ///< maximum size of one buffer
    int32_t local_memory_dedicated; ///< local memory is on the chip, not a part of global memory
    int32_t int64_atomics;          ///< cl_khr_int64_base_atomics
    int32_t fp64;                   ///< kernels can use doubles
    int32_t little_endian;      ///< whether the device is little-endian; a plan needs the host's byte order
    int32_t compiler_available; ///< kernels can be built from source

    // Faults of the driver, which no OpenCL query reports.
    uint32_t loop_limit;         ///< iterations after which a loop silently ends; 0: no such limit
    int32_t understates_kernels; ///< the driver reports a smaller work-group size than it can launch
    int32_t reports_races;       ///< the device reports a race if a plain read is concurrent with atomics

    int32_t images;                 ///< CL_DEVICE_IMAGE_SUPPORT
    int32_t depth_images;           ///< cl_khr_depth_images
    int32_t misreads_single_halves; ///< kernels read wrong values from half_float images of one channel
    /// Version of cl_khr_command_buffer, as CL_MAKE_VERSION packs it; 0: no command buffers.
    uint32_t command_buffer_version;
    uint32_t svm_capabilities; ///< CL_DEVICE_SVM_CAPABILITIES; 0: kernels cannot take SVM pointers
    // What kernels may do with each type of memory of cl_intel_unified_shared_memory: the bits
    // CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL (1), _ATOMIC_ACCESS_INTEL (2) and so on; 0: nothing.
    uint32_t usm_device_capabilities;       ///< memory of this device
    uint32_t usm_host_capabilities;         ///< host memory of clHostMemAllocINTEL()
    uint32_t usm_shared_capabilities;       ///< shared memory of this device
    uint32_t usm_cross_device_capabilities; ///< shared memory of another device, or of no device
    uint32_t usm_system_capabilities;       ///< any host memory
} histo_cl_device_profile;

/// The profile of a GPU about which nothing is known, with the smallest work-groups and no local memory.
static inline histo_cl_device_profile histo_cl_device_profile_init(void) {
    histo_cl_device_profile profile;
    memset(&profile, 0, sizeof profile);
    profile.struct_size = sizeof profile;
    profile.vendor = HISTO_CL_VENDOR_OTHER;
    profile.type = HISTO_CL_DEVICE_GPU;
    profile.compute_units = 1;
    profile.max_work_group_size = 1;
    profile.wave_width = 1;
    profile.base_address_align_bytes = 128;
    profile.little_endian = 1;
    profile.compiler_available = 1;
    profile.images = 1;
    return profile;
}

/// The profile of a device. Its strings belong to the device.
HISTO_CL_API histo_cl_status histo_cl_device_get_profile(const histo_cl_device* device,
                                                         histo_cl_device_profile* profile) HISTO_CL_NOEXCEPT;
/// One line: name, platform, type, compute units and local memory, e.g. "gfx1030 (AMD Accelerated Parallel
/// Processing), gpu, 36 compute units, 64 KiB local memory".
HISTO_CL_API histo_cl_status histo_cl_device_profile_text(const histo_cl_device_profile* profile, char* text,
                                                          size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;

// ---- Decisions -------------------------------------------------------------------------------------------

/// How a problem is counted: the variant, its launch shape, and the variants that were rejected. Immutable.
typedef struct histo_cl_decision histo_cl_decision;

/// A variant that was not chosen, and the reason.
typedef struct histo_cl_rejection {
    histo_cl_variant variant; ///< the rejected variant
    /// Why the variant was not chosen, e.g. "needs 40960 B of local memory, the device has 32768 B".
    const char* reason;
} histo_cl_rejection;

/// Chooses a variant and its launch from a device's profile. Makes no OpenCL calls; the same arguments give
/// the same result.
///
/// Tries the variants for the device's type in a fixed order. Each variant accepts the problem or rejects it
/// with a reason, and the first that accepts is chosen. A variant that could run but would be slow rejects
/// the problem, too; it is chosen only if no other variant accepts. The variants in `refused`, which a driver
/// has already rejected, are skipped and keep their reasons. NULL and 0: none; at most as many as there are
/// variants.
///
/// Fails with HISTO_CL_INVALID_ARGUMENT for an invalid problem or knob, and if calling_thread is ON. Fails
/// with HISTO_CL_UNSUPPORTED if no variant can run, or if the variant set in `options` cannot run; the
/// message has all reasons.
HISTO_CL_API histo_cl_status histo_cl_choose(const histo_cl_device_profile* profile,
                                             const histo_cl_problem* problem, const histo_cl_options* options,
                                             const histo_cl_rejection* refused, size_t refused_count,
                                             histo_cl_decision** decision) HISTO_CL_NOEXCEPT;
/// Decides how histo_cl_histogram() counts data of this shape: on the calling thread, or by a plan with the
/// decision of histo_cl_choose(). A pure function.
///
/// `seconds_unbuilt` is NULL if the kernel is already built, in this process or in the program cache.
/// Otherwise it points to an estimate, finite and at least 0, of the time that the calling thread has spent
/// counting so far because the kernel was not built. If that time plus the time for this data is less than a
/// build takes, the calling thread counts this data, too (docs/first_call.md).
///
/// Fails like histo_cl_choose() and histo_cl_footprint(). If options->calling_thread is ON, fails with
/// HISTO_CL_UNSUPPORTED for a problem that the calling thread cannot count, and with
/// HISTO_CL_INVALID_ARGUMENT for a knob or samples_per_launch.
HISTO_CL_API histo_cl_status histo_cl_choose_for_host_data(const histo_cl_device_profile* profile,
                                                           const histo_cl_problem* problem,
                                                           const histo_cl_shape* shape,
                                                           const histo_cl_options* options,
                                                           const double* seconds_unbuilt,
                                                           histo_cl_decision** decision) HISTO_CL_NOEXCEPT;
/// Releases a decision. NULL is allowed.
HISTO_CL_API void histo_cl_decision_release(histo_cl_decision* decision) HISTO_CL_NOEXCEPT;

/// The content of a decision, as in Decision (histo_cl/decision.hpp). Its strings and rejections belong to
/// the decision.
typedef struct histo_cl_decision_fields {
    size_t struct_size;
    histo_cl_variant variant; ///< HISTO_CL_VARIANT_UNSET: counted as columns, or on the calling thread
    uint32_t work_group_size; ///< work-items per work-group
    uint32_t work_groups;     ///< maximum number of work-groups per launch; with several windows, per window
    uint32_t replicas;        ///< copies of the bins per work-group; item_private: per work-item
    uint32_t coarsening;      ///< minimum number of samples per work-item
    uint32_t load_bytes;      ///< bytes per load
    uint32_t loads_in_flight; ///< number of loads that a work-item issues before it counts
    /// Number of elements per block that a loop counts in place, on CPUs; 0: samples are loaded into
    /// registers.
    uint32_t block_elements;
    histo_cl_partition partition; ///< which samples a work-item reads
    histo_cl_merge merge;         ///< how private counts are added up
    /// Whether a work-group counts samples by value: it finds the bin of each value once, at the end.
    int32_t count_values;
    uint32_t window_bins; ///< number of bins (or values) that one work-group counts
    uint32_t windows;     ///< number of windows; a row of work-groups reads all samples for each
    uint32_t passes;      ///< passes over the samples; this is the decision of the first pass
    /// One launch counts all channels by value, in a local table that holds `axes` channels at once.
    int32_t columns;
    uint32_t axes; ///< number of axes that one pass counts; with several passes, the maximum
    int32_t teams; ///< batches: a team of work-items counts each small histogram, without a merge
    /// hot_bin_cache, partitioned: number of bins that local memory holds at once; columns: counters per
    /// value.
    uint32_t slots;
    int32_t paired;       ///< columns: each pair of columns is counted in a joint table
    uint32_t partitions;  ///< partitioned: number of parts of the bins, each with its own queues
    uint64_t min_samples; ///< partitioned: minimum number of samples of a round
    uint64_t local_bytes; ///< local memory per work-group
    /// The kernel declares its local memory; otherwise local memory is an argument.
    int32_t declares_local_memory;
    uint64_t workspace_bytes;    ///< global memory for queues or for the private counts of all work-groups
    uint64_t samples_per_launch; ///< maximum number of samples per launch
    /// Kernels use atomics to read what other work-items write: counters, and the tags of hot_bin_cache (see
    /// histo_cl_device_profile.reports_races).
    int32_t atomic_reads;
    int32_t branches;        ///< partitioned: kernels may branch or return before a barrier
    int32_t native_atomic64; ///< u64 counters use one 64-bit atomic, not two of 32 bits
    int32_t doubles;         ///< kernels may use doubles; if 0, f64 samples are binned by their bits
    /// The calling thread counts. Nothing is launched, and of the other members only `reason` is meaningful.
    int32_t calling_thread;
    const char* reason;                   ///< why this variant, or the calling thread, was chosen
    const histo_cl_rejection* rejections; ///< the variants that were tried and rejected, in order
    size_t rejection_count;               ///< number of rejections
    /// The knobs that were taken from the table in tuning_file, or why none were taken; empty if no table was
    /// read.
    const char* tuning;
} histo_cl_decision_fields;

HISTO_CL_INIT(histo_cl_decision_fields)

/// The content of a decision. It does not list the knobs that were set; histo_cl_decision_text() does.
HISTO_CL_API histo_cl_status histo_cl_decision_get_fields(const histo_cl_decision* decision,
                                                          histo_cl_decision_fields* fields) HISTO_CL_NOEXCEPT;
/// A readable text of one or more lines: the variant and why it was chosen, the knobs that were set, the
/// launch, the memory, and the rejected variants.
HISTO_CL_API histo_cl_status histo_cl_decision_text(const histo_cl_decision* decision, char* text,
                                                    size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;
/// The number of work-groups of a launch with `samples` samples (with several windows, per window): 1 to
/// work_groups.
HISTO_CL_API histo_cl_status histo_cl_launched_groups(const histo_cl_decision* decision, uint64_t samples,
                                                      uint32_t* groups) HISTO_CL_NOEXCEPT;

/// The text of the OpenCL C program for this problem and decision. For a problem of several passes it is the
/// program of the first pass.
HISTO_CL_API histo_cl_status histo_cl_kernel_source(const histo_cl_problem* problem,
                                                    const histo_cl_decision* decision, char* text,
                                                    size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;
/// The options to build that program with.
HISTO_CL_API histo_cl_status histo_cl_kernel_build_options(const histo_cl_problem* problem,
                                                           const histo_cl_decision* decision, char* text,
                                                           size_t capacity, size_t* length) HISTO_CL_NOEXCEPT;

// ---- Plans -----------------------------------------------------------------------------------------------

/// Counts one problem on one device, with kernels that are compiled once and used many times. Immutable.
typedef struct histo_cl_plan histo_cl_plan;

/// Chooses a variant, builds its kernel (or loads it from the program cache), and tries a launch without
/// samples on a new queue. If the built kernel supports only smaller work-groups or less local memory than
/// the device reported, the plan chooses again within these limits. If the kernel does not compile or the
/// driver rejects the launch, the plan tries the next variant, unless options->variant is set.
/// histo_cl_plan_get_decision() returns the choice.
///
/// Fails with HISTO_CL_INVALID_ARGUMENT (problem, knob or handle), HISTO_CL_UNSUPPORTED,
/// HISTO_CL_NO_COMPILER, HISTO_CL_BUILD_FAILED or HISTO_CL_OPENCL_ERROR.
HISTO_CL_API histo_cl_status histo_cl_plan_create(cl_context context, cl_device_id device,
                                                  const histo_cl_problem* problem,
                                                  const histo_cl_options* options,
                                                  histo_cl_plan** plan) HISTO_CL_NOEXCEPT;
/// Adds a reference to the plan. Each reference needs a histo_cl_plan_release().
HISTO_CL_API histo_cl_status histo_cl_plan_retain(histo_cl_plan* plan) HISTO_CL_NOEXCEPT;
/// Releases a reference to the plan. NULL is allowed. The plan may be released as soon as its enqueues have
/// returned: commands retain what they use.
HISTO_CL_API void histo_cl_plan_release(histo_cl_plan* plan) HISTO_CL_NOEXCEPT;

/// The plan's problem. Memory that the struct points to belongs to the plan. histo_cl_problem_axis() returns
/// its binnings.
HISTO_CL_API histo_cl_status histo_cl_plan_get_problem(const histo_cl_plan* plan,
                                                       histo_cl_problem* problem) HISTO_CL_NOEXCEPT;
/// The plan's decision, which belongs to the plan.
HISTO_CL_API histo_cl_status histo_cl_plan_get_decision(const histo_cl_plan* plan,
                                                        const histo_cl_decision** decision) HISTO_CL_NOEXCEPT;
/// The profile of the plan's device. Its strings belong to the plan.
HISTO_CL_API histo_cl_status histo_cl_plan_get_profile(const histo_cl_plan* plan,
                                                       histo_cl_device_profile* profile) HISTO_CL_NOEXCEPT;

/// Size in bytes of the workspace that one enqueue of `histograms` histograms (at most
/// HISTO_CL_MAX_HISTOGRAMS) needs: for private counts or queues, and for float weights also for wide sums of
/// 16 bytes per counter. Only wide sums grow with the number of histograms; an enqueue with wide sums is
/// rejected if its workspace exceeds workspace_limit. 0 if no workspace is needed.
///
/// A plan of several passes allocates additional memory for each job in flight. This memory holds the counts
/// of the largest pass. With indices, nibbles or planes of several channels it also holds up to 4 samples per
/// counted element. With indices it also holds a byte and the weights of each counted element.
HISTO_CL_API histo_cl_status histo_cl_plan_workspace_bytes(const histo_cl_plan* plan, uint64_t histograms,
                                                           uint64_t* bytes) HISTO_CL_NOEXCEPT;
/// Device memory in bytes that the plan itself holds for the thresholds of its bins, shared by all enqueues.
HISTO_CL_API histo_cl_status histo_cl_plan_threshold_bytes(const histo_cl_plan* plan,
                                                           uint64_t* bytes) HISTO_CL_NOEXCEPT;
/// Size of histo_cl_job.counts in bytes for `histograms` histograms, at most HISTO_CL_MAX_HISTOGRAMS, rounded
/// up to a multiple of 4: bytes after the last u8 or u16 counter may be overwritten.
HISTO_CL_API histo_cl_status histo_cl_plan_count_bytes(const histo_cl_plan* plan, uint64_t histograms,
                                                       uint64_t* bytes) HISTO_CL_NOEXCEPT;
/// 1 if the plan was made without compiling, because its programs came from the cache on disk or from other
/// plans; else 0.
HISTO_CL_API histo_cl_status histo_cl_plan_built_from_cache(const histo_cl_plan* plan,
                                                            int32_t* built_from_cache) HISTO_CL_NOEXCEPT;

/// How a job's memory is specified: by a handle or by an address.
typedef int32_t histo_cl_memory_kind;
enum {
    HISTO_CL_MEMORY_OBJECT = 0, ///< a cl_mem
    HISTO_CL_MEMORY_SVM = 1,    ///< an address in shared virtual memory (OpenCL 2.0)
    HISTO_CL_MEMORY_USM = 2     ///< an address in unified shared memory (cl_intel_unified_shared_memory)
};

/// Memory given by its address instead of a cl_mem. It must remain allocated until the commands have ended.
/// The pointer is const, but commands write to the memory if it is an output or the workspace of the job.
typedef struct histo_cl_pointer {
    const void* address;       ///< NULL, with `kind` 0: a cl_mem is used instead
    histo_cl_memory_kind kind; ///< kind of the address: SVM or USM
    int32_t reserved;          ///< 0
} histo_cl_pointer;

/// An address in an allocation of clSVMAlloc() or, on a device with fine-grained system SVM, any host
/// address. OpenCL has no query for SVM allocations, so the caller must ensure that the allocation belongs to
/// the plan's context, is large enough, and remains until the commands have ended. Coarse-grained memory must
/// be unmapped while the commands run.
static inline histo_cl_pointer histo_cl_svm_pointer(const void* address) {
    histo_cl_pointer pointer;
    memset(&pointer, 0, sizeof pointer);
    pointer.address = address;
    pointer.kind = HISTO_CL_MEMORY_SVM;
    return pointer;
}

/// An address in an allocation of clDeviceMemAllocINTEL(), clHostMemAllocINTEL() or clSharedMemAllocINTEL().
static inline histo_cl_pointer histo_cl_usm_pointer(const void* address) {
    histo_cl_pointer pointer;
    memset(&pointer, 0, sizeof pointer);
    pointer.address = address;
    pointer.kind = HISTO_CL_MEMORY_USM;
    return pointer;
}

/// The buffer of one channel, for HISTO_CL_ORDER_SEPARATE.
typedef struct histo_cl_array_buffer {
    cl_mem samples;                   ///< the samples of the channel
    uint64_t sample_offset;           ///< position of the first element's sample, in samples
    histo_cl_pointer samples_pointer; ///< if set, used instead of `samples`, which must be NULL
} histo_cl_array_buffer;

/// The buffer of one weight of each element, for a weight_vector_count above 1.
typedef struct histo_cl_weight_buffer {
    cl_mem weights;                   ///< a weight for each element
    uint64_t weight_offset;           ///< position of the first element's weight, in weights
    histo_cl_pointer weights_pointer; ///< if set, used instead of `weights`, which must be NULL
} histo_cl_weight_buffer;

/// The memory that one enqueue or count reads and writes. The caller owns all of it; the library retains the
/// memory objects until its commands have ended.
typedef struct histo_cl_job {
    size_t struct_size;
    const histo_cl_shape* shape; ///< which elements are counted, e.g. histo_cl_flat(n)
    cl_mem samples;              ///< a buffer, or the image of a problem with an image_kind
    /// Position of the first element in the buffer, in samples (with nibbles in bytes); in an IMAGE1D or
    /// IMAGE1D_BUFFER, in pixels.
    uint64_t sample_offset;
    cl_mem mask;            ///< a byte for each element, for a layout with a mask
    uint64_t mask_offset;   ///< position of the first element's mask byte, in bytes
    cl_mem weights;         ///< a weight for each element, for a problem with weights
    uint64_t weight_offset; ///< position of the first element's weight, in weights
    /// For an enqueue: receives the counters of all histograms, of the problem's counter type, from the start
    /// of the memory.
    cl_mem counts;
    /// For an enqueue: whether it adds to the existing counts instead of overwriting them. If several
    /// enqueues together add 2^32 or more to a u32 counter, the counter wraps without an error: use u64
    /// counters then. u8 and u16 counters saturate.
    int32_t accumulate;
    /// Memory for private counts, queues, wide sums, minima and maxima, of at least
    /// histo_cl_plan_workspace_bytes() for the job's number of histograms. Two jobs in flight must not share
    /// a workspace. NULL: the plan allocates it, and releases it when the commands have ended. With
    /// HISTO_CL_MERGE_LAST_GROUP, the plan keeps the workspace for later jobs on the same in-order queue.
    cl_mem workspace;
    histo_cl_pointer samples_pointer;   ///< if set, used instead of `samples`, which must be NULL
    histo_cl_pointer mask_pointer;      ///< if set, used instead of `mask`, which must be NULL
    histo_cl_pointer weights_pointer;   ///< if set, used instead of `weights`, which must be NULL
    histo_cl_pointer counts_pointer;    ///< if set, used instead of `counts`, which must be NULL
    histo_cl_pointer workspace_pointer; ///< if set, used instead of `workspace`, which must be NULL
    /// HISTO_CL_ORDER_SEPARATE, instead of `samples`: a buffer for each channel, NULL if no axis counts the
    /// channel. Channels may share a buffer.
    const histo_cl_array_buffer* arrays;
    size_t array_count; ///< up to HISTO_CL_MAX_ARRAYS
    /// For several weights per element, instead of `weights`: a buffer for each weight vector. Vectors may
    /// share a buffer.
    const histo_cl_weight_buffer* weight_vectors;
    size_t weight_vector_count; ///< up to HISTO_CL_MAX_WEIGHT_VECTORS
    cl_mem indices;             ///< for a problem with indices: the indices, as many as the shape's `count`
    uint64_t index_offset;      ///< position of the first index in the buffer, in indices
    /// For a problem with indices: NULL, or memory for a uint32_t that receives the number of skipped
    /// indices, modulo 2^32. An index is skipped if it is the shape's source_count or more.
    cl_mem skipped;
    histo_cl_pointer indices_pointer; ///< if set, used instead of `indices`, which must be NULL
    histo_cl_pointer skipped_pointer; ///< if set, used instead of `skipped`, which must be NULL
    /// The axes to count, in increasing order; NULL and 0: all. Counters of other axes become 0 or, with
    /// `accumulate`, stay as they are. See Job::axes (histo_cl/job.hpp).
    const uint32_t* axes;
    size_t axis_count; ///< up to HISTO_CL_MAX_CHANNELS
} histo_cl_job;

HISTO_CL_INIT(histo_cl_job)

/// Enqueues the counting on the caller's queue, in-order or out-of-order, after the `wait_count` events of
/// `wait` (NULL and 0: none; at most CL_UINT_MAX); never blocks. If `event` is not NULL, it receives an event
/// that completes when the counts are written; the caller must release it by clReleaseEvent.
///
/// Before anything is enqueued, and with the counts unchanged, fails with HISTO_CL_INVALID_ARGUMENT and
/// HISTO_CL_UNSUPPORTED for the jobs that Plan::enqueue() (histo_cl/plan.hpp) rejects, and for a plan with
/// HISTO_CL_MERGE_HOST, which only histo_cl_plan_count() supports. Fails with HISTO_CL_OPENCL_ERROR if the
/// driver rejects a command.
HISTO_CL_API histo_cl_status histo_cl_plan_enqueue(const histo_cl_plan* plan, cl_command_queue queue,
                                                   const histo_cl_job* job, size_t wait_count,
                                                   const cl_event* wait, cl_event* event) HISTO_CL_NOEXCEPT;

/// Like histo_cl_plan_enqueue(). If `first` is not NULL, it receives the event of the first command, which
/// the caller must also release. On a queue with CL_QUEUE_PROFILING_ENABLE the counting runs from the
/// CL_PROFILING_COMMAND_START of `first` to the CL_PROFILING_COMMAND_END of `event`.
HISTO_CL_API histo_cl_status histo_cl_plan_enqueue_with_events(const histo_cl_plan* plan,
                                                               cl_command_queue queue,
                                                               const histo_cl_job* job, size_t wait_count,
                                                               const cl_event* wait, cl_event* event,
                                                               cl_event* first) HISTO_CL_NOEXCEPT;

/// Records the counting into a command buffer of cl_khr_command_buffer that was created for `queue` only.
/// Each clEnqueueCommandBufferKHR then counts the contents that the job's buffers have at that time. The
/// recorded commands wait for the `wait_count` sync points of `wait` (NULL and 0: none; at most CL_UINT_MAX).
/// If `done` is not NULL, it receives the sync point at which the counts are complete.
///
/// The job is copied. The plan and the job's buffers must exist until the last execution has ended, because a
/// command buffer does not retain arguments of kernels. The plan keeps a workspace for each recording.
/// Executions must not overlap, because they write the same counts. Not thread-safe for one command buffer.
///
/// Before anything is recorded, fails with HISTO_CL_UNSUPPORTED and HISTO_CL_INVALID_ARGUMENT for what
/// Plan::record() (histo_cl/plan.hpp) rejects. Fails with HISTO_CL_OPENCL_ERROR if the driver rejects a
/// command; the command buffer may then be incomplete and must not be used.
HISTO_CL_API histo_cl_status histo_cl_plan_record(const histo_cl_plan* plan, cl_command_buffer_khr buffer,
                                                  cl_command_queue queue, const histo_cl_job* job,
                                                  size_t wait_count, const cl_sync_point_khr* wait,
                                                  cl_sync_point_khr* done) HISTO_CL_NOEXCEPT;

/// Counts on the caller's queue after the events of `wait`, and waits for the result. It supports every
/// merge; with HISTO_CL_MERGE_HOST the calling thread adds up the private counts of each launch. The job's
/// `counts` must be NULL and `accumulate` 0. The arguments `counts` and `capacity` are as for
/// histo_cl_histogram().
///
/// Before anything is enqueued, fails like histo_cl_plan_enqueue(). Fails with HISTO_CL_OPENCL_ERROR if a
/// command or an event of `wait` fails, and with HISTO_CL_INVALID_ARGUMENT for a weight beyond the weight
/// bound, both after all enqueued commands have ended.
HISTO_CL_API histo_cl_status histo_cl_plan_count(const histo_cl_plan* plan, cl_command_queue queue,
                                                 const histo_cl_job* job, size_t wait_count,
                                                 const cl_event* wait, void* counts,
                                                 size_t capacity) HISTO_CL_NOEXCEPT;

// ---- Plans of operations ---------------------------------------------------------------------------------
// A histo_cl_map_plan, histo_cl_equalization_plan, histo_cl_subtraction_plan or histo_cl_summary_plan is
// compiled once and enqueued many times. It is immutable. For each of them:
//
// The function that makes the plan uses only the members of `options` that are about the program cache. NULL
// means the defaults. It fails with HISTO_CL_INVALID_ARGUMENT (type or handle), HISTO_CL_UNSUPPORTED (a byte
// order other than the host's), HISTO_CL_NO_COMPILER, HISTO_CL_BUILD_FAILED or HISTO_CL_OPENCL_ERROR. The
// plan may be released as soon as its enqueues have returned: commands retain what they use.
//
// A job is the memory that one enqueue reads and writes. The caller owns all of it; the library retains the
// memory objects until its commands have ended. Each X_pointer that is set is used instead of the member X,
// which must be NULL.
//
// An enqueue uses the caller's queue, in-order or out-of-order, after the `wait_count` events of `wait` (NULL
// and 0: none; at most CL_UINT_MAX), and never blocks. If `event` is not NULL, it receives an event that
// completes when the job's output is written; the caller must release it by clReleaseEvent. Before anything
// is enqueued, it fails with HISTO_CL_INVALID_ARGUMENT and HISTO_CL_UNSUPPORTED for the jobs that enqueue()
// of the C++ class rejects (histo_cl/map_plan.hpp and so on). It fails with HISTO_CL_OPENCL_ERROR if the
// driver rejects a command.

/// Applies maps, such as those of histo_cl_equalization_map() and histo_cl_clahe_maps(), to samples on a
/// device.
typedef struct histo_cl_map_plan histo_cl_map_plan;

/// Makes a plan for samples and levels of u8 or u16; unset: u8.
HISTO_CL_API histo_cl_status histo_cl_map_plan_create(cl_context context, cl_device_id device,
                                                      histo_cl_sample_type source,
                                                      histo_cl_sample_type destination,
                                                      const histo_cl_options* options,
                                                      histo_cl_map_plan** plan) HISTO_CL_NOEXCEPT;
/// Makes a plan for images of two dimensions with channels of UNORM_INT8, UNORM_INT16, UNSIGNED_INT8 or
/// UNSIGNED_INT16, in any channel order of OpenCL 1.2. Samples and levels are the stored integers. Also fails
/// with HISTO_CL_UNSUPPORTED if the device has no images.
HISTO_CL_API histo_cl_status histo_cl_map_plan_create_for_images(cl_context context, cl_device_id device,
                                                                 histo_cl_channel_type source,
                                                                 histo_cl_channel_type destination,
                                                                 const histo_cl_options* options,
                                                                 histo_cl_map_plan** plan) HISTO_CL_NOEXCEPT;
/// Releases a plan. NULL is allowed.
HISTO_CL_API void histo_cl_map_plan_release(histo_cl_map_plan* plan) HISTO_CL_NOEXCEPT;

/// The memory that one enqueue of a histo_cl_map_plan reads and writes.
typedef struct histo_cl_map_job {
    size_t struct_size;
    cl_mem source;          ///< a buffer with rows of samples; if the plan is for images, an image2d
    uint64_t source_offset; ///< position of the first row in the buffer, in samples
    uint64_t source_pitch;  ///< bytes from one row to the next, a multiple of the sample's size; 0: packed
    /// A buffer that receives the level of each sample. It may be the source buffer, with the same type,
    /// offset and pitch. If the plan is for images, it is another image2d, and offsets and pitches must be 0.
    cl_mem destination;
    uint64_t destination_offset; ///< position of the first row in the buffer, in samples
    /// Bytes from one row to the next: a multiple of the sample's size, and at least the size of a row; 0:
    /// packed.
    uint64_t destination_pitch;
    /// Samples per row, up to 2^31. For an image: pixels per row, from the first column on.
    uint64_t width;
    uint64_t height; ///< number of rows, up to 2^31; for an image, from the first row on; 0 means 1
    cl_mem maps;     ///< levels of uint32_t, [map][value]: one map, or a map for each tile, row by row
    /// Number of levels of a map, up to 65536; 0 means 256. Samples that are `values` or more get the last
    /// level of the map.
    uint32_t values;
    /// Images: bit c is set if channel c of R, G, B and A is mapped; 0 means R, G and B. Other channels are
    /// copied; values above the largest value of the destination's type become that largest value.
    uint32_t channels;
    /// Width of a tile, in samples, up to 2^31. If the width and the height are 0, there is one map for all
    /// samples. Otherwise each sample's level is interpolated between the maps of the four tiles whose
    /// centres are nearest, as in OpenCV's createCLAHE.
    uint64_t tile_width;
    uint64_t tile_height; ///< height of a tile, in samples, up to 2^31
    /// Number of tiles in x, up to 2^24; 0: enough to cover all samples.
    uint64_t tiles_across;
    uint64_t tiles_down;             ///< number of tiles in y, up to 2^24; 0: enough to cover all samples
    histo_cl_pointer source_pointer; ///< if set, used instead of `source`, which must be NULL
    histo_cl_pointer destination_pointer; ///< if set, used instead of `destination`, which must be NULL
    histo_cl_pointer maps_pointer;        ///< if set, used instead of `maps`, which must be NULL
} histo_cl_map_job;

HISTO_CL_INIT(histo_cl_map_job)

/// Enqueues one kernel.
HISTO_CL_API histo_cl_status histo_cl_map_plan_enqueue(const histo_cl_map_plan* plan, cl_command_queue queue,
                                                       const histo_cl_map_job* job, size_t wait_count,
                                                       const cl_event* wait,
                                                       cl_event* event) HISTO_CL_NOEXCEPT;

/// Computes maps from counts on a device, for a histo_cl_map_plan to apply there. An image is equalized by
/// three enqueues (counting, maps, mapping) without waiting on the host.
typedef struct histo_cl_equalization_plan histo_cl_equalization_plan;

/// Makes a plan for counts of U32 or U64.
HISTO_CL_API histo_cl_status histo_cl_equalization_plan_create(
    cl_context context, cl_device_id device, histo_cl_counter_type counter, const histo_cl_options* options,
    histo_cl_equalization_plan** plan) HISTO_CL_NOEXCEPT;
/// Releases a plan. NULL is allowed.
HISTO_CL_API void histo_cl_equalization_plan_release(histo_cl_equalization_plan* plan) HISTO_CL_NOEXCEPT;

/// The memory that one enqueue of a histo_cl_equalization_plan reads and writes.
typedef struct histo_cl_equalization_job {
    size_t struct_size;
    cl_mem counts;           ///< [histogram][bin], from the start of the memory
    uint64_t histograms;     ///< up to HISTO_CL_MAX_HISTOGRAMS, e.g. the tiles of a batch; 0 means 1
    uint32_t bins;           ///< bins per histogram, up to 65536; 0 means 256
    histo_cl_map_rule rule;  ///< how a map follows from counts
    cl_mem maps;             ///< receives levels of uint32_t, [histogram][bin]; must not overlap the counts
    uint32_t levels;         ///< EQUALIZE: number of levels, up to 65536; 0 means 256
    uint32_t reference_bins; ///< MATCH: up to 65536; 0 means 256
    cl_mem reference;        ///< MATCH: the counts of the one histogram that all others are matched to
    double clip_limit;       ///< CLAHE: see histo_cl_clahe_maps(); finite, 0 clips nothing
    histo_cl_pointer counts_pointer;    ///< if set, used instead of `counts`, which must be NULL
    histo_cl_pointer maps_pointer;      ///< if set, used instead of `maps`, which must be NULL
    histo_cl_pointer reference_pointer; ///< if set, used instead of `reference`, which must be NULL
} histo_cl_equalization_job;

HISTO_CL_INIT(histo_cl_equalization_job)

/// Enqueues one kernel.
HISTO_CL_API histo_cl_status histo_cl_equalization_plan_enqueue(const histo_cl_equalization_plan* plan,
                                                                cl_command_queue queue,
                                                                const histo_cl_equalization_job* job,
                                                                size_t wait_count, const cl_event* wait,
                                                                cl_event* event) HISTO_CL_NOEXCEPT;

/// Subtracts the counters of one histogram from those of another on a device. Gradient boosting uses this to
/// compute the histogram of a node's larger child from those of the node and the smaller child.
typedef struct histo_cl_subtraction_plan histo_cl_subtraction_plan;

/// Makes a plan for counters of that type. histo_cl/subtraction_plan.hpp defines the difference for each
/// type.
HISTO_CL_API histo_cl_status histo_cl_subtraction_plan_create(
    cl_context context, cl_device_id device, histo_cl_counter_type counter, const histo_cl_options* options,
    histo_cl_subtraction_plan** plan) HISTO_CL_NOEXCEPT;
/// Releases a plan. NULL is allowed.
HISTO_CL_API void histo_cl_subtraction_plan_release(histo_cl_subtraction_plan* plan) HISTO_CL_NOEXCEPT;

/// The memory that one enqueue of a histo_cl_subtraction_plan reads and writes.
typedef struct histo_cl_subtraction_job {
    size_t struct_size;
    cl_mem minuend;                      ///< counters, from the start of the memory
    cl_mem subtrahend;                   ///< counters, from the start of the memory
    cl_mem difference;                   ///< receives minuend - subtrahend; may be the memory of an operand
    uint64_t counters;                   ///< number of counters in each of the three
    histo_cl_pointer minuend_pointer;    ///< if set, used instead of `minuend`, which must be NULL
    histo_cl_pointer subtrahend_pointer; ///< if set, used instead of `subtrahend`, which must be NULL
    histo_cl_pointer difference_pointer; ///< if set, used instead of `difference`, which must be NULL
} histo_cl_subtraction_job;

HISTO_CL_INIT(histo_cl_subtraction_job)

/// Enqueues one kernel.
HISTO_CL_API histo_cl_status histo_cl_subtraction_plan_enqueue(const histo_cl_subtraction_plan* plan,
                                                               cl_command_queue queue,
                                                               const histo_cl_subtraction_job* job,
                                                               size_t wait_count, const cl_event* wait,
                                                               cl_event* event) HISTO_CL_NOEXCEPT;

// ---- One call --------------------------------------------------------------------------------------------

/// The samples of one channel in host memory, for HISTO_CL_ORDER_SEPARATE.
typedef struct histo_cl_array_data {
    const void* samples; ///< the first sample
    size_t bytes;        ///< bytes of all samples
} histo_cl_array_data;

/// One weight of each element in host memory, for a weight_vector_count above 1.
typedef struct histo_cl_weight_data {
    const void* weights; ///< the first weight
    size_t bytes;        ///< bytes of all weights
} histo_cl_weight_data;

/// Data in host memory to count. Each array starts with the first sample, mask byte, weight or index, at any
/// alignment.
typedef struct histo_cl_host_data {
    size_t struct_size;
    /// For flat layouts, NULL or a shape with an unset count means that all of `samples` are counted. These
    /// must then be whole elements.
    const histo_cl_shape* shape;
    const void* samples;  ///< the first sample
    size_t samples_bytes; ///< bytes of samples
    const void* mask;     ///< for a layout with a mask: a byte for each element
    size_t mask_bytes;    ///< bytes of the mask
    /// For a problem with weights: a weight for each element, or with weights_per for each row or column.
    /// With a weight_stride, the array may end right after the last weight.
    const void* weights;
    size_t weights_bytes; ///< bytes of weights
    /// HISTO_CL_ORDER_SEPARATE, instead of `samples`: an array for each channel, empty if no axis counts the
    /// channel. With an unset count, all counted channels must have the same number of samples.
    const histo_cl_array_data* arrays;
    size_t array_count; ///< up to HISTO_CL_MAX_ARRAYS
    /// For several weights per element, instead of `weights`: an array for each weight vector.
    const histo_cl_weight_data* weight_vectors;
    size_t weight_vector_count; ///< up to HISTO_CL_MAX_WEIGHT_VECTORS
    /// The indices, for a problem with indices. Calls fail with HISTO_CL_INVALID_ARGUMENT for an index of
    /// source_count or more.
    const void* indices;
    size_t indices_bytes; ///< bytes of indices
} histo_cl_host_data;

/// Flat data: `bytes` bytes of samples.
static inline histo_cl_host_data histo_cl_samples(const void* samples, size_t bytes) {
    histo_cl_host_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.samples = samples;
    data.samples_bytes = bytes;
    return data;
}

/// Counts host data on a device (NULL: the default device) and waits for the result. A CPU's kernels use
/// samples, mask, weights and indices in place if they are aligned to their type.
///
/// The calling thread counts small inputs. If the device is a CPU, the calling thread also counts larger
/// inputs until building the kernel pays off. If it can count the problem, the calling thread also counts if
/// there is no device, if custom bins need doubles that the device does not have, and, if `device` is NULL,
/// until loading the OpenCL platforms pays off (docs/first_call.md). histo_cl_choose_for_host_data() returns
/// whether the calling thread or a given device counts.
///
/// `counts` has room for `capacity` counters: uint64_t for counts and for sums of unsigned weights, int64_t
/// for sums of signed integer weights, and double for sums of float weights and with splitting (float if
/// problem->counter is F32). Minima and maxima have the type of sums. If problem->counter is U8 or U16,
/// counts stop at 255 or 65,535. Otherwise problem->counter does not matter. `counts` receives
/// [histogram][counter]. The call fails with HISTO_CL_INVALID_ARGUMENT if the capacity is too small.
///
/// Data larger than the device's largest buffer is counted in chunks if it is flat and counted into one
/// histogram, without custom bins that use `i`, lists of indices, nibbles, or planes of several channels.
/// Otherwise the call fails with HISTO_CL_UNSUPPORTED. For chunks of float weights without a bound, the
/// calling thread first determines the histo_cl_weight_bound(). Fails like histo_cl_default_device(),
/// histo_cl_plan_create() and histo_cl_plan_enqueue(), and with HISTO_CL_INVALID_ARGUMENT for data shorter
/// than the shape.
HISTO_CL_API histo_cl_status histo_cl_histogram(const histo_cl_problem* problem,
                                                const histo_cl_host_data* data,
                                                const histo_cl_options* options,
                                                const histo_cl_device* device, void* counts,
                                                size_t capacity) HISTO_CL_NOEXCEPT;

/// Releases what histo_cl_histogram() keeps for later calls: plans, and the tables with which the calling
/// thread finds bins (bin rules). Whatever another thread is using is released when its call ends. Nothing is
/// released at process exit.
///
/// histo_cl_histogram() keeps the 16 plans used last, with at most 64 MiB of thresholds and other tables
/// together, for calls with the same device, problem and options. A max_samples of 0 is replaced by the
/// number of elements, rounded up to a power of two of at least 65,536. For the calling thread it keeps the
/// bin rules of up to 16 problems, at most 16 MiB.
HISTO_CL_API void histo_cl_release_kept_plans(void) HISTO_CL_NOEXCEPT;

/// Counts samples that are already on a device, with a new plan for the queue's context and device, after the
/// `wait_count` events of `wait` (NULL and 0: none), and waits for the result. The job's `counts` must be
/// NULL and `accumulate` 0. The arguments `counts` and `capacity` are as for histo_cl_histogram(). Fails like
/// histo_cl_plan_create() and histo_cl_plan_count().
HISTO_CL_API histo_cl_status histo_cl_histogram_on_device(
    cl_command_queue queue, const histo_cl_problem* problem, const histo_cl_job* job, size_t wait_count,
    const cl_event* wait, const histo_cl_options* options, void* counts, size_t capacity) HISTO_CL_NOEXCEPT;

/// The serial reference: counts on the calling thread, without OpenCL, in exact arithmetic, directly by the
/// definition of a bin. It shares no code with the kernels or their thresholds. `counts` and `capacity` are
/// as for histo_cl_histogram().
HISTO_CL_API histo_cl_status histo_cl_reference_histogram(const histo_cl_problem* problem,
                                                          const histo_cl_host_data* data, void* counts,
                                                          size_t capacity) HISTO_CL_NOEXCEPT;

/// The default problem for samples whose bins are not given. An unset type means u8. The problem has u64
/// counters. For integers of 8 and 16 bits it has a bin for each value. For other types it has 256 even bins
/// from the smallest to the largest finite sample; the last edge is inclusive. `samples` has `bytes` bytes,
/// which must be whole samples.
///
/// Fills `binning` and `problem`. problem->axes points to `binning`: keep it as long as the problem.
HISTO_CL_API histo_cl_status histo_cl_default_problem(histo_cl_sample_type sample, const void* samples,
                                                      size_t bytes, histo_cl_binning* binning,
                                                      histo_cl_problem* problem) HISTO_CL_NOEXCEPT;

/// A problem with u64 counters and even bins from the smallest to the largest finite sample, also for
/// integers of 8 and 16 bits. The rule determines the number of bins. The last edge is inclusive. The bins
/// are those of numpy.histogram_bin_edges in NumPy 1.24, except that bins of integers are at least 1 wide.
/// Fails with HISTO_CL_INVALID_ARGUMENT for more than HISTO_CL_MAX_BINS_BY_RULE bins. Fills `binning` and
/// `problem` like histo_cl_default_problem().
HISTO_CL_API histo_cl_status histo_cl_default_problem_by_rule(histo_cl_sample_type sample,
                                                              const void* samples, size_t bytes,
                                                              histo_cl_bin_rule rule,
                                                              histo_cl_binning* binning,
                                                              histo_cl_problem* problem) HISTO_CL_NOEXCEPT;

/// The statistics of samples from which a rule computes the number of bins. NaN and infinities are left out.
typedef struct histo_cl_sample_summary {
    size_t struct_size;
    uint64_t count;             ///< number of finite samples
    double minimum;             ///< the smallest finite sample
    double maximum;             ///< the largest finite sample
    double standard_deviation;  ///< population standard deviation, like numpy.std; used by SCOTT and DOANE
    double skewness;            ///< population skewness; used by DOANE, unless the standard deviation is 0
    double interquartile_range; ///< the 75th percentile minus the 25th; used by FD and AUTOMATIC
    double min_width;           ///< minimum width of a bin: 1 for integers
} histo_cl_sample_summary;

HISTO_CL_INIT(histo_cl_sample_summary)

/// The number of even bins, 1 to HISTO_CL_MAX_BINS_BY_RULE, into which the rule divides the range from the
/// smallest to the largest sample.
///
/// Fails with HISTO_CL_INVALID_ARGUMENT for STONE, and for the summaries that bins_by_rule()
/// (histo_cl/auto_bins.hpp) rejects.
HISTO_CL_API histo_cl_status histo_cl_bins_by_rule(histo_cl_bin_rule rule,
                                                   const histo_cl_sample_summary* summary,
                                                   uint32_t* bins) HISTO_CL_NOEXCEPT;

/// Like histo_cl_default_problem_by_rule(), but from a summary of the samples, e.g. one that a
/// histo_cl_summary_plan computes on a device. The bounds are the summary's extremes. Integers of 2^53 and
/// beyond may be rounded in a summary, so their bounds are the next doubles outwards, and no sample is out of
/// range.
HISTO_CL_API histo_cl_status histo_cl_default_problem_by_summary(histo_cl_sample_type sample,
                                                                 const histo_cl_sample_summary* summary,
                                                                 histo_cl_bin_rule rule,
                                                                 histo_cl_binning* binning,
                                                                 histo_cl_problem* problem) HISTO_CL_NOEXCEPT;

/// Finds the range, standard deviation and skewness of samples on a device.
typedef struct histo_cl_summary_plan histo_cl_summary_plan;

/// Makes a plan for samples of that type; unset: u8.
HISTO_CL_API histo_cl_status histo_cl_summary_plan_create(cl_context context, cl_device_id device,
                                                          histo_cl_sample_type sample,
                                                          const histo_cl_options* options,
                                                          histo_cl_summary_plan** plan) HISTO_CL_NOEXCEPT;
/// Releases a plan, after the last histo_cl_summary_plan_read(). NULL is allowed.
HISTO_CL_API void histo_cl_summary_plan_release(histo_cl_summary_plan* plan) HISTO_CL_NOEXCEPT;
/// Size of histo_cl_summary_job.summary in bytes; at most 64 KiB.
HISTO_CL_API histo_cl_status histo_cl_summary_plan_bytes(const histo_cl_summary_plan* plan,
                                                         uint64_t* bytes) HISTO_CL_NOEXCEPT;

/// The memory that one enqueue of a histo_cl_summary_plan reads and writes.
typedef struct histo_cl_summary_job {
    size_t struct_size;
    cl_mem samples;         ///< a buffer of packed samples
    uint64_t sample_offset; ///< position of the first sample to summarize, in samples
    uint64_t count;         ///< number of samples to summarize
    cl_mem summary;         ///< receives the result of an enqueue, which histo_cl_summary_plan_read() decodes
    histo_cl_pointer samples_pointer; ///< if set, used instead of `samples`, which must be NULL
    histo_cl_pointer summary_pointer; ///< if set, used instead of `summary`, which must be NULL
} histo_cl_summary_job;

HISTO_CL_INIT(histo_cl_summary_job)

/// Enqueues three passes over the samples.
HISTO_CL_API histo_cl_status histo_cl_summary_plan_enqueue(const histo_cl_summary_plan* plan,
                                                           cl_command_queue queue,
                                                           const histo_cl_summary_job* job, size_t wait_count,
                                                           const cl_event* wait,
                                                           cl_event* event) HISTO_CL_NOEXCEPT;
/// Decodes the summary that an enqueue has written. `content` is a host copy of its
/// histo_cl_summary_plan_bytes() bytes. The interquartile range becomes NaN, because it cannot be computed
/// from sums. The rules FD and AUTOMATIC need the interquartile range: set it, for example, from the
/// histo_cl_percentiles() of a histogram.
HISTO_CL_API histo_cl_status histo_cl_summary_plan_read(const histo_cl_summary_plan* plan,
                                                        const void* content, size_t bytes,
                                                        histo_cl_sample_summary* summary) HISTO_CL_NOEXCEPT;
/// Enqueues the passes, waits, and returns the summary. The job's `summary` must be NULL.
HISTO_CL_API histo_cl_status histo_cl_summary_plan_summarize(
    const histo_cl_summary_plan* plan, cl_command_queue queue, const histo_cl_summary_job* job,
    size_t wait_count, const cl_event* wait, histo_cl_sample_summary* summary) HISTO_CL_NOEXCEPT;

/// The values of weight_bound_maximum and weight_bound_elements with which sums of float weights have the
/// same bits as without a bound. `maximum` is the greatest finite magnitude of the counted weights, or the
/// smallest normal number of their type if that magnitude is 0. `elements` is the number of elements of the
/// shape, counted or not, and at least 1. For data in parts, take the maximum of the parts' `maximum` and
/// the sum of their `elements`.
HISTO_CL_API histo_cl_status histo_cl_weight_bound(const histo_cl_problem* problem,
                                                   const histo_cl_host_data* data, double* maximum,
                                                   uint64_t* elements) HISTO_CL_NOEXCEPT;

// ---- Parts of a whole ------------------------------------------------------------------------------------

/// Counts or sums of a part of the data. Partials can be merged exactly and in any order: the result has the
/// bits of one call with all data, regardless of the devices and of how the data was split. Functions that
/// take a const partial may be called by several threads at once.
typedef struct histo_cl_partial histo_cl_partial;

/// A partial of 0 elements. Fails with HISTO_CL_INVALID_ARGUMENT for problems whose parts do not add up:
/// batches, float weights without a weight bound, custom bins whose expression uses the index `i`.
HISTO_CL_API histo_cl_status histo_cl_partial_create(const histo_cl_problem* problem,
                                                     histo_cl_partial** partial) HISTO_CL_NOEXCEPT;
/// Counts host data like histo_cl_histogram(), but returns a partial. Fails like histo_cl_histogram() and
/// histo_cl_partial_create().
HISTO_CL_API histo_cl_status histo_cl_partial_histogram(const histo_cl_problem* problem,
                                                        const histo_cl_host_data* data,
                                                        const histo_cl_options* options,
                                                        const histo_cl_device* device,
                                                        histo_cl_partial** partial) HISTO_CL_NOEXCEPT;
/// A partial from the words of one part, or from the combined words of several parts, see
/// histo_cl_partial_words(). `elements` is the number of elements of all these parts. Fails like
/// histo_cl_partial_create(), and with HISTO_CL_INVALID_ARGUMENT for a wrong number of words, for words that
/// this number of elements cannot have, and for more elements than the weight bound allows.
HISTO_CL_API histo_cl_status histo_cl_partial_from_words(const histo_cl_problem* problem,
                                                         const uint64_t* words, size_t word_count,
                                                         uint64_t elements,
                                                         histo_cl_partial** partial) HISTO_CL_NOEXCEPT;
/// Releases a partial. NULL is allowed.
HISTO_CL_API void histo_cl_partial_release(histo_cl_partial* partial) HISTO_CL_NOEXCEPT;

/// Adds another part. The problems of both parts may differ only in layout, indices, listed_weights,
/// weights_per, weight_stride, counter, counter_order and max_samples, and in weight_bound_maximum if its
/// exponent is the same. Fails with HISTO_CL_INVALID_ARGUMENT, with nothing changed, for other problems, and
/// if both parts together have more elements than the weight bound allows, or 2^64 or more.
HISTO_CL_API histo_cl_status histo_cl_partial_merge(histo_cl_partial* partial,
                                                    const histo_cl_partial* other) HISTO_CL_NOEXCEPT;

/// Number of counted elements, including elements in no bin.
HISTO_CL_API histo_cl_status histo_cl_partial_elements(const histo_cl_partial* partial,
                                                       uint64_t* elements) HISTO_CL_NOEXCEPT;
/// The counts or sums. `sums` has room for `capacity` counters of the types of histo_cl_histogram(). Fails
/// with HISTO_CL_INVALID_ARGUMENT if that is too small.
HISTO_CL_API histo_cl_status histo_cl_partial_sums(const histo_cl_partial* partial, void* sums,
                                                   size_t capacity) HISTO_CL_NOEXCEPT;
/// The mean weight in each cell: the double nearest to the exact sum of the weights divided by the count of
/// elements; NaN for an empty cell. `vector` is the index of the weight within an element, 0 for the first.
/// `means` has room for `capacity` cells. Fails with HISTO_CL_INVALID_ARGUMENT unless the problem has sums of
/// weights, element_counts and that vector, if sums of integer weights could have wrapped, and for too small
/// a capacity.
HISTO_CL_API histo_cl_status histo_cl_partial_means(const histo_cl_partial* partial, uint32_t vector,
                                                    double* means, size_t capacity) HISTO_CL_NOEXCEPT;
/// The variance of the weights in each cell: the double nearest to (Q − S² / n) / (n − ddof), with n the
/// count, S the exact sum of the weights and Q the exact sum of their squares. Never negative. NaN for n <=
/// ddof, and with an infinite weight. Fails like histo_cl_partial_means(), and with HISTO_CL_INVALID_ARGUMENT
/// unless the problem has squared_weights, and for u32 and i32 weights.
HISTO_CL_API histo_cl_status histo_cl_partial_variances(const histo_cl_partial* partial, uint32_t vector,
                                                        uint64_t ddof, double* variances,
                                                        size_t capacity) HISTO_CL_NOEXCEPT;
/// The mean weight in each cell, and its standard error, which is NaN for fewer than two elements. Unlike
/// histo_cl_profile() it loses no digits by cancellation. `means` and `errors` have room for `capacity` cells
/// each. Fails like histo_cl_partial_variances().
HISTO_CL_API histo_cl_status histo_cl_partial_profile(const histo_cl_partial* partial, uint32_t vector,
                                                      double* means, double* errors,
                                                      size_t capacity) HISTO_CL_NOEXCEPT;

/// Weighted statistics of the values in one bin.
typedef struct histo_cl_weighted_bin {
    double mean;     ///< NaN if the sum of the weights is 0, as in an empty bin
    double variance; ///< NaN unless count > ddof
    double error;    ///< standard error of the mean; NaN unless count > 1
    double
        count; ///< effective count: the square of the sum of the weights, divided by the sum of their squares
} histo_cl_weighted_bin;

/// Computes four f64 weights for each element from its value and its weight. Their sums are for
/// histo_cl_partial_weighted_profile(). `vectors` has room for 4 · count values, [vector][element]: the four
/// weight vectors, one after the other. Choose 2^exponent near the greatest magnitude of the values;
/// `exponent` is -1100 to 1100. If no value has a magnitude above 2^exponent, a weight bound of `weights`
/// holds for all four vectors.
HISTO_CL_API histo_cl_status histo_cl_weighted_values(const double* values, const double* weights,
                                                      size_t count, int32_t exponent,
                                                      double* vectors) HISTO_CL_NOEXCEPT;
/// The weighted mean, variance, standard error and effective count of the values in each cell, computed
/// exactly and rounded once, like weighted_profile() (histo_cl/partial.hpp). `exponent` is the one that was
/// passed to histo_cl_weighted_values(). `ddof` is 1 for the unbiased variance, 0 for the variance of all
/// values. `bins` has room for `capacity` cells. Fails with HISTO_CL_INVALID_ARGUMENT unless the problem has
/// the four weights, element_counts and squared_weights, and for too small a capacity.
HISTO_CL_API histo_cl_status histo_cl_partial_weighted_profile(const histo_cl_partial* partial,
                                                               int32_t exponent, uint64_t ddof,
                                                               histo_cl_weighted_bin* bins,
                                                               size_t capacity) HISTO_CL_NOEXCEPT;
/// The counts or sums as words of 64 bits, [sum][cell], valid until the partial is changed or released. The
/// words of up to 2^20 parts may be added, word by word and modulo 2^64 (MPI_SUM of MPI_UINT64_T), and the
/// result passed to histo_cl_partial_from_words(). For minima and maxima, take the greatest words instead of
/// their sums (MPI_MAX). If there are also counts of elements, these are the first words, and must be added.
/// All parts of a problem have the same number of words.
HISTO_CL_API histo_cl_status histo_cl_partial_words(const histo_cl_partial* partial, const uint64_t** words,
                                                    size_t* word_count) HISTO_CL_NOEXCEPT;

/// Writes a partial to a file, atomically, in a format that is the same on every machine
/// (docs/notes/scale.md). Fails with HISTO_CL_FILE_ERROR, and a message with the name of the file and the
/// reason, such as a full disk; an existing file is then unchanged.
HISTO_CL_API histo_cl_status histo_cl_partial_save(const histo_cl_partial* partial,
                                                   const char* file) HISTO_CL_NOEXCEPT;
/// Reads a partial from a file. Fails like histo_cl_partial_create(); with HISTO_CL_INVALID_ARGUMENT for
/// content that is not a saved partial, another version of the format, missing or extra bytes, a wrong
/// checksum, and a partial of another problem; and with HISTO_CL_FILE_ERROR if the file cannot be read.
HISTO_CL_API histo_cl_status histo_cl_partial_load(const histo_cl_problem* problem, const char* file,
                                                   histo_cl_partial** partial) HISTO_CL_NOEXCEPT;

/// Counts samples that arrive in parts, in bounded memory, on one or several devices (docs/scale.md). If a
/// device fails, the others count its remaining chunks. A stream that has failed returns the same status
/// until it is reset; a cancelled stream stays cancelled. All functions except histo_cl_stream_release() may
/// be called by several threads at once.
typedef struct histo_cl_stream histo_cl_stream;

/// How a stream counts, and how much memory it uses.
typedef struct histo_cl_stream_options {
    size_t struct_size;
    /// The devices, which are copied. NULL and 0: the default device. If there is no device, or if
    /// calling_thread is ON, the threads that call push functions count.
    const histo_cl_device* const* devices;
    size_t device_count;             ///< number of devices
    const histo_cl_options* options; ///< how each device counts; NULL: all members at 0
    /// Maximum bytes of host memory for chunks in flight, and the same maximum for the memory of all devices
    /// together; 0: 256 MiB.
    uint64_t memory;
} histo_cl_stream_options;

HISTO_CL_INIT(histo_cl_stream_options)

/// Makes a stream for a problem whose parts can be merged (see histo_cl_partial) and whose samples are not in
/// an image. `options` may be NULL, which means all members at 0.
///
/// Fails like histo_cl_partial_create(), with HISTO_CL_INVALID_ARGUMENT for images, and with
/// HISTO_CL_UNSUPPORTED for HISTO_CL_MERGE_HOST. A device that cannot count the problem is dropped, here or
/// at its first chunk. If no device is left, this function or the later call fails.
HISTO_CL_API histo_cl_status histo_cl_stream_create(const histo_cl_problem* problem,
                                                    const histo_cl_stream_options* options,
                                                    histo_cl_stream** stream) HISTO_CL_NOEXCEPT;
/// Waits for the chunks in flight, then releases the stream. NULL is allowed.
HISTO_CL_API void histo_cl_stream_release(histo_cl_stream* stream) HISTO_CL_NOEXCEPT;
/// Counts data. The data may be changed or freed when this function returns. Fails with HISTO_CL_UNSUPPORTED
/// for data that cannot be split into chunks: layouts in rows, lists of indices, nibbles, and planes of
/// several channels.
HISTO_CL_API histo_cl_status histo_cl_stream_push(histo_cl_stream* stream,
                                                  const histo_cl_host_data* data) HISTO_CL_NOEXCEPT;
/// Counts samples that are already on a device, after the `wait_count` events of `wait` (NULL and 0: none).
/// If 16 jobs are in flight, waits for the oldest: no event of `wait` may depend on what this thread does
/// later. The job's `counts` must be NULL and `accumulate` 0. The memory of the job must not change before
/// histo_cl_stream_counts() or histo_cl_stream_partial() returns. Fails like histo_cl_plan_create() and
/// histo_cl_plan_enqueue().
HISTO_CL_API histo_cl_status histo_cl_stream_push_job(histo_cl_stream* stream, cl_command_queue queue,
                                                      const histo_cl_job* job, size_t wait_count,
                                                      const cl_event* wait) HISTO_CL_NOEXCEPT;
/// Cancels the stream permanently: from now on, calls that push data or return counts or partials fail with
/// HISTO_CL_CANCELLED. Calls that are waiting fail at the latest when the chunks in flight have been counted.
HISTO_CL_API histo_cl_status histo_cl_stream_cancel(histo_cl_stream* stream) HISTO_CL_NOEXCEPT;
/// The number of elements of all pushes that have returned since the last histo_cl_stream_reset().
HISTO_CL_API histo_cl_status histo_cl_stream_elements(const histo_cl_stream* stream,
                                                      uint64_t* elements) HISTO_CL_NOEXCEPT;
/// Waits for all pushed data, and returns its counts. `counts` has room for `capacity` counters of the types
/// of histo_cl_histogram(). Later pushes add to these counts.
HISTO_CL_API histo_cl_status histo_cl_stream_counts(histo_cl_stream* stream, void* counts,
                                                    size_t capacity) HISTO_CL_NOEXCEPT;
/// Like histo_cl_stream_counts(), but returns a partial.
HISTO_CL_API histo_cl_status histo_cl_stream_partial(histo_cl_stream* stream,
                                                     histo_cl_partial** partial) HISTO_CL_NOEXCEPT;
/// Waits for all pushed data, then clears counts and errors. Devices that failed remain dropped, and a
/// cancelled stream stays cancelled.
HISTO_CL_API histo_cl_status histo_cl_stream_reset(histo_cl_stream* stream) HISTO_CL_NOEXCEPT;

// ---- After the counts ------------------------------------------------------------------------------------
// Statistics of the `bins` counts of one axis, computed on the host. `counts` points to `bins` values of the
// C type of `type`: uint32_t, uint64_t, int64_t or double; functions fail with HISTO_CL_INVALID_ARGUMENT for
// F32, U8 and U16. With HISTO_CL_OUT_OF_RANGE_COUNTED, the counters of underflow, overflow and NaN follow the
// bins. Pass only the bins to these functions. `bins` is at most HISTO_CL_MAX_BINS.
//
// Totals of integer counts are exact, in 64 bits. Functions fail with HISTO_CL_INVALID_ARGUMENT unless the
// counts are finite and not negative, and their total is below 2^64 (I64: below 2^63; F64: finite). Functions
// that accept negative counts say so. histo_cl_total() and histo_cl_cumulative_sum() accept any counts;
// totals of integers wrap. The headers in histo_cl/statistics/ have the definitions.

/// The index that means "no bin".
#define HISTO_CL_NO_BIN SIZE_MAX

/// The sum of all counts. `total` points to a uint64_t, to an int64_t for i64, or to a double for f64.
HISTO_CL_API histo_cl_status histo_cl_total(histo_cl_counter_type type, const void* counts, size_t bins,
                                            void* total) HISTO_CL_NOEXCEPT;
/// sums[i] becomes the sum of the counts of bins 0 to i. `sums` has room for `bins` values of the type of
/// histo_cl_total().
HISTO_CL_API histo_cl_status histo_cl_cumulative_sum(histo_cl_counter_type type, const void* counts,
                                                     size_t bins, void* sums) HISTO_CL_NOEXCEPT;
/// The probability density in each bin: count / width / total, like numpy.histogram(..., density=True); NaN
/// if the total is 0. `edges` are bins + 1 increasing values, see histo_cl_problem_edges(). `density` has
/// room for `bins` values.
HISTO_CL_API histo_cl_status histo_cl_density(histo_cl_counter_type type, const void* counts, size_t bins,
                                              const double* edges, double* density) HISTO_CL_NOEXCEPT;
/// Percentiles, i.e. the values below which the given percentages of the samples lie, for each of `percents`
/// (0 to 100, in any order; at most HISTO_CL_MAX_BINS of them). `values` are estimates that assume that
/// samples are evenly distributed within a bin. `lowers` and `uppers` are the edges of their bins; the exact
/// percentiles of the samples are between these edges. Each of the three arrays has room for percent_count
/// values; all values are NaN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_percentiles(histo_cl_counter_type type, const void* counts, size_t bins,
                                                  const double* edges, const double* percents,
                                                  size_t percent_count, double* values, double* lowers,
                                                  double* uppers) HISTO_CL_NOEXCEPT;
/// The bins of percentiles. `found` has room for percent_count values. With one value per bin, these are
/// exactly the percentiles of numpy.percentile(..., method="inverted_cdf"). HISTO_CL_NO_BIN if the total is
/// 0.
HISTO_CL_API histo_cl_status histo_cl_percentile_bins(histo_cl_counter_type type, const void* counts,
                                                      size_t bins, const double* percents,
                                                      size_t percent_count, size_t* found) HISTO_CL_NOEXCEPT;
/// The bin with the most samples, or the first of several such bins; HISTO_CL_NO_BIN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_mode(histo_cl_counter_type type, const void* counts, size_t bins,
                                           size_t* bin) HISTO_CL_NOEXCEPT;
/// The Shannon entropy of the histogram, in bits; NaN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_entropy(histo_cl_counter_type type, const void* counts, size_t bins,
                                              double* bits) HISTO_CL_NOEXCEPT;
/// Mean, variance, skewness and excess kurtosis, in moments[0] to moments[3], of samples that are assumed to
/// be at the middle of their bins. `moments` has room for 4 values. Accepts negative counts. All are NaN if
/// the total is 0, or if a bin with samples has an infinite edge.
HISTO_CL_API histo_cl_status histo_cl_moments(histo_cl_counter_type type, const void* counts, size_t bins,
                                              const double* edges, double* moments) HISTO_CL_NOEXCEPT;
/// Moments, like histo_cl_moments(), of integers with one value per bin: bin i holds the samples of value
/// first + i. Accepts negative counts. For integer counts the sums are exact, and mean, variance and kurtosis
/// are the nearest doubles.
HISTO_CL_API histo_cl_status histo_cl_integer_moments(histo_cl_counter_type type, const void* counts,
                                                      size_t bins, int64_t first,
                                                      double* moments) HISTO_CL_NOEXCEPT;
/// errors[i] becomes √squares[i]: the standard deviation of the sum of weights in a bin, if squares[i] is the
/// sum of the squared weights in the bin. Without weights, pass the counts.
HISTO_CL_API histo_cl_status histo_cl_standard_errors(histo_cl_counter_type type, const void* squares,
                                                      size_t bins, double* errors) HISTO_CL_NOEXCEPT;
/// The mean weight in each bin and its standard error, from the counts (of count_type), the sums of the
/// weights and the sums of the squared weights (both of sum_type). The mean is NaN for an empty bin; the
/// error is NaN for fewer than two samples. Accepts negative sums.
HISTO_CL_API histo_cl_status histo_cl_profile(histo_cl_counter_type count_type, const void* counts,
                                              histo_cl_counter_type sum_type, const void* sums,
                                              const void* squares, size_t bins, double* means,
                                              double* errors) HISTO_CL_NOEXCEPT;
/// Statistics of values y with weights w, computed in double, from the sums of w, of w², of w · y and of w ·
/// y² in each bin. Accepts negative weights and sums. `ddof`: see histo_cl_partial_weighted_profile().
/// `found` has room for `bins` bins.
HISTO_CL_API histo_cl_status histo_cl_weighted_profile(histo_cl_counter_type type, const void* weights,
                                                       const void* squared_weights, const void* sums,
                                                       const void* squares, size_t bins, uint64_t ddof,
                                                       histo_cl_weighted_bin* found) HISTO_CL_NOEXCEPT;
/// The similarity or distance of two histograms with the same bins. CORRELATION, the chi-squares and
/// INTERSECTION accept negative counts. The metrics from JENSEN_SHANNON on, and BHATTACHARYYA, are NaN if a
/// total is 0.
HISTO_CL_API histo_cl_status histo_cl_compare(histo_cl_counter_type type, const void* a, const void* b,
                                              size_t bins, histo_cl_metric metric,
                                              double* value) HISTO_CL_NOEXCEPT;
/// The earth mover's distance of two histograms whose samples are assumed to be at the middle of their bins,
/// in the unit of the edges. The edges must be finite. NaN if a total is 0.
HISTO_CL_API histo_cl_status histo_cl_earth_movers_distance(histo_cl_counter_type type, const void* a,
                                                            const void* b, size_t bins, const double* edges,
                                                            double* distance) HISTO_CL_NOEXCEPT;
/// Otsu's threshold for bins of equal width: the first bin t that maximizes the variance between the classes
/// of bins 0 to t and of bins t + 1 and above. HISTO_CL_NO_BIN if fewer than two bins have samples.
HISTO_CL_API histo_cl_status histo_cl_otsu_threshold(histo_cl_counter_type type, const void* counts,
                                                     size_t bins, size_t* bin) HISTO_CL_NOEXCEPT;
/// Otsu's thresholds between `classes` classes, 2 to 256. `thresholds` has room for classes − 1 values, each
/// the last bin of a class. All are HISTO_CL_NO_BIN if fewer bins than classes have samples.
HISTO_CL_API histo_cl_status histo_cl_otsu_thresholds(histo_cl_counter_type type, const void* counts,
                                                      size_t bins, size_t classes,
                                                      size_t* thresholds) HISTO_CL_NOEXCEPT;
/// @{
/// Other thresholds for bins of equal width: triangle, minimum cross-entropy (Li), middle between the means
/// of the classes (isodata), and minimum error (Kittler and Illingworth). Each is the last bin of the lower
/// class. The bin is HISTO_CL_NO_BIN if fewer than two bins have samples (minimum error: fewer than four).
HISTO_CL_API histo_cl_status histo_cl_triangle_threshold(histo_cl_counter_type type, const void* counts,
                                                         size_t bins, size_t* bin) HISTO_CL_NOEXCEPT;
HISTO_CL_API histo_cl_status histo_cl_li_threshold(histo_cl_counter_type type, const void* counts,
                                                   size_t bins, size_t* bin) HISTO_CL_NOEXCEPT;
HISTO_CL_API histo_cl_status histo_cl_isodata_threshold(histo_cl_counter_type type, const void* counts,
                                                        size_t bins, size_t* bin) HISTO_CL_NOEXCEPT;
HISTO_CL_API histo_cl_status histo_cl_minimum_error_threshold(histo_cl_counter_type type, const void* counts,
                                                              size_t bins, size_t* bin) HISTO_CL_NOEXCEPT;
/// @}
/// The map that equalizes a histogram: samples of bin i get level map[i], so that the levels 0 to levels − 1
/// are used about evenly. `map` has room for `bins` values. Fails with HISTO_CL_INVALID_ARGUMENT for 0
/// levels.
HISTO_CL_API histo_cl_status histo_cl_equalization_map(histo_cl_counter_type type, const void* counts,
                                                       size_t bins, uint32_t levels,
                                                       uint32_t* map) HISTO_CL_NOEXCEPT;
/// The map that gives a histogram the shape of a reference with counts of the same type: map[i] is the first
/// bin of the reference whose cumulative share of samples is at least that of bin i. `map` has room for
/// `bins` values. Fails with HISTO_CL_INVALID_ARGUMENT if a total is 0.
HISTO_CL_API histo_cl_status histo_cl_matching_map(histo_cl_counter_type type, const void* counts,
                                                   size_t bins, const void* reference, size_t reference_bins,
                                                   uint32_t* map) HISTO_CL_NOEXCEPT;
/// The maps of contrast-limited adaptive histogram equalization, equal to those of OpenCV's createCLAHE.
/// `counts` are U32 or U64 counts [tile][bin], of at most HISTO_CL_MAX_HISTOGRAMS tiles. `maps` receives
/// levels 0 to bins − 1, [tile][bin]. A clip limit of 0 clips nothing.
HISTO_CL_API histo_cl_status histo_cl_clahe_maps(histo_cl_counter_type type, const void* counts, size_t bins,
                                                 size_t tiles, double clip_limit,
                                                 uint32_t* maps) HISTO_CL_NOEXCEPT;

// Joint histograms. `bins` is the number of all counters, i.e. the product of the axis_count `extents`, see
// histo_cl_problem_extent(). axis_count is at most HISTO_CL_MAX_ARRAYS. Sums have the type of
// histo_cl_total(). All functions accept negative counts, except the functions for mutual information and
// conditional entropy.

/// The joint histogram of the kept_count axes in `axes`, in that order, summed over all other axes. `sums`
/// has room for the product of their extents.
HISTO_CL_API histo_cl_status histo_cl_project(histo_cl_counter_type type, const void* counts, size_t bins,
                                              const size_t* extents, size_t axis_count, const size_t* axes,
                                              size_t kept_count, void* sums) HISTO_CL_NOEXCEPT;
/// The histogram of one axis, summed over all other axes. `sums` has room for extents[axis] values.
HISTO_CL_API histo_cl_status histo_cl_marginal(histo_cl_counter_type type, const void* counts, size_t bins,
                                               const size_t* extents, size_t axis_count, size_t axis,
                                               void* sums) HISTO_CL_NOEXCEPT;
/// The joint histogram of all axes except `axis`, of the samples in one bin of `axis`. `kept` has room for
/// bins / extents[axis] values of `type`.
HISTO_CL_API histo_cl_status histo_cl_slice(histo_cl_counter_type type, const void* counts, size_t bins,
                                            const size_t* extents, size_t axis_count, size_t axis, size_t bin,
                                            void* kept) HISTO_CL_NOEXCEPT;
/// Merges every factors[axis] neighbouring bins of each axis into one bin. Each factor must divide the extent
/// of its axis. `sums` has room for the product of all extents[axis] / factors[axis].
HISTO_CL_API histo_cl_status histo_cl_rebin(histo_cl_counter_type type, const void* counts, size_t bins,
                                            const size_t* extents, size_t axis_count, const size_t* factors,
                                            void* sums) HISTO_CL_NOEXCEPT;
/// The counts of one axis in the new_edge_count − 1 bins of new_edges, a subset of its edges. new_edge_count
/// is 2 to HISTO_CL_MAX_BINS + 1.
HISTO_CL_API histo_cl_status histo_cl_rebin_by_edges(histo_cl_counter_type type, const void* counts,
                                                     size_t bins, const double* edges,
                                                     const double* new_edges, size_t new_edge_count,
                                                     void* sums) HISTO_CL_NOEXCEPT;
/// The mutual information of two axes, in bits: how much the bin of one axis tells about the bin of the
/// other. NaN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_mutual_information(histo_cl_counter_type type, const void* counts,
                                                         size_t bins, const size_t* extents,
                                                         size_t axis_count, double* bits) HISTO_CL_NOEXCEPT;
/// The mutual information divided by the mean of the axes' entropies: 0 to 1. NaN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_normalized_mutual_information(histo_cl_counter_type type,
                                                                    const void* counts, size_t bins,
                                                                    const size_t* extents, size_t axis_count,
                                                                    double* share) HISTO_CL_NOEXCEPT;
/// The conditional entropy of two axes, in bits: the entropy of the bin of the other axis if the bin of axis
/// `given` (0 or 1) is known. NaN if the total is 0.
HISTO_CL_API histo_cl_status histo_cl_conditional_entropy(histo_cl_counter_type type, const void* counts,
                                                          size_t bins, const size_t* extents,
                                                          size_t axis_count, size_t given,
                                                          double* bits) HISTO_CL_NOEXCEPT;

#undef HISTO_CL_INIT

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-*, readability-identifier-naming)
#endif

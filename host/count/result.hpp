#pragma once

#include "count/exact.hpp"
#include "count/input_args.hpp"
#include "files/input_file.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/sample.hpp>
#include <histo_cl/statistics.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace count {

/// A group of a table's rows.
struct Part {
    std::string name;
    std::uint64_t elements = 0;
};

/// A description of the input, for display.
struct Source {
    std::vector<std::string> names; ///< empty if only saved counts were added up
    std::uint64_t bytes = 0;
    /// Number of selected elements (samples, or pixels of several samples), including missing ones.
    std::uint64_t elements = 0;
    std::uint64_t missing = 0; ///< elements that are marked as missing
    bool leaves_out_alpha = false;
    std::vector<std::string> added_names = {}; ///< files of saved counts that were added
    std::uint64_t added_elements = 0;
    std::vector<std::string> formats = {}; ///< the recognized format of each file; empty text: bytes
    bool is_unknown = false; ///< neither a format nor an option says that the files' bytes are samples
    bool is_text = false;    ///< a file is text that looks like no table
    bool is_array = false;   ///< a file is an array of numbers or a table, not bytes
    std::vector<std::string> axes = {""}; ///< the names of the channels that are counted
    std::string unit = {};                ///< the samples' unit, if all files have the same one; else empty
    std::vector<files::Column> columns = {}; ///< a table's counted columns, one per axis; empty: no table
    std::vector<Part> parts = {};   ///< groups of rows, each with its own histograms; empty: no groups
    std::string weights = {};       ///< the file or the column of the weights; empty: there are none
    std::uint64_t tile_columns = 0; ///< number of tiles per row of tiles; 0: there are no tiles
};

/// Whether samples were counted, and not only saved counts added up.
[[nodiscard]] inline bool counted_samples(const Source& source) {
    return !source.names.empty();
}

/// Returns the first name, and the number of the others.
[[nodiscard]] std::string names_text(std::span<const std::string> names);

/// The counts, and how long they took.
struct Measurement {
    std::vector<std::uint64_t> counts;
    /// Seconds that the kernels take, with samples already on the device, in the best of `repeats` runs;
    /// empty if they were not timed. Each run is measured from the end of the previous command on the queue
    /// to its own end.
    std::optional<double> device_seconds;
    std::string untimed; ///< why device_seconds is empty, if it was requested
    /// Seconds by the host's clock, in the best of `repeats` runs. They include copying samples to the device
    /// (unless it shares the host's memory), counting, and reading the counts. If `from_files`, the time of
    /// one pass from the files to the counts.
    double whole_seconds = 0;
    std::uint32_t repeats = 1;
    bool from_files = false;
};

/// One device's share of the counting.
struct Share {
    histo_cl::Device device;
    std::uint64_t bytes = 0;
    std::string error = {}; ///< why the device was given up, if it was
    std::string note = {};  ///< why the device was left idle, if it was
};

/// What one run of counting has found. Plain data, for all output formats.
struct Result {
    histo_cl::Problem problem;
    std::vector<Share> shares;   ///< one for each device
    histo_cl::Decision decision; ///< not set if only saved counts were added up
    /// Number of work-groups for the longest chunk, in all windows together, on the first device that counts.
    std::uint64_t launched_work_groups = 0;
    std::string build_options;
    double build_seconds = 0;
    bool built_from_cache = false;
    Measurement measured;
    std::vector<std::uint64_t> elements;       ///< number of elements in each cell, for extremes
    std::vector<histo_cl::ProfileBin> profile; ///< the statistics of each cell, for means
    /// For each column's histogram, the number of elements whose field is missing or bad; empty: no table.
    std::vector<std::uint64_t> without = {};
    std::optional<bool> verified;  ///< empty: not checked
    std::vector<Exact> exact = {}; ///< exact statistics of each histogram's samples; empty: unknown
    bool interrupted = false;      ///< not all samples were counted, because the user ended the run
};

/// The result of a count, and its counts as a partial if the problem can have one.
struct Counted {
    Result result = {};
    std::optional<histo_cl::Partial> partial = {};
};

/// A row of --all-variants: the run, or why there was none.
struct Trial {
    histo_cl::Variant variant;
    std::optional<Result> result;
    std::string reason;    ///< why there is no result; else empty
    bool rejected = false; ///< if there is no result: true if the variant was rejected, false if it failed
};

/// Number of bytes of an element of the problem.
[[nodiscard]] std::uint64_t element_bytes(const histo_cl::Problem& problem);

/// The 64-bit type of the problem's counts, or of the sums of its weights.
[[nodiscard]] histo_cl::CounterType sum_of(const histo_cl::Problem& problem);

/// Sets what the bins of a problem with weights hold. Without weights they hold counts.
void keep(histo_cl::Problem& problem, const SelectionArgs& args);
/// What the bins of the problem hold.
[[nodiscard]] Of of_problem(const histo_cl::Problem& problem);

/// Returns the counts, then the sums and then the squares of the histogram, each as 64 bits.
[[nodiscard]] std::vector<std::uint64_t> bits_of(const histo_cl::Histogram& histogram);

/// Elements per second.
[[nodiscard]] double element_rate(const Source& source, double seconds);
/// Bytes of elements per second.
[[nodiscard]] double byte_rate(const Source& source, const histo_cl::Problem& problem, double seconds);

/// Sets the members of the result that describe a plan for its problem: the decision, the work-groups and the
/// build. `build_seconds`: the time to make the plan.
void describe(Result& result, const histo_cl::Plan& plan, double build_seconds);

/// Like describe(), with a plan that this function makes for the result's problem, on the first device for
/// which it can be made. Throws histo_cl::Error if there is no such device.
void describe_plan(Result& result, std::span<const histo_cl::Device> devices,
                   const histo_cl::Options& options);

/// Whether the calling thread may count data of this shape, so that no plan should be made before counting.
/// True if there is no device, or if the only device is a CPU and choose_for_host_data() returns the calling
/// thread. Throws histo_cl::Error.
[[nodiscard]] bool may_need_no_plan(const histo_cl::Problem& problem, const histo_cl::Shape& shape,
                                    std::span<const histo_cl::Device> devices,
                                    const histo_cl::Options& options);

/// Sets the result's decision after the calling thread has counted data of that shape.
void describe_calling_thread(Result& result, const histo_cl::Shape& shape,
                             std::span<const histo_cl::Device> devices, const histo_cl::Options& options);

/// The samples of one channel of interleaved elements.
[[nodiscard]] std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t sample_bytes,
                                                std::uint32_t channels, std::uint32_t channel);

/// For each axis, the number of NaN among the samples of interleaved elements. `mask`: a byte per element, 0
/// if it is not counted; empty: all are counted.
[[nodiscard]] std::vector<std::uint64_t> nans_of(const histo_cl::Problem& problem,
                                                 std::span<const std::byte> elements,
                                                 std::span<const std::byte> mask = {});

/// Replaces elements by their luma, one sample each, and returns the number of bytes. The luma is 0.299 · R +
/// 0.587 · G + 0.114 · B (Rec. 601, as in Pillow's "L" and OpenCV's grey), rounded to nearest for integers.
/// Throws UsageError for 64-bit integers and 16-bit floats.
[[nodiscard]] std::size_t to_luma(histo_cl::SampleType type, std::uint32_t channels,
                                  std::span<std::byte> elements);

/// The value of a bin, or of several bins together.
struct Value {
    histo_cl::Number number;
    double error = std::numeric_limits<double>::quiet_NaN(); ///< standard error of a mean or a sum, or NaN
    std::uint64_t count = 0;                                 ///< number of elements of an extreme or mean
};

/// The values of the bins for samples out of range. A member is empty if its bin has no value, like the
/// minimum of no samples.
struct OutOfRangeValues {
    std::optional<Value> underflow;
    std::optional<Value> overflow;
    std::optional<Value> nan;
};

/// One histogram of a result, without samples out of range.
struct Histogram {
    std::string name; ///< the names of the channel and of the tile, if they exist; else empty
    /// Indices of the problem's axes; two or three if the histogram is joint. The last axis varies fastest.
    std::vector<std::size_t> axes;
    std::vector<std::uint64_t> bits; ///< the counts, sums, extremes or means, as 64 bits each; see value()
    histo_cl::CounterType sum;       ///< the type of the values in `bits`
    /// Set if this is not a joint histogram, and samples out of range are counted.
    std::optional<OutOfRangeValues> apart;
    Of of = Of::count;
    std::vector<double> errors = {};           ///< the standard error of each mean or sum, or empty
    std::vector<std::uint64_t> counts = {};    ///< number of elements of each extreme or mean, or empty
    std::shared_ptr<const Source> source = {}; ///< the file it was counted from; null: all files
    std::size_t part = 0;                      ///< index of its group of rows, or of its file
    /// The text of each bin, the most frequent first. Empty: bins have edges.
    std::vector<std::string> texts = {};
};

/// All histograms of a result: one for each axis (with tiles, for each axis of each tile), or the joint
/// histogram.
[[nodiscard]] std::vector<Histogram> histograms(const Source& source, const Result& result);

/// Returns the value of `bins` bins together, starting at bin `first`: the sum, the extreme, or the mean of
/// all their elements with its standard error. Empty for an extreme or a mean of no elements.
[[nodiscard]] std::optional<Value> value(const Histogram& histogram, std::size_t first, std::size_t bins = 1);

/// Calls use(values) with a vector of the values in their type.
template <class Use>
decltype(auto) with_values(const Histogram& histogram, const Use& use) {
    const auto as = [&]<class T>(std::type_identity<T> /*type*/) {
        std::vector<T> values;
        for (const auto bits : histogram.bits)
            values.push_back(std::bit_cast<T>(bits));
        return use(values);
    };
    if (histogram.sum == histo_cl::CounterType::i64) return as(std::type_identity<std::int64_t>());
    if (histogram.sum == histo_cl::CounterType::f64) return as(std::type_identity<double>());
    return use(histogram.bits);
}

/// The total of all bins, which must hold counts or sums.
[[nodiscard]] histo_cl::Number counted(const Histogram& histogram);

/// Number of elements in no bin of a histogram. Elements that are missing or bad are not included. Empty for
/// tiles and sums of weights, and for saved counts that were added and do not have it, where it is unknown.
[[nodiscard]] std::optional<std::uint64_t> out_of_range(const Source& source, const Result& result,
                                                        const Histogram& histogram);

/// Number of elements that have no value in a histogram.
struct NoValue {
    std::uint64_t missing = 0;
    std::uint64_t bad = 0; ///< 0 if some rows are not in the histogram; then bad fields count as missing
};
[[nodiscard]] NoValue no_value(const Source& source, const Result& result, const Histogram& histogram);

/// The source of a histogram: its own, or that of all histograms.
[[nodiscard]] inline const Source& own_source(const Source& all, const Histogram& histogram) {
    return histogram.source ? *histogram.source : all;
}

/// The column of a histogram of one axis; null if the input is not a table.
[[nodiscard]] const files::Column* column_of(const Source& source, const Histogram& histogram);

/// The sum of two numbers of the same kind.
[[nodiscard]] histo_cl::Number plus(const histo_cl::Number& a, const histo_cl::Number& b);

/// The number of bins of each axis.
[[nodiscard]] histo_cl::Extents extents(const Histogram& histogram, const histo_cl::Problem& problem);

} // namespace count

#pragma once

#include "bench/outcome.hpp"
#include "common/errors.hpp"
#include "common/opencl.hpp"
#include "common/subcommands.hpp"

#include <histo_cl/plan.hpp>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bench {

class OpenCl;

using Json = nlohmann::ordered_json;
using Records = std::vector<Json>;

/// The options of a command that times states of one kind on one device.
struct TimingOptions {
    std::string device;         ///< empty: the default device
    std::uint64_t elements = 0; ///< number of elements of the largest states
    std::uint64_t runs = 10;
    std::string json; ///< a file; empty: none
};

/// Adds the options to a parser. `elements_text`: the help of --elements, which takes `min` to `max`.
void add_timing_options(CLI::App& app, TimingOptions& options, const char* elements_text, std::uint64_t min,
                        std::uint64_t max);

/// Seconds as the text of a column of microseconds; "-" if there is no time.
[[nodiscard]] std::string microseconds(std::optional<double> seconds);

/// The first fields of a run that starts now: its format, program, version, date, command line and device.
[[nodiscard]] Json head_of(int format, const common::Call& call, const histo_cl::DeviceProfile& device);

/// The text of a run: an object with the fields of `head`, and with "results", one per line, so that the text
/// is easy to read and to compare by diff.
[[nodiscard]] std::string run_text(const Json& head, const Records& results);

/// Writes a run to `file`, unless that is empty. Returns wrong_counts unless "right" is true in all records.
[[nodiscard]] common::ExitCode finish(const Json& head, const Records& records, const std::string& file);

/// A job whose sums are compared with the expected ones and timed.
struct SumTrial {
    const histo_cl::Plan& plan;
    const histo_cl::Job& job;
    const cl::Buffer& sums; ///< Job::counts
    const std::vector<double>& expected;
    std::uint64_t runs;
};

/// Sums once, compares the sums with the expected ones, and then times. Sets the record's "method", and the
/// times as member `way` of its "device"; sets "right" to false if the sums are wrong. Returns the median
/// seconds.
[[nodiscard]] std::optional<double> check_and_time(OpenCl& opencl, const SumTrial& trial,
                                                   const std::string& way, Json& record);

[[nodiscard]] Json record_of(const Summary& summary);
/// Returns the JSON record of a result. docs/bench/README.md describes its fields.
[[nodiscard]] Json record_of(const Result& result);

/// The state of a record, in the form of to_string(). Throws nlohmann::json::exception if there is none.
[[nodiscard]] std::string state_of(const Json& record);

/// The times of two contenders on one state. value() is the other's time divided by ours; above 1, ours is
/// faster.
struct Ratio {
    std::string state; ///< the state, with a note if the other's counts are wrong
    double ours;       ///< median seconds
    double other;      ///< median seconds

    [[nodiscard]] double value() const noexcept { return other / ours; }
};

/// The ratios of device time and of wall time, in the order of the states.
struct Comparison {
    std::string ours;
    std::string other;
    std::vector<Ratio> device = {};
    std::vector<Ratio> wall = {};
    std::vector<std::string> left_out = {}; ///< states that a side did not time, and why
};

/// A contender in the records of a run.
struct Side {
    std::string name;  ///< the contender's name in the report
    std::string label; ///< the contender's label in the records
    std::span<const Json> records;
};

/// Compares the states of `ours` with the same states of `other`. Throws nlohmann::json::exception if the
/// records are not of this benchmark.
[[nodiscard]] Comparison compare(const Side& ours, const Side& other);

/// A readable report: how many states are slower, the geometric mean, and the ratios of the `max_states`
/// worst states, the worst first. Lines have at most `width` characters.
[[nodiscard]] std::string report(const Comparison& comparison, std::size_t max_states, std::size_t width);

/// A readable report: one line per comparison, for wall time, with its worst state.
[[nodiscard]] std::string summary_report(std::span<const Comparison> comparisons, std::size_t width);

/// The head of the table of results, and its lines for one state, one per contender. The first line names the
/// state. If lines are too long, less important columns are left out, and the text is wrapped.
[[nodiscard]] std::string table_head(std::size_t width);
[[nodiscard]] std::string table_lines(const Json& record, std::size_t width);

} // namespace bench

#pragma once

#include "bench/outcome.hpp"
#include "common/subcommands.hpp"

#include <histo_cl/device.hpp>
#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// How a run was started.
struct RunStart {
    common::Call call;
    std::string date; ///< UTC, ISO 8601
    histo_cl::DeviceProfile device;
};

/// A run that starts now.
[[nodiscard]] RunStart starting(const common::Call& call, const histo_cl::DeviceProfile& device);

/// The text of a run: an object of `format`, the start, the fields of `more`, and "results", a line each, for
/// readers and for diff.
[[nodiscard]] std::string run_text(int format, const RunStart& start, const nlohmann::ordered_json& more,
                                   const std::vector<nlohmann::ordered_json>& results);

/// Data common to all results of a run.
struct RunInfo {
    RunStart start;
    /// Versions of the peers, by label.
    std::map<std::string, std::map<std::string, std::string>> peers;
    std::map<std::string, std::string> left_out; ///< missing peers, and why
    std::map<std::string, Summary> empty_launch; ///< by contender
    double seconds = 0;                          ///< since the run began
    bool complete = false;                       ///< all states were run
};

/// The fields are those of docs/bench/README.md.
[[nodiscard]] std::string json_of(const RunInfo& info, std::span<const Result> results);

/// One line per state and contender.
[[nodiscard]] std::string csv_of(std::span<const Result> results);

/// How many times as long as `ours` the other took on one state; above 1, ours is faster.
struct Ratio {
    std::string state;
    double ours;  ///< median seconds
    double other; ///< median seconds
    std::string note = {};

    [[nodiscard]] double value() const noexcept { return other / ours; }
};

/// The ratios of device time and of wall time, in the order of the states.
struct Comparison {
    std::string ours;
    std::string other;
    std::vector<Ratio> device;
    std::vector<Ratio> wall;
    std::vector<std::string> left_out; ///< states that only one side could count, and why
};

/// Compares two contenders of one run.
[[nodiscard]] Comparison compare(std::span<const Result> results, const std::string& ours,
                                 const std::string& other);

/// Compares histo_cl's results in two JSON texts: B is "ours", A the other, so above 1 is faster than before.
/// Throws UsageError if a text is not such JSON, or if they have no state in common.
[[nodiscard]] Comparison compare_json(const std::string& name_a, const std::string& text_a,
                                      const std::string& name_b, const std::string& text_b);

/// A readable report: the ratio of each state if `all`, how many are slower, the geometric mean, and the
/// worst states; in lines of at most `width`.
[[nodiscard]] std::string report(const Comparison& comparison, std::size_t worst, bool all,
                                 std::size_t width);

/// A readable report: one line per comparison, for wall time, with its worst state.
[[nodiscard]] std::string summary_report(std::span<const Comparison> comparisons, std::size_t width);

/// The header of the table of results, and the lines of one state: one per contender. Where they are too
/// long, the state has a line of its own, and less important columns are left out.
[[nodiscard]] std::string table_head(std::size_t width);
[[nodiscard]] std::string table_lines(const Result& result, std::size_t width);

} // namespace bench

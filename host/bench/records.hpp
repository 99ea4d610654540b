#pragma once

#include "bench/outcome.hpp"
#include "common/subcommands.hpp"

#include <histo_cl/device.hpp>
#include <histo_cl/histo_cl.hpp>

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

} // namespace bench

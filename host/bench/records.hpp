#pragma once

#include "bench/outcome.hpp"
#include "bench/run_record.hpp"

#include <histo_cl/histo_cl.hpp>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace bench {

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

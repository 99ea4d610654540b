#pragma once

#include "outcome.hpp"

#include <histo_cl/histo_cl.hpp>

#include <map>
#include <string>
#include <vector>

namespace bench {

/// Data common to all results of a run.
struct RunInfo {
    std::string program;
    std::vector<std::string> command_line;
    std::string date; ///< UTC, ISO 8601
    histo_cl::DeviceProfile device;
    /// Versions of the peers, by label.
    std::map<std::string, std::map<std::string, std::string>> peers;
    std::map<std::string, std::string> left_out; ///< missing peers, and why
    std::map<std::string, Summary> empty_launch; ///< by contender
    double seconds = 0;                          ///< since the run began
    bool complete = false;                       ///< all states were run
};

} // namespace bench

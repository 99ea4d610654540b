#pragma once

#include "subject.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tune {

/// The parsed command line. Plain data.
struct Command {
    std::vector<Subject> subjects; ///< if warm perhaps none: the common problems
    std::uint64_t elements = 0;    ///< 0: suitable_elements()
    std::string device;            ///< empty: the default device
    double seconds = 60;           ///< for all subjects together
    bool list_devices = false;
    bool warm = false; ///< build programs, tune nothing
    std::filesystem::path output;
};

/// Parses the command line. Empty if help or version was printed. Throws UsageError.
[[nodiscard]] std::optional<Command> parse_command(int argc, char** argv);

} // namespace tune

#pragma once

#include "subject.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tune {

/// What the command line asks for. Plain data.
struct Command {
    std::vector<Subject> subjects;
    std::uint64_t elements = 0; ///< 0: suitable_elements()
    std::string device;         ///< empty: the default one
    double seconds = 60;        ///< for all subjects together
    std::filesystem::path output;
};

/// Reads the command line. Empty means that all is said already: help or version. Throws UsageError.
[[nodiscard]] std::optional<Command> parse_command(int argc, char** argv);

} // namespace tune

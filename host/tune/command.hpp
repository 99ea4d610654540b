#pragma once

#include "exit_code.hpp"
#include "subject.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
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

/// Reads the command line. An ExitCode means that all is said already: help or version. Throws UsageError.
[[nodiscard]] std::variant<Command, ExitCode> parse_command(int argc, char** argv);

} // namespace tune

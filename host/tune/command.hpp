#pragma once

#include "common/subcommands.hpp"
#include "tune/subject.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tune {

/// The parsed command line. Plain data.
struct Command {
    // The lists whose combinations are the problems to tune.
    std::vector<std::string> samples;
    std::vector<std::uint32_t> bins;
    std::vector<std::string> layouts;
    std::vector<std::string> binnings;
    std::string counter;

    std::uint64_t elements = 0; ///< 0: suitable_elements()
    std::string device;         ///< empty: the default device
    double seconds = 60;        ///< time for all subjects together
    bool warm = false;          ///< only builds programs
    std::string output;         ///< the file of the tuning table; empty: the default
};

void add_options(CLI::App& app, Command& command);

/// Returns all combinations of the lists; an empty list stands for its usual value. Returns none if neither a
/// list nor `counter` is given.
[[nodiscard]] std::vector<Subject> subjects_of(const Command& command);

/// The file of the tuning table. Throws UsageError if it is not given and has no default.
[[nodiscard]] std::filesystem::path output_of(const Command& command);

/// histo_cl tune: measures knobs and keeps the best in a tuning table, or builds programs in advance.
[[nodiscard]] common::Subcommand subcommand();

} // namespace tune

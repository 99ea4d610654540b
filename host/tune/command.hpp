#pragma once

#include "common/subcommands.hpp"
#include "tune/subject.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tune {

/// The parsed command line. Plain data.
struct Command {
    std::vector<Subject> subjects; ///< empty, which is possible only with `warm`: the common problems
    std::uint64_t elements = 0;    ///< 0: suitable_elements()
    std::string device;            ///< empty: the default device
    double seconds = 60;           ///< for all subjects together
    bool warm = false;             ///< build programs, tune nothing
    std::filesystem::path output;  ///< the file of the tuning table; empty with `warm`
};

/// Adds the options and the texts of the help. Returns a function that interprets their values after parsing,
/// and throws UsageError.
[[nodiscard]] std::function<Command()> add_options(CLI::App& app);

/// histo_cl tune: measures knobs and keeps the best in a tuning table, or builds programs ahead.
[[nodiscard]] common::Subcommand subcommand();

} // namespace tune

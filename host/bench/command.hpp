#pragma once

#include "bench/runner.hpp"
#include "bench/state.hpp"
#include "common/manual.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

enum class Mode { run, compare, list_states };

/// The parsed command line. Plain data.
struct Command {
    Mode mode = Mode::run;
    std::vector<State> states;
    histo_cl::Options options;
    bool all_variants = false;
    Pace pace;
    unsigned build_threads = 0;      ///< that build all plans before the first is timed; 0: do not
    unsigned threads = 1;            ///< host threads that compute the expected counts
    std::string device;              ///< empty: the default device
    std::uint32_t compute_units = 0; ///< of the device to use; 0: all
    bool cold = false;               ///< start with empty program caches
    std::string json;                ///< files; empty: none
    std::string csv;
    std::pair<std::string, std::string> compared;
    std::size_t worst = 10; ///< worst states to list
};

/// Adds the options and the texts of the help to a parser, and returns what interprets their values once they
/// are parsed, while the parser lives. That throws UsageError.
[[nodiscard]] std::function<Command()> add_options(CLI::App& app);

} // namespace bench

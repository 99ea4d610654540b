#pragma once

#include "runner.hpp"
#include "state.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace bench {

enum class Mode { run, compare, list_devices, list_states };

/// What the command line asks for. Plain data.
struct Command {
    Mode mode = Mode::run;
    std::vector<State> states;
    histo_cl::Options options;
    bool all_variants = false;
    Pace pace;
    unsigned build_threads = 0;      ///< that build all plans before the first is timed; 0: none does
    unsigned threads = 1;            ///< of the host, that count what results must be
    std::string device;              ///< empty: the default one
    std::uint32_t compute_units = 0; ///< of it that are used; 0: all
    bool cold = false;               ///< caches of kernels are empty at first
    std::string json;                ///< files; empty: none
    std::string csv;
    std::pair<std::string, std::string> compared;
    std::size_t worst = 10; ///< states that a report lists
};

/// Reads the command line, with the options that `add_options` adds. Empty means that all is said already:
/// help or version. Throws UsageError.
[[nodiscard]] std::optional<Command> parse_command(const std::string& program, int argc, char** argv,
                                                   const std::function<void(CLI::App&)>& add_options);

} // namespace bench

#pragma once

#include "bench/contender.hpp"
#include "bench/matrix.hpp"
#include "bench/opencl.hpp"
#include "common/manual.hpp"
#include "common/subcommands.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// The parsed command line. Plain data.
struct Command {
    Matrix axes;        ///< values on the command line; an empty list: the default, or all of the preset
    std::string preset; ///< empty: none
    bool list_states = false;
    histo_cl::Options options;
    bool all_variants = false;
    Pace pace;
    unsigned build_threads = 0;      ///< threads that build all plans before the first run; 0: none
    unsigned threads = 1;            ///< host threads that compute the expected counts
    std::string device;              ///< empty: the default device
    std::uint32_t compute_units = 0; ///< number of the device's compute units to use; 0: all
    std::string json;                ///< a file; empty: none
    std::pair<std::string, std::string> compared; ///< files; empty: none
};

/// Adds the options and the help texts to a parser. Parsing throws UsageError for invalid lists.
void add_options(CLI::App& app, Command& command);

/// The available peers, i.e. other histogram implementations on the same device or in the same memory.
/// `left_out` has, by label, the reason why a peer is missing.
struct AvailablePeers {
    Contenders peers = {};
    std::map<std::string, std::string> left_out = {};
};

/// The peers that a command adds to the library's benchmark.
struct Peers {
    /// Finds the peers. The second argument is the library's options. Throws std::runtime_error or
    /// UsageError.
    std::function<AvailablePeers(OpenCl&, const histo_cl::Options&)> find;
    std::function<void(CLI::App&)> add_options = [](auto&) {}; ///< options that `find` reads
    bool wall_only = false;                                    ///< whether only wall time is measured
};

/// The command that benchmarks all states of a matrix. Without peers, only the library runs.
[[nodiscard]] common::Subcommand states_command(const std::string& name, const Peers& peers = {});

// The other commands of histo_cl_bench.

/// The command that compares batches of small histograms, and joint histograms, with plain kernels.
[[nodiscard]] common::Subcommand batches_command();
/// The command that compares counts and sums by the values of many columns with a loop on the host and with
/// LightGBM's kernels.
[[nodiscard]] common::Subcommand columns_command();
/// The command that measures the host time of an enqueue, direct and from a command buffer.
[[nodiscard]] common::Subcommand enqueue_command();
/// The command that measures the rates of counting host data and of counting on several devices, compared
/// with the rates of the devices' links.
[[nodiscard]] common::Subcommand scale_command();
/// The command that measures elements that are split over several bins.
[[nodiscard]] common::Subcommand splitting_command();
/// The command that compares sums of float weights with a loop on the host.
[[nodiscard]] common::Subcommand weights_command();
/// The command that compares the library with other histogram implementations, over a matrix of states on a
/// CPU. Defined only if HISTO_CL_BENCH_CPU_PEERS is on, in builds without sanitizers.
[[nodiscard]] common::Subcommand cpu_command();

} // namespace bench

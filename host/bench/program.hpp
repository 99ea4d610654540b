#pragma once

#include "bench/contender.hpp"
#include "bench/opencl.hpp"
#include "common/subcommands.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench {

/// Another histogram to compare with the library, on the same device or the same memory.
struct Peer {
    std::unique_ptr<Contender> contender;
    std::map<std::string, std::string> versions; ///< of its components
};

/// The peers found, and why others are missing, by label.
struct AvailablePeers {
    std::vector<Peer> peers;
    std::map<std::string, std::string> left_out = {};
};

/// What a command adds to the library's benchmark.
struct Peers {
    /// Given the library's knobs too. Throws std::runtime_error or UsageError.
    std::function<AvailablePeers(OpenCl&, const histo_cl::Options&)> find;
    std::function<void(CLI::App&)> add_options = [](auto&) {}; ///< that `find` reads
    bool wall_only = false;                                    ///< peers have no device clock
};

/// The benchmark over a matrix of states, as a command; without peers the library runs alone.
[[nodiscard]] common::Subcommand states_command(const std::string& name, const Peers& peers = {});

// The other commands of histo_cl_bench.

/// Counts and sums by the values of many columns, beside a loop on the host and LightGBM's kernels.
[[nodiscard]] common::Subcommand columns_command();
/// How long the calling thread is busy with an enqueue, and with one that is recorded.
[[nodiscard]] common::Subcommand enqueue_command();
/// How fast host data, and data on several devices, are counted, beside what the links can do.
[[nodiscard]] common::Subcommand scale_command();
/// The matrix of states on a CPU, with other histograms beside the library; where HISTO_CL_BENCH_CPU_PEERS is
/// on.
[[nodiscard]] common::Subcommand cpu_command();

} // namespace bench

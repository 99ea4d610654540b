#pragma once

#include "program.hpp"

#include <string>
#include <vector>

namespace bench_cpu_peers {

/// What the command line asks for of peers. Plain data.
struct PeerCommand {
    std::vector<std::string> peers;     ///< labels; empty: all that there are
    std::vector<std::string> functions; ///< NAME=LIBRARY:SYMBOL
    std::string python;                 ///< an interpreter; empty: python3, or else /usr/bin/python3
};

void add_options(CLI::App& app, PeerCommand& command);

/// Those asked for that there are; `options` are the library's. Throws common::UsageError for a name that is
/// none, or a function that cannot be had.
[[nodiscard]] bench::FoundPeers find_peers(bench::OpenCl& opencl, const histo_cl::Options& options,
                                           const PeerCommand& command);

} // namespace bench_cpu_peers

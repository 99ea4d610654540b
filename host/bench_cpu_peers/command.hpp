#pragma once

#include "program.hpp"

#include <string>
#include <vector>

namespace bench_cpu_peers {

/// The command line's options for peers. Plain data.
struct PeerCommand {
    std::vector<std::string> peers;     ///< labels; empty: all available
    std::vector<std::string> functions; ///< NAME=LIBRARY:SYMBOL
    std::string python;                 ///< an interpreter; empty: python3, or else /usr/bin/python3
};

void add_options(CLI::App& app, PeerCommand& command);

/// The requested peers that are available; `options` are the library's. Throws common::UsageError for an
/// unknown name, or a function that cannot be loaded.
[[nodiscard]] bench::FoundPeers find_peers(bench::OpenCl& opencl, const histo_cl::Options& options,
                                           const PeerCommand& command);

} // namespace bench_cpu_peers

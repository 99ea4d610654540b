#pragma once

#include "contender.hpp"
#include "opencl.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): CLI11's name
class App;
}

namespace bench {

/// Another histogram to compare with the library, on the same device or the same memory.
struct Peer {
    std::unique_ptr<Contender> contender;
    std::map<std::string, std::string> versions; ///< of its components
};

/// The peers found, and why others are missing, by label.
struct FoundPeers {
    std::vector<Peer> peers;
    std::map<std::string, std::string> left_out = {};
};

/// What a program adds to the library's benchmark.
struct Peers {
    /// Given the library's knobs too. Throws std::runtime_error or UsageError.
    std::function<FoundPeers(OpenCl&, const histo_cl::Options&)> find;
    std::function<void(CLI::App&)> add_options = [](auto&) {}; ///< that `find` reads
    bool wall_only = false;                                    ///< peers have no device clock
};

/// Runs the benchmark program; without peers the library runs alone. Returns the exit code.
[[nodiscard]] int run_program(const std::string& program, int argc, char** argv, const Peers& peers = {});

} // namespace bench

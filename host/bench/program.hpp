#pragma once

#include "contender.hpp"
#include "opencl.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): theirs
class App;
}

namespace bench {

/// Another histogram to run beside the library, on the same device or the same memory.
struct Peer {
    std::unique_ptr<Contender> contender;
    std::map<std::string, std::string> versions; ///< of what it is made of
};

/// Those that there are, and why others are not, by label.
struct FoundPeers {
    std::vector<Peer> peers;
    std::map<std::string, std::string> left_out = {};
};

/// What a program adds to the benchmark of the library.
struct Peers {
    /// Given the library's knobs too. Throws std::runtime_error or UsageError.
    std::function<FoundPeers(OpenCl&, const histo_cl::Options&)> find;
    std::function<void(CLI::App&)> add_options = [](auto&) {}; ///< that `find` reads
    bool wall_only = false;                                    ///< peers have no clock of the device
};

/// A whole program of the benchmark; without peers the library runs alone. Returns the exit code.
[[nodiscard]] int run_program(const std::string& program, int argc, char** argv, const Peers& peers = {});

} // namespace bench

#pragma once

#include "contender.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace bench {

/// Another histogram to run beside the library, on the same device.
struct Peer {
    std::unique_ptr<Contender> contender;
    std::map<std::string, std::string> versions; ///< of what it is made of
};

/// Finds the peer on an OpenCL device. Throws std::runtime_error.
using FindPeer = std::function<Peer(const histo_cl::Device&)>;

/// A whole program of the benchmark; without a peer the library runs alone. Returns the exit code.
[[nodiscard]] int run_program(const std::string& program, int argc, char** argv,
                              const FindPeer& find_peer = {});

} // namespace bench

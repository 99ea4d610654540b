#pragma once

#include "common/clhpp.hpp"
#include "demo/count/session.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace demo {

/// A chunk for the device: in a buffer that uses the host's memory in place, or one that it is copied to.
struct Placed {
    std::span<const std::byte> bytes;
    cl::Buffer buffer = {};
    bool is_copied = true;
};

/// A buffer for each chunk, none of them empty. On a CPU, chunks at suitably aligned addresses are used in
/// place; chunks that are copied share one buffer as long as the longest of them. Throws cl::Error.
[[nodiscard]] std::vector<Placed> placed(const cl::Context& context, const histo_cl::DeviceProfile& profile,
                                         Chunks chunks);

} // namespace demo

#pragma once

#include "common/clhpp.hpp"
#include "session.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace demo {

/// A piece for the device: in a buffer that is the host's memory itself, or that it is to be copied to.
struct Placed {
    std::span<const std::byte> bytes;
    cl::Buffer buffer = {};
    bool is_copied = true;
};

/// A buffer for each piece, none of them empty. On a CPU the host's memory is used in place where a piece
/// begins at an address that suits the device; pieces that are copied take turns in one buffer as long as the
/// longest of them. Throws cl::Error.
[[nodiscard]] std::vector<Placed> placed(const cl::Context& context, const histo_cl::DeviceProfile& profile,
                                         Pieces pieces);

} // namespace demo

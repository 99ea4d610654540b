#pragma once

#include "histo_cl/abi.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A version as OpenCL 3.0 packs it into 32 bits (CL_MAKE_VERSION).
[[nodiscard]] constexpr std::uint32_t opencl_version(std::uint32_t major, std::uint32_t minor,
                                                     std::uint32_t patch) noexcept {
    return major << 22U | minor << 12U | patch;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

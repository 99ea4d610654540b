#pragma once

#include "histo_cl/abi.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// A function of a library that this one is linked with, by its name; null if the library there, which may
/// be older than the headers, has none. So a function that need not be there does not become one that this
/// library cannot be loaded without.
[[nodiscard]] void* loaded_function(const char* name) noexcept;

} // namespace histo_cl::inline HISTO_CL_ABI::detail

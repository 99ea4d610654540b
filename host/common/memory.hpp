#pragma once

#include <cstdint>

namespace common {

/// Of this machine, in bytes.
[[nodiscard]] std::uint64_t physical_memory();

} // namespace common

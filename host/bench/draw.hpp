#pragma once

// The text that generates the devices' data sets, as C++. Inline, for the loops that draw billions of
// samples.

#include <bit>
#include <cstdint>

namespace bench::draw {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

#define DRAW [[nodiscard]] inline
#define LEADING_ZEROS(x) std::countl_zero(x)
#include "kernels/draw.cl" // IWYU pragma: keep
#undef LEADING_ZEROS
#undef DRAW

} // namespace bench::draw

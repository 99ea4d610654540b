#pragma once

#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// Converts samples that lie `stride` bytes apart from `first` on, at any alignment, into as many of another
/// type as `to` holds, side by side. Another type for which converts_exactly() holds.
void convert_samples(SampleType stored, const std::byte* first, std::uint64_t stride, SampleType type,
                     std::span<std::byte> to);

} // namespace histo_cl::inline HISTO_CL_ABI::detail

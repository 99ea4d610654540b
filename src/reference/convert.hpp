#pragma once

#include "histo_cl/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI::reference {

/// So many samples that lie `stride` bytes apart from `first` on, at any alignment, as samples of another
/// type side by side, one for which converts_exactly() holds.
[[nodiscard]] std::vector<std::byte> converted(SampleType stored, const std::byte* first,
                                               std::uint64_t stride, std::size_t count, SampleType type);

} // namespace histo_cl::inline HISTO_CL_ABI::reference

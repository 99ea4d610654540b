#pragma once

#include "histo_cl/problem.hpp"

namespace histo_cl::detail {

/// Throws like footprint(), and Error(invalid_argument) for spans that are shorter than the shape or that
/// the problem has no use for. The problem must be valid.
Footprint check_host_data(const Problem& problem, const HostData& data);

/// Flat samples without mask and weights: as many elements as there are. Throws Error(invalid_argument) if
/// they are not whole. The problem must be valid.
[[nodiscard]] HostData flat_data(const Problem& problem, std::span<const std::byte> samples);

} // namespace histo_cl::detail

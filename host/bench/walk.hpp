#pragma once

#include <cstdint>

namespace bench {

/// Position `index` of a random walk in [0, span), in units of 2^-32; span < 2^32. Steps are of about
/// span / 2^steps, up or down at random, and the walk is reflected at the ends of the range.
[[nodiscard]] std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept;

} // namespace bench

#pragma once

#include <cstdint>

namespace bench {

/// Place `index` of a random walk in [0, span), as a whole number over 2^32; span < 2^32. Steps are of about
/// span / 2^steps, up or down as a coin falls, and the ends of the range throw it back.
[[nodiscard]] std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept;

} // namespace bench

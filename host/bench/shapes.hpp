#pragma once

#include "bench/state.hpp"

#include <cstdint>
#include <vector>

namespace bench {

/// How full each bin of a shape is, relative to the fullest: for the kinds whose bins are drawn.
[[nodiscard]] std::vector<double> bin_weights(Kind kind, std::uint32_t bins);

/// The table of kernels/shape.cl that draws bins by their weights.
[[nodiscard]] std::vector<std::uint64_t> alias_table(const std::vector<double>& weights);

/// Character `index` of an endless ASCII text: English words about as frequent as in print, in sentences,
/// lines and paragraphs. One MiB, repeated.
[[nodiscard]] char text_at(std::uint64_t index) noexcept;

/// Position `index` of a random walk in [0, span), in units of 2^-32; span < 2^32. Steps are of about
/// span / 2^steps, up or down at random, and the walk is reflected at the ends of the range.
[[nodiscard]] std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept;

} // namespace bench

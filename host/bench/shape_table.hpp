#pragma once

#include "state.hpp"

#include <cstdint>
#include <vector>

namespace bench {

/// How full each bin of a shape is, relative to the fullest: for the kinds whose bins are drawn.
[[nodiscard]] std::vector<double> bin_weights(Kind kind, std::uint32_t bins);

/// The table of kernels/shape.cl that draws bins by their weights.
[[nodiscard]] std::vector<std::uint64_t> alias_table(const std::vector<double>& weights);

} // namespace bench

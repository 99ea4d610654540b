#pragma once

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tune {

/// How samples are spread: all bins equally likely, or nearly all samples in few bins (the AND of six uniform
/// draws of bits, an entropy of 0.201 per bit).
enum class Spread : std::uint8_t { uniform, skewed };

inline constexpr std::array spreads{Spread::uniform, Spread::skewed};

/// The samples of one plane (or of all interleaved channels): `count` of them, the same for the same
/// arguments. The problem has edges.
[[nodiscard]] std::vector<std::byte> random_samples(const histo_cl::Problem& problem, Spread spread,
                                                    std::uint64_t count, std::uint64_t seed);

} // namespace tune

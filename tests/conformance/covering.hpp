#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

// Pairwise testing: few cases in which every pair of levels of two factors (traits.hpp) occurs at least once.

namespace histo_cl::test {

/// A level of a factor: the indices of the factor in factors() and of the level in Factor::levels
/// (traits.hpp).
struct Level {
    std::size_t factor;
    std::size_t level;

    friend auto operator<=>(const Level&, const Level&) = default;
};

/// Two levels of different factors, ordered by factor.
using Pair = std::pair<Level, Level>;

/// A case: the level of each factor.
using Levels = std::vector<std::size_t>;

/// Whether two levels of different factors can occur together. A level that is compatible with no level of
/// some factor is in no case.
using Compatible = std::function<bool(const Level&, const Level&)>;

/// All compatible pairs of levels of different factors.
std::vector<Pair> compatible_pairs(const Compatible& compatible);

/// A case with the compatible levels `fixed`, and the rest at random. Empty if none was found.
Levels complete(const Compatible& compatible, std::span<const Level> fixed, std::uint64_t seed);

/// Cases that have all compatible pairs (except pairs for which no complete case was found). Each case is the
/// one of several candidates that adds the most missing pairs. The cases are the same for the same arguments.
std::vector<Levels> cover_pairs(const Compatible& compatible, std::uint64_t seed);

} // namespace histo_cl::test

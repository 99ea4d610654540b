#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

// Pairwise testing: few cases in which every two answers to two questions meet at least once.

namespace histo_cl::test {

/// One answer to one question.
struct Level {
    std::size_t factor;
    std::size_t level;

    friend bool operator==(const Level&, const Level&) = default;
};

struct Pair {
    Level a;
    Level b;
};

/// A case: for each factor the level that it has.
using Levels = std::vector<std::size_t>;

/// Whether two levels of different factors can meet. A level that meets none of some factor is left out.
using Compatible = std::function<bool(const Level&, const Level&)>;

/// All pairs of levels of different factors that can meet.
std::vector<Pair> compatible_pairs(std::span<const std::size_t> level_counts, const Compatible& compatible);

/// A case that has these levels, any two of which can meet, and the rest at random; empty if none was found.
Levels complete(std::span<const std::size_t> level_counts, const Compatible& compatible,
                std::span<const Level> fixed, std::uint64_t seed);

/// Cases that have all compatible pairs (but for pairs that no whole case can have): the next case is always
/// the one of several tried that has most of the pairs still missing. The same for the same arguments.
std::vector<Levels> cover_pairs(std::span<const std::size_t> level_counts, const Compatible& compatible,
                                std::uint64_t seed);

} // namespace histo_cl::test

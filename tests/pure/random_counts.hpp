#pragma once

#include "support/random.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <vector>

// Helpers for the tests of statistics: types of counts, and random counts and edges.

namespace histo_cl::test {

using U32 = std::vector<std::uint32_t>;
using U64 = std::vector<std::uint64_t>;
using I64 = std::vector<std::int64_t>;
using Doubles = std::vector<double>;

/// Counts of up to 20 bins. Many counts are 0, but at least one is not.
inline U64 random_counts(Random& random) {
    U64 counts(random.between(1, 20));
    for (auto& count : counts)
        count = random.one_in(3) ? 0 : random.below(random.one_in(5) ? 1'000'000 : 10);
    counts[random.below(counts.size())] += 1;
    return counts;
}

/// 0, 1, 2 and so on.
template <class Numbers>
Numbers rising(std::size_t size) {
    Numbers numbers(size);
    std::iota(numbers.begin(), numbers.end(), typename Numbers::value_type{});
    return numbers;
}

/// The counts, each multiplied by the factor.
template <class Counts>
Counts times(Counts counts, typename Counts::value_type factor) {
    for (auto& count : counts)
        count *= factor;
    return counts;
}

inline Doubles random_edges(Random& random, std::size_t bins) {
    Doubles edges{random.real(-10, 10)};
    while (edges.size() <= bins)
        edges.push_back(edges.back() + random.real(0.1, 3));
    return edges;
}

template <class Test>
void on_random_counts(const Test& test) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto counts = random_counts(random);
        test(counts, random);
    }
}

} // namespace histo_cl::test

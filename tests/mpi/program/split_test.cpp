// How ranks split samples.

#include "mpi/split.hpp"

#include <doctest/doctest.h>
#include <limits>

using mpi::part_of;

TEST_CASE("parts follow one another, and their sizes differ by at most one") {
    for (const std::uint64_t samples :
         {0UL, 1UL, 5UL, 16UL, 17UL, std::numeric_limits<std::uint64_t>::max()}) {
        for (const int ranks : {1, 2, 3, 16}) {
            CAPTURE(samples);
            CAPTURE(ranks);
            std::uint64_t next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const auto part = part_of(samples, rank, ranks);
                CHECK(part.first == next);
                CHECK(part.count - samples / static_cast<std::uint64_t>(ranks) <= 1);
                next += part.count;
            }
            CHECK(next == samples);
        }
    }
}

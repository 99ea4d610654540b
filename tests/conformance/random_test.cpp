#include "proof.hpp"
#include "random_case.hpp"

#include <doctest/doctest.h>

// Random cases of all kinds, compared with the reference.

namespace histo_cl::test {
TEST_SUITE("random") {
    TEST_CASE("random problems and jobs") {
        for_each_random_case({1, 2}, small_size() ? 8 : 12,
                             [](std::uint64_t seed) { check_case(random_levels(seed), seed); });
    }
}

} // namespace histo_cl::test

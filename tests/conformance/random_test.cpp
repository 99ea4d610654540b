#include "proof.hpp"
#include "random_case.hpp"
#include "support/random.hpp"

#include <doctest/doctest.h>

// Random cases of all kinds, compared with the reference. Environment: HISTO_CL_TEST_SEED=<n> sets the seed,
// HISTO_CL_TEST_CASES=<n> sets the number of cases per seed, HISTO_CL_TEST_CASE=<n> runs only this case.

namespace histo_cl::test {
TEST_SUITE("random") {
    TEST_CASE("random problems and jobs") {
        const auto given = number_in("HISTO_CL_TEST_SEED");
        const auto seeds = given ? std::vector{*given} : std::vector<std::uint64_t>{1, 2};
        const auto cases = number_in("HISTO_CL_TEST_CASES").value_or(small_size() ? 8 : 12);
        const auto one = number_in("HISTO_CL_TEST_CASE");
        for (const auto seed : seeds) {
            MESSAGE("HISTO_CL_TEST_SEED=" << seed << ", " << cases << " cases");
            for (std::uint64_t i = one.value_or(0); i < (one ? *one + 1 : cases); ++i) {
                const auto case_seed = Random(seed * 1'000'003 + i).bits();
                const auto levels = complete(level_counts(), compatible, {}, case_seed);
                if (one) MESSAGE(to_string(levels));
                const auto wrong = wrong_case(levels, case_seed);
                CHECK_MESSAGE(wrong.empty(), "HISTO_CL_TEST_SEED=", seed, " HISTO_CL_TEST_CASE=", i, ": ",
                              wrong);
            }
        }
    }
}

} // namespace histo_cl::test

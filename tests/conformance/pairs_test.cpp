#include "proof.hpp"
#include "random_case.hpp"
#include "random_problem.hpp"

#include <doctest/doctest.h>

// Pairwise testing of the properties of problems and plans (traits.hpp). Every two compatible levels are
// counted together at least once (with the small size, most of them) and compared with the reference. Every
// two levels that cannot be combined are rejected with the expected reason.

namespace histo_cl::test {
namespace {

/// Number of cases with the small size. The first cases have every level and most of the pairs.
constexpr std::size_t small_cases = 24;

bool has(const Levels& levels, const Pair& pair) {
    return levels[pair.first.factor] == pair.first.level && levels[pair.second.factor] == pair.second.level;
}

/// Words of the message that rejects a case of these levels, or "" if the case is accepted.
std::string refusal(const Levels& levels) {
    Random random(1);
    const auto made = random_problem(traits(levels), 256, random);
    try {
        static_cast<void>(choose(test_device().profile(), made.problem, made.options));
    } catch (const Error& error) {
        if (error.status() != Status::unsupported) throw;
        const std::string words = error.what();
        return words.substr(words.find("; ") + 1); // the variant's reason, or all words
    }
    return "";
}

} // namespace

TEST_SUITE("pairs") {
    TEST_CASE("every compatible pair of levels is counted") {
        auto cases = cover_pairs(compatible, 1);
        const auto pairs = compatible_pairs(compatible);
        if (small_size()) cases.resize(std::min(cases.size(), small_cases));
        std::size_t covered = 0;
        for (const auto& pair : pairs) {
            const bool met = std::ranges::any_of(cases, [&](const Levels& c) { return has(c, pair); });
            covered += met ? 1U : 0U;
            for (const auto& level : {pair.first, pair.second}) {
                const auto occurs = [&](const Levels& c) { return c[level.factor] == level.level; };
                CHECK_MESSAGE(std::ranges::any_of(cases, occurs), to_string(level));
            }
            CHECK_MESSAGE((met || small_size()), to_string(pair.first), " with ", to_string(pair.second));
        }
        MESSAGE(cases.size() << " cases with " << covered << " of " << pairs.size() << " pairs");
        const auto one = number_in("HISTO_CL_TEST_CASE");
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (one && i != *one) continue;
            INFO("HISTO_CL_TEST_CASE=", i);
            check_case(cases[i], i);
        }
    }

    TEST_CASE("every rejected pair of levels has the expected reason") {
        const auto possible = [](const Level& a, const Level& b) {
            return !impossible(a, b) && !depends_on_third(a, b) && !rejection(a, b).empty();
        };
        const auto pairs = compatible_pairs(possible);
        CHECK(pairs.size() > 0);
        for (const auto& pair : pairs) {
            const auto& device = test_device().profile();
            if (!missing(pair.first, device).empty() || !missing(pair.second, device).empty()) continue;
            const auto expected = rejection(pair.first, pair.second);
            const auto text = to_string(pair.first) + " with " + to_string(pair.second);
            // Whether two levels are compatible, or are rejected for the same reason as the pair.
            const auto only_this = [&](const Level& a, const Level& b) {
                return compatible(a, b) ||
                       (!impossible(a, b) && !depends_on_third(a, b) && rejection(a, b) == expected);
            };
            const std::array fixed{pair.first, pair.second};
            const auto levels = complete(only_this, fixed, 1);
            REQUIRE_MESSAGE(!levels.empty(), text);
            const auto words = refusal(levels);
            MESSAGE(text << ": " << words);
            CHECK_MESSAGE(words.find(expected) != std::string::npos, to_string(levels));
        }
    }

    TEST_CASE("levels that the device lacks are rejected") {
        const auto& device = test_device().profile();
        for (std::size_t factor = 0; factor < factors().size(); ++factor)
            for (std::size_t level = 0; level < factors()[factor].levels.size(); ++level) {
                const Level one{factor, level};
                const auto word = missing(one, device);
                if (word.empty()) continue;
                const auto rest = [&](const Level& a, const Level& b) {
                    return !impossible(a, b) && !depends_on_third(a, b) && rejection(a, b).empty() &&
                           !is_wide_extreme(a, b) && (a == one || missing(a, device).empty()) &&
                           (b == one || missing(b, device).empty());
                };
                const auto words = refusal(complete(rest, std::array{one}, 1));
                MESSAGE(to_string(one) << ": " << words);
                CHECK_MESSAGE(words.find(word) != std::string::npos, to_string(one));
            }
    }
}

} // namespace histo_cl::test

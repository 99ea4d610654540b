#include "covering.hpp"

#include "support/random.hpp"
#include "traits.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace histo_cl::test {
namespace {

constexpr std::size_t unset = ~std::size_t{0};

/// Pairs that no case has yet.
using Missing = std::set<Pair>;

bool has(const Missing& missing, const Level& a, const Level& b) {
    return missing.contains(std::minmax(a, b));
}

template <class Use>
void for_each_pair(const Levels& levels, const Use& use) {
    for (std::size_t a = 0; a < levels.size(); ++a)
        for (std::size_t b = a + 1; b < levels.size(); ++b)
            use(Pair({a, levels[a]}, {b, levels[b]}));
}

/// Adds levels of the other factors to `fixed`, in random order. Each factor gets the compatible level that
/// completes the most missing pairs, with ties broken at random. Returns an empty case if a factor has no
/// level that is compatible with those chosen before.
Levels attempt(const Compatible& compatible, std::span<const Level> fixed, const Missing& missing,
               Random& random) {
    Levels levels(factors().size(), unset);
    std::vector<Level> chosen(fixed.begin(), fixed.end());
    for (const auto& level : fixed)
        levels[level.factor] = level.level;
    std::vector<std::size_t> order(factors().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    random.shuffle(order);
    for (const auto factor : order) {
        if (levels[factor] != unset) continue;
        std::vector<std::size_t> best;
        std::ptrdiff_t max_met = -1;
        for (std::size_t level = 0; level < factors()[factor].levels.size(); ++level) {
            const Level candidate{factor, level};
            if (!std::ranges::all_of(chosen, [&](const Level& c) { return compatible(c, candidate); }))
                continue;
            const auto met =
                std::ranges::count_if(chosen, [&](const Level& c) { return has(missing, c, candidate); });
            if (met > max_met) best.clear();
            if (met >= max_met) best.push_back(level);
            max_met = std::max(max_met, met);
        }
        if (best.empty()) return {};
        levels[factor] = random.pick(best);
        chosen.push_back({factor, levels[factor]});
    }
    return levels;
}

} // namespace

std::vector<Pair> compatible_pairs(const Compatible& compatible) {
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < factors().size(); ++a)
        for (std::size_t b = a + 1; b < factors().size(); ++b)
            for (std::size_t i = 0; i < factors()[a].levels.size(); ++i)
                for (std::size_t j = 0; j < factors()[b].levels.size(); ++j)
                    if (compatible({a, i}, {b, j})) pairs.emplace_back(Level{a, i}, Level{b, j});
    return pairs;
}

Levels complete(const Compatible& compatible, std::span<const Level> fixed, std::uint64_t seed) {
    Random random(seed);
    const Missing none;
    for (int tries = 0; tries < 1000; ++tries)
        if (auto levels = attempt(compatible, fixed, none, random); !levels.empty()) return levels;
    return {};
}

std::vector<Levels> cover_pairs(const Compatible& compatible, std::uint64_t seed) {
    constexpr int attempts = 20;
    Random random(seed);
    const auto all = compatible_pairs(compatible);
    Missing missing(all.begin(), all.end());
    // Number of cases with the level. Pairs of rare levels come first, so that few cases have every level.
    std::map<Level, std::size_t> uses;
    std::vector<Levels> cases;
    while (!missing.empty()) {
        const auto pair = *std::ranges::min_element(
            missing, {}, [&](const Pair& one) { return uses[one.first] + uses[one.second]; });
        const std::array fixed{pair.first, pair.second};
        Levels best;
        std::size_t max_met = 0;
        for (int i = 0; i < attempts; ++i) {
            const auto levels = attempt(compatible, fixed, missing, random);
            std::size_t met = 0;
            for_each_pair(levels, [&](const Pair& one) { met += missing.count(one); });
            if (met > max_met) best = levels;
            max_met = std::max(max_met, met);
        }
        missing.erase(pair); // even if no complete case with it was found
        if (best.empty()) continue;
        for_each_pair(best, [&](const Pair& one) { missing.erase(one); });
        for (std::size_t factor = 0; factor < best.size(); ++factor)
            ++uses[{factor, best[factor]}];
        cases.push_back(std::move(best));
    }
    return cases;
}

} // namespace histo_cl::test

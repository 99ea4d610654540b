#include "covering.hpp"

#include "support/random.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace histo_cl::test {
namespace {

constexpr std::size_t unset = ~std::size_t{0};

/// The pairs that no case has yet.
class Missing {
  public:
    explicit Missing(std::span<const Pair> pairs) {
        for (const auto& [a, b] : pairs)
            pairs_.insert(key(a, b));
    }

    [[nodiscard]] bool empty() const { return pairs_.empty(); }
    [[nodiscard]] bool has(const Level& a, const Level& b) const { return pairs_.contains(key(a, b)); }
    [[nodiscard]] Pair first() const {
        const auto& [a, b] = *pairs_.begin();
        return {{a.first, a.second}, {b.first, b.second}};
    }
    void erase(const Level& a, const Level& b) { pairs_.erase(key(a, b)); }

  private:
    using Key = std::pair<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>>;
    static Key key(const Level& a, const Level& b) {
        const std::pair first(a.factor, a.level);
        const std::pair second(b.factor, b.level);
        return first < second ? Key(first, second) : Key(second, first);
    }
    std::set<Key> pairs_;
};

template <class Use>
void for_each_pair(const Levels& levels, const Use& use) {
    for (std::size_t a = 0; a < levels.size(); ++a)
        for (std::size_t b = a + 1; b < levels.size(); ++b)
            use(Level{a, levels[a]}, Level{b, levels[b]});
}

/// Fills the factors in random order, each with the level that completes the most missing pairs. Ties are
/// broken at random. Empty if a factor has no level that is compatible with those chosen before.
Levels attempt(std::span<const std::size_t> level_counts, const Compatible& compatible,
               std::span<const Level> fixed, const Missing& missing, Random& random) {
    Levels levels(level_counts.size(), unset);
    std::vector<Level> chosen(fixed.begin(), fixed.end());
    for (const auto& level : fixed)
        levels[level.factor] = level.level;
    std::vector<std::size_t> order(level_counts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
    for (const auto factor : order) {
        if (levels[factor] != unset) continue;
        std::vector<std::size_t> best;
        std::ptrdiff_t most = -1;
        for (std::size_t level = 0; level < level_counts[factor]; ++level) {
            const Level candidate{factor, level};
            if (!std::ranges::all_of(chosen, [&](const Level& c) { return compatible(c, candidate); }))
                continue;
            const auto met =
                std::ranges::count_if(chosen, [&](const Level& c) { return missing.has(c, candidate); });
            if (met > most) best.clear();
            if (met >= most) best.push_back(level);
            most = std::max(most, met);
        }
        if (best.empty()) return {};
        levels[factor] = random.pick(best);
        chosen.push_back({factor, levels[factor]});
    }
    return levels;
}

} // namespace

std::vector<Pair> compatible_pairs(std::span<const std::size_t> level_counts, const Compatible& compatible) {
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < level_counts.size(); ++a)
        for (std::size_t b = a + 1; b < level_counts.size(); ++b)
            for (std::size_t i = 0; i < level_counts[a]; ++i)
                for (std::size_t j = 0; j < level_counts[b]; ++j)
                    if (compatible({a, i}, {b, j})) pairs.push_back({{a, i}, {b, j}});
    return pairs;
}

Levels complete(std::span<const std::size_t> level_counts, const Compatible& compatible,
                std::span<const Level> fixed, std::uint64_t seed) {
    Random random(seed);
    const Missing none({});
    for (int tries = 0; tries < 1000; ++tries)
        if (auto levels = attempt(level_counts, compatible, fixed, none, random); !levels.empty())
            return levels;
    return {};
}

std::vector<Levels> cover_pairs(std::span<const std::size_t> level_counts, const Compatible& compatible,
                                std::uint64_t seed) {
    constexpr int attempts = 20;
    Random random(seed);
    Missing missing(compatible_pairs(level_counts, compatible));
    std::vector<Levels> cases;
    while (!missing.empty()) {
        const auto pair = missing.first();
        const std::array fixed{pair.a, pair.b};
        Levels best;
        std::size_t most = 0;
        for (int i = 0; i < attempts; ++i) {
            const auto levels = attempt(level_counts, compatible, fixed, missing, random);
            std::size_t met = 0;
            for_each_pair(levels,
                          [&](const Level& a, const Level& b) { met += missing.has(a, b) ? 1U : 0U; });
            if (met > most) best = levels;
            most = std::max(most, met);
        }
        missing.erase(pair.a, pair.b); // even if no complete case was found
        if (best.empty()) continue;
        for_each_pair(best, [&](const Level& a, const Level& b) { missing.erase(a, b); });
        cases.push_back(std::move(best));
    }
    return cases;
}

} // namespace histo_cl::test

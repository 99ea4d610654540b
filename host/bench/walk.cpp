#include "walk.hpp"

#include "draw.hpp"

#include <bit>

namespace bench {

namespace {

constexpr unsigned fraction = 16;     // fractional bits of a position
constexpr unsigned bridge_levels = 4; // one step is 64 of the level below, and 8 times as far

/// Position `step` of a walk of 64 steps of +1 or -1, minus the line between its ends. So each bridge begins
/// and ends at 0, and any position of a walk made of bridges is known without the ones before it.
std::int64_t bridge(std::uint64_t coins, unsigned step) {
    const auto up = [&](unsigned steps) {
        const auto tossed = steps == 64 ? coins : coins & ((std::uint64_t{1} << steps) - 1);
        return 2 * std::popcount(tossed) - static_cast<int>(steps);
    };
    return (std::int64_t{up(step)} << fraction) - ((std::int64_t{up(64)} << fraction) * step >> 6);
}

} // namespace

std::uint64_t walk_at(std::uint64_t index, unsigned steps, std::uint64_t span) noexcept {
    std::int64_t place = std::int64_t{1} << (steps + fraction - 1);
    std::int64_t between = 0; // how far index is from its level's step to the next
    for (unsigned level = 0; level < bridge_levels; ++level) {
        const auto at = index >> (6 * level);
        const auto coins = draw::scrambled((at >> 6) * bridge_levels + level);
        const auto step = static_cast<unsigned>(at & 63);
        const auto here = bridge(coins, step);
        place += (here + ((bridge(coins, step + 1) - here) * between >> fraction)) * (1 << (3 * level));
        const auto passed = index & ((std::uint64_t{1} << (6 * (level + 1))) - 1);
        between = static_cast<std::int64_t>(passed << fraction >> (6 * (level + 1)));
    }
    const auto range = std::uint64_t{1} << (steps + fraction);
    const auto there = static_cast<std::uint64_t>(place) & (2 * range - 1);
    const auto folded = there < range ? there : 2 * range - 1 - there;
    const auto share = folded << (32 - steps - fraction); // over 2^32
    return share * span;
}

} // namespace bench

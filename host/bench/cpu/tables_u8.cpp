// Counts bytes. A block in which all pairs are equal is counted at once. Other blocks are counted in one of
// two ways, which the first pairs decide:
//
// - Pairs: two neighbours are counted together as an unordered pair, so they take one store. The 33 KB of
//   byte counters are about the size of the L1 cache. A counter that wraps to 0 adds 256 to the counts of
//   both values. Best for many different values.
// - Columns: 16 interleaved tables; sample k of 16 goes to table k, so that equal neighbours do not wait for
//   each other. Best for few different values.

#include "bench/cpu/find.hpp"
#include "bench/cpu/peers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace bench_cpu {

namespace {

constexpr std::size_t columns = 16;
constexpr std::size_t block = 8192; ///< bytes
constexpr std::size_t step = 64;    ///< bytes whose pairs are computed at once

/// One thread's counters.
struct alignas(64) Tables {
    std::array<std::uint32_t, 256 * columns> cells; ///< [value][column]
    std::array<std::uint8_t, pair_count> pairs;
    /// Counts per value that are in neither `cells` nor `pairs`: those of blocks in which all pairs are
    /// equal, and of a part's last bytes (fewer than 16). When a pair's byte counter wraps, 256 is added here
    /// for each of the pair's two values.
    std::array<std::uint32_t, 256> sums;
    bool paired = false; ///< whether pairs are in use

    void clear() {
        cells.fill(0);
        sums.fill(0);
        if (paired) pairs.fill(0);
        paired = false;
    }
};

void count_columns(const std::uint8_t* samples, std::size_t bytes, Tables& tables) {
    auto* const cells = tables.cells.data();
    std::size_t i = 0;
    for (; i + columns <= bytes; i += columns) {
        std::uint64_t low = 0;
        std::uint64_t high = 0;
        std::memcpy(&low, samples + i, 8);
        std::memcpy(&high, samples + i + 8, 8);
        for (std::size_t k = 0; k < 8; ++k) {
            ++cells[(low >> (8 * k) & 255) * columns + k];
            ++cells[(high >> (8 * k) & 255) * columns + 8 + k];
        }
    }
    for (; i < bytes; ++i)
        ++tables.sums[samples[i]];
}

void count_pairs(const std::uint8_t* samples, const std::uint16_t* indices, Tables& tables) {
    auto* const pairs = tables.pairs.data();
    for (std::size_t i = 0; i < step / 2; ++i)
        if (++pairs[indices[i]] == 0) [[unlikely]] {
            tables.sums[samples[2 * i]] += 256;
            tables.sums[samples[2 * i + 1]] += 256;
        }
}

using Pairs = std::array<std::uint16_t, step / 2>;

/// Whether many pairs equal one of the few pairs before them, so that their counters would wait for each
/// other.
bool few_values(const Pairs& pairs) {
    constexpr std::size_t near = 6;
    std::size_t repeated = 0;
    for (std::size_t i = near; i < pairs.size(); ++i)
        if (std::find(&pairs[i - near], &pairs[i], pairs[i]) != &pairs[i]) ++repeated;
    return repeated > pairs.size() / 4;
}

/// Counts a part of the samples.
struct CountBlocks {
    template <class Find>
    [[gnu::always_inline]] static inline void run(const std::uint8_t* samples, std::size_t bytes,
                                                  Tables& tables) {
        // The minimum number of bytes for which zeroing and adding up the pairs pays off.
        constexpr std::size_t min = std::size_t{1} << 18;
        alignas(64) std::array<Pairs, 2> pairs;
        const auto* const end = samples + bytes;
        for (; bytes >= min && samples + block <= end; samples += block) {
            const auto first = pair_index(std::max(samples[0], samples[1]), std::min(samples[0], samples[1]));
            const auto find = [&](std::size_t at, Pairs& found) {
                return Find::pairs(samples + at, static_cast<std::uint16_t>(first), found.data());
            };
            std::size_t same = 0; // number of bytes in pairs that equal the first pair
            while (same < block && !find(same, pairs[0]))
                same += step;
            if (same == block) {
                tables.sums[samples[0]] += block / 2;
                tables.sums[samples[1]] += block / 2;
            } else if (same > 0 || few_values(pairs[0])) {
                count_columns(samples, block, tables);
            } else {
                tables.paired = true;
                // The next pairs are computed while these are counted.
                for (std::size_t at = 0; at < block; at += step) {
                    const auto steps = at / step;
                    if (at + step < block) static_cast<void>(find(at + step, pairs[(steps + 1) % 2]));
                    count_pairs(samples + at, pairs[steps % 2].data(), tables);
                }
            }
        }
        count_columns(samples, static_cast<std::size_t>(end - samples), tables);
    }
};

void add_up(const Tables& tables, std::uint32_t* counts) {
    for (std::size_t value = 0; value < 256; ++value) {
        counts[value] += tables.sums[value];
        for (std::size_t column = 0; column < columns; ++column)
            counts[value] += tables.cells[value * columns + column];
    }
    if (!tables.paired) return;
    for (std::size_t greater = 0; greater < 256; ++greater)
        for (std::size_t less = 0; less <= greater; ++less) {
            const auto pairs = tables.pairs[pair_index(greater, less)];
            counts[greater] += pairs;
            counts[less] += pairs;
        }
}

} // namespace

Count count_u8(const Task& task, ThreadPool& pool, Instructions instructions) {
    const auto parts = useful_parts(pool, task.state.elements);
    std::vector<Tables> all(parts);
    for (auto& tables : all)
        tables.paired = true; // so that the first clear() zeroes the pairs
    return [parts, &pool, samples = task.samples_as<std::uint8_t>(), all = std::move(all),
            count_part = kernel_with<CountBlocks, const std::uint8_t*, std::size_t, Tables&>(instructions)](
               std::span<std::uint32_t> counts) mutable {
        pool.run(parts, [&](unsigned part) {
            const auto bytes = part_of(samples, parts, part);
            all[part].clear();
            count_part(bytes.data(), bytes.size(), all[part]);
        });
        std::ranges::fill(counts, 0U);
        for (const auto& tables : all)
            add_up(tables, counts.data());
    };
}

} // namespace bench_cpu

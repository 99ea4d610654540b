// Counts floats in even bins. Vector instructions find the bins of the next group of samples while scalar
// instructions count the previous group; counting takes most of the time. Up to 2048 bins there are 8 tables
// of 32-bit counters, and up to 8192 bins 4 tables, so that equal neighbours do not wait for each other. For
// more bins there is one table of byte counters, which carry 256 into the counts when they wrap to 0. A group
// whose samples are all in one bin is counted at once.

#include "bench/cpu/find.hpp"
#include "bench/cpu/peers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench_cpu {

namespace {

// The tables that floats are counted in. Each ends in a spare bin for samples out of range.

/// Distance between tables in 4-byte counters, including the spare bin. If the number of bins is a power of
/// two, the distance is not a multiple of 4 KiB; otherwise loads would wait for stores.
constexpr std::size_t stride_of(std::uint32_t bins) {
    return (std::size_t{bins} + 1 + 15) / 16 * 16 + 16;
}

template <std::size_t Tables>
struct Words {
    using Index = std::uint16_t;

    explicit Words(std::uint32_t bins) : stride(stride_of(bins)), words(Tables * stride) {}

    /// Counts 16 samples, in one table or spread over all tables.
    template <bool Spread>
    void add(const Index* indices, std::uint32_t*) {
        auto* const table = words.data();
        for (std::size_t i = 0; i < 16; ++i)
            ++table[(Spread ? i % Tables * stride : 0) + indices[i]];
    }
    void add_same(std::size_t bin, std::uint32_t samples, std::uint32_t*) { words[bin] += samples; }
    void add_one(std::size_t bin, std::uint32_t*) { ++words[bin]; }
    [[nodiscard]] std::uint32_t sum(std::size_t bin) const {
        std::uint32_t sum = 0;
        for (std::size_t table = 0; table < Tables; ++table)
            sum += words[table * stride + bin];
        return sum;
    }
    void clear() { std::ranges::fill(words, 0U); }

    std::size_t stride;
    std::vector<std::uint32_t> words;
    /// Whether neighbours are often equal, so that they would wait for each other in one table.
    bool spread = true;
};

struct Bytes {
    using Index = std::uint32_t;

    explicit Bytes(std::uint32_t bins) : bytes(std::size_t{bins} + 1), bins_(bins) {}

    /// Counts 16 samples.
    template <bool>
    void add(const Index* indices, std::uint32_t* counts) {
        auto* const table = bytes.data(); // a local pointer: stores of bytes may alias the member
        for (std::size_t i = 0; i < 16; ++i)
            if (++table[indices[i]] == 0) [[unlikely]]
                carry(indices[i], 256, counts);
    }
    void add_same(std::size_t bin, std::uint32_t samples, std::uint32_t* counts) {
        carry(bin, samples, counts);
    }
    void add_one(std::size_t bin, std::uint32_t* counts) {
        if (++bytes[bin] == 0) [[unlikely]]
            carry(bin, 256, counts);
    }
    [[nodiscard]] std::uint32_t sum(std::size_t bin) const { return bytes[bin]; }
    void clear() { std::ranges::fill(bytes, std::uint8_t{0}); }

    std::vector<std::uint8_t> bytes;
    bool spread = false; ///< without effect, because there is only one table

  private:
    void carry(std::size_t bin, std::uint32_t amount, std::uint32_t* counts) const {
        if (bin < bins_) std::atomic_ref(counts[bin]).fetch_add(amount, std::memory_order_relaxed);
    }

    std::size_t bins_;
};

constexpr std::size_t group = 128; ///< samples per group
/// The number of groups from one check for equal neighbours to the next.
constexpr std::size_t groups_per_check = 64;

/// Whether many samples fall into the bins of the samples just before them. Counting them in one table would
/// then wait for the previous stores to the same counters.
template <class Index>
bool are_alike(const Index* bins) {
    constexpr std::size_t near = 4;
    std::size_t repeated = 0;
    for (std::size_t i = near; i < 64; ++i)
        if (std::find(&bins[i - near], &bins[i], bins[i]) != &bins[i]) ++repeated;
    return repeated > 8;
}

/// Counts a part of the samples.
template <class Table>
struct CountGroups {
    template <class Find>
    [[gnu::always_inline]] static inline void run(std::span<const float> samples, const Scale& scale,
                                                  Table& table, std::uint32_t* counts) {
        using Index = typename Table::Index;
        alignas(64) std::array<std::array<Index, group>, 2> bins;
        const auto* next = samples.data();
        const auto groups = samples.size() / group;
        bool differ = false;
        const auto find = [&](Index * found) __attribute__((always_inline)) {
            std::array<Index, 16> first;
            static_cast<void>(Find::bins(next, scale, 0, first.data()));
            differ = false;
            for (std::size_t i = 0; i < group; i += 16)
                differ = Find::bins(next + i, scale, first[0], found + i) || differ;
            next += group;
        };
        const auto find_and_count = [&]<bool Spread>(std::bool_constant<Spread>, const Index* current,
                                                     Index* found) __attribute__((always_inline)) {
            const std::uint32_t first = current[group - 1]; // the likely bin, if the next group is in one bin
            differ = false;
            for (std::size_t i = 0; i < group; i += 16) {
                differ = Find::bins(next + i, scale, first, found + i) || differ;
                table.template add<Spread>(current + i, counts);
            }
            next += group;
        };
        if (groups > 0) find(bins[0].data());
        for (std::size_t done = 0; done < groups; ++done) {
            const auto* const current = bins[done % 2].data();
            auto* const found = bins[(done + 1) % 2].data();
            const bool last = done + 1 == groups;
            if (!differ) {
                table.add_same(current[0], group, counts);
                if (!last) find(found);
                continue;
            }
            if (done % groups_per_check == 0) table.spread = are_alike(current);
            if (last)
                for (std::size_t i = 0; i < group; i += 16)
                    table.template add<false>(current + i, counts);
            else if (table.spread)
                find_and_count(std::true_type(), current, found);
            else
                find_and_count(std::false_type(), current, found);
        }
        for (auto i = groups * group; i < samples.size(); ++i) {
            const auto place = (samples[i] - scale.lower) * scale.scale;
            if (place >= 0 && place < static_cast<float>(scale.bins))
                table.add_one(static_cast<std::size_t>(place), counts);
        }
    }
};

template <class Table>
Count count_in(const Task& task, ThreadPool& pool, Instructions instructions) {
    const auto bins = task.state.bins;
    const auto parts = useful_parts(pool, task.state.elements);
    const Scale scale{0, static_cast<float>(bins) / static_cast<float>(bench::upper_bound(task.state)), bins};
    return [parts, scale, &pool, samples = task.samples_as<float>(),
            tables = std::vector<Table>(parts, Table(bins)),
            count_part =
                kernel_with<CountGroups<Table>, std::span<const float>, const Scale&, Table&, std::uint32_t*>(
                    instructions)](std::span<std::uint32_t> counts) mutable {
        for_slices(pool, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            std::ranges::fill(counts.subspan(begin, end - begin), 0U);
        });
        pool.run(parts, [&](unsigned part) {
            tables[part].clear();
            count_part(part_of(samples, parts, part), scale, tables[part], counts.data());
        });
        for_slices(pool, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            for (const auto& table : tables)
                for (auto bin = begin; bin < end; ++bin)
                    counts[bin] += table.sum(bin);
        });
    };
}

} // namespace

Count count_f32(const Task& task, ThreadPool& pool, Instructions instructions) {
    const auto bins = task.state.bins;
    if (bins <= 2048) return count_in<Words<8>>(task, pool, instructions);
    if (bins <= 8192) return count_in<Words<4>>(task, pool, instructions);
    return count_in<Bytes>(task, pool, instructions);
}

} // namespace bench_cpu

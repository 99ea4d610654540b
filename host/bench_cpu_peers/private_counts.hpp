#pragma once

#include "thread_pool.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace bench_cpu_peers {

/// As many parts as are worth a thread's waking.
[[nodiscard]] inline unsigned useful_parts(const ThreadPool& pool, std::uint64_t samples) {
    constexpr std::uint64_t least = 1 << 16; // samples of a part
    return static_cast<unsigned>(std::clamp<std::uint64_t>(samples / least, 1, pool.threads()));
}

/// Counts in threads, each with a table of its own, and adds the tables up.
class PrivateCounts {
  public:
    PrivateCounts(ThreadPool& pool, std::uint64_t elements, std::uint64_t counters)
        : pool_(pool), elements_(elements), tables_(useful_parts(pool, elements) - 1) {
        for (auto& table : tables_)
            table.resize(counters);
    }

    /// Calls count(begin, end, table) for each part of the elements; it adds to the table, which is zeroed.
    template <class Count>
    void run(std::span<std::uint32_t> counts, const Count& count) {
        const auto parts = static_cast<unsigned>(tables_.size()) + 1;
        pool_.run(parts, [&](unsigned part) {
            const auto table = part == 0 ? counts : std::span(tables_[part - 1]);
            std::ranges::fill(table, 0U);
            count(part_begin(elements_, parts, part), part_begin(elements_, parts, part + 1), table.data());
        });
        merge(counts);
    }

  private:
    void merge(std::span<std::uint32_t> counts) {
        const unsigned parts = tables_.empty() ? 0 : counts.size() < 1 << 14 ? 1 : pool_.threads();
        pool_.run(parts, [&](unsigned part) {
            const auto end = part_begin(counts.size(), parts, part + 1);
            for (const auto& table : tables_)
                for (auto i = part_begin(counts.size(), parts, part); i < end; ++i)
                    counts[i] += table[i];
        });
    }

    ThreadPool& pool_;
    std::uint64_t elements_;
    std::vector<std::vector<std::uint32_t>> tables_; ///< but the first part's, which are the counts
};

} // namespace bench_cpu_peers

#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace bench_cpu {

/// Threads that wait between calls, each pinned to its own core if the system allows it and has enough cores.
/// Only one thread may use a pool.
class ThreadPool {
  public:
    explicit ThreadPool(unsigned threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] unsigned threads() const noexcept { return static_cast<unsigned>(workers_.size()); }

    /// Calls work(0) to work(parts - 1) in parallel, parts <= threads(), and waits for all. The caller runs a
    /// single part itself. `work` must not throw.
    void run(unsigned parts, const std::function<void(unsigned)>& work);

  private:
    void serve(unsigned index);
    void stop();

    std::mutex mutex_;
    std::condition_variable begun_;
    std::condition_variable ended_;
    const std::function<void(unsigned)>* work_ = nullptr;
    std::uint64_t round_ = 0;
    unsigned parts_ = 0;
    unsigned busy_ = 0;
    bool stopping_ = false;
    std::vector<std::jthread> workers_;
};

/// Returns where part `index` begins if `count` items are divided into `parts` parts. It is a multiple of 64,
/// or `count` if `index` is `parts`.
[[nodiscard]] constexpr std::uint64_t part_begin(std::uint64_t count, unsigned parts,
                                                 unsigned index) noexcept {
    return index == parts ? count : count / parts * index / 64 * 64;
}

template <class Sample>
[[nodiscard]] std::span<const Sample> part_of(std::span<const Sample> samples, unsigned parts,
                                              unsigned index) noexcept {
    const auto begin = part_begin(samples.size(), parts, index);
    return samples.subspan(begin, part_begin(samples.size(), parts, index + 1) - begin);
}

/// The number of parts to divide the samples into, so that each is worth waking a thread for.
[[nodiscard]] inline unsigned useful_parts(const ThreadPool& pool, std::uint64_t samples) {
    constexpr std::uint64_t min = 1 << 16; // samples per part
    return static_cast<unsigned>(std::clamp<std::uint64_t>(samples / min, 1, pool.threads()));
}

/// Calls work(begin, end) for ranges of the counters, in at most `threads` threads. Fewer than 2^14 counters
/// are one range.
template <class Work>
void for_slices(ThreadPool& pool, std::uint64_t counters, unsigned threads, const Work& work) {
    const unsigned slices = counters < 1 << 14 ? 1 : threads;
    pool.run(slices, [&](unsigned slice) {
        work(part_begin(counters, slices, slice), part_begin(counters, slices, slice + 1));
    });
}

/// Counts in threads, each with a private table, and adds the tables up.
class PrivateCounts {
  public:
    PrivateCounts(ThreadPool& pool, std::uint64_t elements, std::uint64_t counters)
        : pool_(pool), elements_(elements),
          tables_(useful_parts(pool, elements) - 1, std::vector<std::uint32_t>(counters)) {}

    /// Calls count(begin, end, table) for each part of the elements. `count` adds to the table, which is
    /// zeroed before.
    template <class Count>
    void run(std::span<std::uint32_t> counts, const Count& count) {
        const auto parts = static_cast<unsigned>(tables_.size()) + 1;
        pool_.run(parts, [&](unsigned part) {
            const auto table = part == 0 ? counts : std::span(tables_[part - 1]);
            std::ranges::fill(table, 0U);
            count(part_begin(elements_, parts, part), part_begin(elements_, parts, part + 1), table.data());
        });
        if (tables_.empty()) return;
        for_slices(pool_, counts.size(), pool_.threads(), [&](std::uint64_t begin, std::uint64_t end) {
            for (const auto& table : tables_)
                for (auto i = begin; i < end; ++i)
                    counts[i] += table[i];
        });
    }

  private:
    ThreadPool& pool_;
    std::uint64_t elements_;
    /// One table per part, except for the first part, which uses the counts.
    std::vector<std::vector<std::uint32_t>> tables_;
};

} // namespace bench_cpu

#include "bench/cpu/peers.hpp"

#include <type_traits>

namespace bench_cpu {

namespace {

/// The bin of a sample in even bins that start at 0. For a sample out of range, it is at least the number of
/// bins.
template <class Sample>
struct BinOf {
    using Scale = std::conditional_t<std::is_floating_point_v<Sample>, Sample, float>;

    std::uint64_t bins;
    Scale scale;

    std::uint64_t operator()(Sample sample) const {
        if constexpr (std::is_floating_point_v<Sample>) {
            const auto place = sample * scale;
            const bool inside = place >= 0 && place < static_cast<Scale>(bins);
            return inside ? static_cast<std::uint64_t>(static_cast<std::int32_t>(place)) : bins;
        } else {
            return static_cast<std::uint64_t>(sample);
        }
    }
};

template <class Sample>
Count loop(const Task& task, ThreadPool& pool) {
    using Scale = typename BinOf<Sample>::Scale;
    const std::uint64_t bins = task.state.bins;
    const BinOf<Sample> bin_of{bins,
                               static_cast<Scale>(bins) / static_cast<Scale>(bench::upper_bound(task.state))};
    return [=, samples = task.samples_as<Sample>(), stored = bench::stored_channels(task.state.layout),
            counted = bench::counted_channels(task.state.layout),
            tables = PrivateCounts(pool, task.state.elements, task.counters())](
               std::span<std::uint32_t> counts) mutable {
        tables.run(counts, [=](std::uint64_t begin, std::uint64_t end, std::uint32_t* table) {
            if (stored == 1) {
                for (auto i = begin; i < end; ++i)
                    if (const auto bin = bin_of(samples[i]); bin < bins) ++table[bin];
                return;
            }
            for (auto i = begin; i < end; ++i)
                for (std::uint32_t channel = 0; channel < counted; ++channel)
                    if (const auto bin = bin_of(samples[i * stored + channel]); bin < bins)
                        ++table[channel * bins + bin];
        });
    };
}

} // namespace

Count loop_peer(const Task& task, ThreadPool& pool) {
    require_even_bins(task.state, {bench::Layout::single, bench::Layout::multi});
    return bench::with_type(task.state.sample,
                            [&]<class Sample>(Sample) { return loop<Sample>(task, pool); });
}

} // namespace bench_cpu

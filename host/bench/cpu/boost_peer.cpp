#include "bench/cpu/peers.hpp"

#include <boost/histogram/axis/integer.hpp>
#include <boost/histogram/axis/regular.hpp>
#include <boost/histogram/histogram.hpp>
#include <boost/histogram/make_histogram.hpp>
#include <boost/histogram/storage_adaptor.hpp>
#include <boost/version.hpp>
#include <type_traits>

namespace bench_cpu {

namespace {

namespace bh = boost::histogram;

template <class Sample>
auto empty_histogram(const bench::State& state) {
    if constexpr (std::is_floating_point_v<Sample>)
        return bh::make_histogram_with(
            bh::dense_storage<std::uint32_t>(),
            bh::axis::regular<Sample>(state.bins, 0, static_cast<Sample>(bench::upper_bound(state))));
    else
        return bh::make_histogram_with(bh::dense_storage<std::uint32_t>(),
                                       bh::axis::integer<>(0, static_cast<int>(state.bins)));
}

template <class Sample>
Count fill(const Task& task, ThreadPool& pool) {
    const auto parts = useful_parts(pool, task.state.elements);
    return [parts, &pool, samples = task.samples_as<Sample>(),
            histograms = std::vector(parts, empty_histogram<Sample>(task.state))](
               std::span<std::uint32_t> counts) mutable {
        pool.run(parts, [&](unsigned part) {
            histograms[part].reset();
            histograms[part].fill(part_of(samples, parts, part));
        });
        for_slices(pool, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            for (auto bin = begin; bin < end; ++bin) {
                counts[bin] = 0;
                for (const auto& histogram : histograms)
                    counts[bin] += histogram[static_cast<int>(bin)];
            }
        });
    };
}

} // namespace

Count boost_peer(const Task& task, ThreadPool& pool) {
    require_even_bins(task.state, {bench::Layout::single});
    return bench::with_type(task.state.sample,
                            [&]<class Sample>(Sample) { return fill<Sample>(task, pool); });
}

std::string boost_version() {
    return std::to_string(BOOST_VERSION / 100000) + "." + std::to_string(BOOST_VERSION / 100 % 1000) + "." +
           std::to_string(BOOST_VERSION % 100);
}

} // namespace bench_cpu

#include "bench/cpu/trials.hpp"

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
class BoostTrial : public HostTrial {
  public:
    BoostTrial(const Task& task, ThreadPool& pool)
        : HostTrial(task.counters()), pool_(pool), samples_(task.samples_as<Sample>()),
          histograms_(useful_parts(pool, task.state.elements), empty_histogram<Sample>(task.state)) {}

    [[nodiscard]] bool rounds_edges() const override { return std::is_floating_point_v<Sample>; }

  private:
    void count(std::span<std::uint32_t> counts) override {
        const auto parts = static_cast<unsigned>(histograms_.size());
        pool_.run(parts, [&](unsigned part) {
            const auto begin = part_begin(samples_.size(), parts, part);
            auto& histogram = histograms_[part];
            histogram.reset();
            histogram.fill(samples_.subspan(begin, part_begin(samples_.size(), parts, part + 1) - begin));
        });
        for_slices(pool_, counts.size(), parts, [&](std::uint64_t begin, std::uint64_t end) {
            for (auto bin = begin; bin < end; ++bin) {
                counts[bin] = 0;
                for (const auto& histogram : histograms_)
                    counts[bin] += histogram[static_cast<int>(bin)];
            }
        });
    }

    ThreadPool& pool_;
    std::span<const Sample> samples_;
    std::vector<decltype(empty_histogram<Sample>(bench::State{}))> histograms_;
};

} // namespace

std::unique_ptr<bench::Trial> boost_trial(const Task& task, ThreadPool& pool) {
    take_even_bins_in(task.state, {bench::Layout::single});
    return with_type(task.state.sample, [&]<class Sample>(Sample) -> std::unique_ptr<bench::Trial> {
        return std::make_unique<BoostTrial<Sample>>(task, pool);
    });
}

std::map<std::string, std::string> boost_versions() {
    return {{"boost", std::to_string(BOOST_VERSION / 100000) + "." +
                          std::to_string(BOOST_VERSION / 100 % 1000) + "." +
                          std::to_string(BOOST_VERSION % 100)}};
}

} // namespace bench_cpu

#include "bench/cpu/trials.hpp"

#include <type_traits>

namespace bench_cpu {

namespace {

template <class Sample>
class LoopTrial : public HostTrial {
  public:
    LoopTrial(const Task& task, ThreadPool& pool)
        : HostTrial(task.counters()), samples_(task.samples_as<Sample>()), bins_(task.state.bins),
          stored_(bench::stored_channels(task.state.layout)),
          counted_(bench::counted_channels(task.state.layout)),
          scale_(static_cast<Scale>(bins_) / static_cast<Scale>(bench::upper_bound(task.state))),
          tables_(pool, task.state.elements, task.counters()) {}

    [[nodiscard]] bool rounds_edges() const override { return std::is_floating_point_v<Sample>; }

  private:
    using Scale = std::conditional_t<std::is_floating_point_v<Sample>, Sample, float>;

    /// Even bins starting at 0; samples out of range give at least the number of bins.
    [[nodiscard]] std::uint64_t bin_of(Sample sample) const {
        if constexpr (std::is_floating_point_v<Sample>) {
            const auto place = sample * scale_;
            const bool inside = place >= 0 && place < static_cast<Scale>(bins_);
            return inside ? static_cast<std::uint64_t>(static_cast<std::int32_t>(place)) : bins_;
        } else {
            return static_cast<std::uint64_t>(sample);
        }
    }

    void count(std::span<std::uint32_t> counts) override {
        tables_.run(counts, [&](std::uint64_t begin, std::uint64_t end, std::uint32_t* table) {
            if (stored_ == 1) {
                for (auto i = begin; i < end; ++i)
                    if (const auto bin = bin_of(samples_[i]); bin < bins_) ++table[bin];
                return;
            }
            for (auto i = begin; i < end; ++i)
                for (std::uint32_t channel = 0; channel < counted_; ++channel)
                    if (const auto bin = bin_of(samples_[i * stored_ + channel]); bin < bins_)
                        ++table[channel * bins_ + bin];
        });
    }

    std::span<const Sample> samples_;
    std::uint64_t bins_;
    std::uint32_t stored_;
    std::uint32_t counted_;
    Scale scale_;
    PrivateCounts tables_;
};

} // namespace

std::unique_ptr<bench::Trial> loop_trial(const Task& task, ThreadPool& pool) {
    take_even_bins_in(task.state, {bench::Layout::single, bench::Layout::multi});
    return with_type(task.state.sample, [&]<class Sample>(Sample) -> std::unique_ptr<bench::Trial> {
        return std::make_unique<LoopTrial<Sample>>(task, pool);
    });
}

} // namespace bench_cpu

#pragma once

#include "bench/contender.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace bench_cpu {

/// A peer's task: a state, and its samples in the device's memory.
struct Task {
    const bench::State& state;
    const void* samples;

    [[nodiscard]] std::uint64_t counters() const {
        return std::uint64_t{state.bins} * bench::counted_channels(state.layout);
    }
    template <class Sample>
    [[nodiscard]] std::span<const Sample> samples_as() const {
        return {static_cast<const Sample*>(samples), bench::stored_samples(state)};
    }
};

/// Counts the samples of a task, and overwrites all counts, channel by channel.
using Count = std::function<void(std::span<std::uint32_t> counts)>;

/// A peer that counts in host memory; its time is the time of the call.
class HostTrial : public bench::Trial {
  public:
    HostTrial(std::uint64_t counters, Count count, bool rounds_edges)
        : counts_(counters), count_(std::move(count)), rounds_edges_(rounds_edges) {}

    [[nodiscard]] std::vector<std::uint32_t> checked_run() override {
        std::ranges::fill(counts_, 0xa5a5a5a5);
        count_(counts_);
        return counts_;
    }
    [[nodiscard]] double wall_seconds() override {
        return common::seconds_of([this] { count_(counts_); });
    }
    [[nodiscard]] bool rounds_edges() const override { return rounds_edges_; }

  private:
    std::vector<std::uint32_t> counts_;
    Count count_;
    bool rounds_edges_;
};

/// Reports that a peer does not support something: throws histo_cl::Error(unsupported).
[[noreturn]] inline void refuse(const std::string& what) {
    throw histo_cl::Error(histo_cl::Status::unsupported, "not supported by this peer: " + what);
}

/// Rejects anything but even bins in one of the given layouts.
inline void require_even_bins(const bench::State& state, std::initializer_list<bench::Layout> layouts) {
    if (state.binning != bench::Binning::even) refuse("bins given by edges");
    if (std::ranges::find(layouts, state.layout) == layouts.end())
        refuse("the layout " + std::string(name(state.layout)));
}

} // namespace bench_cpu

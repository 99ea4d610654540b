#pragma once

#include "bench/contender.hpp"
#include "bench/opencl.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace bench_cpu {

/// A peer's task: a state, and its samples where the device has them.
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

/// A peer that counts in host memory; its time is the time of the call.
class HostTrial : public bench::Trial {
  public:
    explicit HostTrial(std::uint64_t counters) : counts_(counters) {}

    [[nodiscard]] std::vector<std::uint32_t> checked_run() override {
        std::ranges::fill(counts_, 0xa5a5a5a5);
        count(counts_);
        return counts_;
    }
    [[nodiscard]] std::optional<double> device_seconds() override { return std::nullopt; }
    [[nodiscard]] double wall_seconds() override {
        return common::seconds_of([this] { count(counts_); });
    }
    [[nodiscard]] std::uint64_t workspace_bytes() const override { return 0; }

  private:
    /// Overwrites all counts, channel by channel.
    virtual void count(std::span<std::uint32_t> counts) = 0;

    std::vector<std::uint32_t> counts_;
};

/// A peer that reads the samples where the device has them.
class HostContender : public bench::Contender {
  public:
    using MakeTrial = std::function<std::unique_ptr<bench::Trial>(const Task&)>;

    HostContender(bench::OpenCl& opencl, std::string label, MakeTrial make_trial)
        : opencl_(opencl), label_(std::move(label)), make_trial_(std::move(make_trial)) {}

    [[nodiscard]] std::string label() const override { return label_; }
    void make(const bench::DataSet& data, std::uint64_t samples) override { opencl_.make(data, samples); }
    [[nodiscard]] std::unique_ptr<bench::Trial> trial(const bench::State& state) override {
        return make_trial_({state, opencl_.mapped_samples()});
    }

  private:
    bench::OpenCl& opencl_;
    std::string label_;
    MakeTrial make_trial_;
};

/// Reports that a peer does not support something: throws histo_cl::Error(unsupported).
[[noreturn]] inline void refuse(const std::string& what) {
    throw histo_cl::Error(histo_cl::Status::unsupported, "not supported by this peer: " + what);
}

/// Rejects anything but even bins in one of the given layouts.
inline void take_even_bins_in(const bench::State& state, std::initializer_list<bench::Layout> layouts) {
    if (state.binning != bench::Binning::even) refuse("bins given by edges");
    if (std::ranges::find(layouts, state.layout) == layouts.end())
        refuse("the layout " + std::string(name(state.layout)));
}

/// Calls visit(Sample{}) with the C++ type of a sample. Rejects types that the benchmark does not support.
template <class Visit>
auto with_type(histo_cl::SampleType type, const Visit& visit) {
    using histo_cl::SampleType;
    switch (type) {
    case SampleType::i8: return visit(std::int8_t{});
    case SampleType::u8: return visit(std::uint8_t{});
    case SampleType::i16: return visit(std::int16_t{});
    case SampleType::u16: return visit(std::uint16_t{});
    case SampleType::i32: return visit(std::int32_t{});
    case SampleType::u32: return visit(std::uint32_t{});
    case SampleType::i64: return visit(std::int64_t{});
    case SampleType::f32: return visit(float{});
    case SampleType::f64: return visit(double{});
    default: refuse("samples of " + std::string(name(type)));
    }
}

} // namespace bench_cpu

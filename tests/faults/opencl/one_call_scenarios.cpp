#include "faults/opencl/scenario.hpp"
#include "support/counters.hpp"

#include <histo_cl/stream.hpp>

#include <array>
#include <cstring>

namespace histo_cl::test {
namespace {

constexpr std::size_t one_call_elements = 5000;
const Options on_device{.calling_thread = false};

/// Samples at an address that is aligned to their type, or not.
class Samples {
  public:
    explicit Samples(bool aligned)
        : bytes_(one_call_elements * sizeof(std::uint16_t) + 1), shift_(aligned ? 0 : 1) {
        for (std::size_t i = 0; i < one_call_elements; ++i) {
            const auto sample = static_cast<std::uint16_t>(i * i);
            std::memcpy(bytes_.data() + shift_ + i * sizeof sample, &sample, sizeof sample);
        }
    }
    [[nodiscard]] std::span<const std::byte> bytes() const {
        return std::span(bytes_).subspan(shift_, one_call_elements * sizeof(std::uint16_t));
    }

  private:
    std::vector<std::byte> bytes_;
    std::size_t shift_;
};

Histogram expected(const Samples& samples) {
    return reference_histogram(log_problem(), samples.bytes());
}

/// Counts log_problem() with a function. If page-locked memory can be neither unmapped nor waited for, each
/// such failure loses `lost_per_unmap` references.
class OneCall : public Trial {
  public:
    OneCall(bool aligned, std::function<Histogram(const Samples&)> call, std::uint64_t lost_per_unmap = 0)
        : samples_(aligned), call_(std::move(call)), lost_per_unmap_(lost_per_unmap) {}

    void run() override { got_ = call_(samples_); }
    [[nodiscard]] bool right(const Findings& /*seen*/) override { return got_ == expected(samples_); }
    [[nodiscard]] bool resolve() override { return got_ = {}, true; }
    [[nodiscard]] std::uint64_t lost(const Findings& seen) const override {
        return lost_per_unmap_ * seen.unmaps;
    }

  private:
    Samples samples_;
    std::function<Histogram(const Samples&)> call_;
    std::uint64_t lost_per_unmap_;
    Histogram got_;
};

class PartialSums : public Trial {
  public:
    PartialSums() {
        problem_.weights.type = SampleType::f32;
        problem_.weights.bound = {1, one_call_elements};
    }

    void run() override {
        got_ = partial_histogram(problem_, data(), on_device, test_device().device()).histogram();
    }
    [[nodiscard]] bool right(const Findings& /*seen*/) override {
        return got_ == reference_histogram(problem_, data());
    }
    [[nodiscard]] bool resolve() override { return got_ = {}, true; }

  private:
    [[nodiscard]] HostData data() const {
        return {.samples = samples_.bytes(), .weights = std::as_bytes(std::span(weights_))};
    }

    Problem problem_ = log_problem();
    Samples samples_{true};
    std::vector<float> weights_ = std::vector<float>(one_call_elements, 0.1F);
    Histogram got_;
};

/// The device under test, treated as a device with its own memory, to which host data is copied through
/// staging memory.
const Device& with_own_memory() {
    static const auto one = [] {
        auto device = test_device().device();
        device.profile.type = DeviceType::gpu;
        return device;
    }();
    return one;
}

/// Number of references that a stream through staging memory loses: one to a queue and one to a buffer.
constexpr std::uint64_t staging_references = 2;

/// Counts with a stream, in three chunks, by the given number of threads. The merge is by atomics. With other
/// merges, a kept plan keeps buffers for up to 16 queues. PoCL never releases a queue on which such a buffer
/// was used, so the number of references would grow from stream to stream.
Histogram streamed(const Samples& samples, const Device& device, unsigned threads = 1) {
    const Options options{.knobs = {.merge = Merge::atomic}, .calling_thread = false};
    Stream stream(log_problem(), {.options = options,
                                  .devices = std::span(&device, 1),
                                  .memory = std::uint64_t{1} << 20U,
                                  .chunk_bytes = 4096,
                                  .threads = threads});
    stream.push(samples.bytes());
    return stream.histogram();
}

/// histogram() on a queue: each call creates a plan and destroys it.
class OnQueue : public Trial {
  public:
    void run() override {
        got_ = histogram(test_device().queue()(), log_problem(),
                         {.samples = buffer_(), .shape = {.count = one_call_elements}});
    }
    [[nodiscard]] bool right(const Findings& /*seen*/) override { return got_ == expected(samples_); }

  private:
    Samples samples_{true};
    cl::Buffer buffer_ = test_device().make_buffer(samples_.bytes());
    Histogram got_;
};

class Finding : public Trial {
  public:
    explicit Finding(std::function<void()> find) : find_(std::move(find)) {}
    void run() override { find_(); }
    [[nodiscard]] bool right(const Findings& /*seen*/) override { return true; }

  private:
    std::function<void()> find_;
};

} // namespace

std::vector<Scenario> one_call_scenarios() {
    const auto& device = test_device().device();
    const auto host_data = [&device](const Samples& samples) {
        return histogram(log_problem(), samples.bytes(), on_device, device);
    };
    const auto not_kept = [&device](const Samples& samples) {
        release_kept_plans();
        return histogram(log_problem(), samples.bytes(), on_device, device);
    };
    const auto in_an_array = [&device](const Samples& samples) {
        auto problem = log_problem();
        problem.layout.order = Order::separate;
        const std::array<HostArray, 1> one{samples.bytes()};
        return histogram(problem, HostData{.arrays = one}, on_device, device);
    };
    const auto calling_thread = [](const Samples& samples) {
        return histogram(log_problem(), samples.bytes(), {.calling_thread = true});
    };
    const auto uploaded = [](const Samples& samples) {
        return histogram(log_problem(), samples.bytes(), on_device, with_own_memory());
    };
    const auto streamed_in_place = [&device](const Samples& samples) { return streamed(samples, device); };
    const auto staged = [](const Samples& samples) { return streamed(samples, with_own_memory()); };
    return {scenario<OneCall>("host data in place", true, host_data),
            scenario<OneCall>("host data copied", false, host_data),
            building_scenario<OneCall>("host data, plans not kept", true, not_kept),
            scenario<OneCall>("host data in an array", false, in_an_array),
            scenario<OneCall>("host data uploaded", true, uploaded),
            scenario<OneCall>("a stream in place", true, streamed_in_place),
            scenario<OneCall>("a stream through staging memory", true, staged, staging_references),
            scenario<OneCall>("the calling thread", true, calling_thread),
            scenario<PartialSums>("a partial of real weights"),
            building_scenario<OnQueue>("on a queue"),
            scenario<Finding>("devices()", [] { static_cast<void>(devices()); }),
            scenario<Finding>("default_device()", [] { static_cast<void>(default_device()); }),
            scenario<Finding>("find_device()", [] { static_cast<void>(find_device("0:0")); })};
}

std::vector<Scenario> thread_scenarios() {
    const auto in_place = [](const Samples& samples) { return streamed(samples, test_device().device(), 3); };
    const auto staged = [](const Samples& samples) { return streamed(samples, with_own_memory(), 3); };
    return {scenario<OneCall>("a stream in place, by three threads", true, in_place),
            scenario<OneCall>("a stream through staging memory, by three threads", true, staged,
                              staging_references)};
}

} // namespace histo_cl::test

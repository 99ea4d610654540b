#include "faults/opencl/scenario.hpp"

#include <array>
#include <cstring>
#include <memory>

namespace histo_cl::test {
namespace {

constexpr std::size_t one_call_elements = 5000;
const Options on_device{.calling_thread = false};

Problem log_problem() {
    return {.sample = SampleType::u16, .axes = {log_bins(20, 1, 60'000)}};
}

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

using Counts = std::vector<std::uint64_t>;

Counts expected(const Samples& samples) {
    return reference_histogram(log_problem(), samples.bytes());
}

/// A scenario that counts log_problem() with `call(samples)`.
template <class Call>
Scenario counts(std::string name, bool aligned, const Call& call) {
    return {.name = std::move(name), .prepare = [=] {
                const auto samples = std::make_shared<Samples>(aligned);
                const auto got = std::make_shared<Counts>();
                return Trial{.run = [=] { *got = call(*samples); },
                             .right = [=](const Findings&) { return *got == expected(*samples); },
                             .resolve = [=] { return got->clear(), true; }};
            }};
}

/// A scenario of a Partial, with sums of f32 weights.
Scenario partial() {
    return {.name = "a partial of real weights", .prepare = [] {
                auto problem = log_problem();
                problem.weights = SampleType::f32;
                problem.weight_bound = {1, one_call_elements};
                const auto samples = std::make_shared<Samples>(true);
                const auto got = std::make_shared<std::vector<double>>();
                const auto weights = std::make_shared<std::vector<float>>(one_call_elements, 0.1F);
                const auto data = [=] {
                    return HostData{.samples = samples->bytes(),
                                    .weights = std::as_bytes(std::span(*weights))};
                };
                return Trial{
                    .run =
                        [=] {
                            *got = partial_histogram(problem, data(), on_device, test_device().device())
                                       .sums<double>();
                        },
                    .right =
                        [=](const Findings&) { return *got == reference_histogram<double>(problem, data()); },
                    .resolve = [=] { return got->clear(), true; }};
            }};
}

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

/// Tells the harness what is lost if page-locked memory can neither be unmapped nor waited for: a queue and a
/// buffer.
Scenario through_staging(Scenario scenario) {
    scenario.prepare = [prepare = std::move(scenario.prepare)] {
        auto trial = prepare();
        trial.lost = [](const Findings& seen) { return 2 * seen.unmaps; };
        return trial;
    };
    return scenario;
}

/// Counts with a stream, in three chunks, by the given number of threads. The merge is by atomics. For the
/// other merges a kept plan keeps buffers for up to 16 queues, and PoCL never releases a queue on which
/// such a buffer was used, so that the references would grow from stream to stream.
Counts streamed(const Samples& samples, const Device& device, unsigned threads = 1) {
    const Options options{.merge = Merge::atomic, .calling_thread = false};
    Stream stream(
        log_problem(), std::span(&device, 1),
        {.options = options, .memory = std::uint64_t{1} << 20U, .chunk_bytes = 4096, .threads = threads});
    stream.push(samples.bytes());
    return stream.counts();
}

/// A scenario of histogram() on a queue: each call creates a plan and destroys it.
Scenario on_a_queue() {
    return {.name = "on a queue", .prepare = [] {
                const auto& device = test_device();
                const auto samples = std::make_shared<Samples>(true);
                const auto buffer = std::make_shared<cl::Buffer>(device.make_buffer(samples->bytes()));
                const auto got = std::make_shared<Counts>();
                return Trial{.run =
                                 [=, &device] {
                                     *got = histogram(
                                         device.queue()(), log_problem(),
                                         {.samples = (*buffer)(), .shape = {.count = one_call_elements}});
                                 },
                             .right = [=](const Findings&) { return *got == expected(*samples); }};
            }};
}

Scenario finds(std::string name, std::function<void()> find) {
    return {.name = std::move(name),
            .prepare = [=] { return Trial{.run = find, .right = [](const Findings&) { return true; }}; }};
}

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
        const std::array one{samples.bytes()};
        return histogram(problem, HostData{.arrays = one}, on_device, device);
    };
    const auto calling_thread = [](const Samples& samples) {
        return histogram(log_problem(), samples.bytes(), {.calling_thread = true});
    };
    return {
        counts("host data in place", true, host_data),
        counts("host data copied", false, host_data),
        counts("host data, plans not kept", true, not_kept),
        counts("host data in an array", false, in_an_array),
        counts("host data uploaded", true,
               [](const Samples& samples) {
                   return histogram(log_problem(), samples.bytes(), on_device, with_own_memory());
               }),
        counts("a stream in place", true,
               [&device](const Samples& samples) { return streamed(samples, device); }),
        through_staging(counts("a stream through staging memory", true,
                               [](const Samples& samples) { return streamed(samples, with_own_memory()); })),
        counts("the calling thread", true, calling_thread),
        partial(),
        on_a_queue(),
        finds("devices()", [] { static_cast<void>(devices()); }),
        finds("default_device()", [] { static_cast<void>(default_device()); }),
        finds("find_device()", [] { static_cast<void>(find_device("0:0")); })};
}

std::vector<Scenario> thread_scenarios() {
    return {counts("a stream in place, by three threads", true,
                   [](const Samples& samples) { return streamed(samples, test_device().device(), 3); }),
            through_staging(
                counts("a stream through staging memory, by three threads", true,
                       [](const Samples& samples) { return streamed(samples, with_own_memory(), 3); }))};
}

} // namespace histo_cl::test

#pragma once

#include "device/device.hpp"
#include "support/counters.hpp"
#include "support/device.hpp"
#include "support/error.hpp"
#include "support/random.hpp"

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

// One problem, and plans for it that differ only in their merge and counter, so that a test program builds
// few kernels.

namespace histo_cl::test {

using Bytes = std::vector<std::uint8_t>;

inline constexpr std::uint32_t problem_bins = 10;

/// The merges that the device under test supports.
inline std::vector<Merge> merges() {
    std::vector<Merge> can(all_merges.begin(), all_merges.end());
    if (!test_device().profile().int64_atomics) std::erase(can, Merge::last_group);
    return can;
}

/// The supported merges except Merge::host, which waits and so is impossible for an enqueue.
inline std::vector<Merge> enqueued_merges() {
    auto can = merges();
    std::erase(can, Merge::host);
    return can;
}

/// Variants whose plans enqueue other commands than those of local_atomic. The plans of all other variants
/// enqueue the same commands as local_atomic.
inline constexpr std::array command_variants{Variant::global_atomic, Variant::global_private,
                                             Variant::item_packed, Variant::partitioned};

/// A problem with ten bins. Bytes of 250 and more are in no bin.
inline Problem problem(CounterType counter = CounterType::u32) {
    return {.sample = SampleType::u8, .axes = {even_bins(problem_bins, 0, 250)}, .counter = counter};
}

/// Ragged segments of masked samples, with float weights.
inline Problem weighted_batch() {
    return {.axes = {even_bins(problem_bins, 0, 250)},
            .layout = {.mask = true},
            .batch = Batch::ragged,
            .weights = {.type = SampleType::f32},
            .counter = CounterType::f64};
}

/// Options for several work-groups with private counts, which have to be merged.
inline Options options(Merge merge) {
    return {.knobs = {.variant = Variant::local_atomic,
                      .work_group_size = 16,
                      .work_groups = 4,
                      .replicas = 2,
                      .coarsening = 16,
                      .merge = merge}};
}

/// The plan of problem(counter) with options(merge) on test_device(), built once.
inline const Plan& plan_for(Merge merge, CounterType counter = CounterType::u32) {
    static std::map<std::pair<Merge, CounterType>, Plan> plans;
    const std::pair key(merge, counter);
    auto found = plans.find(key);
    if (found == plans.end())
        found = plans.emplace(key, test_device().plan(problem(counter), options(merge))).first;
    return found->second;
}

/// The device under test, and options that make calls on host data count on it.
inline const Device& device() {
    return test_device().device();
}
inline const Options on_device{.calling_thread = false};

inline Bytes random_bytes(std::size_t count, std::uint64_t seed = 1) {
    return Random(seed).bytes<std::uint8_t>(count);
}

inline std::span<const std::byte> bytes_of(const auto& values) {
    return std::as_bytes(std::span(values));
}

/// The expected counts of problem().
template <class Counter = std::uint32_t>
std::vector<Counter> expected_counts(std::span<const std::uint8_t> samples, Counter before = 0) {
    std::vector<Counter> counts;
    for (const auto count : reference_histogram(problem(), samples))
        counts.push_back(static_cast<Counter>(before + count));
    return counts;
}

/// The counts, multiplied by `factor`.
template <class Counter>
std::vector<Counter> times(std::vector<Counter> counts, std::type_identity_t<Counter> factor) {
    for (auto& count : counts)
        count *= factor;
    return counts;
}

/// Arbitrary values for counters that will be overwritten.
inline std::vector<std::uint32_t> rubbish(std::size_t count = problem_bins) {
    return std::vector<std::uint32_t>(count, 0xABABABABU);
}

inline std::vector<std::uint32_t> counts_in(const cl::Buffer& counts) {
    return test_device().read_back<std::uint32_t>(counts, problem_bins);
}

/// Samples of problem() in a buffer, and a buffer for their counts.
struct SmallJob {
    explicit SmallJob(std::size_t count = 5000) : content(random_bytes(count)) {}

    [[nodiscard]] Job job() const {
        return {.samples = samples(), .shape = {.count = content.size()}, .counts = counts()};
    }

    Bytes content;
    cl::Buffer samples = test_device().make_buffer(content);
    cl::Buffer counts = test_device().make_buffer(rubbish());
};

/// The sub-buffer with the `bytes` bytes of `whole` that begin at byte `origin`.
inline cl::Buffer part_of(const cl::Buffer& whole, std::size_t origin, std::size_t bytes) {
    const cl_buffer_region region{origin, bytes};
    return cl::Buffer(whole).createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
}

/// Whether a plan of problem() counts correctly.
inline bool counts_right(const Plan& plan) {
    const SmallJob counted(3000);
    plan.enqueue(test_device().queue()(), counted.job());
    return counts_in(counted.counts) == expected_counts(counted.content);
}

/// Calls Plan::enqueue and returns its event.
inline cl::Event enqueue(const Plan& plan, const cl::CommandQueue& queue, const Job& job,
                         std::span<const cl_event> wait = {}) {
    cl_event event = nullptr;
    plan.enqueue(queue(), job, wait, &event);
    REQUIRE(event != nullptr);
    return cl::Event(event);
}

inline cl_int status_of(const cl::Event& event) {
    return event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
}

/// A user event that commands wait for until the test opens the gate, or the gate's lifetime ends.
class Gate {
  public:
    Gate() : event_(test_device().context()) {}
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;
    ~Gate() {
        if (!open_) ::clSetUserEventStatus(event_(), CL_COMPLETE);
    }

    [[nodiscard]] cl_event event() const { return event_(); }
    void open(cl_int status = CL_COMPLETE) {
        event_.setStatus(status);
        open_ = true;
    }

  private:
    cl::UserEvent event_;
    bool open_ = false;
};

/// Whether a test may set user events to failed while commands wait for them. PoCL 3.1 under Wine then ends
/// the process.
inline bool gates_can_fail() {
#ifdef _WIN32
    if (test_device().profile().platform == "Portable Computing Language") {
        MESSAGE("no user event fails: PoCL would end the process");
        return false;
    }
#endif
    return true;
}

/// Whether commands fail if an event that they wait for fails. Intel's runtime for CPUs runs such commands,
/// or ends the process if the queue is out-of-order.
inline bool commands_fail_with_events() {
    if (!detail::is_intel_cpu(test_device().profile())) return true;
    MESSAGE("no event fails: the driver would run what waits for it");
    return false;
}

/// The properties of in-order queues and, if the device has them, of out-of-order queues.
inline std::vector<cl_command_queue_properties> queue_kinds() {
    if (test_device().has_out_of_order_queues()) return {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE};
    MESSAGE("the device has no out-of-order queues");
    return {0};
}

/// Calls `use(plan, queue)` for each of these merges with a new queue of each kind that the device has.
template <class Use>
void on_each_queue(const Use& use, const std::vector<Merge>& merges = enqueued_merges()) {
    for (const auto merge : merges)
        for (const auto kind : queue_kinds()) {
            INFO("merge: ", name(merge), kind == 0 ? ", in-order queue" : ", out-of-order queue");
            use(plan_for(merge), test_device().make_queue(kind));
        }
}

} // namespace histo_cl::test

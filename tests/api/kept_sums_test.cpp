// Merge::last_group: each launch leaves its sums zeroed for the next launch, whichever queues use the plan.

#include "api/fixture.hpp"
#include "device/commands.hpp"
#include "engines/workspace.hpp"

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

const Plan& last_group_plan() {
    return plan_for(Merge::last_group);
}

bool can_merge_by_last_group() {
    if (test_device().profile().int64_atomics) return true;
    MESSAGE("the device has no 64-bit atomics");
    return false;
}

/// A range of samples(), which all cases share.
struct Part {
    std::uint64_t first;
    std::uint64_t count;
};

const Bytes& samples() {
    static const auto bytes = random_bytes(5000);
    return bytes;
}

std::vector<std::uint32_t> expected(Part part, std::uint32_t before = 0) {
    return expected_counts(std::span(samples()).subspan(part.first, part.count), before);
}

/// The samples on the device, and jobs that count parts of them.
class Counting {
  public:
    [[nodiscard]] Job job(const cl::Buffer& counts, Part part, bool accumulate = false) const {
        return {.samples = samples_(),
                .sample_offset = part.first,
                .shape = {.count = part.count},
                .counts = counts(),
                .accumulate = accumulate};
    }

  private:
    cl::Buffer samples_ = test_device().make_buffer(samples());
};

} // namespace

TEST_CASE("last group: sums of one launch never show in the next") {
    if (!can_merge_by_last_group()) return;
    const auto& device = test_device();
    const Counting counting;
    auto knobs = options(Merge::last_group);
    for (const bool in_parts : {false, true}) {
        if (in_parts) knobs.samples_per_launch = 300;
        const auto plan = device.plan(problem(), knobs);
        CAPTURE(to_string(plan.decision()));
        REQUIRE(plan.decision().merge == Merge::last_group);
        const auto poisoned = device.make_buffer(Bytes(plan.workspace_bytes(), 0xAB));
        const auto counts = device.make_buffer(rubbish());
        std::vector<std::uint32_t> want;
        for (const Part part : {Part{0, 5000}, Part{3, 1}, Part{7, 0}, Part{0, 999}, Part{1234, 3000}})
            for (const bool own_workspace : {false, true, true, false})
                for (const bool accumulate : {false, true}) {
                    INFO("samples: ", part.count, ", own workspace: ", own_workspace,
                         ", accumulate: ", accumulate);
                    auto job = counting.job(counts, part, accumulate);
                    if (own_workspace) job.workspace = poisoned();
                    plan.enqueue(device.queue()(), job);
                    if (!accumulate) want.assign(problem_bins, 0);
                    const auto part_counts = expected(part);
                    for (std::size_t bin = 0; bin < problem_bins; ++bin)
                        want[bin] += part_counts[bin];
                    CHECK(counts_in(counts) == want);
                }
    }
}

TEST_CASE("last group: two queues, one of them held up, do not share sums") {
    if (!can_merge_by_last_group()) return;
    const auto& device = test_device();
    const Counting counting;
    const std::array queues{device.make_queue(), device.make_queue()};
    const std::array counts{device.make_buffer(rubbish()), device.make_buffer(rubbish())};
    Gate gate;
    const std::array wait{gate.event()};
    const auto held =
        enqueue(last_group_plan(), queues[0], counting.job(counts[0], {0, 3000}), wait); // waits at the gate
    queues[0].flush();
    for (const bool accumulate : {false, true, true})
        last_group_plan().enqueue(queues[1](), counting.job(counts[1], {100, 2000}, accumulate));
    queues[1].finish();
    CHECK(counts_in(counts[1]) == times(expected({100, 2000}), 3));
    gate.open();
    held.wait();
    CHECK(counts_in(counts[0]) == expected({0, 3000}));
    // The queues take turns, without waits in between.
    for (int round = 0; round < 10; ++round)
        for (std::size_t i = 0; i < queues.size(); ++i)
            last_group_plan().enqueue(queues[i](), counting.job(counts[i], {i, 4000}, round != 0));
    for (std::size_t i = 0; i < queues.size(); ++i) {
        queues[i].finish();
        CHECK(counts_in(counts[i]) == times(expected({i, 4000}), 10));
    }
}

TEST_CASE("last group: enqueues that may overlap on an out-of-order queue count right") {
    if (!can_merge_by_last_group()) return;
    const auto& device = test_device();
    if (!device.has_out_of_order_queues()) {
        MESSAGE("the device has no out-of-order queues");
        return;
    }
    const Counting counting;
    const auto queue = device.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    Gate gate;
    const std::array wait{gate.event()};
    std::vector<cl::Buffer> counts;
    for (std::uint64_t i = 0; i < 8; ++i) {
        counts.push_back(device.make_buffer(rubbish()));
        last_group_plan().enqueue(queue(), counting.job(counts.back(), {i, 4000 + i}), wait);
    }
    queue.flush();
    gate.open();
    queue.finish();
    for (std::uint64_t i = 0; i < counts.size(); ++i)
        CHECK(counts_in(counts[i]) == expected({i, 4000 + i}));
}

TEST_CASE("last group: after a failed event in the wait list, the next launch counts right") {
    if (!can_merge_by_last_group() || !gates_can_fail() || !commands_fail_with_events()) return;
    const auto& device = test_device();
    const Counting counting;
    auto knobs = options(Merge::last_group);
    knobs.samples_per_launch = 700; // several launches fail together
    const auto plan = device.plan(problem(), knobs);
    const auto queue = device.make_queue();
    const auto counts = device.make_buffer(rubbish());
    plan.enqueue(queue(), counting.job(counts, {0, 2000}));
    queue.finish();
    {
        Gate gate;
        const std::array wait{gate.event()};
        const auto failed = enqueue(plan, queue, counting.job(counts, {0, 5000}), wait);
        queue.flush();
        gate.open(CL_OUT_OF_RESOURCES);
        CHECK_THROWS_AS(failed.wait(), cl::Error);
    }
    CHECK(counts_in(counts) == expected({0, 2000}));
    plan.enqueue(queue(), counting.job(counts, {2000, 3000}, true));
    queue.finish();
    CHECK(counts_in(counts) == expected({0, 5000}));
}

TEST_CASE("kept sums: each in-order queue has its own zeroed sums, and those of released queues make room") {
    const auto& device = test_device();
    constexpr std::uint64_t bytes = 64;
    detail::KeptSums kept;
    const auto sums_for = [&](const cl::CommandQueue& queue, bool succeeds = true) {
        auto* const in_order = detail::Commands(queue(), device.profile(), {}, false).in_order_queue();
        auto taken = kept.take(in_order, device.context()(), bytes);
        const auto handle = taken.get();
        if (succeeds) kept.keep(in_order, std::move(taken));
        return handle;
    };
    std::vector<cl::CommandQueue> queues;
    std::vector<cl_mem> sums;
    for (int i = 0; i < 16; ++i) {
        queues.push_back(device.make_queue());
        sums.push_back(sums_for(queues.back()));
        REQUIRE(sums.back() != nullptr);
        CHECK(std::ranges::count(sums, sums.back()) == 1);
        CHECK(device.read_back<std::uint8_t>(cl::Buffer(sums.back(), true), bytes) == Bytes(bytes));
    }
    for (std::size_t i = 0; i < queues.size(); ++i)
        CHECK(sums_for(queues[i]) == sums[i]);
    const cl::Buffer failed(sums[5], true); // keeps the buffer, so that no other buffer gets its handle
    CHECK(sums_for(queues[5], false) == sums[5]);
    CHECK(sums_for(queues[5]) != sums[5]);
    const auto one_more = device.make_queue();
    CHECK(sums_for(one_more) == nullptr);
    queues.erase(queues.begin(), queues.begin() + 3);
    CHECK(sums_for(one_more) != nullptr);
    CHECK(sums_for(queues.front()) == sums[3]);
    for (int i = 0; i < 40; ++i) // each queue is released before the next is made
        CHECK(sums_for(device.make_queue()) != nullptr);
    if (device.has_out_of_order_queues())
        CHECK(sums_for(device.make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) == nullptr);
}

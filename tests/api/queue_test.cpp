// Plan::enqueue on the caller's queues: order, wait lists and events.

#include "api/fixture.hpp"

#include <chrono>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

/// Waits long enough for a command to run if it does not wait for its events.
void let_commands_run() {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

} // namespace

TEST_CASE("a command on another queue that waits for the event finds the counts") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const auto counts = device.make_buffer(rubbish());
        const auto copy = device.make_buffer(rubbish());
        const std::vector done{
            enqueue(plan, queue, {.samples = sample_buffer(), .shape = {.count = 5000}, .counts = counts()})};
        queue.flush();
        device.queue().enqueueCopyBuffer(counts, copy, 0, 0, plan.count_bytes(), &done);
        CHECK(counts_in(copy) == expected_counts(samples));
    });
}

TEST_CASE("nothing starts before all events of the wait list") {
    const auto& device = test_device();
    const auto late_samples = random_bytes(5000, 2);
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const auto sample_buffer = device.make_buffer(random_bytes(5000, 1));
        const auto counts = device.make_buffer(rubbish());
        Gate first;
        Gate second;
        const std::array wait{first.event(), second.event()};
        const auto done = enqueue(
            plan, queue, {.samples = sample_buffer(), .shape = {.count = 5000}, .counts = counts()}, wait);
        queue.flush();
        first.open();
        let_commands_run();
        CHECK(status_of(done) > CL_COMPLETE);
        CHECK(counts_in(counts) == rubbish());
        // These samples, which are written only now, must be counted.
        device.write(sample_buffer, late_samples);
        second.open();
        done.wait();
        CHECK(counts_in(counts) == expected_counts(late_samples));
    });
}

TEST_CASE("enqueues chained by their events add up") {
    const auto& device = test_device();
    const auto samples = random_bytes(3000);
    const auto sample_buffer = device.make_buffer(samples);
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const auto counts = device.make_buffer(rubbish());
        Gate gate; // keeps the first command from running until all commands are on the queue
        std::array<cl_event, 1> wait{gate.event()};
        std::vector<cl::Event> done;
        for (const std::uint64_t first : {0U, 1000U, 2000U}) {
            done.push_back(enqueue(plan, queue,
                                   {.samples = sample_buffer(),
                                    .sample_offset = first,
                                    .shape = {.count = 1000},
                                    .counts = counts(),
                                    .accumulate = first != 0},
                                   wait));
            wait[0] = done.back()();
        }
        queue.flush();
        gate.open();
        done.back().wait();
        CHECK(counts_in(counts) == expected_counts(samples));
    });
}

TEST_CASE("the first event, or the last, can be asked for alone, and waits for the wait list") {
    const auto& device = test_device();
    const auto samples = random_bytes(1000);
    const auto sample_buffer = device.make_buffer(samples);
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        for (const std::uint64_t count : {1000U, 0U})
            for (const bool accumulate : {false, true})
                for (const bool asks_first : {false, true}) {
                    CAPTURE(count);
                    CAPTURE(accumulate);
                    CAPTURE(asks_first);
                    const auto counts = device.make_buffer(rubbish());
                    Gate gate;
                    const std::array wait{gate.event()};
                    cl::Event event;
                    plan.enqueue(queue(),
                                 {.samples = sample_buffer(),
                                  .shape = {.count = count},
                                  .counts = counts(),
                                  .accumulate = accumulate},
                                 wait, asks_first ? nullptr : &event(), asks_first ? &event() : nullptr);
                    REQUIRE(event() != nullptr);
                    queue.flush();
                    let_commands_run();
                    CHECK(status_of(event) > CL_COMPLETE);
                    gate.open();
                    event.wait();
                    queue.finish();
                    // The counts may be incomplete, because Rusticl's clFinish does not wait for flushed
                    // commands.
                    if (asks_first) continue;
                    CHECK(counts_in(counts) ==
                          expected_counts(std::span(samples).first(count), accumulate ? rubbish()[0] : 0));
                }
    });
}

TEST_CASE("a failed event in the wait list fails the returned event, and the counts are untouched") {
    if (!gates_can_fail() || !commands_fail_with_events()) return;
    const auto& device = test_device();
    const auto sample_buffer = device.make_buffer(random_bytes(1000));
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto queue = device.make_queue();
        const auto counts = device.make_buffer(rubbish());
        Gate gate;
        const std::array wait{gate.event()};
        const auto done =
            enqueue(plan_for(merge), queue,
                    {.samples = sample_buffer(), .shape = {.count = 1000}, .counts = counts()}, wait);
        queue.flush();
        gate.open(CL_OUT_OF_RESOURCES);
        CHECK_THROWS_AS(done.wait(), cl::Error);
        CHECK(status_of(done) < 0);
        CHECK(counts_in(counts) == rubbish());
    }
}

TEST_CASE("the first event and the last one enclose all commands of an enqueue") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto queue = device.make_queue(CL_QUEUE_PROFILING_ENABLE);
        const auto counts = device.make_buffer(rubbish());
        const Job job{.samples = sample_buffer(), .shape = {.count = 5000}, .counts = counts()};
        cl_event begin = nullptr;
        cl_event end = nullptr;
        device.plan(problem(), options(merge)).enqueue(queue(), job, {}, &end, &begin);
        REQUIRE(begin != nullptr);
        REQUIRE(end != nullptr);
        const cl::Event first(begin);
        const cl::Event last(end);
        last.wait();
        CHECK(status_of(first) == CL_COMPLETE);
        // Except with Merge::last_group, another command zeroes the counts or merges the private counts.
        CHECK((begin == end) == (merge == Merge::last_group));
        CHECK(first.getProfilingInfo<CL_PROFILING_COMMAND_START>() <=
              last.getProfilingInfo<CL_PROFILING_COMMAND_START>());
        CHECK(first.getProfilingInfo<CL_PROFILING_COMMAND_START>() <
              last.getProfilingInfo<CL_PROFILING_COMMAND_END>());
        CHECK(counts_in(counts) == expected_counts(samples));
    }
}

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
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const SmallJob counted;
        const auto copy = device.make_buffer(rubbish());
        const std::vector done{enqueue(plan, queue, counted.job())};
        queue.flush();
        device.queue().enqueueCopyBuffer(counted.counts, copy, 0, 0, plan.count_bytes(), &done);
        CHECK(counts_in(copy) == expected_counts(counted.content));
    });
}

TEST_CASE("nothing starts before all events of the wait list") {
    const auto late_samples = random_bytes(5000, 2);
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const SmallJob counted;
        Gate first;
        Gate second;
        const std::array wait{first.event(), second.event()};
        const auto done = enqueue(plan, queue, counted.job(), wait);
        queue.flush();
        first.open();
        let_commands_run();
        CHECK(status_of(done) > CL_COMPLETE);
        CHECK(counts_in(counted.counts) == rubbish());
        // These samples, which are written only now, must be counted.
        test_device().write(counted.samples, late_samples);
        second.open();
        done.wait();
        CHECK(counts_in(counted.counts) == expected_counts(late_samples));
    });
}

TEST_CASE("enqueues chained by their events add up") {
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        const SmallJob counted(3000);
        Gate gate; // keeps the first command from running until all commands are on the queue
        std::array<cl_event, 1> wait{gate.event()};
        std::vector<cl::Event> done;
        auto job = counted.job();
        job.shape.count = 1000;
        for (const std::uint64_t first : {0U, 1000U, 2000U}) {
            job.sample_offset = first;
            job.accumulate = first != 0;
            done.push_back(enqueue(plan, queue, job, wait));
            wait[0] = done.back()();
        }
        queue.flush();
        gate.open();
        done.back().wait();
        CHECK(counts_in(counted.counts) == expected_counts(counted.content));
    });
}

TEST_CASE("the first event, or the last, can be asked for alone, and waits for the wait list") {
    on_each_queue([&](const Plan& plan, const cl::CommandQueue& queue) {
        for (const std::uint64_t count : {1000U, 0U})
            for (const bool accumulate : {false, true})
                for (const bool asks_first : {false, true}) {
                    CAPTURE(count);
                    CAPTURE(accumulate);
                    CAPTURE(asks_first);
                    const SmallJob counted(1000);
                    auto job = counted.job();
                    job.shape.count = count;
                    job.accumulate = accumulate;
                    Gate gate;
                    const std::array wait{gate.event()};
                    cl::Event event;
                    plan.enqueue(queue(), job, wait, asks_first ? nullptr : &event(),
                                 asks_first ? &event() : nullptr);
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
                    CHECK(counts_in(counted.counts) ==
                          expected_counts(std::span(counted.content).first(count),
                                          accumulate ? rubbish()[0] : 0));
                }
    });
}

TEST_CASE("a failed event in the wait list fails the returned event, and the counts are untouched") {
    if (!gates_can_fail() || !commands_fail_with_events()) return;
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto queue = test_device().make_queue();
        const SmallJob counted;
        Gate gate;
        const std::array wait{gate.event()};
        const auto done = enqueue(plan_for(merge), queue, counted.job(), wait);
        queue.flush();
        gate.open(CL_OUT_OF_RESOURCES);
        CHECK_THROWS_AS(done.wait(), cl::Error);
        CHECK(status_of(done) < 0);
        CHECK(counts_in(counted.counts) == rubbish());
    }
}

TEST_CASE("the first event and the last one enclose all commands of an enqueue") {
    const auto& device = test_device();
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto queue = device.make_queue(CL_QUEUE_PROFILING_ENABLE);
        const SmallJob counted;
        cl_event begin = nullptr;
        cl_event end = nullptr;
        device.plan(problem(), options(merge)).enqueue(queue(), counted.job(), {}, &end, &begin);
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
        CHECK(counts_in(counted.counts) == expected_counts(counted.content));
    }
}

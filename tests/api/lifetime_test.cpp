// Who may go when, and who may work at the same time.

#include "api/fixture.hpp"

#include <chrono>
#include <optional>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

cl_uint references(const cl::Buffer& buffer) {
    return buffer.getInfo<CL_MEM_REFERENCE_COUNT>();
}

/// Whether ours is the last reference. Drivers and callbacks may let go a little after the event.
bool alone_soon(const cl::Buffer& buffer) {
    for (int i = 0; i < 200 && references(buffer) != 1; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return references(buffer) == 1;
}

} // namespace

TEST_CASE("plan, samples, workspace and wait list may go as soon as the enqueue returns") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    for (const auto merge : all_merges) {
        INFO("merge: ", name(merge));
        const auto counts = device.make_buffer(rubbish());
        const auto queue = device.make_queue();
        Gate gate;
        cl::Event done;
        {
            const auto plan = device.plan(problem(), options(merge));
            const auto sample_buffer = device.make_buffer(samples);
            const auto workspace = device.make_buffer(plan.workspace_bytes());
            cl::UserEvent opened(device.context());
            const std::array wait{gate.event(), opened()};
            done = enqueue(plan, queue,
                           {.samples = sample_buffer(),
                            .count = samples.size(),
                            .counts = counts(),
                            .workspace = workspace()},
                           wait);
            queue.flush();
            opened.setStatus(CL_COMPLETE);
        }
        CHECK(status_of(done) > CL_COMPLETE);
        gate.open();
        done.wait();
        CHECK(counts_in(counts) == expected_counts(samples));
    }
}

TEST_CASE("everything may go but the event") {
    const auto& device = test_device();
    for (const auto merge : all_merges) {
        INFO("merge: ", name(merge));
        Gate gate;
        cl::Event done;
        {
            const auto queue = device.make_queue();
            const auto samples = device.make_buffer(random_bytes(5000));
            const auto counts = device.make_buffer(rubbish());
            const std::array wait{gate.event()};
            done = enqueue(plan_for(merge), queue, {.samples = samples(), .count = 5000, .counts = counts()},
                           wait);
            queue.flush();
            // Releasing a queue may block until its commands have ended.
            gate.open();
        }
        done.wait();
        CHECK(status_of(done) == CL_COMPLETE);
    }
}

TEST_CASE("the library keeps nothing once the counts are there and the plan is gone") {
    const auto& device = test_device();
    for (const auto merge : all_merges) {
        INFO("merge: ", name(merge));
        const auto samples = device.make_buffer(random_bytes(500));
        const auto counts = device.make_buffer(rubbish());
        std::optional<Plan> plan(device.plan(problem(), options(merge)));
        const auto workspace = device.make_buffer(plan->workspace_bytes());
        enqueue(*plan, device.queue(),
                {.samples = samples(), .count = 500, .counts = counts(), .workspace = workspace()})
            .wait();
        device.queue().finish();
        plan.reset();
        CHECK(alone_soon(samples));
        CHECK(alone_soon(counts));
        CHECK(alone_soon(workspace));
    }
}

TEST_CASE("a copy of a plan works on without the first") {
    const auto& device = test_device();
    const auto samples = random_bytes(500);
    const auto sample_buffer = device.make_buffer(samples);
    const auto counts = device.make_buffer(rubbish());
    std::optional<Plan> first(device.plan(problem(), options(Merge::device)));
    const auto copy = *first;
    first.reset();
    copy.enqueue(device.queue()(), {.samples = sample_buffer(), .count = 500, .counts = counts()});
    CHECK(counts_in(counts) == expected_counts(samples));
}

TEST_CASE("eight threads share a plan, each with its queue and buffers") {
    const auto& device = test_device();
    constexpr std::uint32_t threads = 8;
    constexpr std::uint32_t rounds = 10;
    for (const auto merge : all_merges) {
        INFO("merge: ", name(merge));
        const auto& plan = plan_for(merge);
        std::vector<std::vector<std::uint32_t>> counts(threads);
        std::vector<std::vector<std::uint32_t>> expected(threads, std::vector<std::uint32_t>(problem_bins));
        std::vector<std::thread> workers;
        for (std::uint32_t t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                const auto queue = device.make_queue();
                const auto samples = random_bytes(2000 + 100 * t, t);
                const auto sample_buffer = device.make_buffer(samples.size());
                const auto count_buffer = device.make_buffer(plan.count_bytes());
                queue.enqueueWriteBuffer(sample_buffer, CL_TRUE, 0, samples.size(), samples.data());
                for (std::uint64_t round = 0; round < rounds; ++round) {
                    // Another part each time, so that arguments of two threads mixed up would show.
                    const auto count = samples.size() - 10 * round - t;
                    plan.enqueue(queue(), {.samples = sample_buffer(),
                                           .offset = round,
                                           .count = count - round,
                                           .counts = count_buffer(),
                                           .accumulate = round != 0});
                    const auto part = expected_counts(std::span(samples).subspan(round, count - round));
                    for (std::uint32_t bin = 0; bin < problem_bins; ++bin)
                        expected[t][bin] += part[bin];
                }
                counts[t].resize(problem_bins);
                queue.enqueueReadBuffer(count_buffer, CL_TRUE, 0, plan.count_bytes(), counts[t].data());
            });
        for (auto& worker : workers)
            worker.join();
        CHECK(counts == expected);
    }
}

// Lifetimes of plans and memory, and use by several threads at once.

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

/// Whether all other references to the buffer are released within 30 seconds. Drivers and callbacks may
/// release theirs shortly after the event.
bool alone_soon(const cl::Buffer& buffer) {
    for (int i = 0; i < 6000 && references(buffer) != 1; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return references(buffer) == 1;
}

} // namespace

TEST_CASE("plan, samples, workspace and wait list may be released while launches wait and run") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const auto counts = device.make_buffer(rubbish());
        const auto queue = device.make_queue();
        Gate gate;
        // The event of the last launch. It is waited for, because Rusticl's clFinish does not wait for
        // flushed commands.
        cl::Event done;
        {
            const auto plan = device.plan(problem(), options(merge));
            const auto sample_buffer = device.make_buffer(samples);
            const auto workspace = device.make_buffer(plan.workspace_bytes());
            Job job{.samples = sample_buffer(), .shape = {.count = samples.size()}, .counts = counts()};
            cl::UserEvent opened(device.context());
            const std::array wait{gate.event(), opened()};
            plan.enqueue(queue(), job, wait);
            job.accumulate = true;
            for (const bool own_workspace : {false, true, false}) {
                job.workspace = own_workspace ? workspace() : nullptr;
                done = enqueue(plan, queue, job);
            }
            queue.flush();
            opened.setStatus(CL_COMPLETE);
        }
        CHECK(status_of(done) > CL_COMPLETE);
        gate.open();
        done.wait();
        CHECK(counts_in(counts) == times(expected_counts(samples), 4));
    }
}

TEST_CASE("everything but the event may be released") {
    const auto& device = test_device();
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        Gate gate;
        cl::Event done;
        {
            const auto queue = device.make_queue();
            const SmallJob counted;
            const std::array wait{gate.event()};
            done = enqueue(plan_for(merge), queue, counted.job(), wait);
            queue.flush();
            // Releasing a queue may block until its commands have ended.
            gate.open();
        }
        done.wait();
        CHECK(status_of(done) == CL_COMPLETE);
    }
}

TEST_CASE("copies of a plan work after the first is released, and none keeps a buffer") {
    const auto& device = test_device();
    for (const auto merge : enqueued_merges()) {
        INFO("merge: ", name(merge));
        const SmallJob counted(500);
        std::optional<Plan> first(device.plan(problem(), options(merge)));
        std::optional<Plan> copy(*first);
        first.reset();
        const auto workspace = device.make_buffer(copy->workspace_bytes());
        auto job = counted.job();
        job.workspace = workspace();
        enqueue(*copy, device.queue(), job).wait();
        CHECK(counts_in(counted.counts) == expected_counts(counted.content));
        copy.reset();
        CHECK(alone_soon(counted.samples));
        CHECK(alone_soon(counted.counts));
        CHECK(alone_soon(workspace));
    }
}

// The jobs have a mask, weights and offsets. The test case "count: eight threads share a plan" has flat
// samples.
TEST_CASE("eight threads share a plan of masked and weighted batches") {
    const auto& device = test_device();
    constexpr std::uint32_t threads = 8;
    constexpr std::uint32_t rounds = 5;
    constexpr std::size_t count = 3000;
    const auto weighted = weighted_batch();
    const auto plan = device.plan(weighted, options(Merge::atomic));
    std::vector<std::vector<std::uint64_t>> counts(threads);
    std::vector<std::vector<std::uint64_t>> expected(threads);
    std::vector<std::thread> workers;
    for (std::uint32_t t = 0; t < threads; ++t)
        workers.emplace_back([&, t] {
            const auto queue = device.make_queue();
            const auto upload = [&](const auto& elements) {
                auto buffer = device.make_buffer(elements.size() * sizeof elements[0]);
                queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, elements.size() * sizeof elements[0],
                                         elements.data());
                return buffer;
            };
            const auto samples = random_bytes(count, t);
            const auto mask = Random(100 + t).bytes<std::uint8_t>(count, 2);
            std::vector<float> weights;
            for (const auto byte : random_bytes(count, 200 + t))
                weights.push_back(static_cast<float>(byte) * 0.1F);
            const auto sample_buffer = upload(samples);
            const auto mask_buffer = upload(mask);
            const auto weight_buffer = upload(weights);
            for (std::uint64_t round = 0; round < rounds; ++round) {
                // A different batch each time, so that the test fails if arguments of two threads are mixed
                // up.
                const std::vector<std::uint64_t> offsets{t, 100 * t + round, 1000 + t, count - round};
                const Shape shape{.count = count, .offsets = offsets};
                const auto histograms = histo_cl::histograms(weighted, shape);
                const auto count_buffer = device.make_buffer(plan.count_bytes(histograms));
                plan.enqueue(queue(), {.samples = sample_buffer(),
                                       .shape = shape,
                                       .mask = mask_buffer(),
                                       .weights = weight_buffer(),
                                       .counts = count_buffer()});
                std::vector<std::uint64_t> got(histograms * problem_bins);
                queue.enqueueReadBuffer(count_buffer, CL_TRUE, 0, got.size() * sizeof got[0], got.data());
                const auto want = reference_bits(weighted, {.samples = bytes_of(samples),
                                                            .shape = shape,
                                                            .mask = bytes_of(mask),
                                                            .weights = bytes_of(weights)});
                counts[t].insert(counts[t].end(), got.begin(), got.end());
                expected[t].insert(expected[t].end(), want.begin(), want.end());
            }
        });
    for (auto& worker : workers)
        worker.join();
    CHECK(counts == expected);
}

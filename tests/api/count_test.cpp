// Plan::count() on the caller's queues, with every merge.

#include "api/fixture.hpp"

#include <atomic>
#include <chrono>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

using Counts = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("count: every merge counts on every kind of queue, with its own workspace or the caller's") {
    const auto& device = test_device();
    const auto samples = random_bytes(5000);
    const auto sample_buffer = device.make_buffer(samples);
    const auto check = [&](const Plan& plan, const cl::CommandQueue& queue) {
        Job job{.samples = sample_buffer(), .sample_offset = 3, .shape = {.count = 4990}};
        const auto expected = expected_counts<std::uint64_t>(std::span(samples).subspan(3, 4990));
        CHECK(plan.count(queue(), job) == expected);
        const auto bytes = plan.workspace_bytes();
        const auto workspace = device.make_buffer(Bytes(bytes + 64, 0xAB));
        job.workspace = workspace();
        CHECK(plan.count(queue(), job) == expected);
        CHECK(plan.count(queue(), job) == expected); // the workspace still holds data of the first count
        CHECK(device.read_back<std::uint8_t>(workspace, 64, bytes) == Bytes(64, 0xAB));
        CHECK(device.read_back<std::uint8_t>(sample_buffer, samples.size()) == samples);
    };
    on_each_queue(check, merges());
}

TEST_CASE("count: no elements give zeros, no histograms give no counts") {
    const auto& device = test_device();
    const auto samples = device.make_buffer(1);
    on_each_queue(
        [&](const Plan& plan, const cl::CommandQueue& queue) {
            CHECK(plan.count(queue(), {.samples = samples(), .shape = {.count = 0}}) == Counts(problem_bins));
        },
        merges());
    auto ragged = problem();
    ragged.batch = Batch::ragged;
    const std::array<std::uint64_t, 1> offsets{0};
    CHECK(device.plan(ragged).count(device.queue()(),
                                    {.samples = samples(), .shape = {.count = 0, .offsets = offsets}}) ==
          Counts());
}

TEST_CASE("count: waits for the events of the wait list") {
    const auto& device = test_device();
    const auto late_samples = random_bytes(5000, 2);
    const auto check = [&](const Plan& plan, const cl::CommandQueue& queue) {
        const auto sample_buffer = device.make_buffer(random_bytes(5000, 1));
        Gate gate;
        std::atomic<bool> returned = false;
        bool was_early = false;
        std::thread opener([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            was_early = returned;
            // These samples, which are written only now, must be counted.
            device.write(sample_buffer, late_samples);
            gate.open();
        });
        const std::array wait{gate.event()};
        const auto counts = plan.count(queue(), {.samples = sample_buffer(), .shape = {.count = 5000}}, wait);
        returned = true;
        opener.join();
        CHECK_FALSE(was_early);
        CHECK(counts == expected_counts<std::uint64_t>(late_samples));
    };
    on_each_queue(check, merges());
}

TEST_CASE("count: a failed event in the wait list is an error, and the next count is right") {
    if (!gates_can_fail()) return;
    const auto& device = test_device();
    const auto samples = random_bytes(1000);
    const auto sample_buffer = device.make_buffer(samples);
    for (const auto merge : merges()) {
        INFO("merge: ", name(merge));
        const auto queue = device.make_queue();
        const Job job{.samples = sample_buffer(), .shape = {.count = 1000}};
        Gate gate;
        std::thread opener([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            gate.open(CL_OUT_OF_RESOURCES);
        });
        const std::array wait{gate.event()};
        check_error(Status::opencl_error, {}, [&] { return plan_for(merge).count(queue(), job, wait); });
        opener.join();
        CHECK(plan_for(merge).count(device.make_queue()(), job) == expected_counts<std::uint64_t>(samples));
    }
}

TEST_CASE("count: sums of weights are returned in their type only") {
    const auto& device = test_device();
    const auto samples = device.make_buffer(Bytes{0, 0, 1, 7});
    const auto plan_of = [&](SampleType weights, CounterType counter) {
        return device.plan({.axes = {even_bins(2, 0, 2)},
                            .weights = {.type = weights, .squares = true},
                            .counter = counter});
    };
    const auto whole = device.make_buffer(std::vector<std::int32_t>{-3, 1, -9, 1});
    const auto real = device.make_buffer(std::vector<float>{0.5F, 0.25F, -1.5F, 9.0F});
    Job job{.samples = samples(), .shape = {.count = 4}, .weights = whole()};
    const auto signed_plan = plan_of(SampleType::i32, CounterType::i64);
    CHECK(signed_plan.count(device.queue()(), job) == std::vector<std::int64_t>{-2, -9, 10, 81});
    job.weights = real();
    const auto real_plan = plan_of(SampleType::f32, CounterType::f64);
    CHECK(real_plan.count(device.queue()(), job) == std::vector<double>{0.75, -1.5, 0.3125, 2.25});
}

TEST_CASE("count: refuses counts, accumulate, what an enqueue refuses, and a workspace closed to the host") {
    const auto& device = test_device();
    const auto samples = device.make_buffer(random_bytes(1000));
    const auto counts = device.make_buffer(rubbish());
    const Job good{.samples = samples(), .shape = {.count = 1000}};
    for (const auto merge : merges()) {
        INFO("merge: ", name(merge));
        const auto refused = [&](std::initializer_list<std::string_view> words, const auto& change) {
            auto job = good;
            change(job);
            check_invalid(words, [&] { return plan_for(merge).count(device.queue()(), job); });
        };
        refused({"counts buffer", "must be null"}, [&](Job& job) { job.counts = counts(); });
        refused({"accumulate"}, [](Job& job) { job.accumulate = true; });
        refused({"shape.count is not set"}, [](Job& job) { job.shape.count = {}; });
        refused({"1000 B", "1001 B"}, [](Job& job) { job.sample_offset = 1; });
        if (plan_for(merge).workspace_bytes() != 0)
            refused({"workspace", "samples", "same"}, [](Job& job) { job.workspace = job.samples; });
        const std::array<cl_event, 1> null_event{};
        check_invalid({"wait list", "null"},
                      [&] { return plan_for(merge).count(device.queue()(), good, null_event); });
        check_invalid({"queue", "null"}, [&] { return plan_for(merge).count(nullptr, good); });
        if (merge != Merge::host) continue;
        const auto refused_workspace = [&](std::initializer_list<std::string_view> words,
                                           const cl::Buffer& workspace) {
            refused(words, [&](Job& job) { job.workspace = workspace(); });
        };
        refused_workspace({"workspace", "159 B", "160 B"}, device.make_buffer(159));
        for (const auto flags :
             std::initializer_list<cl_mem_flags>{CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY})
            refused_workspace({"workspace", "readable", "host"},
                              device.make_buffer(4096, CL_MEM_READ_WRITE | flags));
        for (const auto flags : std::initializer_list<cl_mem_flags>{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY})
            refused_workspace({"workspace", "readable and writable"}, device.make_buffer(4096, flags));
        cl_event event = nullptr;
        auto job = good;
        job.counts = counts();
        check_invalid({"merges on the host", "count()"},
                      [&] { plan_for(merge).enqueue(device.queue()(), job, {}, &event); });
        CHECK(event == nullptr);
    }
    CHECK(counts_in(counts) == rubbish());
}

TEST_CASE("count: eight threads share a plan, each with its queue") {
    const auto& device = test_device();
    constexpr std::uint32_t threads = 8;
    for (const auto merge : merges()) {
        INFO("merge: ", name(merge));
        std::vector<Counts> counts(threads);
        std::vector<std::thread> workers;
        for (std::uint32_t t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                const auto queue = device.make_queue();
                const auto samples = device.make_buffer(random_bytes(2000 + 100 * t, t));
                for (int round = 0; round < 5; ++round)
                    counts[t] =
                        plan_for(merge)
                            .count(queue(), {.samples = samples(), .shape = {.count = 2000 + 100 * t}})
                            .counts;
            });
        for (auto& worker : workers)
            worker.join();
        for (std::uint32_t t = 0; t < threads; ++t)
            CHECK(counts[t] == expected_counts<std::uint64_t>(random_bytes(2000 + 100 * t, t)));
    }
}

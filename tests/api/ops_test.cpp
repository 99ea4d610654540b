// Common behaviour of all plans of operations on a device: an enqueue rejects invalid jobs without writing
// anything, an enqueue waits for events, and threads can share a plan.

#include "api/fixture.hpp"

#include <functional>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

enum class Access { read, write, read_write };

/// A memory object of a job: its name in messages, and the bytes that the job needs.
template <class Job>
struct Member {
    const char* name;
    Memory Job::*memory;
    Access access;
    std::size_t bytes;
};

/// A plan, a job that it accepts, the same job with nothing to do, and the job's memory objects. The job
/// writes the last of these.
template <class Plan, class Job>
struct Operation {
    Plan plan;
    Job job;
    Job empty;
    std::vector<Member<Job>> members;
    std::vector<cl::Buffer> buffers; ///< of the members

    Operation(Plan its_plan, Job its_job, const std::function<void(Job&)>& make_empty,
              std::vector<Member<Job>> its_members)
        : plan(std::move(its_plan)), job(its_job), members(std::move(its_members)) {
        for (const auto& member : members) {
            buffers.push_back(test_device().make_buffer(Bytes(member.bytes, 1)));
            job.*member.memory = buffers.back()();
        }
        empty = job;
        make_empty(empty);
    }

    [[nodiscard]] Bytes written() const {
        return test_device().read_back<std::uint8_t>(buffers.back(), members.back().bytes);
    }
};

template <class Plan, class Job>
void check_refusals(const Operation<Plan, Job>& op) {
    const auto& on = test_device();
    const auto before = op.written();
    const cl::Context other(cl::Device(on.id(), true));
    const auto refused = [&](std::initializer_list<std::string_view> words, const Member<Job>& member,
                             cl_mem memory) {
        auto job = op.job;
        job.*member.memory = memory;
        check_invalid(words, [&] { op.plan.enqueue(on.queue()(), job); });
    };
    for (const auto& member : op.members) {
        INFO(member.name);
        refused({member.name, "null"}, member, nullptr);
        const cl::Buffer elsewhere(other, CL_MEM_READ_WRITE, member.bytes);
        refused({member.name, "another context"}, member, elsewhere());
        const auto small = on.make_buffer(member.bytes - 1);
        refused({member.name, std::to_string(member.bytes - 1) + " B", std::to_string(member.bytes) + " B"},
                member, small());
        const auto read_only = on.make_buffer(member.bytes, CL_MEM_READ_ONLY);
        const auto write_only = on.make_buffer(member.bytes, CL_MEM_WRITE_ONLY);
        const bool both = member.access == Access::read_write;
        if (member.access != Access::write)
            refused({member.name, both ? "readable and writable" : "write-only"}, member, write_only());
        if (member.access != Access::read)
            refused({member.name, both ? "readable and writable" : "read-only"}, member, read_only());
    }
    const cl::CommandQueue queue_elsewhere(other, cl::Device(on.id(), true));
    check_invalid({"queue", "null"}, [&] { op.plan.enqueue(nullptr, op.job); });
    check_invalid({"queue", "another context"}, [&] { op.plan.enqueue(queue_elsewhere(), op.job); });
    cl::UserEvent event_elsewhere(other);
    const auto refused_event = [&](std::string_view word, cl_event event) {
        check_invalid({word}, [&] { op.plan.enqueue(on.queue()(), op.job, {&event, 1}); });
    };
    refused_event("null event", nullptr);
    refused_event("event of another context", event_elsewhere());
    event_elsewhere.setStatus(CL_COMPLETE); // NVIDIA's driver never returns from releasing one that is open
    CHECK(op.written() == before);
}

/// Checks that an enqueue waits for its events on every kind of queue, also if it has nothing to do.
template <class Plan, class Job>
void check_events(const Operation<Plan, Job>& op) {
    const auto& on = test_device();
    op.plan.enqueue(on.queue()(), op.job);
    const auto expected = op.written();
    for (const auto kind : queue_kinds()) {
        const auto queue = on.make_queue(kind);
        on.queue().enqueueFillBuffer(op.buffers.back(), std::uint8_t{0x55}, 0, op.members.back().bytes);
        on.queue().finish();
        Gate gate;
        const cl_event opened = gate.event();
        cl::Event first;
        cl::Event second;
        op.plan.enqueue(queue(), op.empty, {&opened, 1}, &first());
        op.plan.enqueue(queue(), op.job, {&first(), 1}, &second());
        queue.flush();
        CHECK(status_of(first) > CL_COMPLETE);
        CHECK(status_of(second) > CL_COMPLETE);
        gate.open();
        second.wait();
        CHECK(op.written() == expected);
    }
}

template <class Plan, class Job>
void check_threads(const Operation<Plan, Job>& op) {
    const auto& on = test_device();
    op.plan.enqueue(on.queue()(), op.job);
    const auto expected = op.written();
    std::vector<Bytes> results(4, Bytes(expected.size()));
    std::vector<std::thread> threads;
    for (auto& result : results)
        threads.emplace_back([&] {
            const auto queue = on.make_queue();
            const auto target = on.make_buffer(result.size());
            auto job = op.job;
            job.*op.members.back().memory = target();
            for (int repeat = 0; repeat < 20; ++repeat)
                op.plan.enqueue(queue(), job);
            queue.enqueueReadBuffer(target, CL_TRUE, 0, result.size(), result.data());
        });
    for (auto& thread : threads)
        thread.join();
    for (const auto& result : results)
        CHECK(result == expected);
}

template <class Plan, class Job>
void check(const Operation<Plan, Job>& op) {
    CHECK(op.plan.profile().name == test_device().profile().name);
    check_refusals(op);
    check_events(op);
    check_threads(op);
}

} // namespace

TEST_CASE("operations: subtraction refuses invalid jobs, waits for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = SubtractionJob;
    const Operation<SubtractionPlan, Job> op({on.context()(), on.id(), CounterType::u32}, {.counters = 100},
                                             [](Job& job) { job.counters = 0; },
                                             {{"minuend", &Job::minuend, Access::read, 400},
                                              {"subtrahend", &Job::subtrahend, Access::read, 400},
                                              {"difference", &Job::difference, Access::write, 400}});
    CHECK(op.plan.counter() == CounterType::u32);
    check(op);
}

TEST_CASE("operations: equalization refuses invalid jobs, waits for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = EqualizationJob;
    const Operation<EqualizationPlan, Job> op({on.context()(), on.id()},
                                              {.bins = 50, .rule = MapRule::match, .reference_bins = 60},
                                              [](Job& job) { job.histograms = 0; },
                                              {{"counts", &Job::counts, Access::read, 200},
                                               {"reference", &Job::reference, Access::read, 240},
                                               {"maps", &Job::maps, Access::write, 200}});
    CHECK(op.plan.counter() == CounterType::u32);
    check(op);
}

TEST_CASE("operations: maps refuse invalid jobs, wait for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = MapJob;
    check(Operation<MapPlan, Job>({on.context()(), on.id(), SampleType::u8, SampleType::u8},
                                  {.width = 20, .height = 5}, [](Job& job) { job.width = 0; },
                                  {{"source", &Job::source, Access::read, 100},
                                   {"maps", &Job::maps, Access::read, 1024},
                                   {"destination", &Job::destination, Access::write, 100}}));
}

TEST_CASE("operations: summaries refuse invalid jobs, wait for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = SummaryJob;
    SummaryPlan plan(on.context()(), on.id(), SampleType::u16);
    const auto bytes = static_cast<std::size_t>(plan.bytes());
    check(Operation<SummaryPlan, Job>(std::move(plan), {.count = 50}, [](Job& job) { job.count = 0; },
                                      {{"samples", &Job::samples, Access::read, 100},
                                       {"summary", &Job::summary, Access::read_write, bytes}}));
}

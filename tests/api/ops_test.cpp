// Common behaviour of all plans of operations on a device: an enqueue rejects invalid jobs without writing
// anything, an enqueue waits for events, and threads can share a plan.

#include "api/fixture.hpp"

#include <functional>
#include <limits>
#include <thread>

using namespace histo_cl;
using namespace histo_cl::test;

namespace {

enum class Access { read, write, read_write };

/// A memory object of a job: its name in messages, and the number of bytes that the job needs.
template <class Job>
struct Member {
    const char* name;
    Memory Job::*memory;
    Access access;
    std::size_t bytes;
};

/// A plan, a job that it accepts, the same job with nothing to do, and the job's memory objects. The job
/// writes only the last of these objects.
template <class Plan, class Job>
struct Operation {
    Plan plan;
    Job job;
    Job empty;
    std::vector<Member<Job>> members;
    std::vector<cl::Buffer> buffers; ///< buffers of the members, in the same order

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

    /// Checks that an enqueue of the changed job is refused with these words, and writes nothing.
    void refuses(std::initializer_list<std::string_view> words,
                 const std::function<void(Job&)>& change) const {
        const auto before = written();
        auto changed = job;
        change(changed);
        check_invalid(words, [&] { plan.enqueue(test_device().queue()(), changed); });
        CHECK(written() == before);
    }
};

template <class Plan, class Job>
void check_refusals(const Operation<Plan, Job>& op) {
    const auto& on = test_device();
    const auto before = op.written();
    const cl::Context other(cl::Device(on.id(), true));
    const auto refused = [&](std::initializer_list<std::string_view> words, const Member<Job>& member,
                             cl_mem memory) {
        op.refuses(words, [&](Job& job) { job.*member.memory = memory; });
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
    // Completes the event, because NVIDIA's driver hangs when it releases a user event that is not complete.
    event_elsewhere.setStatus(CL_COMPLETE);
    CHECK(op.written() == before);
}

/// Checks that an enqueue waits for its events on every kind of queue, even if it has nothing to do.
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
    op.refuses({"difference", "400 B", "404 B"}, [](Job& job) { job.counters = 101; });
    op.refuses({"counters"}, [](Job& job) { job.counters = UINT64_MAX / 2; });
    const auto origin = std::max<std::size_t>(512, on.profile().base_address_align_bytes);
    const auto whole = on.make_buffer(2 * origin);
    const auto part = part_of(whole, origin, origin);
    op.refuses({"difference", "minuend", "same memory"}, [&](Job& job) {
        job.minuend = whole();
        job.difference = part();
    });
    check_invalid({"counter 7"},
                  [&] { return SubtractionPlan(on.context()(), on.id(), static_cast<CounterType>(7)); });
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

TEST_CASE("operations: equalization refuses members that its rule does not use, and invalid sizes") {
    const auto& on = test_device();
    using Job = EqualizationJob;
    const Operation<EqualizationPlan, Job> op(
        {on.context()(), on.id()}, {.bins = 50}, [](Job& job) { job.histograms = 0; },
        {{"counts", &Job::counts, Access::read, 200}, {"maps", &Job::maps, Access::write, 200}});
    op.refuses({"0 bins", "1 to 65536"}, [](Job& job) { job.bins = 0; });
    op.refuses({"65537 bins"}, [](Job& job) { job.bins = 65537; });
    op.refuses({"counts", "200 B", "204 B"}, [](Job& job) { job.bins = 51; });
    op.refuses({"2147483649 histograms"}, [](Job& job) { job.histograms = (1ULL << 31U) + 1; });
    op.refuses({"0 levels"}, [](Job& job) { job.levels = 0; });
    op.refuses({"65537 levels"}, [](Job& job) { job.levels = 65537; });
    op.refuses({"levels", "clahe", "equalize"}, [](Job& job) {
        job.rule = MapRule::clahe;
        job.levels = 16;
    });
    op.refuses({"clip_limit", "equalize", "clahe"}, [](Job& job) { job.clip_limit = 2; });
    op.refuses({"clip_limit -1"}, [](Job& job) {
        job.rule = MapRule::clahe;
        job.clip_limit = -1;
    });
    op.refuses({"clip_limit", "inf"}, [](Job& job) {
        job.rule = MapRule::clahe;
        job.clip_limit = std::numeric_limits<double>::infinity();
    });
    op.refuses({"reference", "match"}, [](Job& job) { job.reference = job.counts; });
    op.refuses({"reference_bins", "match"}, [](Job& job) { job.reference_bins = 2; });
    op.refuses({"reference", "200 B", "204 B"}, [](Job& job) {
        job.rule = MapRule::match;
        job.reference = job.counts;
        job.reference_bins = 51;
    });
    op.refuses({"rule 3"}, [](Job& job) { job.rule = static_cast<MapRule>(3); });
    op.refuses({"maps", "counts"}, [](Job& job) { job.counts = job.maps; });
    op.refuses({"maps", "reference"}, [](Job& job) {
        job.rule = MapRule::match;
        job.reference = job.maps;
        job.reference_bins = 50;
    });
    check_invalid({"i64", "u32 and u64"},
                  [&] { return EqualizationPlan(on.context()(), on.id(), CounterType::i64); });
}

TEST_CASE("operations: maps refuse invalid jobs, wait for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = MapJob;
    const Operation<MapPlan, Job> op({on.context()(), on.id(), SampleType::u8, SampleType::u8},
                                     {.width = 10, .height = 10}, [](Job& job) { job.width = 0; },
                                     {{"source", &Job::source, Access::read, 100},
                                      {"maps", &Job::maps, Access::read, 1024},
                                      {"destination", &Job::destination, Access::write, 100}});
    check(op);
    op.refuses({"source", "100 B", "101 B"}, [](Job& job) { job.source_offset = 1; });
    op.refuses({"destination", "100 B", "118 B"}, [](Job& job) { job.destination_pitch = 12; });
    op.refuses({"maps", "1024 B", "1028 B"}, [](Job& job) { job.values = 257; });
    op.refuses({"maps", "1024 B", "4096 B"}, [](Job& job) { job.tile_width = job.tile_height = 5; });
    op.refuses({"0 values", "1 to 65536"}, [](Job& job) { job.values = 0; });
    op.refuses({"65537 values"}, [](Job& job) { job.values = 65537; });
    op.refuses({"pitch", "overlap"}, [](Job& job) { job.destination_pitch = 9; });
    op.refuses({"5 x 0", "both sides"}, [](Job& job) { job.tile_width = 5; });
    op.refuses({"2 tiles_down", "no tile_width"}, [](Job& job) { job.tiles_down = 2; });
    op.refuses({"16777217 tiles_across"}, [](Job& job) {
        job.tile_width = job.tile_height = 5;
        job.tiles_across = (1U << 24U) + 1;
    });
    op.refuses({"width", "2147483649", "2147483648"}, [](Job& job) { job.width = (1ULL << 31U) + 1; });
    op.refuses({"source offset", "2^64"}, [](Job& job) { job.source_offset = UINT64_MAX; });
    op.refuses({"source", "B are needed"}, [](Job& job) { job.source_pitch = UINT64_MAX; });
    op.refuses({"maps and the destination"}, [](Job& job) {
        job.maps = job.destination;
        job.values = 25;
    });
    op.refuses({"the same memory", "offsets"}, [](Job& job) {
        job.source = job.destination;
        job.height = 9;
        job.source_offset = 1;
    });
}

TEST_CASE("operations: a map from one type into another refuses pitches and memory that do not fit both") {
    const auto& on = test_device();
    using Job = MapJob;
    const Operation<MapPlan, Job> op({on.context()(), on.id(), SampleType::u16, SampleType::u8},
                                     {.width = 3, .height = 2}, [](Job& job) { job.width = 0; },
                                     {{"source", &Job::source, Access::read, 12},
                                      {"maps", &Job::maps, Access::read, 1024},
                                      {"destination", &Job::destination, Access::write, 100}});
    op.refuses({"source pitch", "7 B", "multiple of the 2 B", "u16"}, [](Job& job) { job.source_pitch = 7; });
    op.refuses({"the same memory", "types"}, [](Job& job) { job.source = job.destination; });
}

TEST_CASE("operations: summaries refuse invalid jobs, wait for events and can be shared by threads") {
    const auto& on = test_device();
    using Job = SummaryJob;
    SummaryPlan plan(on.context()(), on.id(), SampleType::u16);
    const auto bytes = static_cast<std::size_t>(plan.bytes());
    const Operation<SummaryPlan, Job> op(std::move(plan), {.count = 50}, [](Job& job) { job.count = 0; },
                                         {{"samples", &Job::samples, Access::read, 100},
                                          {"summary", &Job::summary, Access::read_write, bytes}});
    check(op);
    op.refuses({"samples", "100 B", "102 B"}, [](Job& job) { job.count = 51; });
    op.refuses({"samples", "100 B", "102 B"}, [](Job& job) { job.sample_offset = 1; });
    op.refuses({"samples", "B are needed"}, [](Job& job) { job.count = UINT64_MAX; });
    op.refuses({"summary", "100 B"}, [](Job& job) { job.summary = job.samples; });
    op.refuses({"same memory"}, [](Job& job) { job.samples = job.summary; });
    check_invalid({"summary buffer is given"}, [&] { return op.plan.summarize(on.queue()(), op.job); });
}

#include "operations.hpp"

#include "conformance/random_bins.hpp"
#include "support/counters.hpp"

#include <array>
#include <span>

namespace histo_cl::test {
namespace {

using Counts = std::vector<std::uint64_t>;

/// Problems of many kinds: various types, layouts, binnings, weights, batches and counters.
std::vector<Problem> mixed_problems() {
    return {
        {.axes = {identity_bins(256)}},
        {.sample = SampleType::u8, .axes = {even_bins(100, 0, 250)}, .counter = CounterType::u64},
        {.sample = SampleType::u16, .axes = {even_bins(1000, 0, 65536)}},
        {.sample = SampleType::i32,
         .axes = {even_bins(37, -1000, 1000)},
         .out_of_range = OutOfRange::counted},
        {.sample = SampleType::u32, .axes = {even_bins(60'000, 0, 1'000'000)}},
        {.sample = SampleType::u64, .axes = {identity_bins(200)}, .counter = CounterType::u64},
        {.sample = SampleType::f32, .axes = {even_bins(100, -3, 8.5)}, .last_edge = LastEdge::inclusive},
        {.sample = SampleType::f64, .axes = {edge_bins({-1e9, -2.5, 0, 0.1, 7, 7.25, 100})}},
        {.sample = SampleType::f32, .axes = {log_bins(64, 1, 1000)}, .out_of_range = OutOfRange::clamped},
        {.sample = SampleType::i16, .axes = {circular_bins(36, 0, 360)}},
        {.sample = SampleType::f16, .axes = {even_bins(50, -10, 10)}},
        {.sample = SampleType::bf16, .axes = {even_bins(50, -10, 10)}},
        {.sample = SampleType::u8,
         .axes = {even_bins(8, 0, 256), even_bins(9, 0, 256), even_bins(10, 0, 256)},
         .joint = true},
        {.sample = SampleType::u8,
         .axes = {even_bins(256, 0, 256), even_bins(16, 0, 256)},
         .layout = {.channels = 4, .active = {2, 0}, .rows = true, .mask = true}},
        {.sample = SampleType::f32,
         .axes = {even_bins(20, 0, 10), even_bins(30, 0, 10)},
         .layout = {.order = Order::planar}},
        {.sample = SampleType::i16, .axes = {even_bins(64, -100, 100)}, .layout = {.stride = 12}},
        {.sample = SampleType::u16, .axes = {even_bins(50, 0, 1000)}, .batch = Batch::segments},
        {.sample = SampleType::f32, .axes = {even_bins(10, 0, 8)}, .batch = Batch::ragged},
        {.sample = SampleType::u8,
         .axes = {even_bins(32, 0, 256)},
         .layout = {.rows = true},
         .batch = Batch::tiles},
        {.sample = SampleType::u8,
         .axes = {even_bins(64, 0, 256)},
         .weights = {.type = SampleType::u32},
         .counter = CounterType::u64},
        {.sample = SampleType::u16,
         .axes = {even_bins(64, 0, 65536)},
         .weights = {.type = SampleType::i32},
         .counter = CounterType::i64},
        {.sample = SampleType::f32,
         .axes = {even_bins(40, -5, 15)},
         .weights = {.type = SampleType::f32},
         .counter = CounterType::f64},
        {.sample = SampleType::u8,
         .axes = {even_bins(16, 0, 256)},
         .weights = {.type = SampleType::f64, .squares = true},
         .counter = CounterType::f64},
    };
}

/// A problem of even bins over a random range. Usually no plan for it has been kept.
Problem new_range(Random& random) {
    constexpr std::array samples{SampleType::u8, SampleType::u16, SampleType::i32, SampleType::f32};
    const auto bins = static_cast<std::uint32_t>(random.between(100, 120));
    return {.sample = random.pick(samples), .axes = {even_bins(bins, 0, random.whole(home + 1, 1'000'000))}};
}

/// A random job of up to `elements` elements, with its expected counts. `home` (random_bins.hpp) must be in
/// range of the problem's bins.
Work work_of(const Problem& problem, std::uint64_t elements, Random& random) {
    auto job = random_job(problem, {.elements = elements}, random);
    auto expected = expected_counts(problem, job);
    return {problem, std::move(job), std::move(expected)};
}

/// A job in buffers of the context; it holds its own reference to each.
struct DeviceJob {
    cl::Buffer samples;
    cl::Buffer mask;
    cl::Buffer weights;
    Job job;
};

cl::Buffer copy_of(const cl::Context& context, std::span<const std::byte> bytes) {
    if (bytes.empty()) return {context, CL_MEM_READ_ONLY, 1};
    // OpenCL only copies the bytes, and does not change them.
    return {context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes.size(),
            const_cast<std::byte*>(bytes.data())};
}

DeviceJob device_job(const cl::Context& context, const Work& work) {
    const auto& [problem, job, expected] = work;
    DeviceJob made{copy_of(context, job.samples),
                   copy_of(context, job.mask),
                   copy_of(context, job.weights.empty() ? std::span<const std::byte>() : job.weights.front()),
                   {}};
    made.job = {.samples = made.samples(),
                .sample_offset = job.offset,
                .shape = job.whole_shape(),
                .mask = problem.layout.mask ? made.mask() : nullptr,
                .mask_offset = job.mask_offset,
                .weights = problem.weights.type ? made.weights() : nullptr,
                .weight_offset = job.weight_offset};
    return made;
}

/// Options that sometimes set the coarsening, so that there are more plans than can be kept.
Options random_options(Random& random) {
    Options options;
    if (random.one_in(2)) options.calling_thread = false;
    if (options.calling_thread && random.one_in(3))
        options.knobs.coarsening = random.pick(std::array{1000U, 2000U, 3000U});
    return options;
}

Counts by_plan(const Plan& plan, const cl::CommandQueue& queue, const cl::Context& context,
               const Work& work) {
    return bits_of(plan.count(queue(), device_job(context, work).job));
}

/// The counts in a buffer, converted to 64 bits.
Counts read_counts(const Plan& plan, const cl::CommandQueue& queue, cl_mem counts, std::size_t size,
                   cl_event after) {
    const auto read = [&]<class T>(std::vector<T> values) {
        if (size == 0) return values;
        const auto code = ::clEnqueueReadBuffer(queue(), counts, CL_TRUE, 0, size * sizeof(T), values.data(),
                                                1, &after, nullptr);
        if (code != CL_SUCCESS) throw Error(Status::opencl_error, "clEnqueueReadBuffer failed", code);
        return values;
    };
    if (plan.problem().counter != CounterType::u32) return read(Counts(size));
    const auto narrow = read(std::vector<std::uint32_t>(size));
    return {narrow.begin(), narrow.end()};
}

Counts by_enqueue(const Plan& plan, const cl::CommandQueue& queue, const TestDevice& device,
                  const Work& work) {
    auto made = device_job(device.context(), work);
    const auto buffer = device.make_buffer(work.expected.size() * sizeof(std::uint64_t));
    made.job.counts = buffer();
    cl_event event = nullptr;
    plan.enqueue(queue(), made.job, {}, &event);
    const cl::Event done(event);
    made = {}; // the enqueued commands retain the buffers
    return read_counts(plan, queue, buffer(), work.expected.size(), done());
}

std::string difference(const Counts& counts, const Work& work, std::string_view way) {
    if (counts == work.expected) return "";
    return "wrong counts by " + std::string(way) + ": " + to_string(work.problem) + ": " + work.job.text;
}

} // namespace

std::vector<Kind> mixed_kinds(const TestDevice& device, Random& random) {
    constexpr std::size_t works = 3;
    std::vector<Kind> kinds;
    for (const auto& problem : mixed_problems())
        try {
            static_cast<void>(device.plan(problem));
            auto& kind = kinds.emplace_back();
            for (std::size_t i = 0; i < works; ++i)
                kind.push_back(work_of(problem, max_elements, random));
        } catch (const Error& error) {
            if (error.status() != Status::unsupported) throw;
        }
    return kinds;
}

Shared with_plans(const TestDevice& device, const std::vector<Kind>& kinds) {
    Shared shared{device, kinds};
    for (const auto& kind : kinds)
        shared.plans.push_back(device.plan(kind.front().problem));
    return shared;
}

std::string count_somehow(const Shared& shared, const cl::CommandQueue& queue, Random& random) {
    if (random.one_in(100)) release_kept_plans();
    const auto index = random.below(shared.kinds.size());
    const auto& work = random.pick(shared.kinds[index]);
    const auto& plan = shared.plans[index];
    const auto& context = shared.device.context();
    switch (random.below(16)) {
    case 0:
        return difference(by_plan(shared.device.plan(work.problem), queue, context, work), work,
                          "a new plan");
    case 1:
        return difference(bits_of(histogram(queue(), work.problem, device_job(context, work).job)), work,
                          "histogram() on a queue");
    case 2:
    case 3:
    case 4: return difference(by_plan(plan, queue, context, work), work, "Plan::count");
    case 5:
    case 6:
    case 7: return difference(by_enqueue(plan, queue, shared.device, work), work, "Plan::enqueue");
    default:
        return difference(counts_by(work.problem, work.job,
                                    [&](const HostData& data) {
                                        return bits_of(histogram(work.problem, data, random_options(random),
                                                                 shared.device.device()));
                                    }),
                          work, "histogram() on host data");
    }
}

std::string make_and_drop_plan(const Shared& shared, const cl::CommandQueue& queue, Random& random) {
    constexpr std::uint64_t few = 2000;
    const auto problem = new_range(random);
    const auto plan = shared.device.plan(problem);
    if (!random.one_in(16)) return "";
    const auto work = work_of(problem, few, random);
    return difference(by_plan(plan, queue, shared.device.context(), work), work, "the plan of a new range");
}

} // namespace histo_cl::test

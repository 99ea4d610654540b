#include "device_job.hpp"

#include "guarded_counts.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace histo_cl::test {
namespace {

/// A whole number that counter i holds before the job. It is near the maximum if counters saturate.
/// Otherwise, it may be negative, except for u32.
std::int64_t earlier_count(CounterType counter, std::size_t i) {
    if (saturates(counter)) return static_cast<std::int64_t>(max_count(counter) - i * i % 251);
    return static_cast<std::int64_t>(i % 1000) - (counter == CounterType::u32 ? 0 : 500);
}

/// The bits of a counter of this type that holds a whole number.
std::uint64_t bits_of_whole(CounterType counter, std::int64_t whole) {
    switch (counter) {
    case CounterType::f64: return std::bit_cast<std::uint64_t>(static_cast<double>(whole));
    case CounterType::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(whole));
    case CounterType::u8:
    case CounterType::u16: return std::min(static_cast<std::uint64_t>(whole), max_count(counter));
    default: return static_cast<std::uint64_t>(whole);
    }
}

/// Whether a counter is a minimum or a maximum.
bool holds_extreme(const Problem& problem, std::size_t counter) {
    if (problem.weights.accumulator == Accumulator::sum) return false;
    const auto own = counter % problem.counters();
    const bool by_cell = problem.weights.order == CounterOrder::by_cell;
    const auto sum = by_cell ? own % problem.counters_per_cell() : own / problem.cells();
    return !problem.weights.counts || sum != 0;
}

/// What the job adds to existing counts and sums, as integers; 0 for extremes. Sums of doubles are exact
/// here, because the weights are small whole numbers.
std::vector<std::int64_t> whole_counts(Problem problem, const HostJob& job) {
    const bool floats = problem.weights.type && is_float(*problem.weights.type);
    if (floats) problem.counter = CounterType::f64;
    std::vector<std::int64_t> counts;
    for (const auto bits : expected_counts(problem, job))
        counts.push_back(holds_extreme(problem, counts.size()) ? 0
                         : floats ? static_cast<std::int64_t>(std::bit_cast<double>(bits))
                                  : static_cast<std::int64_t>(bits));
    return counts;
}

/// Whether a is the extreme of a and b. If they are equal, the result does not matter.
bool is_kept(const Problem& problem, std::uint64_t a, std::uint64_t b) {
    const bool less =
        problem.counter == CounterType::f64   ? std::bit_cast<double>(a) < std::bit_cast<double>(b)
        : problem.counter == CounterType::i64 ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b)
                                              : a < b;
    return less == (problem.weights.accumulator == Accumulator::minimum);
}

/// Sets the counters of axes that the job does not count to `unused(i)`.
template <class Unused>
void set_unused(const Problem& problem, const HostJob& job, std::vector<std::uint64_t>& counts,
                const Unused& unused) {
    if (job.axes.empty()) return;
    std::vector<bool> counted;
    for (std::uint32_t axis = 0; axis < problem.axes.size(); ++axis)
        counted.insert(counted.end(), problem.extent(axis), std::ranges::count(job.axes, axis) != 0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const auto own = i % problem.counters();
        const bool by_cell = problem.weights.order == CounterOrder::by_cell;
        if (!counted[by_cell ? own / problem.counters_per_cell() : own % problem.cells()])
            counts[i] = unused(i);
    }
}

/// Returns at least one randomly chosen axis; the axes are in ascending order.
std::vector<std::uint32_t> some_axes(std::size_t axes, Random& random) {
    std::vector<std::uint32_t> some;
    const auto one_in = random.pick(std::array{2U, 2U, 10U});
    for (std::uint32_t axis = 0; axis < axes; ++axis)
        if (random.one_in(one_in)) some.push_back(axis);
    if (some.empty()) some.push_back(static_cast<std::uint32_t>(random.below(axes)));
    return some;
}

std::string wrong_skipped(const Problem& problem, const HostJob& job, const cl::Buffer& skipped) {
    if (!problem.layout.indices || under_oclgrind()) return "";
    cl_uint number = 0;
    test_device().queue().enqueueReadBuffer(skipped, CL_TRUE, 0, sizeof number, &number);
    return number == job.skipped ? "" : std::to_string(number) + " indices skipped";
}

} // namespace

std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere) {
    const auto& device = test_device();
    const auto shape = job.whole_shape();
    const auto histograms = histo_cl::histograms(equivalent, shape);
    auto want = expected_counts(equivalent, job); // counts, or bits of sums

    const auto samples = device.make_buffer(job.samples, CL_MEM_READ_ONLY);
    const auto mask = device.make_buffer(job.mask, CL_MEM_READ_ONLY);
    std::vector<cl::Buffer> weights;
    std::vector<WeightBuffer> weight_vectors;
    for (const auto& vector : job.weights) {
        weights.push_back(device.make_buffer(vector, CL_MEM_READ_ONLY));
        weight_vectors.push_back({weights.back()(), job.weight_offset});
        keep_until_exit(weights.back());
    }
    const auto workspace = device.make_buffer(plan.workspace_bytes(histograms));
    const GuardedCounts counts(plan, histograms);
    for (const auto& buffer : {samples, mask, workspace})
        keep_until_exit(buffer);
    const auto from =
        elsewhere.value_or(Job{.samples = samples(), .sample_offset = job.offset, .shape = shape});
    Job enqueued{.samples = from.samples,
                 .sample_offset = from.sample_offset,
                 .shape = from.shape,
                 .mask = equivalent.layout.mask ? mask() : nullptr,
                 .mask_offset = job.mask_offset,
                 .workspace = own_workspace && !under_oclgrind() ? nullptr : given_workspace(plan, workspace),
                 .arrays = from.arrays,
                 .axes = job.axes};
    const auto indices = device.make_buffer(job.indices, CL_MEM_READ_ONLY);
    const auto skipped = device.make_buffer(std::vector<std::byte>(sizeof(cl_uint)));
    if (equivalent.layout.indices) {
        enqueued.indices = indices();
        enqueued.index_offset = job.index_offset;
        // A fill sets the number to 0, but Oclgrind regards it as uninitialized. So it is not requested
        // there.
        if (!under_oclgrind()) enqueued.skipped = skipped();
        keep_until_exit(indices);
        keep_until_exit(skipped);
    }
    if (weights.size() > 1) {
        enqueued.weight_vectors = weight_vectors;
    } else if (equivalent.weights.type) {
        enqueued.weights = weights.front()();
        enqueued.weight_offset = job.weight_offset;
    }
    if (accumulate && plan.decision().merge != Merge::host) {
        const auto counter = equivalent.counter;
        const auto added = whole_counts(equivalent, job);
        std::vector<std::uint64_t> before(want.size());
        for (std::size_t i = 0; i < want.size(); ++i) {
            const auto whole = earlier_count(counter, i);
            before[i] = bits_of_whole(counter, whole);
            if (holds_extreme(equivalent, i)) {
                if (is_kept(equivalent, before[i], want[i])) want[i] = before[i];
                continue;
            }
            want[i] = bits_of_whole(counter, static_cast<std::int64_t>(static_cast<std::uint64_t>(whole) +
                                                                       static_cast<std::uint64_t>(added[i])));
            if (counter == CounterType::u32) want[i] &= 0xFFFF'FFFFU;
        }
        counts.prepare(enqueued, before);
        set_unused(equivalent, job, want, [&](std::size_t i) { return before[i]; });
        plan.enqueue(device.queue()(), enqueued);
        auto wrong = difference(counts.read(), want, equivalent.counter, equivalent.counters());
        return wrong + wrong_skipped(equivalent, job, skipped);
    }
    set_unused(equivalent, job, want, [](std::size_t /*i*/) { return std::uint64_t{0}; });
    auto wrong = difference(counts.count(plan, enqueued), want, equivalent.counter, equivalent.counters());
    return wrong + wrong_skipped(equivalent, job, skipped);
}

std::string wrong_jobs(const Plan& plan, const Problem& equivalent, int jobs, JobLimits limits,
                       Random& random, const Elsewhere& elsewhere) {
    constexpr std::uint64_t usual_elements = 2000;
    const auto max = limits.elements;
    // Oclgrind 21.10 does not truncate integers of unusual widths. LLVM makes such integers, for example of
    // 11 bits for exponents, to test for 0 and infinity. So all weights are finite under Oclgrind.
    limits.finite_weights = under_oclgrind();
    limits.no_tiny = limits.no_tiny || has_custom_bins(plan.problem());
    for (int i = 0; i < jobs; ++i) {
        const bool accumulate = random.one_in(3) && equivalent.splitting == Splitting::none;
        limits.whole_weights = accumulate;
        if (max > usual_elements) limits.elements = random.one_in(4) ? max : usual_elements;
        auto job = random_job(equivalent, limits, random);
        const bool selects = equivalent.axes.size() > 4 &&
                             equivalent.weights.accumulator == Accumulator::sum && random.one_in(3);
        if (selects) job.axes = some_axes(equivalent.axes.size(), random);
        std::optional<Job> moved;
        if (elsewhere) moved = elsewhere(job);
        const auto wrong = wrong_counts(plan, equivalent, job, accumulate, random.one_in(2), moved);
        if (!wrong.empty())
            return job.text + (selects ? ", of some axes" : "") +
                   (accumulate ? ", added to counts: " : ": ") + wrong;
    }
    return "";
}

} // namespace histo_cl::test

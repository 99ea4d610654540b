#include "call/histogram.hpp"

#include "call/kept_plans.hpp"
#include "call/upload.hpp"
#include "choose/host_problem.hpp"
#include "core/text.hpp"
#include "engines/thread/count.hpp"
#include "histo_cl/histogram.hpp"
#include "plan/partial_sums.hpp"
#include "plan/plan.hpp"
#include "problem/histogram.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using namespace detail;

/// Maximum number of bytes per buffer if a CPU needs a copy of the data because it cannot use the data in
/// place.
constexpr std::uint64_t max_copied = std::uint64_t{64} << 20U;

std::uint64_t alignment_of_weights(const Problem& problem) {
    return problem.weights.type ? bytes(*problem.weights.type) : 1;
}

/// The form of the result: the sums, or the normalized words of a partial (plan/partial_sums.hpp).
enum class Output : std::uint8_t { sums, words };

HostCounts count_on_thread(const Problem& problem, const CheckedData& data, Output output);

/// A function that returns the sums of a problem with one vector of weights.
using SumVector = std::function<std::vector<std::uint64_t>(const Problem&, const CheckedData&)>;

/// Sums several vectors of weights one after the other, because the sums of each vector have a unit of their
/// own. Returns the sums in the order [histogram][sum][cell].
std::vector<std::uint64_t> sums_of_vectors(const Problem& problem, const CheckedData& data,
                                           const SumVector& sum_vector) {
    auto of_one = problem;
    of_one.weights.vectors = 1;
    of_one.weights.order = CounterOrder::by_sum;
    const auto cells = problem.cells();
    const std::size_t counts = problem.weights.counts ? 1 : 0;
    std::vector<std::uint64_t> all(data.shape.histograms * problem.counters());
    for (std::size_t vector = 0; vector < problem.weights.vectors; ++vector) {
        auto own = data;
        own.weights.front() = data.weights.at(vector);
        of_one.weights.counts = problem.weights.counts && vector == 0;
        const auto found = sum_vector(of_one, own);
        const std::size_t counts_of_one = of_one.weights.counts ? 1 : 0;
        const auto sums_of_one = of_one.counters_per_cell();
        for (std::uint64_t n = 0; n * cells < found.size(); ++n) { // for each sum of each histogram
            const auto sum = n % sums_of_one;
            const auto place = sum < counts_of_one    ? 0
                               : sum == counts_of_one ? counts + vector
                                                      : counts + problem.weights.vectors + vector;
            const auto from = found.begin() + static_cast<std::ptrdiff_t>(n * cells);
            const auto to = n / sums_of_one * problem.counters() + place * cells;
            std::copy_n(from, cells, all.begin() + static_cast<std::ptrdiff_t>(to));
        }
    }
    return all;
}

HostCounts count_on_thread(const Problem& problem, const CheckedData& data, Output output) {
    const auto finders = kept_finders(problem);
    if (!has_wide_sums(problem)) {
        auto counts = count_on_calling_thread(problem, data, *finders);
        return {output == Output::words ? words_of_counters(problem, std::move(counts))
                                        : in_order(problem, std::move(counts)),
                true};
    }
    if (problem.weights.vectors > 1 && !known_bound(problem)) {
        const auto sum_vector = [](const Problem& of_one, const CheckedData& own) {
            return count_on_thread(of_one, own, Output::sums).values;
        };
        return {in_order(problem, sums_of_vectors(problem, data, sum_vector)), true};
    }
    auto bounded = problem;
    if (!known_bound(problem)) bounded.weights.bound = bound_of(problem, data);
    const auto all = wide_sums_on_calling_thread(bounded, data, *finders);
    const auto bytes_each = partial_offset(bounded, bounded.counters());
    std::vector<std::uint64_t> counted;
    std::uint64_t histogram = 0;
    for (std::span left(all); !left.empty(); left = left.subspan(bytes_each)) {
        const auto words = words_of(bounded, bounded.counter, left.first(bytes_each), histogram++);
        const auto result = output == Output::words ? words : sums_of_words(bounded, words);
        counted.insert(counted.end(), result.begin(), result.end());
    }
    return {std::move(counted), true};
}

/// Counts all data in one job on the queue of a kept plan. Samples, mask, weights and indices are used in
/// place or copied.
std::vector<std::uint64_t> count_whole(const KeptPlan& kept, const DeviceProfile& device,
                                       const CheckedData& data, Output output) {
    const auto& problem = kept.plan.problem();
    const auto& used = data.shape.footprint;
    const auto buffer = [&](std::span<const std::byte> bytes, std::size_t alignment) {
        return read_only_buffer(kept, device, bytes, alignment, data.pinned);
    };
    const bool separate = is_separate(problem);
    auto samples =
        separate ? SampleBuffer() : buffer(data.samples.first(used.samples), bytes(problem.sample));
    std::array<SampleBuffer, max_arrays> arrays;
    std::array<ArrayBuffer, max_arrays> of_job;
    for (std::size_t axis = 0; separate && axis < problem.axes.size(); ++axis) {
        const auto channel = problem.channel(axis);
        arrays.at(channel) =
            buffer(data.arrays.at(channel).first(used.arrays.at(channel)), bytes(stored_type(problem, axis)));
        of_job.at(channel).samples = arrays.at(channel).memory.get();
    }
    const auto mask = problem.layout.mask ? buffer(data.mask.first(used.mask), 1) : SampleBuffer();
    const bool several = problem.weights.vectors > 1;
    std::array<HostArray, max_weight_vectors> vectors;
    for (std::size_t vector = 0; problem.weights.type && vector < problem.weights.vectors; ++vector)
        vectors.at(vector) = data.weights.at(vector).first(used.weights);
    const auto size = alignment_of_weights(problem);
    auto together =
        overlapping_vectors(std::span(vectors).first(several ? problem.weights.vectors : 0), size);
    if (together.size() > device.max_allocation_bytes) together = {};
    std::array<SampleBuffer, max_weight_vectors> weights;
    std::array<WeightBuffer, max_weight_vectors> weights_of_job;
    for (std::size_t vector = 0; problem.weights.type && vector < problem.weights.vectors; ++vector) {
        const bool shares = vector != 0 && !together.empty();
        if (!shares)
            weights.at(vector) = buffer(together.empty() ? vectors.at(vector).bytes : together, size);
        const auto before = together.empty() ? 0 : vectors.at(vector).bytes.data() - together.data();
        weights_of_job.at(vector) = {weights.at(shares ? 0 : vector).memory.get(),
                                     static_cast<std::uint64_t>(before) / size};
    }
    const auto indices = problem.layout.indices
                             ? buffer(data.indices.first(used.indices), bytes(*problem.layout.indices))
                             : SampleBuffer();
    const Job job{.samples = samples.memory.get(),
                  .mask = mask.memory.get(),
                  .weights = several ? nullptr : weights.front().memory.get(),
                  .arrays = std::span(of_job).first(separate ? problem.channels() : 0),
                  .weight_vectors = std::span(weights_of_job).first(several ? problem.weights.vectors : 0),
                  .indices = indices.memory.get()};
    auto counted = output == Output::sums ? count_sums(kept.plan, kept.queue.get(), job, data.shape)
                                          : count_words(kept.plan, kept.queue.get(), job, data.shape);
    kept.pool->give(std::move(samples));
    return counted;
}

/// Whether a CPU's kernels need a copy of the samples, although the samples are in the CPU's memory.
bool copies_samples(const Problem& problem, const CheckedData& data, const DeviceProfile& profile) {
    if (!is_separate(problem)) return !is_used_in_place(profile, data.samples, bytes(problem.sample));
    for (std::size_t axis = 0; axis < problem.axes.size(); ++axis)
        if (!is_used_in_place(profile, data.arrays.at(problem.channel(axis)),
                              bytes(stored_type(problem, axis))))
            return true;
    return false;
}

/// Maximum number of bytes per buffer for the data: the device's limit, or at most max_copied if a CPU needs
/// copies and the problem can be counted in chunks.
std::uint64_t max_per_buffer(const Problem& problem, const CheckedData& data, const DeviceProfile& profile) {
    const auto vectors = std::span(data.weights).first(problem.weights.type ? problem.weights.vectors : 0);
    const bool copies =
        copies_samples(problem, data, profile) || std::ranges::any_of(vectors, [&](const auto& weights) {
            return !is_used_in_place(profile, weights, alignment_of_weights(problem));
        });
    if (profile.type != DeviceType::cpu || !copies || !why_not_chunked(problem).empty())
        return profile.max_allocation_bytes;
    return std::min(profile.max_allocation_bytes, max_copied);
}

void require_chunks(const Problem& problem, const Footprint& used, std::uint64_t largest_buffer) {
    const auto whole = why_not_chunked(problem);
    if (whole.empty()) return;
    throw Error(Status::unsupported,
                concat(largest(used), " B: the device's largest buffer has ", largest_buffer, " B, and ",
                       whole, " cannot be counted in chunks"));
}

/// Counts chunks of at most `buffer_bytes` bytes per buffer, and adds up their words. Waits for each chunk
/// before the next one, so that only one copy exists at a time.
std::vector<std::uint64_t> count_chunks(const KeptPlan& kept, const DeviceProfile& device,
                                        const CheckedData& data, std::uint64_t buffer_bytes, Output output) {
    const auto problem = CheckedProblem::copy(kept.plan.problem());
    const auto chunk_elements = elements_per_chunk(*problem, buffer_bytes);
    std::vector<std::uint64_t> words(partial_words(*problem));
    ChunkRoom room;
    for (std::uint64_t first = 0; first < data.shape.elements; first += chunk_elements) {
        const auto size = std::min(chunk_elements, data.shape.elements - first);
        const auto chunk = check_data(problem, chunk_of(*problem, data, first, size, room));
        merge_words(*problem, words, count_whole(kept, device, chunk, Output::words));
    }
    return output == Output::words ? words : sums_of_words(*problem, words);
}

/// The plan that counts the data; null if the calling thread counts. The thread counts if the device is a
/// CPU, the plan's program is not built, and building it would take longer than the thread's estimated time
/// for all calls so far that could use the plan, including this call.
std::shared_ptr<const KeptPlan> plan_to_count_by(const CheckedProblem& problem, std::uint64_t elements,
                                                 const Options& options, const Device& device) {
    auto of_plan = options;
    of_plan.calling_thread = {}; // has no effect on plans, so calls that differ in it share plans
    const auto max_samples = max_samples_of_kept_plan(*problem, elements);
    auto kept = kept_plan(device, problem, max_samples, of_plan, Compile::no);
    if (const auto* const missing = std::get_if<NotBuilt>(&kept)) {
        if (counter_of(device.profile, problem, elements, options, seconds_without(missing->kind))
                .is_calling_thread) {
            add_seconds_without(missing->kind, seconds_on_calling_thread(*problem, elements));
            return nullptr;
        }
        kept = kept_plan(device, problem, max_samples, of_plan, Compile::yes);
    }
    return std::get<0>(std::move(kept));
}

HostCounts count_with_plan(const CheckedProblem& problem, const CheckedData& data, const Options& options,
                           const Device& device, Output output) {
    const auto& used = data.shape.footprint;
    const auto buffer_bytes = max_per_buffer(*problem, data, device.profile);
    const bool whole = largest(used) <= buffer_bytes;
    if (!whole && has_wide_sums(*problem) && !known_bound(*problem)) {
        if (problem->weights.vectors > 1) {
            const auto sum_vector = [&](const Problem& of_one, const CheckedData& own) {
                const auto checked = CheckedProblem::with_wide_counters(of_one);
                return count_with_plan(checked, own, options, device, Output::sums).values;
            };
            return {in_order(*problem, sums_of_vectors(*problem, data, sum_vector))};
        }
        // With a bound, the sums of chunks add up to the same bits as the sum of all data.
        auto bounded = *problem;
        bounded.weights.bound = bound_of(*problem, data);
        return count_with_plan(CheckedProblem::with_wide_counters(bounded), data, options, device, output);
    }
    if (!whole) require_chunks(*problem, used, buffer_bytes);

    const auto kept = plan_to_count_by(problem, data.shape.elements, options, device);
    if (!kept) return count_on_thread(*problem, data, output);
    try {
        return {whole ? count_whole(*kept, device.profile, data, output)
                      : count_chunks(*kept, device.profile, data, buffer_bytes, output)};
    } catch (...) {
        forget_kept_plans(kept->context.get());
        throw;
    }
}

HostCounts count_host_data(const CheckedProblem& problem, const CheckedData& data, const Options& options,
                           const Device* device, Output output) {
    const auto elements = data.shape.elements;
    const auto* const on = device != nullptr ? device : default_device_for(problem, elements, options);
    if (on == nullptr || counter_of(on->profile, problem, elements, options).is_calling_thread)
        return count_on_thread(*problem, data, output);
    return count_with_plan(problem, data, options, *on, output);
}

Histogram histogram_on(const Problem& given, const HostData& all, const Options& options,
                       const Device* device) {
    const auto problem = CheckedProblem::with_wide_counters(given);
    const auto data = check_data(problem, all);
    auto counts = detail::histogram(problem, data, options, device);
    auto result = histogram_of(given, data.shape.elements, std::move(counts.values));
    result.on_calling_thread = counts.on_calling_thread;
    return result;
}

} // namespace

Histogram histogram(const Problem& problem, const HostData& data, const Options& options) {
    return histogram_on(problem, data, options, nullptr);
}
Histogram histogram(const Problem& problem, const HostData& data, const Options& options,
                    const Device& device) {
    return histogram_on(problem, data, options, &device);
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

const Device* default_device_for(const CheckedProblem& problem, std::uint64_t elements,
                                 const Options& options) {
    if (options.calling_thread.value_or(false)) {
        // Throws if the calling thread cannot count the problem.
        static_cast<void>(counter_of({}, problem, elements, options));
        return nullptr;
    }
    if (!only_on_device(*problem, options).empty()) return &kept_default_device();
    const auto seconds = seconds_on_calling_thread(*problem, elements);
    if (!has_default_device() && seconds_without(finding_devices) + seconds < seconds_to_find_devices) {
        add_seconds_without(finding_devices, seconds);
        return nullptr;
    }
    return usable_default_device();
}

HostCounts histogram(const CheckedProblem& problem, const CheckedData& data, const Options& options,
                     const Device* device) {
    auto counts = count_host_data(problem, data, options, device, Output::sums);
    counts.values = saturated(problem->counter, std::move(counts.values));
    return counts;
}

HostCounts words_of_histogram(const CheckedProblem& problem, const CheckedData& data, const Options& options,
                              const Device* device) {
    return count_host_data(problem, data, options, device, Output::words);
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

Histogram histogram(cl_command_queue queue, const Problem& given, const Job& job, const Options& options,
                    std::span<const cl_event> wait) {
    const auto problem = CheckedProblem::with_wide_counters(given);
    const auto shape = check_shape(problem, job.shape);
    return histogram_of(given, shape.elements, detail::histogram(queue, problem, job, shape, options, wait));
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {

std::vector<std::uint64_t> histogram(cl_command_queue queue, const CheckedProblem& problem, const Job& job,
                                     const CheckedShape& shape, const Options& options,
                                     std::span<const cl_event> wait) {
    if (queue == nullptr) invalid("the queue is a null handle: a cl_command_queue is needed");
    check_returned_counts(job);
    begin_opencl();
    constexpr auto call = "clGetCommandQueueInfo";
    const auto context = info<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, call);
    const auto device = info<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, call);
    const auto max_samples = problem->max_samples != 0 ? problem->max_samples : shape.elements;
    const Plan plan(context, device, with_max_samples(problem, max_samples), options);
    return saturated(problem->counter, count_sums(plan, queue, job, shape, wait));
}

} // namespace histo_cl::detail

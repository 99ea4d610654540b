#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// One call: samples in, counts out. From pixels to 256 counts:
//
//     #include <histo_cl/histo_cl.hpp>
//     #include <iostream>
//
//     int main() {
//         const std::vector<std::uint8_t> pixels{0, 7, 7, 255};
//         const auto counts = histo_cl::histogram(pixels);
//         std::cout << counts[7] << '\n'; // 2
//     }
//
// Each call counts and waits. Calls on host data keep their plans for later calls, see release_kept_plans();
// a call on the caller's queue makes a Plan each time. All are safe to call from several threads at once.

namespace histo_cl::inline HISTO_CL_ABI {

namespace untyped {
/// The bits of histogram<T>() for sums of that type. A null device is default_device(). If
/// `on_calling_thread` is not null it receives whether the calling thread counted.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, const Problem& problem,
                                                                const HostData& data, const Options& options,
                                                                const Device* device,
                                                                bool* on_calling_thread = nullptr);
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, cl_command_queue queue,
                                                                const Problem& problem, const Job& job,
                                                                const Options& options);
} // namespace untyped

/// Counts host data on default_device(), or the device given. Returns [histogram][counter],
/// Problem::counters() of each histogram, in 64 bits, regardless of problem.counter (without weights u32 or
/// u64): T is std::uint64_t for counts and sums of unsigned weights, std::int64_t for weights of signed
/// integers, double for float weights. Another T is Error(invalid_argument), before anything is enqueued.
///
/// A CPU's kernels use samples, mask and weights in place, if they are aligned to their type; small inputs
/// for a CPU are counted on the calling thread, as are problems that it can count where there is no device.
/// choose_for_host_data() returns which of these is used; docs/host_data.md has the memory that each takes.
///
/// Data larger than the device's largest buffer is counted in chunks if it is flat, one histogram and without
/// custom bins of `i`; otherwise it is Error(unsupported). (Of float weights without a bound, the calling
/// thread first determines the weight_bound().) Throws Error like default_device(), footprint(), Plan and
/// Plan::count, and Error(invalid_argument) for spans shorter than the shape.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(const Problem& problem, const HostData& data,
                                       const Options& options = {}) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), problem, data, options, nullptr));
}
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(const Problem& problem, const HostData& data, const Options& options,
                                       const Device& device) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), problem, data, options, &device));
}

/// The same for flat samples without mask and weights. `samples` holds whole elements of the problem.
[[nodiscard]] inline std::vector<std::uint64_t>
histogram(const Problem& problem, std::span<const std::byte> samples, const Options& options = {}) {
    return histogram(problem, HostData{.samples = samples}, options);
}
[[nodiscard]] inline std::vector<std::uint64_t> histogram(const Problem& problem,
                                                          std::span<const std::byte> samples,
                                                          const Options& options, const Device& device) {
    return histogram(problem, HostData{.samples = samples}, options, device);
}

/// Counts data that are already on a device: the job's buffers, on the queue's context and device. The job's
/// `counts` must be null and `accumulate` false: the counts are returned, as above. Throws Error like Plan
/// and Plan::count, and Error(invalid_argument) for a null queue.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(cl_command_queue queue, const Problem& problem, const Job& job,
                                       const Options& options = {}) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), queue, problem, job, options));
}

/// histogram() on host data keeps the 16 plans used last, with at most 64 MiB of thresholds and other tables,
/// so that the next call with the same device, problem (max_samples rounded up to a power of two) and options
/// builds nothing. Kept plans hold one context for each device, and a queue for each plan; on a device with
/// its own memory also a buffer for up to 64 MiB of samples. For the calling thread it keeps the bin rules of
/// up to 16 problems, at most 16 MiB. A tuning table is read when its plan is made. The default device is
/// determined once.
///
/// This releases all plans and rules; those in use by another thread are released when its call ends. Nothing
/// is released at process exit.
HISTO_CL_API void release_kept_plans();

/// The histogram of any contiguous samples, into the bins of default_problem(samples). Throws like
/// histogram(problem, data).
template <SampleRange Range>
[[nodiscard]] std::vector<std::uint64_t> histogram(const Range& samples) {
    return histogram(default_problem(samples), detail::bytes_of(samples));
}

/// The same into the bins given; the sample type is that of the range.
template <SampleRange Range>
[[nodiscard]] std::vector<std::uint64_t> histogram(const Range& samples, const Binning& binning,
                                                   const Options& options = {}) {
    const Problem problem{.sample = sample_type_of<std::ranges::range_value_t<Range>>(),
                          .axes = {binning},
                          .counter = CounterType::u64};
    return histogram(problem, detail::bytes_of(samples), options);
}

} // namespace histo_cl::inline HISTO_CL_ABI

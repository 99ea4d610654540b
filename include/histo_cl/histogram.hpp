#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// histogram() counts samples in one call and returns the counts. This program counts pixels into 256 bins:
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
// Each call counts and waits. Calls on host data keep their plans for later calls, see release_kept_plans().
// A call on the caller's queue makes a new Plan. All functions are safe to call from several threads at once.

namespace histo_cl::inline HISTO_CL_ABI {

namespace untyped {
/// The bits of what histogram<T>() returns, where `sum` is counter_type_of<T>(). If `device` is null,
/// default_device() is used. If `on_calling_thread` is not null, it receives whether the calling thread
/// counted.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, const Problem& problem,
                                                                const HostData& data, const Options& options,
                                                                const Device* device,
                                                                bool* on_calling_thread = nullptr);
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, cl_command_queue queue,
                                                                const Problem& problem, const Job& job,
                                                                const Options& options);
/// The bits of what histogram<T>() on several devices returns, where `sum` is counter_type_of<T>().
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, const Problem& problem,
                                                                const HostData& data, const Options& options,
                                                                std::span<const Device> devices);
} // namespace untyped

/// Counts host data on default_device(), or on the device given. Returns [histogram][counter], with
/// Problem::counters() counters for each histogram. T is std::uint64_t for counts and for sums of unsigned
/// weights, std::int64_t for sums of signed integer weights, and double for sums of float weights, or float
/// if problem.counter is f32. For u8 and u16 counters, which saturate, T is std::uint64_t or the type of the
/// counters. Otherwise problem.counter does not matter. Another T is Error(invalid_argument), before anything
/// is enqueued.
///
/// A CPU's kernels use samples, mask, weights and indices in place if they are aligned to their type. The
/// calling thread counts small inputs for a CPU, and larger inputs for a CPU until building the kernel pays
/// off. It also counts, if it can, where there is no device, where the device lacks doubles that custom bins
/// need, and, without a device argument, until loading the OpenCL platforms pays off (docs/first_call.md).
/// choose_for_host_data() returns which way is used on a device; docs/host_data.md says how much memory each
/// way takes.
///
/// Data larger than the device's largest buffer is counted in chunks if it is flat and counted into one
/// histogram, without custom bins of `i`, lists of indices, nibbles, or planes of several channels. Otherwise
/// it is Error(unsupported). For chunks of float weights without a bound, the calling thread first determines
/// the weight_bound(). Throws Error like default_device(), footprint(), Plan and Plan::count, and
/// Error(invalid_argument) for spans shorter than the shape.
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

/// The same with several devices. Data that can be split into chunks (see Stream::push() in stream.hpp) is
/// counted in chunks, each by a device that is free; if a device fails, the others count its remaining
/// chunks. Other data is counted by the first device that can count it. Also throws Error(invalid_argument)
/// for no devices.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(const Problem& problem, const HostData& data, const Options& options,
                                       std::span<const Device> devices) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), problem, data, options, devices));
}

/// The same for flat samples of a problem without mask, weights and indices. `samples` holds whole elements
/// of the problem.
[[nodiscard]] inline std::vector<std::uint64_t>
histogram(const Problem& problem, std::span<const std::byte> samples, const Options& options = {}) {
    return histogram(problem, HostData{.samples = samples}, options);
}
[[nodiscard]] inline std::vector<std::uint64_t> histogram(const Problem& problem,
                                                          std::span<const std::byte> samples,
                                                          const Options& options, const Device& device) {
    return histogram(problem, HostData{.samples = samples}, options, device);
}

/// Counts samples that are already on a device, with a new Plan for the queue's context and device. The job's
/// `counts` must be null and `accumulate` false, because the counts are returned. T and the result are as for
/// host data. Throws Error like Plan and Plan::count, and Error(invalid_argument) for a null queue.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(cl_command_queue queue, const Problem& problem, const Job& job,
                                       const Options& options = {}) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), queue, problem, job, options));
}

/// Releases everything that histogram() on host data keeps for later calls, except the default device, which
/// is determined once per process. Plans and bin rules that another thread is using are released when its
/// call ends. Nothing is released at process exit.
///
/// histogram() keeps the 16 plans used last, with at most 64 MiB of thresholds and other tables together, so
/// that the next call with the same device, problem and options builds nothing. A Problem::max_samples of 0
/// stands for the number of elements, rounded up to a power of two of at least 65,536. There is one context
/// for each device and a queue for each plan. For each device other than a CPU there are also up to
/// 64 MiB of page-locked host memory and a buffer for up to 64 MiB of samples. For the calling thread,
/// histogram() keeps the bin rules of up to 16 problems, at most 16 MiB. A tuning table is read when its plan
/// is made.
HISTO_CL_API void release_kept_plans();

/// Counts contiguous samples into the bins of default_problem(samples). Throws like histogram(problem, data).
template <SampleRange Range>
[[nodiscard]] std::vector<std::uint64_t> histogram(const Range& samples) {
    return histogram(default_problem(samples), detail::bytes_of(samples));
}

/// Counts contiguous samples into the given bins. Throws like histogram(problem, data).
template <SampleRange Range>
[[nodiscard]] std::vector<std::uint64_t> histogram(const Range& samples, const Binning& binning,
                                                   const Options& options = {}) {
    const Problem problem{
        .sample = detail::sample_type_in(samples), .axes = {binning}, .counter = CounterType::u64};
    return histogram(problem, detail::bytes_of(samples), options);
}

} // namespace histo_cl::inline HISTO_CL_ABI

#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

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

/// Counts host data on default_device(), or on the device given. Of Problem::counter only this matters: u8
/// and u16 counters saturate, and with f32 counters sums are rounded to floats. Problem::counter_order does
/// not matter.
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
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options = {});
/// The same on this device.
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options, const Device& device);

/// The same with several devices. Data that can be split into chunks (see Stream::push() in stream.hpp) is
/// counted in chunks, each by a device that is free; if a device fails, the others count its remaining
/// chunks. Other data is counted by the first device that can count it. Also throws Error(invalid_argument)
/// for no devices.
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options, std::span<const Device> devices);

/// The same for flat samples of a problem without mask, weights and indices. `samples` holds whole elements
/// of the problem.
[[nodiscard]] inline Histogram histogram(const Problem& problem, std::span<const std::byte> samples,
                                         const Options& options = {}) {
    return histogram(problem, HostData{.samples = samples}, options);
}
/// The same on this device.
[[nodiscard]] inline Histogram histogram(const Problem& problem, std::span<const std::byte> samples,
                                         const Options& options, const Device& device) {
    return histogram(problem, HostData{.samples = samples}, options, device);
}

/// Counts samples that are already on a device, with a new Plan for the queue's context and device. The job's
/// `counts` must be null and `accumulate` false, because the counts are returned. Throws Error like Plan and
/// Plan::count, and Error(invalid_argument) for a null queue.
[[nodiscard]] HISTO_CL_API Histogram histogram(cl_command_queue queue, const Problem& problem, const Job& job,
                                               const Options& options = {});

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
[[nodiscard]] Histogram histogram(const Range& samples) {
    return histogram(default_problem(samples), detail::bytes_of(samples));
}

/// Counts contiguous samples into the given bins. Throws like histogram(problem, data).
template <SampleRange Range>
[[nodiscard]] Histogram histogram(const Range& samples, const Binning& binning, const Options& options = {}) {
    const Problem problem{
        .sample = detail::sample_type_in(samples), .axes = {binning}, .counter = CounterType::u64};
    return histogram(problem, detail::bytes_of(samples), options);
}

} // namespace histo_cl::inline HISTO_CL_ABI

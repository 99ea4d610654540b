#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/auto_bins.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/default_problem.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/host_data.hpp"
#include "histo_cl/number.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/result.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

// histogram() counts samples in one call. First come the short calls, which take samples and bins, then the
// calls that take a Problem. This program counts pixels into 256 bins:
//
//     #include <histo_cl/histo_cl.hpp>
//     #include <iostream>
//
//     int main() {
//         const std::vector<std::uint8_t> pixels{0, 7, 7, 255};
//         const auto counted = histo_cl::histogram(pixels);
//         std::cout << counted[7] << '\n'; // 2
//         std::cout << counted;            // a picture
//     }
//
// Each call counts and waits. Calls on host data keep their plans for later calls, see release_kept_plans().
// A call on the caller's queue makes a new Plan. All functions are safe to call from several threads at once.

namespace histo_cl::inline HISTO_CL_ABI {

/// The optional arguments of the short calls below, which are passed by name.
struct Extras {
    /// A weight for each element, not of type std::byte. The result has Histogram::sums.
    HostArray weights = {};
    bool counts = false; ///< with weights: whether the result also has the counts of elements
    /// With weights: whether the result also has sums of squared weights, for standard_errors().
    bool squares = false;
    HostArray mask = {}; ///< a byte for each element; if the byte is 0, the element is not counted
    /// Elements per histogram; 0: one histogram. The number of elements must be a multiple of this.
    std::uint64_t segment = 0;
    /// The range that the bins cover, e.g. `{{0, 1}}`. Not allowed with edges or a Binning. Empty: from the
    /// smallest to the largest sample.
    std::optional<SampleExtremes> range = {};
    std::span<const Device> devices = {}; ///< the devices that count; empty: default_device()
    Options options = {};                 ///< how to count
};

/// @{ Counts a contiguous range of samples, e.g. `histogram(x, even_bins(100, 0, 1), {.weights = w})`.
/// Samples of type std::byte are treated as u8. The bins are given by their edges or by a Binning, or they
/// cover a range: Extras::range, or the range from the smallest to the largest sample. For a range, the
/// number of bins is given or determined by a rule. With neither number nor rule, Extras::range is divided
/// into 256 bins; without Extras::range, default_problem(samples) chooses the bins. Counters have 64 bits.
///
/// Throws like default_problem() and histogram(problem, data) below. Also throws Error(invalid_argument) if
/// Extras::range is set together with edges or a Binning, if counts or squares are requested without weights,
/// and for weights of type std::byte.
[[nodiscard]] HISTO_CL_API Histogram histogram(const HostArray& samples, const Extras& extras = {});
[[nodiscard]] HISTO_CL_API Histogram histogram(const HostArray& samples, std::uint64_t bins,
                                               const Extras& extras = {});
[[nodiscard]] HISTO_CL_API Histogram histogram(const HostArray& samples, BinRule bins,
                                               const Extras& extras = {});
[[nodiscard]] HISTO_CL_API Histogram histogram(const HostArray& samples, const Binning& bins,
                                               const Extras& extras = {});
/// Counts samples like the call above into bins between these edges, e.g. `histogram(x, {0, 1, 10, 100})`.
[[nodiscard]] inline Histogram histogram(const HostArray& samples, std::initializer_list<Number> edges,
                                         const Extras& extras = {}) {
    return histogram(samples, edge_bins(edges), extras);
}
/// @}

/// Not accepted, because the second argument could be edges, weights or more samples. Use edge_bins(edges),
/// {.weights = w} or joint_histogram().
template <SampleRange Unnamed>
Histogram histogram(const HostArray&, const Unnamed& use_edge_bins_or_joint_histogram) = delete;
/// Not accepted: pass weights by name, as {.weights = w}.
template <class Bins, SampleRange Unnamed>
Histogram histogram(const HostArray&, const Bins&, const Unnamed& name_it_as_in_dot_weights) = delete;

/// Counts points into a joint histogram of 2 or 3 axes, e.g. `joint_histogram({x, y}, {even_bins(64, 0, 1),
/// even_bins(64, 0, 1)})`. `samples` has the coordinates of each axis. Types may differ if they all convert
/// exactly to one of them, or to f64. Throws like histogram() of samples, and Error(invalid_argument) for
/// other types, and if the numbers of axes and arrays differ.
[[nodiscard]] HISTO_CL_API Histogram joint_histogram(std::initializer_list<HostArray> samples,
                                                     const std::vector<Binning>& axes,
                                                     const Extras& extras = {});

/// Counts host data on default_device(). u8 and u16 counters saturate, and with f32 counters sums are rounded
/// to floats; otherwise Problem::counter does not matter. Weights::order does not matter.
///
/// A CPU's kernels use samples, mask, weights and indices in place if they are aligned to their type. The
/// calling thread counts small inputs. If the device is a CPU, the calling thread also counts larger inputs
/// until building the kernel pays off. If it can count the problem, the calling thread also counts if there
/// is no device, if custom bins need doubles that the device does not have, and, without a device argument,
/// until loading the OpenCL platforms pays off (docs/first_call.md). choose_for_host_data() returns whether
/// the calling thread or a given device counts; docs/host_data.md says how much memory counting takes in both
/// cases.
///
/// Data larger than the device's largest buffer is counted in chunks if it is flat and counted into one
/// histogram, without custom bins that use `i`, lists of indices, nibbles, or planes of several channels.
/// Otherwise the call throws Error(unsupported). For chunks of float weights without a bound, the calling
/// thread first determines the weight_bound(). Throws Error like default_device(), footprint(), Plan and
/// Plan::count, and Error(invalid_argument) for data shorter than the shape.
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options = {});
/// Like the call above, on this device.
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options, const Device& device);

/// Like the call above, with several devices. Data that can be split into chunks (see Stream::push() in
/// stream.hpp) is counted in chunks, each by a device that is free; if a device fails, the others count its
/// remaining chunks. Other data is counted by the first device that can count it. Also throws
/// Error(invalid_argument) for no devices.
[[nodiscard]] HISTO_CL_API Histogram histogram(const Problem& problem, const HostData& data,
                                               const Options& options, std::span<const Device> devices);

/// Like the call with HostData, for flat samples of a problem without mask, weights and indices.
[[nodiscard]] inline Histogram histogram(const Problem& problem, const HostArray& samples,
                                         const Options& options = {}) {
    return histogram(problem, HostData{.samples = samples}, options);
}
/// Like the call above, on this device.
[[nodiscard]] inline Histogram histogram(const Problem& problem, const HostArray& samples,
                                         const Options& options, const Device& device) {
    return histogram(problem, HostData{.samples = samples}, options, device);
}

/// Counts samples that are already on a device, with a new Plan for the queue's context and device, after the
/// events of `wait`, and waits for the result. The job's `counts` must be null and `accumulate` false,
/// because the counts are returned. Throws Error like Plan and Plan::count, and Error(invalid_argument) for a
/// null queue.
[[nodiscard]] HISTO_CL_API Histogram histogram(cl_command_queue queue, const Problem& problem, const Job& job,
                                               const Options& options = {},
                                               std::span<const cl_event> wait = {});

/// Releases everything that histogram() on host data keeps for later calls, except the default device, which
/// is determined once per process. Plans and tables that another thread is using are released when its call
/// ends. Nothing is released at process exit.
///
/// histogram() keeps the 16 plans used last, with at most 64 MiB of thresholds and other tables together, so
/// that the next call with the same device, problem and options builds nothing. A Problem::max_samples of 0
/// is replaced by the number of elements, rounded up to a power of two of at least 65,536. histogram() also
/// keeps a context for each device, a queue for each plan, and, for each device other than a CPU, up to 64
/// MiB of page-locked host memory and a buffer for up to 64 MiB of samples. For the calling thread,
/// histogram() keeps the tables with which it finds bins (bin rules) of up to 16 problems, at most 16 MiB. A
/// tuning table is read only when a plan is made, not when a kept plan is used again.
HISTO_CL_API void release_kept_plans();

} // namespace histo_cl::inline HISTO_CL_ABI

#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace histo_cl::detail {

/// The minimum number of elements for which a launch on a device of this type takes less time than counting
/// on the calling thread, estimated from measured times. Rounded down to a power of two.
[[nodiscard]] std::uint64_t min_elements_for_launch(DeviceType device, const Problem& problem) noexcept;

/// The time, in seconds, that the calling thread takes to count `elements` elements, estimated from measured
/// times.
[[nodiscard]] double seconds_on_calling_thread(const Problem& problem, std::uint64_t elements) noexcept;

/// Typical times, in seconds. build_seconds: to build a kernel for a CPU (PoCL takes 0.6 to 1.4 s).
/// seconds_to_find_devices: to load two or three OpenCL platforms.
inline constexpr double build_seconds = 1;
inline constexpr double seconds_to_find_devices = 0.02;

// How histogram() counts host data.

/// The max_samples of the plan that counts `elements` elements. This is the problem's max_samples if it is
/// set. Otherwise it is `elements`, rounded up to a power of two from 2^16 to 2^63, so that calls with
/// similar numbers of elements share a plan.
[[nodiscard]] std::uint64_t max_samples_of_kept_plan(const Problem& problem, std::uint64_t elements) noexcept;

/// A copy of the problem with the counter type CheckedProblem::counter() and the given max_samples.
[[nodiscard]] Problem with_max_samples(const CheckedProblem& problem, std::uint64_t max_samples);

/// Whether the calling thread or a device counts, and why, e.g. {true, "4096 elements: below 131072, where a
/// launch costs more than counting"}.
struct Counter {
    bool is_calling_thread = false;
    std::string reason;
};

/// Why a device has to count, e.g. "only a device counts elements by their indices" or "replicas is set";
/// empty if the calling thread may count.
[[nodiscard]] std::string only_on_device(const Problem& problem, const Options& options);

/// Decides whether the calling thread or a device counts. `seconds_unbuilt`: see choose_for_host_data(). If
/// the options force the calling thread, throws Error(invalid_argument) for a set knob or samples_per_launch,
/// and Error(unsupported) for a problem that the calling thread cannot count.
[[nodiscard]] Counter counter_of(const DeviceProfile& profile, const CheckedProblem& problem,
                                 std::uint64_t elements, const Options& options,
                                 std::optional<double> seconds_unbuilt = {});

} // namespace histo_cl::detail

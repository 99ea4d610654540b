#pragma once

#include "histo_cl/decision.hpp"
#include "histo_cl/problem.hpp"
#include "problem/checked.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace histo_cl::detail {

/// The elements of a problem from which on a launch on a CPU costs less than counting them on the calling
/// thread, by measured times. A power of two.
[[nodiscard]] std::uint64_t min_elements_for_launch(const Problem& problem) noexcept;

/// The seconds that the calling thread takes to count so many elements.
[[nodiscard]] double seconds_on_calling_thread(const Problem& problem, std::uint64_t elements) noexcept;

/// The seconds to build a kernel for a CPU, and to load the OpenCL platforms of a machine: PoCL 0.6 to 1.4 s,
/// and two or three platforms together.
inline constexpr double build_seconds = 1;
inline constexpr double seconds_to_find_devices = 0.02;

// How histogram() counts host data.

/// The max_samples of the plan that counts so many elements: the problem's own, else rounded up so that calls
/// with nearly as many share the plan.
[[nodiscard]] std::uint64_t max_samples_of_kept_plan(const Problem& problem, std::uint64_t elements) noexcept;

/// A copy of the problem with its resolved counter type and that max_samples.
[[nodiscard]] Problem with_max_samples(const CheckedProblem& problem, std::uint64_t max_samples);

/// Who counts, and why, e.g. {true, "4096 elements: below 131072, where a launch costs more than counting"}.
struct Counter {
    bool is_calling_thread = false;
    std::string reason;
};

/// Why a device has to count, e.g. "only a device counts weights" or "replicas is set"; empty if the calling
/// thread may.
[[nodiscard]] std::string only_on_device(const Problem& problem, const Options& options);

/// For `seconds_unbuilt` see choose_for_host_data(). Throws Error(invalid_argument) and Error(unsupported)
/// where Options::calling_thread is true and cannot be kept.
[[nodiscard]] Counter counter_of(const DeviceProfile& profile, const CheckedProblem& problem,
                                 std::uint64_t elements, const Options& options,
                                 std::optional<double> seconds_unbuilt = {});

} // namespace histo_cl::detail

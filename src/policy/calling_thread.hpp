#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The elements of a problem from which on a launch on a CPU costs less than counting them on the calling
/// thread, by measured times. A power of two.
[[nodiscard]] std::uint64_t worth_a_launch(const Problem& problem) noexcept;

/// What counting so many elements on the calling thread takes.
[[nodiscard]] double seconds_on_calling_thread(const Problem& problem, std::uint64_t elements) noexcept;

/// What it takes to build a kernel for a CPU, and to load the OpenCL platforms of a machine: PoCL 0.6 to 1.4
/// s, and two or three platforms together.
inline constexpr double seconds_of_a_build = 1;
inline constexpr double seconds_to_find_devices = 0.02;

} // namespace histo_cl::inline HISTO_CL_ABI::detail

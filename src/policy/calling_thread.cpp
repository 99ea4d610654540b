#include "policy/calling_thread.hpp"

#include <algorithm>
#include <bit>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

// Measured on two Zen 5 cores at 4.2 GHz with PoCL 3.1, the library built by GCC 12 with -O3;
// docs/notes/host_data.md has the figures. They need not be exact: where both ways cost nearly the same,
// either is good.

/// What a launch by a kept plan costs besides the counting, in nanoseconds: the commands, and clearing and
/// adding up its counters, as far as these fit the caches.
constexpr double launch = 70'000;
constexpr double counter = 2;
constexpr std::uint32_t most_counters = 65536;

/// What a sample costs the calling thread, in nanoseconds.
constexpr double byte = 0.26;
constexpr double even = 0.95;
constexpr double searched = 3;
constexpr double narrow_float = 5;
constexpr double circular_float = 20;
constexpr double expression = 6; // of a few operations

double nanoseconds(const Problem& problem, const Binning& binning) noexcept {
    if (std::holds_alternative<CustomBins>(binning)) return expression;
    if (bytes(problem.sample) == 1) return problem.joint ? even : byte;
    if (is_narrow_float(problem.sample)) return narrow_float;
    if (std::holds_alternative<CircularBins>(binning))
        return is_float(problem.sample) ? circular_float : searched;
    if (!std::holds_alternative<EvenBins>(binning)) return searched;
    return even;
}

double nanoseconds_of_an_element(const Problem& problem) noexcept {
    double sum = 0;
    for (const auto& binning : problem.axes)
        sum += nanoseconds(problem, binning);
    return sum;
}

} // namespace

std::uint64_t worth_a_launch(const Problem& problem) noexcept {
    const double saved = launch + counter * std::min(problem.counters(), most_counters);
    return std::bit_floor(static_cast<std::uint64_t>(saved / nanoseconds_of_an_element(problem)));
}

double seconds_on_calling_thread(const Problem& problem, std::uint64_t elements) noexcept {
    return static_cast<double>(elements) * nanoseconds_of_an_element(problem) * 1e-9;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

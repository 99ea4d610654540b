#include "choose/host_problem.hpp"

#include "choose/choose.hpp"
#include "core/text.hpp"
#include "problem/binnings.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace histo_cl::detail {
namespace {

// The costs were measured on two Zen 5 cores at 4.2 GHz with PoCL 3.1; GCC 12 had compiled the library with
// -O3. docs/notes/host_data.md has the measurements. The costs need not be exact: if counting and a launch
// cost nearly the same, the choice matters little.

/// The cost of a launch by a kept plan, in nanoseconds, without counting the samples. `launch_on_…` is the
/// cost of the commands, which on a CPU includes the start of its threads. `counter` is the cost of clearing
/// and adding up a counter, for up to max_cached_counters counters, which fit in the caches.
constexpr double launch_on_cpu = 70'000;
constexpr double launch_on_gpu = 32'000;
constexpr double counter = 2;
constexpr std::uint32_t max_cached_counters = 65536;

/// The cost of a sample on the calling thread, in nanoseconds, for each kind of samples or bins.
constexpr double byte = 0.26;
constexpr double even = 0.95;
constexpr double searched = 3;
constexpr double narrow_float = 5;
constexpr double circular_float = 20;
constexpr double expression = 6; // an expression of a few operations
/// The additional cost, in nanoseconds, for each cell in which an element is counted. The costs of weights
/// are per weight vector.
constexpr double in_batch = 2;
constexpr double integer_weight = 1.3;
constexpr double float_weight = 9;
/// The costs of an element that is split, in nanoseconds: per axis, and per counter in the element's cells.
constexpr double split_axis = 25;
constexpr double split_weight = 20;

double nanoseconds(const Problem& problem, const Binning& binning) noexcept {
    if (std::holds_alternative<CustomBins>(binning)) return expression;
    const bool by_value = !problem.joint && !problem.weights.type && problem.batch == Batch::one;
    if (bytes(problem.sample) == 1) return by_value ? byte : even;
    if (is_narrow_float(problem.sample)) return narrow_float;
    if (std::holds_alternative<CircularBins>(binning))
        return is_float(problem.sample) ? circular_float : searched;
    if (!std::holds_alternative<EvenBins>(binning)) return searched;
    return even;
}

double nanoseconds_per_element(const Problem& problem) noexcept {
    if (splits(problem)) { // assumes that an element is in two bins of each axis
        const auto axes = static_cast<double>(counted_axes(problem));
        const auto cells = problem.joint ? std::exp2(axes) : 2 * axes;
        return axes * split_axis + cells * problem.counters_per_cell() * split_weight;
    }
    double sum = 0;
    for (const auto& binning : problem.axes)
        sum += nanoseconds(problem, binning);
    const auto cells = static_cast<double>(problem.joint ? 1 : problem.axes.size());
    if (problem.batch != Batch::one) sum += cells * in_batch;
    if (problem.weights.type)
        sum += cells * problem.weights.vectors *
               (is_float(*problem.weights.type) ? float_weight : integer_weight);
    return sum;
}

} // namespace

std::uint64_t min_elements_for_launch(DeviceType device, const Problem& problem) noexcept {
    const double launch = device == DeviceType::cpu ? launch_on_cpu : launch_on_gpu;
    const double saved = launch + counter * std::min(problem.counters(), max_cached_counters);
    return std::bit_floor(static_cast<std::uint64_t>(saved / nanoseconds_per_element(problem)));
}

double seconds_on_calling_thread(const Problem& problem, std::uint64_t elements) noexcept {
    return static_cast<double>(elements) * nanoseconds_per_element(problem) * 1e-9;
}

namespace {

/// Returns the name of a knob that is set, or "samples_per_launch" if only that is set. Empty if nothing is
/// set.
std::string_view knob_set(const Options& options) {
    std::string_view set = options.samples_per_launch ? "samples_per_launch" : "";
    for_each_knob([&](std::string_view name, auto knob) {
        if (options.knobs.*knob) set = name;
    });
    return set;
}

std::string in_milliseconds(double seconds) {
    return concat(static_cast<std::uint64_t>(std::min(std::ceil(seconds * 1e3), 1e18)), " ms");
}

Counter forced(const Problem& problem, const Options& options) {
    if (const auto knob = knob_set(options); !knob.empty())
        invalid("calling_thread with ", knob,
                ": a knob of a launch, and the calling thread launches nothing");
    if (const auto what = only_on_device(problem); !what.empty())
        throw Error(Status::unsupported, concat("calling_thread: only a device counts ", what));
    return {true, "forced"};
}

} // namespace

std::uint64_t max_samples_of_kept_plan(const Problem& problem, std::uint64_t elements) noexcept {
    // A launch with fewer elements takes the same time.
    constexpr std::uint64_t min_elements = 1U << 16U;
    constexpr std::uint64_t max_elements = std::uint64_t{1} << 63U;
    if (problem.max_samples != 0) return problem.max_samples;
    return std::bit_ceil(std::clamp(elements, min_elements, max_elements));
}

Problem with_max_samples(const CheckedProblem& problem, std::uint64_t max_samples) {
    auto made = *problem;
    made.counter = problem.counter();
    made.max_samples = max_samples;
    return made;
}

std::string only_on_device(const Problem& problem, const Options& options) {
    if (options.calling_thread == false) return "calling_thread is off";
    if (const auto knob = knob_set(options); !knob.empty()) return std::string(knob) + " is set";
    if (const auto what = only_on_device(problem); !what.empty()) return "only a device counts " + what;
    return {};
}

Counter counter_of(const DeviceProfile& profile, const CheckedProblem& checked, std::uint64_t count,
                   const Options& options, std::optional<double> seconds_unbuilt) {
    const auto& problem = *checked;
    if (options.calling_thread.value_or(false)) return forced(problem, options);
    if (auto why = only_on_device(problem, options); !why.empty()) return {false, std::move(why)};
    if (!profile.fp64)
        if (const auto what = what_needs_doubles(problem); !what.empty())
            return {true, concat("the device has no doubles (cl_khr_fp64), needed by ", what)};
    // If the device has no compiler, large inputs fail, so small inputs must fail too.
    if (!profile.compiler_available) return {false, "the device has no compiler, which is an error"};
    const auto enough = min_elements_for_launch(profile.type, problem);
    const auto given = counted(count, "element") + ": ";
    if (count < enough)
        return {true, concat(given, "below ", enough, ", where a launch costs more than counting")};
    if (!seconds_unbuilt || profile.type != DeviceType::cpu)
        return {false, concat(given, "at least ", enough, ", where a launch costs less than counting")};
    // If the device is a CPU, the calling thread counts until its counting has taken as long as building the
    // kernel. Then the total time is at most twice the time of the best choice (the ski rental problem).
    const auto seconds = seconds_on_calling_thread(problem, count);
    const auto why =
        concat(given, "they take ", in_milliseconds(seconds), " after ", in_milliseconds(*seconds_unbuilt),
               " for earlier calls, and building the kernel takes ", in_milliseconds(build_seconds));
    return {*seconds_unbuilt + seconds < build_seconds, why};
}

} // namespace histo_cl::detail

#include "histo_cl/decision.hpp"

#include "choose/choose.hpp"
#include "choose/host_problem.hpp"
#include "core/enum_table.hpp"
#include "core/integers.hpp"
#include "core/text.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::concat;
using detail::counted;

/// A line such as "  knobs:     variant (tuning), replicas (caller)"; empty if no knob was set.
std::string line_of_knobs(const std::vector<SetKnob>& knobs) {
    std::string list;
    for (const auto& [knob, origin] : knobs)
        detail::append_to_list(list, knob, " (", origin, ")");
    return list.empty() ? list : "  knobs:     " + list + "\n";
}

std::string line_of_launch(const Decision& decision) {
    auto line = "  launch:    up to " + counted(decision.work_groups, "work-group") + " of " +
                counted(decision.work_group_size, "work-item");
    if (decision.windows > 1)
        line += " in each of " + counted(decision.windows, "window") + " of " +
                counted(decision.window_bins, "bin");
    return line + ", " + counted(decision.coarsening, "sample") + " or more per work-item\n";
}

std::string line_of_load(const Decision& decision) {
    const auto partition = std::string(name(decision.partition)) + " partition\n";
    if (decision.block_elements != 0)
        return "  load:      blocks of " + counted(decision.block_elements, "element") + " in place, " +
               partition;
    return concat(
        "  load:      ", decision.load_bytes == 1 ? "one sample" : counted(decision.load_bytes, "byte"),
        " at a time, ", decision.loads_in_flight, " in flight, ", partition);
}

Decision choose(const DeviceProfile& profile, const detail::CheckedProblem& problem, const Options& options,
                std::span<const Rejection> refused = {}) {
    detail::check_knobs(options);
    auto proposal = detail::propose(profile, problem, options, refused);
    if (const auto* const why = std::get_if<detail::Refusal>(&proposal))
        throw Error(Status::unsupported, why->reason);
    return std::get<Decision>(std::move(proposal));
}

} // namespace

std::string_view name(KnobOrigin origin) noexcept {
    return detail::name_of(origin);
}

KnobOrigin origin(const Decision& decision, std::string_view knob) noexcept {
    const auto found = std::ranges::find(decision.set_knobs, knob, &SetKnob::name);
    return found == decision.set_knobs.end() ? KnobOrigin::chosen : found->origin;
}

Decision choose(const DeviceProfile& profile, const Problem& problem, const Options& options,
                std::span<const Rejection> refused) {
    return choose(profile, detail::CheckedProblem(problem), options, refused);
}

Decision choose_for_host_data(const DeviceProfile& profile, const Problem& given, const Shape& shape,
                              const Options& options, std::optional<double> seconds_unbuilt) {
    if (seconds_unbuilt && !(*seconds_unbuilt >= 0 && std::isfinite(*seconds_unbuilt)))
        detail::invalid("seconds_unbuilt ", *seconds_unbuilt, ": allowed are 0 and more, if finite");
    const auto problem = detail::CheckedProblem::with_wide_counters(given);
    const auto elements = detail::check_shape(problem, shape).elements;
    const auto counter = detail::counter_of(profile, problem, elements, options, seconds_unbuilt);
    if (counter.is_calling_thread) {
        Decision decision;
        decision.calling_thread = true;
        decision.reason = counter.reason;
        return decision;
    }
    const auto planned = detail::with_max_samples(problem, detail::max_samples_of_kept_plan(given, elements));
    auto decision = choose(profile, detail::CheckedProblem::copy(planned), options);
    decision.reason += "; not on the calling thread: " + counter.reason;
    return decision;
}

std::uint32_t launched_groups(const Decision& decision, std::uint64_t samples) noexcept {
    const auto wanted =
        detail::divided_up(samples, std::uint64_t{decision.work_group_size} * decision.coarsening);
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(wanted, 1, decision.work_groups));
}

std::string_view method_name(const Decision& decision) noexcept {
    if (decision.variant) return name(*decision.variant);
    return decision.columns ? "columns" : "calling_thread";
}

std::string to_string(const Decision& decision) {
    if (decision.calling_thread) return "calling thread (" + decision.reason + ")\n";
    auto text = concat(method_name(decision), " (", decision.reason, ")\n", line_of_knobs(decision.set_knobs),
                       line_of_launch(decision), line_of_load(decision));
    if (decision.count_values)
        text += "  values:    " + counted(decision.window_bins, "value") + " counted, then binned\n";
    text += concat("  memory:    ", decision.local_bytes, " B local, ", counted(decision.replicas, "replica"),
                   ", ", decision.workspace_bytes, " B workspace\n  merge:     ", decision.merge, "\n");
    if (decision.teams) text += "  batch:     small histograms by teams of work-items, without a merge\n";
    if (decision.passes > 1)
        text += concat("  passes:    ", decision.passes, ", this is the first, of up to ", decision.axes,
                       decision.axes == 1 ? " axis\n" : " axes\n");
    if (!decision.tuning.empty()) text += "  tuning:    " + decision.tuning + "\n";
    if (decision.partitions != 0)
        text += concat("  skewed:    as by hot_bin_cache, if a look at some samples finds skew, or a round "
                       "has fewer than ",
                       decision.min_samples, "\n");
    for (const auto& [variant, reason] : decision.rejections)
        text += concat("  skipped ", variant, ": ", reason, "\n");
    return text;
}

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t no_limit = 0;

template <class T>
std::string fault(std::string_view name, T value, const std::string& allowed) {
    return concat(name, " ", value, ": allowed are ", allowed);
}

template <class T>
std::string fault_of_size(std::string_view name, const std::optional<T>& knob,
                          std::uint64_t maximum = no_limit) {
    if (!knob || (*knob != 0 && (maximum == no_limit || *knob <= maximum))) return {};
    return fault(name, *knob, maximum == no_limit ? "1 and more" : "1 to " + std::to_string(maximum));
}

std::string fault_of_choice(std::string_view name, const std::optional<std::uint32_t>& knob,
                            std::initializer_list<std::uint32_t> choices, const std::string& in_words) {
    if (!knob || std::ranges::find(choices, *knob) != choices.end()) return {};
    return fault(name, *knob, in_words);
}

} // namespace

std::string fault_of_knobs(const Options& options) {
    constexpr std::uint64_t max_replicas = 4096;
    constexpr std::uint64_t max_launch_samples = std::uint64_t{1} << 31U;
    const std::array faults{
        fault_of_size("work_group_size", options.knobs.work_group_size),
        fault_of_size("work_groups", options.knobs.work_groups),
        fault_of_size("replicas", options.knobs.replicas, max_replicas),
        fault_of_size("coarsening", options.knobs.coarsening),
        fault_of_choice("load_bytes", options.knobs.load_bytes, {1, 4, 16}, "1, 4 and 16"),
        fault_of_choice("loads_in_flight", options.knobs.loads_in_flight, {1, 2, 4, 8}, "1, 2, 4 and 8"),
        fault_of_size("samples_per_launch", options.samples_per_launch, max_launch_samples),
    };
    const auto* const found =
        std::ranges::find_if(faults, [](const std::string& one) { return !one.empty(); });
    return found == faults.end() ? std::string() : *found;
}

std::vector<SetKnob> set_knobs(const Knobs& knobs, const Knobs& callers) {
    std::vector<SetKnob> set;
    for_each_knob([&](std::string_view name, auto knob) {
        if (knobs.*knob) set.push_back({name, callers.*knob ? KnobOrigin::caller : KnobOrigin::tuning});
    });
    return set;
}

} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

static_assert(all_variants.size() == detail::enum_table<Variant>.size());
static_assert(all_merges.size() == detail::enum_table<Merge>.size());

std::string_view name(Variant value) noexcept {
    return detail::name_of(value);
}
std::string_view name(Partition value) noexcept {
    return detail::name_of(value);
}
std::string_view name(Merge value) noexcept {
    return detail::name_of(value);
}

std::optional<Variant> variant_named(std::string_view name) noexcept {
    return detail::value_named<Variant>(name);
}
std::optional<Partition> partition_named(std::string_view name) noexcept {
    return detail::value_named<Partition>(name);
}
std::optional<Merge> merge_named(std::string_view name) noexcept {
    return detail::value_named<Merge>(name);
}

std::string to_string(const Knobs& knobs) {
    std::string words;
    detail::for_each_knob([&](std::string_view name, auto knob) {
        if (knobs.*knob) detail::append_to_list(words, name, " ", knobs.*knob);
    });
    return words.empty() ? "no knobs" : words;
}

} // namespace histo_cl::inline HISTO_CL_ABI

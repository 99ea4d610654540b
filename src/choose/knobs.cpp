#include "choose/choose.hpp"
#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "histo_cl/options.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace histo_cl::detail {
namespace {

constexpr std::uint64_t no_limit = 0;

template <class T>
std::string fault(std::string_view name, T value, const std::string& allowed) {
    return concat(name, " ", value, ": allowed are ", allowed);
}

template <class T>
std::string fault_of_size(std::string_view name, const std::optional<T>& knob,
                          std::uint64_t most = no_limit) {
    if (!knob || (*knob != 0 && (most == no_limit || *knob <= most))) return {};
    return fault(name, *knob, most == no_limit ? "1 and more" : "1 to " + std::to_string(most));
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
        fault_of_size("work_group_size", options.work_group_size),
        fault_of_size("work_groups", options.work_groups),
        fault_of_size("replicas", options.replicas, max_replicas),
        fault_of_size("coarsening", options.coarsening),
        fault_of_choice("load_bytes", options.load_bytes, {1, 4, 16}, "1, 4 and 16"),
        fault_of_choice("loads_in_flight", options.loads_in_flight, {1, 2, 4, 8}, "1, 2, 4 and 8"),
        fault_of_size("samples_per_launch", options.samples_per_launch, max_launch_samples),
    };
    const auto* const found =
        std::ranges::find_if(faults, [](const std::string& one) { return !one.empty(); });
    return found == faults.end() ? std::string() : *found;
}

std::vector<SetKnob> set_knobs(const Options& options, const Options& callers) {
    std::vector<SetKnob> set;
    for_each_knob([&](std::string_view name, auto knob) {
        if (options.*knob) set.push_back({name, callers.*knob ? KnobOrigin::caller : KnobOrigin::tuning});
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

Options with_knobs(Options options, const Options& knobs) {
    detail::for_each_knob([&](std::string_view, auto knob) {
        if (!(options.*knob)) options.*knob = knobs.*knob;
    });
    return options;
}

std::string to_string(const Options& knobs) {
    std::string words;
    detail::for_each_knob([&](std::string_view name, auto knob) {
        if (knobs.*knob) detail::append_to_list(words, name, " ", knobs.*knob);
    });
    return words.empty() ? "no knobs" : words;
}

} // namespace histo_cl::inline HISTO_CL_ABI

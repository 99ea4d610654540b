#include "histo_cl/options.hpp"

#include "core/names.hpp"
#include "policy/knobs.hpp"

#include <algorithm>
#include <array>

namespace histo_cl {
namespace {

using detail::Named;

constexpr std::array variant_names{
#define HISTO_CL_VARIANT(name) Named<Variant>{Variant::name, #name},
#include "policy/variants.def"
#undef HISTO_CL_VARIANT
};
static_assert(std::ranges::equal(variant_names, all_variants, {}, &Named<Variant>::value),
              "variants.def and Variant differ");

constexpr std::array<Named<Partition>, 2> partition_names{
    {{Partition::contiguous, "contiguous"}, {Partition::interleaved, "interleaved"}}};

constexpr std::array<Named<Merge>, 4> merge_names{{{Merge::atomic, "atomic"},
                                                   {Merge::last_group, "last_group"},
                                                   {Merge::device, "device"},
                                                   {Merge::host, "host"}}};

} // namespace

std::string_view name(Variant value) noexcept {
    return detail::name_in(variant_names, value);
}
std::string_view name(Partition value) noexcept {
    return detail::name_in(partition_names, value);
}
std::string_view name(Merge value) noexcept {
    return detail::name_in(merge_names, value);
}

std::optional<Variant> variant_named(std::string_view name) noexcept {
    return detail::value_in(variant_names, name);
}
std::optional<Partition> partition_named(std::string_view name) noexcept {
    return detail::value_in(partition_names, name);
}
std::optional<Merge> merge_named(std::string_view name) noexcept {
    return detail::value_in(merge_names, name);
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
        if (!(knobs.*knob)) return;
        words.append(words.empty() ? "" : ", ").append(name).append(" ").append(detail::text_of(knobs.*knob));
    });
    return words.empty() ? "no knobs" : words;
}

} // namespace histo_cl

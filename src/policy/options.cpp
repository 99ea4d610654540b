#include "histo_cl/options.hpp"

#include "core/enum_table.hpp"
#include "core/text.hpp"
#include "policy/knobs.hpp"

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

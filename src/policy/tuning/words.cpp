#include "histo_cl/tuning.hpp"
#include "policy/tuning/members.hpp"

#include <algorithm>

namespace histo_cl {
namespace {

struct Named {
    BinningClass value;
    std::string_view name;
};

constexpr std::array<Named, 6> binning_class_names{{{BinningClass::even, "even"},
                                                    {BinningClass::edges, "edges"},
                                                    {BinningClass::log, "log"},
                                                    {BinningClass::circular, "circular"},
                                                    {BinningClass::custom, "custom"},
                                                    {BinningClass::mixed, "mixed"}}};

std::string text(bool value) {
    return value ? "yes" : "no";
}
template <std::unsigned_integral T>
std::string text(T value) {
    return std::to_string(value);
}
template <class Enum>
requires std::is_enum_v<Enum> std::string text(Enum value) {
    return std::string(name(value));
}
template <class Enum>
std::string text(const std::optional<Enum>& value) {
    return value ? text(*value) : "none";
}

} // namespace

std::string_view name(BinningClass binning) noexcept {
    const auto found = std::ranges::find(binning_class_names, binning, &Named::value);
    return found == binning_class_names.end() ? "unknown" : found->name;
}

std::string to_string(const TuningKey& key) {
    auto words = text(key.sample) + " samples, " + text(key.counters) + " counters";
    const TuningKey usual{.sample = key.sample, .counters = key.counters};
    detail::for_each_key_member([&](std::string_view member_name, auto member) {
        if (key.*member != usual.*member)
            words.append(", ").append(member_name).append(" ").append(text(key.*member));
    });
    return words;
}

std::string to_string(const Knobs& knobs) {
    std::string words;
    detail::for_each_knob([&](std::string_view knob_name, auto member, auto) {
        if (!detail::is_unset(knobs.*member))
            words.append(words.empty() ? "" : ", ").append(knob_name).append(" ").append(text(knobs.*member));
    });
    return words.empty() ? "no knobs" : words;
}

} // namespace histo_cl

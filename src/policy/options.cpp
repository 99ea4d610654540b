#include "histo_cl/options.hpp"

#include "policy/names.hpp"

namespace histo_cl {

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

} // namespace histo_cl

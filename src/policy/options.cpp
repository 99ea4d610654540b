#include "histo_cl/options.hpp"

#include "core/names.hpp"

namespace histo_cl {
namespace {

using detail::Named;

constexpr std::array<Named<Variant>, 11> variant_names{{{Variant::global_atomic, "global_atomic"},
                                                        {Variant::global_private, "global_private"},
                                                        {Variant::local_atomic, "local_atomic"},
                                                        {Variant::local_aggregated, "local_aggregated"},
                                                        {Variant::banked_uchar4, "banked_uchar4"},
                                                        {Variant::local_packed, "local_packed"},
                                                        {Variant::local_windowed, "local_windowed"},
                                                        {Variant::hot_bin_cache, "hot_bin_cache"},
                                                        {Variant::item_private, "item_private"},
                                                        {Variant::item_pairs, "item_pairs"},
                                                        {Variant::item_packed, "item_packed"}}};

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

} // namespace histo_cl

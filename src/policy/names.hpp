#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/options.hpp"

namespace histo_cl::detail {

template <>
inline constexpr auto
    enum_table<Variant> = std::to_array<Named<Variant>>({{Variant::global_atomic, "global_atomic"},
                                                         {Variant::global_private, "global_private"},
                                                         {Variant::local_atomic, "local_atomic"},
                                                         {Variant::local_aggregated, "local_aggregated"},
                                                         {Variant::banked_uchar4, "banked_uchar4"},
                                                         {Variant::local_packed, "local_packed"},
                                                         {Variant::local_windowed, "local_windowed"},
                                                         {Variant::hot_bin_cache, "hot_bin_cache"},
                                                         {Variant::item_private, "item_private"},
                                                         {Variant::item_pairs, "item_pairs"},
                                                         {Variant::item_packed, "item_packed"}});
static_assert(is_complete<Variant>() && all_values<Variant> == all_variants);

template <>
inline constexpr auto enum_table<Partition> = std::to_array<Named<Partition>>(
    {{Partition::contiguous, "contiguous"}, {Partition::interleaved, "interleaved"}});
static_assert(is_complete<Partition>());

template <>
inline constexpr auto enum_table<Merge> = std::to_array<Named<Merge>>({{Merge::atomic, "atomic"},
                                                                       {Merge::last_group, "last_group"},
                                                                       {Merge::device, "device"},
                                                                       {Merge::host, "host"}});
static_assert(is_complete<Merge>() && all_values<Merge> == all_merges);

} // namespace histo_cl::detail

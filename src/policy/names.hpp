#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/decision.hpp"
#include "histo_cl/options.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

template <>
inline constexpr auto enum_table<Variant> = std::to_array<Named<Variant>>({
#define HISTO_CL_VARIANT(name) {Variant::name, #name},
#include "policy/variants.def"
#undef HISTO_CL_VARIANT
});
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

template <>
inline constexpr auto enum_table<KnobOrigin> = std::to_array<Named<KnobOrigin>>(
    {{KnobOrigin::chosen, "chosen"}, {KnobOrigin::caller, "caller"}, {KnobOrigin::tuning, "tuning"}});
static_assert(is_complete<KnobOrigin>());

} // namespace histo_cl::inline HISTO_CL_ABI::detail

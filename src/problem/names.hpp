#pragma once

#include "core/enum_table.hpp"
#include "histo_cl/binning.hpp"
#include "histo_cl/layout.hpp"
#include "histo_cl/problem.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {

template <>
inline constexpr auto
    enum_table<BinningKind> = std::to_array<Named<BinningKind>>({{BinningKind::even, "even"},
                                                                 {BinningKind::edges, "edges"},
                                                                 {BinningKind::log, "log"},
                                                                 {BinningKind::circular, "circular"},
                                                                 {BinningKind::custom, "custom"}});
static_assert(is_complete<BinningKind>() && all_values<BinningKind> == all_binning_kinds);

template <>
inline constexpr auto enum_table<LastEdge> =
    std::to_array<Named<LastEdge>>({{LastEdge::exclusive, "exclusive"}, {LastEdge::inclusive, "inclusive"}});
static_assert(is_complete<LastEdge>());

template <>
inline constexpr auto enum_table<OutOfRange> = std::to_array<Named<OutOfRange>>(
    {{OutOfRange::dropped, "dropped"}, {OutOfRange::clamped, "clamped"}, {OutOfRange::counted, "counted"}});
static_assert(is_complete<OutOfRange>());

template <>
inline constexpr auto enum_table<Order> = std::to_array<Named<Order>>({{Order::interleaved, "interleaved"},
                                                                       {Order::planar, "planar"}});
static_assert(is_complete<Order>());

template <>
inline constexpr auto enum_table<Batch> = std::to_array<Named<Batch>>(
    {{Batch::one, "one"}, {Batch::segments, "segments"}, {Batch::ragged, "ragged"}, {Batch::tiles, "tiles"}});
static_assert(is_complete<Batch>());

} // namespace histo_cl::inline HISTO_CL_ABI::detail

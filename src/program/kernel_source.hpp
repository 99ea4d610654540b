#pragma once

#include "histo_cl/image.hpp"
#include "histo_cl/kernel_source.hpp"
#include "histo_cl/sample.hpp"
#include "problem/rule/bin_rule.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace histo_cl::detail {

/// Like the public kernel_source(), for a valid problem, a decision with a variant, and the problem's
/// bin_rules(). The problem must not take several passes.
[[nodiscard]] KernelSource kernel_source(const Problem& problem, const Decision& decision,
                                         std::span<const BinRule> rules);

/// The program for a decision made by team_decision().
[[nodiscard]] KernelSource team_source(const Problem& problem, const Decision& decision,
                                       std::span<const BinRule> rules);

[[nodiscard]] KernelSource column_source(const Problem& problem, const Decision& decision);

// The programs of operations other than counting.

/// The program that applies maps (kernels/ops/apply_map.cl). Samples and levels are u8 or u16.
[[nodiscard]] KernelSource map_source(SampleType source, SampleType destination);

/// The program that applies maps to images with channels of type unorm_int8, unorm_int16, unsigned_int8 or
/// unsigned_int16.
[[nodiscard]] KernelSource map_source(ChannelType source, ChannelType destination);

/// The program that makes maps (kernels/ops/make_maps.cl) from counts of u32 or u64. `doubles`: whether the
/// device has doubles; if not, integer arithmetic gives the same maps. The work-group size must be a power of
/// two.
[[nodiscard]] KernelSource make_maps_source(CounterType counter, std::uint32_t work_group_size, bool doubles);

/// The program with the kernels of kernels/engines/passes.cl, for a problem of several passes. If its samples
/// are gathered, also with those of kernels/engines/gather.cl.
[[nodiscard]] KernelSource pass_source(const Problem& problem);

/// The program that subtracts counters (kernels/ops/subtract.cl).
[[nodiscard]] KernelSource subtraction_source(CounterType counter);

/// The program that summarizes samples of a type (kernels/ops/summarize.cl). The work-group size must be a
/// power of two; `doubles` as for make_maps_source().
[[nodiscard]] KernelSource summary_source(SampleType sample, std::uint32_t work_group_size, bool doubles);

} // namespace histo_cl::detail

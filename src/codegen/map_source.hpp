#pragma once

#include "histo_cl/image.hpp"
#include "histo_cl/kernel_source.hpp"
#include "histo_cl/sample.hpp"

namespace histo_cl::detail {

/// The program that applies maps (kernels/apply_map.cl) to samples of a type, u8 or u16, for levels of
/// another.
[[nodiscard]] KernelSource map_source(SampleType source, SampleType destination);

/// The same for images: of unorm_int8, unorm_int16, unsigned_int8 or unsigned_int16.
[[nodiscard]] KernelSource map_source(ChannelType source, ChannelType destination);

/// The program that makes maps (kernels/make_maps.cl) of counts of u32 or u64.
[[nodiscard]] KernelSource make_maps_source(CounterType counter, std::uint32_t work_group_size);

} // namespace histo_cl::detail

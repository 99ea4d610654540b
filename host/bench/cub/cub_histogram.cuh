#pragma once

#include "bench/cub/cub_histogram.hpp"

#include <cub/device/device_histogram.cuh>
#include <cuda/std/array>
#include <type_traits>

namespace bench_cub {

template <class Level, class Sample>
cudaError_t cub_with_levels(CubCall& call, const Sample* samples, cudaStream_t stream) {
    using Histogram = cub::DeviceHistogram;
    const int count = call.bins + 1;
    const auto upper = static_cast<Level>(call.upper);
    const auto* const levels = static_cast<const Level*>(call.levels);
    auto* const counts = call.counts;
    if (!call.multi)
        return levels == nullptr
                   ? Histogram::HistogramEven(call.temporary, call.temporary_bytes, samples, counts, count,
                                              Level{0}, upper, call.elements, stream)
                   : Histogram::HistogramRange(call.temporary, call.temporary_bytes, samples, counts, count,
                                               levels, call.elements, stream);
    const cuda::std::array<std::int32_t*, 3> channels{counts, counts + call.bins, counts + 2 * call.bins};
    const cuda::std::array<int, 3> level_counts{count, count, count};
    if (levels == nullptr)
        return Histogram::MultiHistogramEven<4, 3>(call.temporary, call.temporary_bytes, samples, channels,
                                                   level_counts, cuda::std::array<Level, 3>{0, 0, 0},
                                                   cuda::std::array<Level, 3>{upper, upper, upper},
                                                   call.elements, stream);
    return Histogram::MultiHistogramRange<4, 3>(
        call.temporary, call.temporary_bytes, samples, channels, level_counts,
        cuda::std::array<const Level*, 3>{levels, levels, levels}, call.elements, stream);
}

template <class Sample>
cudaError_t cub_histogram(CubCall& call, cudaStream_t stream) {
    const auto* const samples = static_cast<const Sample*>(call.samples);
    if constexpr (std::is_integral_v<Sample> && sizeof(Sample) < sizeof(std::int32_t))
        if (call.int_levels) return cub_with_levels<std::int32_t>(call, samples, stream);
    return cub_with_levels<Sample>(call, samples, stream);
}

} // namespace bench_cub

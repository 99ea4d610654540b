#pragma once

#include "bench/draw.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

namespace bench_cub {

/// Generates the first `count` samples of a data set (see shape.cl), each of `bytes` bytes. The table is on
/// the device, or null.
void launch_generate(void* samples, std::uint64_t count, std::uint32_t bytes,
                     const bench::draw::DataShape& shape, const std::uint64_t* table, cudaStream_t stream);

/// Launches a kernel that does nothing.
void launch_empty(cudaStream_t stream);

/// Keeps the device busy for `nanoseconds`.
void launch_occupy(std::uint64_t nanoseconds, cudaStream_t stream);

} // namespace bench_cub

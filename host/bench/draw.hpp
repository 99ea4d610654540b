#pragma once

// Compiles kernels/draw.cl and kernels/shape.cl, which generate data sets on devices, as C++ or as CUDA. The
// functions are inline, because loops draw billions of samples.

#include <cstdint>
#ifdef __CUDACC__
#include <cuda/std/bit>
#else
#include <bit>
#endif

namespace bench::draw {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

#define GLOBAL
#ifdef __CUDACC__
#define DRAW [[nodiscard]] __host__ __device__ inline
#define LEADING_ZEROS(x) cuda::std::countl_zero(x)
#else
#define DRAW [[nodiscard]] inline
#define LEADING_ZEROS(x) std::countl_zero(x)
#endif
#include "kernels/draw.cl"  // IWYU pragma: keep
#include "kernels/shape.cl" // IWYU pragma: keep
#undef LEADING_ZEROS
#undef DRAW
#undef GLOBAL

} // namespace bench::draw

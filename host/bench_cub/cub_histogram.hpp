#pragma once

// The calls of CUB, without its headers: each sample type is compiled by itself.

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace bench_cub {

/// A histogram as CUB is asked for it, with counters of 32 bits.
struct CubCall {
    const void* samples = nullptr;
    std::int32_t elements = 0;      ///< samples, or pixels of four channels
    std::int32_t bins = 0;          ///< of a channel
    bool multi = false;             ///< four interleaved channels, of which three are counted
    bool int_levels = false;        ///< levels are int32_t, not of the sample's type
    double upper = 0;               ///< even bins over [0, upper)
    const void* levels = nullptr;   ///< on the device; bins between them, if not null
    std::int32_t* counts = nullptr; ///< [channel][bin]
    void* temporary = nullptr;      ///< null: only temporary_bytes is worked out
    std::size_t temporary_bytes = 0;
};

cudaError_t cub_i8(CubCall& call, cudaStream_t stream);
cudaError_t cub_u8(CubCall& call, cudaStream_t stream);
cudaError_t cub_i16(CubCall& call, cudaStream_t stream);
cudaError_t cub_u16(CubCall& call, cudaStream_t stream);
cudaError_t cub_i32(CubCall& call, cudaStream_t stream);
cudaError_t cub_u32(CubCall& call, cudaStream_t stream);
cudaError_t cub_i64(CubCall& call, cudaStream_t stream);
cudaError_t cub_f32(CubCall& call, cudaStream_t stream);
cudaError_t cub_f64(CubCall& call, cudaStream_t stream);

/// CUB's version as it has it: major · 100000 + minor · 100 + patch.
int cub_version();

} // namespace bench_cub

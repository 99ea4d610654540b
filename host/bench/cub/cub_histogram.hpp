#pragma once

// Declares the calls of CUB, without CUB's headers. The call for each sample type is in a separate
// translation unit.

#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace bench_cub {

/// A call of CUB, with 32-bit counters.
struct CubCall {
    const void* samples = nullptr;
    std::int32_t elements = 0;      ///< number of samples, or of pixels of four channels
    std::int32_t bins = 0;          ///< per channel
    bool multi = false;             ///< four interleaved channels, three of them counted
    bool int_levels = false;        ///< levels (edges) are int32_t, not of the sample's type
    double upper = 0;               ///< even bins over [0, upper)
    const void* levels = nullptr;   ///< edges of the bins, on the device; null: even bins
    std::int32_t* counts = nullptr; ///< [channel][bin]
    void* temporary = nullptr;      ///< null: only temporary_bytes is computed
    std::size_t temporary_bytes = 0;
};

/// Calls CUB. Levels, CUB's word for the edges of bins, have the sample's type, as in CUB's own benchmark, or
/// int if that type cannot represent the upper level.
template <class Sample>
cudaError_t cub_histogram(CubCall& call, cudaStream_t stream);

/// CUB's version as CUB encodes it: major · 100000 + minor · 100 + patch.
int cub_version();

} // namespace bench_cub

#include "bench/cub/cub_histogram.hpp"
#include "bench/cub/cuda_kernels.hpp"

#include <cub/version.cuh>

namespace bench_cub {

namespace {

using bench::draw::DataShape;
using U32 = bench::draw::U32;
using U64 = bench::draw::U64;

template <class Sample>
__global__ void generate(Sample* samples, U64 count, DataShape shape, const U64* table) {
    const U64 index = U64{blockIdx.x} * blockDim.x + threadIdx.x;
    if (index < count) samples[index] = static_cast<Sample>(bench::draw::shape_bits(shape, index, table));
}

__global__ void empty() {}

__global__ void occupy(U64 nanoseconds) {
    const auto now = [] {
        U64 time = 0;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
        return time;
    };
    const auto start = now();
    while (now() - start < nanoseconds) {
    }
}

constexpr U32 block = 256;

U32 blocks_for(U64 count) {
    return static_cast<U32>((count + block - 1) / block);
}

} // namespace

void launch_generate(void* samples, std::uint64_t count, std::uint32_t bytes, const DataShape& shape,
                     const std::uint64_t* table, cudaStream_t stream) {
    const auto launch = [&](auto* typed) {
        generate<<<blocks_for(count), block, 0, stream>>>(typed, count, shape, table);
    };
    if (bytes == 1) return launch(static_cast<std::uint8_t*>(samples));
    if (bytes == 2) return launch(static_cast<std::uint16_t*>(samples));
    if (bytes == 4) return launch(static_cast<std::uint32_t*>(samples));
    launch(static_cast<std::uint64_t*>(samples));
}

void launch_empty(cudaStream_t stream) {
    empty<<<1, 1, 0, stream>>>();
}

void launch_occupy(std::uint64_t nanoseconds, cudaStream_t stream) {
    occupy<<<1, 1, 0, stream>>>(nanoseconds);
}

int cub_version() {
    return CUB_VERSION;
}

} // namespace bench_cub

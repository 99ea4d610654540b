#include "cub_histogram.hpp"
#include "cuda_kernels.hpp"

#include <cub/version.cuh>

namespace bench_cub {

namespace {

using U32 = std::uint32_t;
using U64 = unsigned long long;

#define DRAW __device__ inline
#define LEADING_ZEROS(x) __clzll(static_cast<long long>(x))
#include "kernels/draw.cl"
#undef LEADING_ZEROS
#undef DRAW

template <class Sample>
__global__ void generate(Sample* samples, U64 count, U32 draws, U64 span, U32 mantissa_bits) {
    const U64 index = U64{blockIdx.x} * blockDim.x + threadIdx.x;
    if (index < count) samples[index] = static_cast<Sample>(sample_bits(index, draws, span, mantissa_bits));
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

template <class Sample>
void launch_generate_as(void* samples, U64 count, U32 draws, U64 span, U32 mantissa_bits,
                        cudaStream_t stream) {
    constexpr U32 block = 256;
    const auto blocks = static_cast<U32>((count + block - 1) / block);
    generate<<<blocks, block, 0, stream>>>(static_cast<Sample*>(samples), count, draws, span, mantissa_bits);
}

} // namespace

void launch_generate(void* samples, std::uint64_t count, std::uint32_t bytes, std::uint32_t draws,
                     std::uint64_t span, std::uint32_t mantissa_bits, cudaStream_t stream) {
    const auto launch = bytes == 1   ? launch_generate_as<std::uint8_t>
                        : bytes == 2 ? launch_generate_as<std::uint16_t>
                        : bytes == 4 ? launch_generate_as<std::uint32_t>
                                     : launch_generate_as<std::uint64_t>;
    launch(samples, count, draws, span, mantissa_bits, stream);
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

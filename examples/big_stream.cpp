// Counts 1 GB of samples in 16 MiB of memory: each chunk is written straight into the stream's memory, and
// counted while the next is written. The source may be a file, a socket or, as here, a formula.
//
//     g++ -std=c++20 big_stream.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     f32 samples into 4 even bins over [0, 4), u64 counters: 256000000 elements, 51200000 not counted
//     [0, 1)  51200000  ##############################################################
//     [1, 2)  51200000  ##############################################################
//     [2, 3)  51200000  ##############################################################
//     [3, 4)  51200000  ##############################################################

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <span>

int main() try {
    constexpr std::uint64_t all = 256'000'000; // samples of 4 bytes
    std::uint64_t next = 0;
    const auto fill = [&next](std::span<std::byte> room) {
        const std::span samples(reinterpret_cast<float*>(room.data()),
                                std::min<std::uint64_t>(room.size() / sizeof(float), all - next));
        for (auto& sample : samples)
            sample = static_cast<float>(next++ % 5);
        return samples.size_bytes();
    };

    const histo_cl::Problem problem{.sample = histo_cl::SampleType::f32,
                                    .axes = {histo_cl::even_bins(4, 0, 4)}};
    histo_cl::Stream stream(problem, {.memory = 16 << 20});
    while (stream.push(stream.chunk_bytes(), fill) > 0) {
    }
    std::cout << stream.histogram();
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}

// Sorts u32 keys by their bytes, the lowest first. One pass over the keys counts all four bytes, as four
// channels; each histogram then gives the places of the keys with each value of a byte.
//
//     g++ -std=c++20 radix_sort.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     byte 0: 256 values
//     byte 1: 256 values
//     byte 2: 256 values
//     byte 3: 3 values
//     sorted

#include <histo_cl/histo_cl.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <iostream>
#include <numeric>
#include <random>
#include <span>
#include <vector>

static_assert(std::endian::native == std::endian::little, "channel 0 is the lowest byte");

int main() try {
    std::mt19937 random(1);
    std::vector<std::uint32_t> keys(1'000'000);
    std::ranges::generate(keys, [&random] { return random() % 50'000'000; });
    auto expected = keys;
    std::ranges::sort(expected);

    const histo_cl::Problem problem{.axes = std::vector<histo_cl::Binning>(4, histo_cl::identity_bins(256)),
                                    .layout = {.channels = 4}}; // u8 samples
    const auto counts = histo_cl::histogram(problem, std::as_bytes(std::span(keys)));

    std::vector<std::uint32_t> sorted(keys.size());
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
        const auto values = counts.bins(byte);
        std::cout << "byte " << byte << ": "
                  << std::ranges::count_if(values, [](auto count) { return count > 0; }) << " values\n";
        std::vector<std::uint64_t> place(values.size());
        std::exclusive_scan(values.begin(), values.end(), place.begin(), std::uint64_t{0});
        for (const auto key : keys)
            sorted[place[(key >> (8 * byte)) & 255]++] = key;
        std::swap(keys, sorted);
    }
    std::cout << (keys == expected ? "sorted" : "WRONG") << '\n';
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}

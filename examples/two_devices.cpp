// Two devices count the same data together: each chunk goes to a device that is free. If the machine has only
// one device, it is used as if it were two.
//
//     g++ -std=c++20 two_devices.cpp -lhisto_cl -lOpenCL
//
// It prints how many bytes each device has counted. The exit code is 1 if the counts are wrong.

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/stream.hpp>

#include <cstdint>
#include <exception>
#include <iostream>
#include <numeric>
#include <vector>

int main() try {
    auto devices = histo_cl::devices();
    devices.resize(2, devices.front());

    std::vector<std::uint16_t> samples(20'000'000);
    std::iota(samples.begin(), samples.end(), std::uint16_t{0});

    histo_cl::Stream stream(
        {.sample = histo_cl::SampleType::u16, .axes = {histo_cl::even_bins(1000, 0, 10'000)}},
        {.devices = devices});
    stream.push(samples);
    const auto counts = stream.histogram(); // waits

    std::uint64_t bytes = 0;
    for (const auto& share : stream.shares()) {
        std::cout << share.device << ": " << share.bytes << " B " << share.error << share.note << '\n';
        bytes += share.bytes;
    }
    std::vector<std::uint64_t> expected(1000);
    for (const auto sample : samples)
        if (sample < 10'000) ++expected[sample / 10];
    return counts.counts == expected && bytes == samples.size() * sizeof samples[0] ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}

// Equalizes an image tile by tile (CLAHE) on the device: one launch counts the tiles, each tile gets a map,
// and a pixel's level is interpolated between the maps of the nearest tiles. The host waits once, at the end.
// The levels are those of OpenCV's createCLAHE(40, (2, 2)).
//
//     g++ -std=c++20 clahe.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     21 64 128 143 128 112 128 191
//     42 106 170 176 148 143 170 234
//     71 128 191 182 159 160 191 237
//     64 117 181 172 154 152 181 223
//     60 124 184 182 157 156 184 238
//     85 149 212 196 170 176 212 255

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <histo_cl/histo_cl.hpp>

#include <CL/opencl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>

int main() try {
    using namespace histo_cl;
    const cl::Device device(default_device().id, true);
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);

    constexpr std::size_t width = 8;
    constexpr std::size_t height = 6;
    std::array<std::uint8_t, width * height> pixels{};
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(40 + 5 * (i % width) + 3 * (i / width));
    const cl::Buffer image(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, pixels.size(), pixels.data());

    const Plan counting(context(), device(),
                        {.axes = {identity_bins(256)}, .layout = {.rows = true}, .batch = Batch::tiles});
    const EqualizationPlan equalization(context(), device());
    const MapPlan mapping(context(), device(), SampleType::u8, SampleType::u8);

    const Shape tiles{.region = {.width = width, .height = height}, .tile_width = 4, .tile_height = 3};
    const auto count = histograms(counting.problem(), tiles);                         // 4 tiles
    const cl::Buffer counts(context, CL_MEM_READ_WRITE, counting.count_bytes(count)); // [tile][value]
    const cl::Buffer maps(context, CL_MEM_READ_WRITE, count * 256 * sizeof(std::uint32_t));

    counting.enqueue(queue(), {.samples = image(), .shape = tiles, .counts = counts()});
    equalization.enqueue(queue(), {.counts = counts(),
                                   .histograms = count,
                                   .maps = maps(),
                                   .rule = MapRule::clahe,
                                   .clip_limit = 40.0});
    mapping.enqueue(queue(), {.source = image(),
                              .destination = image(),
                              .width = width,
                              .height = height,
                              .maps = maps(),
                              .tile_width = tiles.tile_width,
                              .tile_height = tiles.tile_height});

    queue.enqueueReadBuffer(image, CL_TRUE, 0, pixels.size(), pixels.data());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        std::cout << +pixels[i] << (i % width == width - 1 ? '\n' : ' ');
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}

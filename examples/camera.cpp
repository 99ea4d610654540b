// Counts the frames of a camera on the program's own queue without a copy: the camera writes into mapped
// buffers, which the kernels read. While a frame is counted, the next frame is written to the other buffer.
// The host reads the counts of a frame when its event is complete.
//
//     g++ -std=c++20 camera.cpp -lhisto_cl -lOpenCL
//
// It prints
//
//     frame 0: median 40
//     frame 1: median 65
//     frame 2: median 90
//     frame 3: median 115
//     frame 4: median 140
//     frame 5: median 165

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <histo_cl/histo_cl.hpp>
#include <histo_cl/statistics.hpp>

#include <CL/opencl.hpp>

#include <array>
#include <cstdint>
#include <exception>
#include <iostream>
#include <span>
#include <vector>

namespace {

constexpr std::size_t pixels = 640 * 480;

/// A scene that becomes brighter from frame to frame.
void take(std::size_t number, std::span<std::uint8_t> frame) {
    for (std::size_t i = 0; i < frame.size(); ++i)
        frame[i] = static_cast<std::uint8_t>(20 + 25 * number + i % 41);
}

struct Slot {
    cl::Buffer frame, counts;
    std::array<std::uint32_t, 256> result;
    cl::Event done;
};

void report(std::size_t number, const Slot& slot) {
    slot.done.wait();
    const auto median = histo_cl::percentile_bins(slot.result, std::array{50.0}).front();
    std::cout << "frame " << number << ": median " << median.value() << '\n';
}

} // namespace

int main() try {
    const cl::Device device(histo_cl::default_device().id, true); // true: retain the handle
    const cl::Context context(device);
    const cl::CommandQueue camera(context, device), counting(context, device);
    const histo_cl::Plan plan(context(), device(), {.axes = {histo_cl::identity_bins(256)}}); // u8

    std::array<Slot, 2> slots;
    for (auto& slot : slots) {
        slot.frame = cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, pixels);
        slot.counts = cl::Buffer(context, CL_MEM_READ_WRITE, plan.count_bytes());
    }
    constexpr std::size_t frames = 6;
    for (std::size_t number = 0; number < frames + slots.size(); ++number) {
        auto& slot = slots[number % slots.size()];
        if (number >= slots.size()) report(number - slots.size(), slot);
        if (number >= frames) continue;

        auto* const memory =
            camera.enqueueMapBuffer(slot.frame, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, pixels);
        take(number, {static_cast<std::uint8_t*>(memory), pixels});
        cl::Event written;
        camera.enqueueUnmapMemObject(slot.frame, memory, nullptr, &written);
        camera.flush();

        const cl_event wait = written();
        cl_event counted = nullptr;
        plan.enqueue(counting(),
                     {.samples = slot.frame(), .shape = {.count = pixels}, .counts = slot.counts()},
                     {&wait, 1}, &counted);
        const std::vector<cl::Event> before{cl::Event(counted)}; // owns the reference
        counting.enqueueReadBuffer(slot.counts, CL_FALSE, 0, sizeof slot.result, slot.result.data(), &before,
                                   &slot.done);
        counting.flush();
    }
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}

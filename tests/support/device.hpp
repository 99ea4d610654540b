#pragma once

// The device that tests run on, and helpers that create objects on it. Include it before any OpenCL header.

// CLHPP's macros: OpenCL 1.2 and no later version. Debian's CLHPP needs both the target and the minimum.
#define CL_TARGET_OPENCL_VERSION 120
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS

#include <histo_cl/histo_cl.hpp>

#include <CL/opencl.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <ranges>
#include <string>
#include <type_traits>
#include <vector>

namespace histo_cl::test {

/// The environment variable that selects the device to test. Its value is a text for find_device().
inline constexpr const char* device_variable = "HISTO_CL_TEST_DEVICE";

/// The device that HISTO_CL_TEST_DEVICE names. If the variable is unset or empty: PoCL's device, which is the
/// same on all machines, or the default device if PoCL is not installed.
inline Device device_under_test() {
    if (const char* const text = std::getenv(device_variable); text != nullptr && *text != '\0')
        return find_device(text);
    const auto all = devices();
    const auto pocl = std::ranges::find(all, "Portable Computing Language",
                                        [](const Device& device) { return device.profile.platform; });
    return pocl != all.end() ? *pocl : default_device();
}

/// A device with its own context and in-order queue.
class TestDevice {
  public:
    explicit TestDevice(Device device)
        : device_(std::move(device)), id_(device_.id, true), context_(id_), queue_(context_, id_) {}

    [[nodiscard]] const Device& device() const { return device_; }
    [[nodiscard]] const DeviceProfile& profile() const { return device_.profile; }
    [[nodiscard]] cl_device_id id() const { return device_.id; }
    [[nodiscard]] const cl::Context& context() const { return context_; }
    [[nodiscard]] const cl::CommandQueue& queue() const { return queue_; }

    [[nodiscard]] Plan plan(const Problem& problem, const Options& options = {}) const {
        return {context_(), device_.id, problem, options};
    }

    [[nodiscard]] bool has_out_of_order_queues() const {
        return (id_.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
    }
    [[nodiscard]] cl::CommandQueue make_queue(cl_command_queue_properties properties = 0) const {
        return {context_, id_, properties};
    }

    /// An uninitialized buffer of `bytes` bytes.
    [[nodiscard]] cl::Buffer make_buffer(std::size_t bytes, cl_mem_flags flags = CL_MEM_READ_WRITE) const {
        return {context_, flags, std::max<std::size_t>(bytes, 1)};
    }
    /// A buffer with a copy of the elements. Without elements it has one byte, because buffers cannot be
    /// empty.
    template <std::ranges::contiguous_range Elements>
    [[nodiscard]] cl::Buffer make_buffer(const Elements& elements,
                                         cl_mem_flags flags = CL_MEM_READ_WRITE) const {
        const auto bytes = std::ranges::size(elements) * sizeof(std::ranges::range_value_t<Elements>);
        auto buffer = make_buffer(bytes, flags);
        write(buffer, elements);
        return buffer;
    }
    /// Writes the elements, and waits until commands on any queue see them: in OpenCL 1.2 a blocking write
    /// may return before the elements are in the buffer.
    template <std::ranges::contiguous_range Elements>
    void write(const cl::Buffer& buffer, const Elements& elements) const {
        const auto bytes = std::ranges::size(elements) * sizeof(std::ranges::range_value_t<Elements>);
        if (bytes == 0) return;
        queue_.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, std::ranges::data(elements));
        queue_.finish();
    }

    /// Reads `count` elements from element `first` on. Waits for the commands on queue(), but not for other
    /// queues.
    template <class T>
    [[nodiscard]] std::vector<T> read_back(const cl::Buffer& buffer, std::size_t count,
                                           std::size_t first = 0) const {
        std::vector<T> elements(count);
        if (count != 0)
            queue_.enqueueReadBuffer(buffer, CL_TRUE, first * sizeof(T), count * sizeof(T), elements.data());
        return elements;
    }

  private:
    Device device_;
    cl::Device id_;
    cl::Context context_;
    cl::CommandQueue queue_;
};

/// The device that all cases of a test program share. Throws like device_under_test().
inline const TestDevice& test_device() {
    static const TestDevice one(device_under_test());
    return one;
}

} // namespace histo_cl::test

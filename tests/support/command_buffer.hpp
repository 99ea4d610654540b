#pragma once

#include "support/device.hpp"

#include <array>
#include <doctest/doctest.h>

namespace histo_cl::test {

/// Whether the device under test has cl_khr_command_buffer, and the loader passes on its functions, which
/// Wine's loader does not.
inline bool has_command_buffers() {
    const auto& device = test_device().device();
    return device.profile.command_buffer_version != 0 &&
           ::clGetExtensionFunctionAddressForPlatform(device.platform, "clCreateCommandBufferKHR") != nullptr;
}

/// A command buffer for a queue of test_device()'s platform. It may be enqueued while it is pending, because
/// in PoCL 3.1 it is pending for a moment after its event has completed.
class CommandBuffer {
  public:
    explicit CommandBuffer(const cl::CommandQueue& queue) {
        constexpr std::array<cl_ulong, 3> properties{0x1293, 1, 0}; // the flag SIMULTANEOUS_USE
        const auto handle = queue();
        cl_int code = CL_SUCCESS;
        buffer_ = call<cl_command_buffer_khr(CL_API_CALL*)(cl_uint, const cl_command_queue*, const cl_ulong*,
                                                           cl_int*)>("clCreateCommandBufferKHR")(
            1, &handle, properties.data(), &code);
        REQUIRE(code == CL_SUCCESS);
    }
    CommandBuffer(const CommandBuffer&) = delete;
    CommandBuffer& operator=(const CommandBuffer&) = delete;
    ~CommandBuffer() {
        call<cl_int(CL_API_CALL*)(cl_command_buffer_khr)>("clReleaseCommandBufferKHR")(buffer_);
    }

    [[nodiscard]] cl_command_buffer_khr operator()() const { return buffer_; }

    void finalize() const {
        REQUIRE(call<cl_int(CL_API_CALL*)(cl_command_buffer_khr)>("clFinalizeCommandBufferKHR")(buffer_) ==
                CL_SUCCESS);
    }

    /// Enqueues the command buffer on its queue.
    void execute() const { put({}, nullptr); }
    [[nodiscard]] cl::Event enqueue(const std::vector<cl_event>& wait = {}) const {
        cl_event event = nullptr;
        put(wait, &event);
        return cl::Event(event);
    }

  private:
    void put(const std::vector<cl_event>& wait, cl_event* event) const {
        REQUIRE(call<cl_int(CL_API_CALL*)(cl_uint, const cl_command_queue*, cl_command_buffer_khr, cl_uint,
                                          const cl_event*, cl_event*)>("clEnqueueCommandBufferKHR")(
                    0, nullptr, buffer_, static_cast<cl_uint>(wait.size()),
                    wait.empty() ? nullptr : wait.data(), event) == CL_SUCCESS);
    }

    template <class Function>
    static Function call(const char* name) {
        void* const address =
            ::clGetExtensionFunctionAddressForPlatform(test_device().device().platform, name);
        REQUIRE(address != nullptr);
        return reinterpret_cast<Function>(address);
    }

    cl_command_buffer_khr buffer_ = nullptr;
};

} // namespace histo_cl::test

#include "command_buffer.hpp"

#include <array>

namespace bench_enqueue {
namespace {

void check(cl_int code, const char* call) {
    if (code != CL_SUCCESS) throw cl::Error(code, call);
}

void* address_of(const cl::CommandQueue& queue, const char* name) {
    // CLHPP returns the platform's handle, since 2024 in a class of its own.
    const cl::Platform platform(queue.getInfo<CL_QUEUE_DEVICE>().getInfo<CL_DEVICE_PLATFORM>());
    return ::clGetExtensionFunctionAddressForPlatform(platform(), name);
}

template <class Function>
Function find(const cl::CommandQueue& queue, const char* name) {
    auto* const address = address_of(queue, name);
    if (address == nullptr) throw cl::Error(CL_INVALID_VALUE, name);
    return reinterpret_cast<Function>(address);
}

cl_command_buffer_khr create(const cl::CommandQueue& queue) {
    using Create =
        cl_command_buffer_khr(CL_API_CALL*)(cl_uint, const cl_command_queue*, const cl_ulong*, cl_int*);
    // CL_COMMAND_BUFFER_FLAGS_KHR: CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR
    constexpr std::array<cl_ulong, 3> simultaneous_use{0x1293, 1, 0};
    auto* const handle = queue();
    cl_int code = CL_SUCCESS;
    auto* const buffer =
        find<Create>(queue, "clCreateCommandBufferKHR")(1, &handle, simultaneous_use.data(), &code);
    check(code, "clCreateCommandBufferKHR");
    return buffer;
}

} // namespace

const char* why_no_command_buffers(const cl::CommandQueue& queue, const histo_cl::DeviceProfile& profile) {
    if (profile.command_buffer_version == 0) return "no command buffers";
    if (address_of(queue, "clCreateCommandBufferKHR") == nullptr)
        return "no command buffers: the OpenCL loader does not pass on their functions";
    return nullptr;
}

CommandBuffer::CommandBuffer(const cl::CommandQueue& queue, const histo_cl::Plan& plan,
                             const histo_cl::Job& job)
    : enqueue_(find<Enqueue>(queue, "clEnqueueCommandBufferKHR")),
      buffer_(create(queue), find<Manage>(queue, "clReleaseCommandBufferKHR")) {
    plan.record(buffer_.get(), queue(), job);
    check(find<Manage>(queue, "clFinalizeCommandBufferKHR")(buffer_.get()), "clFinalizeCommandBufferKHR");
}

void CommandBuffer::enqueue() const {
    check(enqueue_(0, nullptr, buffer_.get(), 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
}

} // namespace bench_enqueue

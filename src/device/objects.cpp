#include "device/objects.hpp"

#include "device/device.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace histo_cl::detail {

cl_platform_id platform_of(cl_device_id device) {
    return info<cl_platform_id>(clGetDeviceInfo, device, CL_DEVICE_PLATFORM, "clGetDeviceInfo");
}

cl_device_id parent_of(cl_device_id device) {
    return info<cl_device_id>(clGetDeviceInfo, device, CL_DEVICE_PARENT_DEVICE, "clGetDeviceInfo");
}

Context create_context(cl_platform_id platform, cl_device_id device) {
    return use_device(device, Use::context, [&] {
        const std::array<cl_context_properties, 3> properties{
            CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform), 0};
        cl_int code = CL_SUCCESS;
        Context context(clCreateContext(properties.data(), 1, &device, nullptr, nullptr, &code));
        check(code, "clCreateContext");
        return context;
    });
}

Queue create_queue(cl_context context, cl_device_id device) {
    return use_device(device, Use::queue, [&] {
        cl_int code = CL_SUCCESS;
        // OpenCL 1.2 does not have clCreateCommandQueueWithProperties().
        Queue queue(clCreateCommandQueue(context, device, 0, &code));
        check(code, "clCreateCommandQueue");
        return queue;
    });
}

Buffer create_buffer(cl_context context, cl_mem_flags flags, std::uint64_t bytes, const void* data) {
    cl_int code = CL_SUCCESS;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): OpenCL has the same type for input and output
    Buffer buffer(clCreateBuffer(context, flags, bytes, const_cast<void*>(data), &code));
    check(code, "clCreateBuffer");
    return buffer;
}

Buffer create_buffer_in(cl_context context, std::shared_ptr<const void> memory, std::uint64_t bytes) {
    using Held = std::shared_ptr<const void>;
    // If creating the buffer fails, this still owns the memory.
    auto held = std::make_unique<Held>(std::move(memory));
    auto buffer = create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, bytes, held->get());
    // The callback must not throw, because the driver calls it.
    const auto let_go = [](cl_mem /*buffer*/, void* held_by_buffer) noexcept {
        delete static_cast<Held*>(held_by_buffer);
    };
    check(clSetMemObjectDestructorCallback(buffer.get(), let_go, held.get()),
          "clSetMemObjectDestructorCallback");
    static_cast<void>(held.release()); // the callback deletes it
    return buffer;
}

Buffer create_zeros(cl_context context, std::uint64_t bytes) {
    const std::vector<std::byte> zeros(bytes);
    return create_buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, zeros.data());
}

Buffer create_image(cl_context context, cl_mem_flags flags, const cl_image_format& format,
                    const cl_image_desc& extent) {
    cl_int code = CL_SUCCESS;
    Buffer image(clCreateImage(context, flags, &format, &extent, nullptr, &code));
    check(code, "clCreateImage");
    return image;
}

Kernel create_kernel(cl_program program, const char* name) {
    cl_int code = CL_SUCCESS;
    Kernel kernel(clCreateKernel(program, name, &code));
    check(code, "clCreateKernel");
    return kernel;
}

Kernel copy_of(cl_kernel kernel) {
    const auto name = info_text(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, "clGetKernelInfo");
    const auto program = info<cl_program>(clGetKernelInfo, kernel, CL_KERNEL_PROGRAM, "clGetKernelInfo");
    return create_kernel(program, name.c_str());
}

} // namespace histo_cl::detail

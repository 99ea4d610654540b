#pragma once

#include "core/text.hpp"
#include "device/device.hpp"
#include "histo_cl/error.hpp"
#include "histo_cl/opencl.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

// Safe wrappers of the parts of OpenCL's C API that the library uses. They do not use CLHPP, because its
// inline code depends on macros: a program that sets these macros differently would violate the
// one-definition rule.

namespace histo_cl::detail {

/// Throws Error(opencl_error) unless the code is CL_SUCCESS. The message names the call and the code.
inline void check(cl_int code, const char* call) {
    if (code == CL_SUCCESS) return;
    throw Error(Status::opencl_error, concat(call, " failed: ", opencl_error_name(code), " (", code, ")"),
                code);
}

/// Owns one reference to an OpenCL object.
template <class T, auto retain, auto release>
class Handle {
  public:
    Handle() = default;
    /// Takes ownership of the caller's reference.
    explicit Handle(T object) noexcept : object_(object) {}
    /// Adds a reference to an object that another owner holds.
    static Handle retained(T object) {
        check(retain(object), "retaining an OpenCL object");
        return Handle(object);
    }
    Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() {
        if (object_ != nullptr && !opencl_is_lost()) release(object_);
    }

    [[nodiscard]] T get() const noexcept { return object_; }
    [[nodiscard]] T give() noexcept { return std::exchange(object_, nullptr); }
    explicit operator bool() const noexcept { return object_ != nullptr; }

  private:
    T object_ = nullptr;
};

using Context = Handle<cl_context, clRetainContext, clReleaseContext>;
using Queue = Handle<cl_command_queue, clRetainCommandQueue, clReleaseCommandQueue>;
using Buffer = Handle<cl_mem, clRetainMemObject, clReleaseMemObject>;
using Program = Handle<cl_program, clRetainProgram, clReleaseProgram>;
using Kernel = Handle<cl_kernel, clRetainKernel, clReleaseKernel>;
using Event = Handle<cl_event, clRetainEvent, clReleaseEvent>;

/// A value queried from an OpenCL object.
template <class T, class Get, class Object>
T info(Get get, Object object, cl_uint what, const char* call) {
    T value{};
    check(get(object, what, sizeof value, &value, nullptr), call);
    return value;
}

/// A string queried from an OpenCL object, without its terminator.
template <class Get, class Object>
std::string info_text(Get get, Object object, cl_uint what, const char* call) {
    size_t size = 0;
    check(get(object, what, 0, nullptr, &size), call);
    std::string text(size, '\0');
    check(get(object, what, size, text.data(), nullptr), call);
    while (!text.empty() && text.back() == '\0')
        text.pop_back();
    return text;
}

// Functions that create OpenCL objects. Each throws Error(opencl_error) with the name of the call that
// failed.

[[nodiscard]] Context create_context(cl_platform_id platform, cl_device_id device);
/// Creates an in-order queue without profiling.
[[nodiscard]] Queue create_queue(cl_context context, cl_device_id device);
/// `data`: the initial content with CL_MEM_COPY_HOST_PTR, or the buffer's memory with CL_MEM_USE_HOST_PTR.
/// The call does not write to `data`, but with CL_MEM_USE_HOST_PTR, later commands on the buffer may write to
/// it.
[[nodiscard]] Buffer create_buffer(cl_context context, cl_mem_flags flags, std::uint64_t bytes,
                                   const void* data = nullptr);
/// Creates a read-only buffer that uses the given memory. The buffer shares ownership of the memory until
/// OpenCL destroys the buffer, after the last command that reads it.
[[nodiscard]] Buffer create_buffer_in(cl_context context, std::shared_ptr<const void> memory,
                                      std::uint64_t bytes);
/// Creates a readable and writable buffer of zeros. The zeros are copied from the host at once. No command
/// clears the buffer, because that command would fail if it waited for a failed event of the caller.
[[nodiscard]] Buffer create_zeros(cl_context context, std::uint64_t bytes);
/// Creates an image, which is a memory object like a buffer.
[[nodiscard]] Buffer create_image(cl_context context, cl_mem_flags flags, const cl_image_format& format,
                                  const cl_image_desc& extent);
[[nodiscard]] Kernel create_kernel(cl_program program, const char* name);
/// Creates a new object of the same kernel, without arguments set.
[[nodiscard]] Kernel copy_of(cl_kernel kernel);

} // namespace histo_cl::detail

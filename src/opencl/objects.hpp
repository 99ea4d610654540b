#pragma once

#include "opencl/handle.hpp"

#include <cstdint>
#include <memory>

// Making OpenCL objects; each throws Error(opencl_error) with the call's name.

namespace histo_cl::inline HISTO_CL_ABI::detail {

[[nodiscard]] Context create_context(cl_platform_id platform, cl_device_id device);
/// In-order, without profiling.
[[nodiscard]] Queue create_queue(cl_context context, cl_device_id device);
/// `data`: what a CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR buffer starts from; it is not written.
[[nodiscard]] Buffer create_buffer(cl_context context, cl_mem_flags flags, std::uint64_t bytes,
                                   const void* data = nullptr);
/// Read only, in the caller's memory, which it holds until no command reads it any more.
[[nodiscard]] Buffer create_buffer_in(cl_context context, std::shared_ptr<const void> memory,
                                      std::uint64_t bytes);
/// Readable and writable, full of zeros; no command writes them, which might fail with an event of the
/// caller's.
[[nodiscard]] Buffer create_zeros(cl_context context, std::uint64_t bytes);
/// An image is a memory object like a buffer.
[[nodiscard]] Buffer create_image(cl_context context, cl_mem_flags flags, const cl_image_format& format,
                                  const cl_image_desc& extent);
[[nodiscard]] Kernel create_kernel(cl_program program, const char* name);
/// Another object of the same kernel, with no arguments set.
[[nodiscard]] Kernel copy_of(cl_kernel kernel);

} // namespace histo_cl::inline HISTO_CL_ABI::detail

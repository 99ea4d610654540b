#include "staging/pinned_memory.hpp"

#include "opencl/objects.hpp"

#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

PinnedMemory::PinnedMemory(cl_context context, cl_command_queue queue, std::size_t bytes)
    : queue_(Queue::retained(queue)),
      buffer_(create_buffer(context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, bytes)) {
    cl_int code = CL_SUCCESS;
    auto* const mapped = static_cast<std::byte*>(clEnqueueMapBuffer(
        queue, buffer_.get(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &code));
    check(code, "clEnqueueMapBuffer");
    bytes_ = {mapped, bytes};
}

PinnedMemory::PinnedMemory(PinnedMemory&& other) noexcept
    : queue_(std::move(other.queue_)), buffer_(std::move(other.buffer_)),
      bytes_(std::exchange(other.bytes_, {})) {}

PinnedMemory& PinnedMemory::operator=(PinnedMemory&& other) noexcept {
    std::swap(queue_, other.queue_);
    std::swap(buffer_, other.buffer_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

PinnedMemory::~PinnedMemory() {
    if (bytes_.empty() || opencl_is_lost()) return;
    const auto unmap =
        clEnqueueUnmapMemObject(queue_.get(), buffer_.get(), bytes_.data(), 0, nullptr, nullptr);
    const auto finish = clFinish(queue_.get());
    if (unmap == CL_SUCCESS || finish == CL_SUCCESS) return;
    static_cast<void>(buffer_.give());
    static_cast<void>(queue_.give());
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

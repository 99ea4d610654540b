#include "histogram/host_buffer.hpp"

#include "opencl/objects.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace histo_cl::detail {

bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                      std::size_t alignment) noexcept {
    return device.type == DeviceType::cpu && !data.empty() &&
           reinterpret_cast<std::uintptr_t>(data.data()) % alignment == 0;
}

Buffer read_only_buffer(cl_context context, const DeviceProfile& device, std::span<const std::byte> data,
                        std::size_t alignment) {
    if (data.empty()) return create_buffer(context, CL_MEM_READ_ONLY, 1);
    // Read only, so that the const of `data` is kept: its pages need not even be writable.
    const cl_mem_flags from =
        is_used_in_place(device, data, alignment) ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR;
    return create_buffer(context, CL_MEM_READ_ONLY | from, data.size(), data.data());
}

CountsBuffer::CountsBuffer(cl_context context, const DeviceProfile& device, std::uint64_t counters)
    : values_(counters),
      in_place_(device.type == DeviceType::cpu && counters * sizeof values_[0] >= least_bytes_in_place),
      buffer_(in_place_ ? create_buffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                        counters * sizeof values_[0], values_.data())
                        : create_buffer(context, CL_MEM_READ_WRITE,
                                        std::max<std::uint64_t>(counters * sizeof values_[0], 1))) {}

std::vector<std::uint64_t> CountsBuffer::read(cl_command_queue queue, cl_event after) && {
    if (values_.empty()) return {};
    const auto size = values_.size() * sizeof values_[0];
    const cl_uint waits = after != nullptr ? 1 : 0;
    const auto* const wait = after != nullptr ? &after : nullptr;
    if (in_place_) { // while the buffer is mapped, and after, the counts are where the host put it
        cl_int code = CL_SUCCESS;
        auto* const mapped = clEnqueueMapBuffer(queue, buffer_.get(), CL_TRUE, CL_MAP_READ, 0, size, waits,
                                                wait, nullptr, &code);
        check(code, "clEnqueueMapBuffer");
        check(clEnqueueUnmapMemObject(queue, buffer_.get(), mapped, 0, nullptr, nullptr),
              "clEnqueueUnmapMemObject");
        check(clFinish(queue), "clFinish");
    } else {
        check(
            clEnqueueReadBuffer(queue, buffer_.get(), CL_TRUE, 0, size, values_.data(), waits, wait, nullptr),
            "clEnqueueReadBuffer");
    }
    return std::move(values_);
}

} // namespace histo_cl::detail

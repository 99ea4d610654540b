#include "histogram/host_buffer.hpp"

#include "opencl/objects.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

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

} // namespace histo_cl::inline HISTO_CL_ABI::detail

#include "histogram/host_buffer.hpp"

#include "opencl/objects.hpp"

#include <cstdint>

namespace histo_cl::inline HISTO_CL_ABI::detail {

bool is_used_in_place(const DeviceProfile& device, std::span<const std::byte> data,
                      std::size_t alignment) noexcept {
    return device.type == DeviceType::cpu && !data.empty() &&
           reinterpret_cast<std::uintptr_t>(data.data()) % alignment == 0;
}

Buffer read_only_buffer(const KeptPlan& kept, const DeviceProfile& device, std::span<const std::byte> data,
                        std::size_t alignment, bool pinned) {
    auto* const context = kept.context.get();
    if (data.empty()) return create_buffer(context, CL_MEM_READ_ONLY, 1);
    // Read only, so that the const of `data` is kept: its pages need not even be writable.
    if (is_used_in_place(device, data, alignment))
        return create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, data.size(), data.data());
    if (device.type == DeviceType::cpu)
        return create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, data.size(), data.data());
    auto buffer = create_buffer(context, CL_MEM_READ_ONLY, data.size());
    upload(*kept.staging, context, kept.queue.get(), buffer.get(), data, pinned);
    return buffer;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

#include "demo/count/placed.hpp"

#include <algorithm>
#include <cstdint>

namespace demo {

namespace {

/// The alignment that the device requires of sub-buffers, and that kernels may expect of any buffer.
bool can_stay(const histo_cl::DeviceProfile& profile, std::span<const std::byte> chunk) {
    const auto align = std::max(1U, profile.base_address_align_bytes);
    return profile.type == histo_cl::DeviceType::cpu &&
           reinterpret_cast<std::uintptr_t>(chunk.data()) % align == 0;
}

cl::Buffer in_place(const cl::Context& context, std::span<const std::byte> chunk) {
    auto* const start = const_cast<std::byte*>(chunk.data()); // kernels only read it
    return {context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, chunk.size(), start};
}

} // namespace

std::vector<Placed> placed(const cl::Context& context, const histo_cl::DeviceProfile& profile,
                           Chunks chunks) {
    std::vector<Placed> all;
    std::size_t room_bytes = 0;
    for (const auto chunk : chunks) {
        if (can_stay(profile, chunk)) {
            all.push_back({chunk, in_place(context, chunk), false});
        } else {
            room_bytes = std::max(room_bytes, chunk.size());
            all.push_back({.bytes = chunk});
        }
    }
    if (room_bytes == 0) return all;
    const cl::Buffer room(context, CL_MEM_READ_ONLY, room_bytes);
    for (auto& one : all)
        if (one.is_copied) one.buffer = room;
    return all;
}

} // namespace demo

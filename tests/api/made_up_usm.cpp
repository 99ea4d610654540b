#include "api/made_up_usm.hpp"

#include <cstring>
#include <map>
#include <new>
#include <string_view>

namespace histo_cl::test {
namespace {

struct UsmBlock {
    UsmType type;
    cl_context context;
    cl_device_id owner;
    std::size_t bytes;
};

/// The blocks by address. Tests that use them are single-threaded.
std::map<const std::byte*, UsmBlock>& blocks() {
    static std::map<const std::byte*, UsmBlock> all;
    return all;
}

/// Buffers that replace addresses in commands. They are kept until a block is released; by then, all commands
/// have ended.
std::vector<cl::Buffer>& stand_ins() {
    static std::vector<cl::Buffer> all;
    return all;
}

UsmUse use;

/// The block that an address lies in, or the end.
auto block_of(const void* address) {
    const auto* const byte = static_cast<const std::byte*>(address);
    auto found = blocks().upper_bound(byte);
    if (found == blocks().begin()) return blocks().end();
    --found;
    return byte < found->first + found->second.bytes ? found : blocks().end();
}

/// Makes a buffer over the memory from `address` to the end of its block.
const cl::Buffer& stand_in(const cl::Context& context, const void* address) {
    const auto found = block_of(address);
    // The address is in none of the blocks: other host memory, which the device may accept. 1000 bytes are
    // enough for all tests.
    const auto bytes = found == blocks().end()
                           ? std::ptrdiff_t{1000}
                           : found->first + found->second.bytes - static_cast<const std::byte*>(address);
    stand_ins().emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                             static_cast<std::size_t>(bytes), const_cast<void*>(address));
    return stand_ins().back();
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, const void* address) {
    ++use.arguments;
    const auto buffer = stand_in(test_device().context(), address)();
    return ::clSetKernelArg(kernel, index, sizeof buffer, &buffer);
}

cl_int CL_API_CALL fill(cl_command_queue queue, void* address, const void* pattern, size_t pattern_bytes,
                        size_t bytes, cl_uint wait_count, const cl_event* wait, cl_event* event) {
    ++use.fills;
    return ::clEnqueueFillBuffer(queue, stand_in(test_device().context(), address)(), pattern, pattern_bytes,
                                 0, bytes, wait_count, wait, event);
}

template <class T>
cl_int answer(const T& value, size_t room, void* to, size_t* size) {
    if (size != nullptr) *size = sizeof value;
    if (to != nullptr && room < sizeof value) return CL_INVALID_VALUE;
    if (to != nullptr) std::memcpy(to, &value, sizeof value);
    return CL_SUCCESS;
}

cl_int CL_API_CALL allocation_info(cl_context context, const void* address, cl_uint what, size_t room,
                                   void* value, size_t* size) {
    constexpr cl_uint unknown = 0x4196;
    constexpr cl_uint type_host = 0x4197;
    constexpr cl_uint type_device = 0x4198;
    constexpr cl_uint type_shared = 0x4199;
    const auto found = block_of(address);
    const bool known = found != blocks().end() && found->second.context == context;
    const auto type = [&] {
        if (!known) return unknown;
        if (found->second.type == UsmType::host) return type_host;
        return found->second.type == UsmType::device ? type_device : type_shared;
    };
    switch (what) {
    case 0x419A: return answer(type(), room, value, size);
    case 0x419B: return answer(known ? found->first : nullptr, room, value, size);
    case 0x419C: return answer(known ? found->second.bytes : std::size_t{0}, room, value, size);
    case 0x419D: return answer(known ? found->second.owner : nullptr, room, value, size);
    default: return CL_INVALID_VALUE;
    }
}

} // namespace

void* made_up_usm_function(const char* name) noexcept {
    const std::string_view wanted = name;
    if (wanted == "clSetKernelArgMemPointerINTEL") return reinterpret_cast<void*>(&set_argument);
    if (wanted == "clEnqueueMemFillINTEL") return reinterpret_cast<void*>(&fill);
    if (wanted == "clGetMemAllocInfoINTEL") return reinterpret_cast<void*>(&allocation_info);
    return nullptr;
}

UsmUse usm_use() noexcept {
    return use;
}

void* MadeUpUsmMemory::allocate(std::size_t bytes) const {
    constexpr std::align_val_t align{128};
    auto* const memory = static_cast<std::byte*>(::operator new(bytes, align));
    blocks()[memory] = {type_, context_(), owner_, bytes};
    return memory;
}

void MadeUpUsmMemory::release(void* address) const {
    test_device().queue().finish();
    stand_ins().clear();
    blocks().erase(static_cast<const std::byte*>(address));
    ::operator delete (address, std::align_val_t{128});
}

void MadeUpUsmMemory::copy(const cl::CommandQueue& /*queue*/, void* to, const void* from,
                           std::size_t bytes) const {
    std::memcpy(to, from, bytes);
}

} // namespace histo_cl::test

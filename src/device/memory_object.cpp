#include "device/memory_object.hpp"

namespace histo_cl::detail {
namespace {

template <class T>
T memory_info(cl_mem object, cl_mem_info what) {
    return info<T>(clGetMemObjectInfo, object, what, "clGetMemObjectInfo");
}

} // namespace

MemoryObject describe(cl_mem object) {
    const auto part_of = memory_info<cl_mem>(object, CL_MEM_ASSOCIATED_MEMOBJECT);
    return {.handle = object,
            .type = memory_info<cl_mem_object_type>(object, CL_MEM_TYPE),
            .context = memory_info<cl_context>(object, CL_MEM_CONTEXT),
            .flags = memory_info<cl_mem_flags>(object, CL_MEM_FLAGS),
            .bytes = memory_info<std::size_t>(object, CL_MEM_SIZE),
            .part_of = part_of,
            .origin = part_of != nullptr ? memory_info<std::size_t>(object, CL_MEM_OFFSET) : 0};
}

MemoryRange range_of(const MemoryObject& object) {
    const bool image = object.type != CL_MEM_OBJECT_BUFFER;
    if (image && object.part_of != nullptr) return range_of(describe(object.part_of));
    if ((object.flags & CL_MEM_USE_HOST_PTR) != 0)
        return range_of(memory_info<void*>(object.handle, CL_MEM_HOST_PTR), object.bytes);
    return {object.part_of != nullptr ? object.part_of : object.handle, object.origin,
            object.origin + object.bytes};
}

} // namespace histo_cl::detail

#pragma once

#include <CL/cl_layer.h>

#include <cstddef>
#include <cstring>
#include <string_view>

// clGetLayerInfo() and clInitLayer() for the tests' OpenCL layers.

namespace histo_cl::test {

/// Answers a query with the `bytes` bytes at `from`, as OpenCL's clGet…Info() functions do.
inline cl_int answer(const void* from, std::size_t bytes, std::size_t room, void* value,
                     std::size_t* size) noexcept {
    if (size != nullptr) *size = bytes;
    if (value == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    std::memcpy(value, from, bytes);
    return CL_SUCCESS;
}

/// clGetLayerInfo() of a layer with this name. A zero byte must follow the name.
inline cl_int layer_info(std::string_view name, cl_layer_info what, std::size_t room, void* value,
                         std::size_t* size) noexcept {
    constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    switch (what) {
    case CL_LAYER_API_VERSION: return answer(&version, sizeof version, room, value, size);
    case CL_LAYER_NAME: return answer(name.data(), name.size() + 1, room, value, size);
    default: return CL_INVALID_VALUE;
    }
}

/// clInitLayer() of a layer: stores the dispatch table of the next layer or driver in `driver` and copies it
/// to `ours`, the layer's own table. The layer then replaces functions in `ours`.
inline cl_int init_layer(cl_uint entries, const cl_icd_dispatch* target, cl_uint* our_entries,
                         const cl_icd_dispatch** our_dispatch, const cl_icd_dispatch*& driver,
                         cl_icd_dispatch& ours) noexcept {
    constexpr auto known = sizeof(cl_icd_dispatch) / sizeof(void*);
    if (target == nullptr || our_entries == nullptr || our_dispatch == nullptr || entries < known)
        return CL_INVALID_VALUE;
    driver = target;
    ours = *target;
    *our_entries = known;
    *our_dispatch = &ours;
    return CL_SUCCESS;
}

} // namespace histo_cl::test

// An OpenCL platform for tests, loaded by the ICD loader. It has no device or an unusable one, depending on
// HISTO_CL_FAKE_PLATFORM: no_device, failing_driver, old_device, no_compiler or other_byte_order.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <string_view>

// The loader requires that every handle starts with a pointer to the table of functions.
struct _cl_platform_id {
    cl_icd_dispatch* dispatch;
};
struct _cl_device_id {
    cl_icd_dispatch* dispatch;
};
struct _cl_context {
    cl_icd_dispatch* dispatch;
};

namespace {

cl_icd_dispatch table{};
_cl_platform_id the_platform{&table};
_cl_device_id the_device{&table};
_cl_context the_context{&table};

bool is(std::string_view kind) {
    const char* const asked = std::getenv("HISTO_CL_FAKE_PLATFORM");
    return asked != nullptr && kind == asked;
}

cl_int answer(const void* data, size_t bytes, size_t room, void* value, size_t* size) {
    if (size != nullptr) *size = bytes;
    if (value == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    std::memcpy(value, data, bytes);
    return CL_SUCCESS;
}

cl_int answer(std::string_view text, size_t room, void* value, size_t* size) {
    return answer(text.data(), text.size() + 1, room, value,
                  size); // a zero byte follows each literal
}

cl_int CL_API_CALL platform_info(cl_platform_id, cl_platform_info what, size_t room, void* value,
                                 size_t* size) {
    switch (what) {
    case CL_PLATFORM_PROFILE: return answer("FULL_PROFILE", room, value, size);
    case CL_PLATFORM_VERSION: return answer("OpenCL 1.2 fake", room, value, size);
    case CL_PLATFORM_NAME: return answer("Fake platform", room, value, size);
    case CL_PLATFORM_EXTENSIONS: return answer("cl_khr_icd", room, value, size);
    case CL_PLATFORM_ICD_SUFFIX_KHR: return answer("FAKE", room, value, size);
    default: return answer("", room, value, size);
    }
}

cl_int CL_API_CALL device_ids(cl_platform_id, cl_device_type, cl_uint room, cl_device_id* ids,
                              cl_uint* count) {
    if (is("no_device")) return CL_DEVICE_NOT_FOUND;
    if (is("failing_driver")) return CL_OUT_OF_HOST_MEMORY;
    if (ids != nullptr && room > 0) *ids = &the_device;
    if (count != nullptr) *count = 1;
    return CL_SUCCESS;
}

cl_int CL_API_CALL device_info(cl_device_id, cl_device_info what, size_t room, void* value, size_t* size) {
    switch (what) {
    case CL_DEVICE_NAME: return answer("Fake device", room, value, size);
    case CL_DEVICE_VERSION:
        return answer(is("old_device") ? "OpenCL 1.1 fake" : "OpenCL 1.2 fake", room, value, size);
    case CL_DRIVER_VERSION:
    case CL_DEVICE_VENDOR:
    case CL_DEVICE_EXTENSIONS: return answer("", room, value, size);
    case CL_DEVICE_PLATFORM: {
        cl_platform_id platform = &the_platform;
        return answer(&platform, sizeof platform, room, value, size);
    }
    case CL_DEVICE_COMPILER_AVAILABLE: {
        const cl_bool available = is("other_byte_order") ? CL_TRUE : CL_FALSE;
        return answer(&available, sizeof available, room, value, size);
    }
    case CL_DEVICE_ENDIAN_LITTLE: {
        const bool little_endian_host = std::endian::native == std::endian::little;
        const cl_bool little_endian = little_endian_host != is("other_byte_order") ? CL_TRUE : CL_FALSE;
        return answer(&little_endian, sizeof little_endian, room, value, size);
    }
    default: // all other properties are numbers, and are 0 whatever their width
        if (size != nullptr) *size = room;
        if (value != nullptr) std::memset(value, 0, room);
        return CL_SUCCESS;
    }
}

cl_context CL_API_CALL create_context(const cl_context_properties*, cl_uint, const cl_device_id*,
                                      void(CL_CALLBACK*)(const char*, const void*, size_t, void*), void*,
                                      cl_int* code) {
    if (code != nullptr) *code = CL_SUCCESS;
    return &the_context;
}

cl_int CL_API_CALL keep_context(cl_context) {
    return CL_SUCCESS;
}

cl_int CL_API_CALL platform_ids(cl_uint room, cl_platform_id* ids, cl_uint* count) {
    table.clGetPlatformInfo = platform_info;
    table.clGetDeviceIDs = device_ids;
    table.clGetDeviceInfo = device_info;
    table.clCreateContext = create_context;
    table.clRetainContext = keep_context;
    table.clReleaseContext = keep_context;
    if (ids != nullptr && room > 0) *ids = &the_platform;
    if (count != nullptr) *count = 1;
    return CL_SUCCESS;
}

} // namespace

extern "C" {

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
    if (std::string_view(name) == "clIcdGetPlatformIDsKHR") return reinterpret_cast<void*>(platform_ids);
    return nullptr;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room,
                                                  void* value, size_t* size) {
    return platform_info(platform, what, room, value, size);
}
}

#include "api/made_up_driver.hpp"

#include "support/opencl_function.hpp"

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

namespace {

using histo_cl::test::FailingCalls;
using histo_cl::test::MadeUpDriver;
using histo_cl::test::opencl_function;

std::mutex mutex; // protects `driver`, because threads of the library may run while a Pretence begins or ends
MadeUpDriver driver;
std::atomic<int> builds = 0;

MadeUpDriver pretended() {
    const std::scoped_lock lock(mutex);
    return driver;
}

/// Counts a call, and returns whether it fails.
bool fails(FailingCalls MadeUpDriver::*which) {
    const std::scoped_lock lock(mutex);
    auto& failing = driver.*which;
    if (failing.calls == 0) return false;
    if (failing.after > 0) {
        --failing.after;
        return false;
    }
    --failing.calls;
    return true;
}

template <class T>
cl_int answer(const T& value, size_t room, void* to, size_t* size) {
    if (size != nullptr) *size = sizeof value;
    if (to == nullptr) return CL_SUCCESS;
    if (room < sizeof value) return CL_INVALID_VALUE;
    std::memcpy(to, &value, sizeof value);
    return CL_SUCCESS;
}

/// Answers a query for the extensions with the driver's own and cl_intel_unified_shared_memory.
cl_int answer_extensions(cl_device_id device, size_t room, void* to, size_t* size) {
    auto* const real = opencl_function<decltype(clGetDeviceInfo)>("clGetDeviceInfo");
    size_t real_size = 0;
    if (const auto code = real(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &real_size); code != CL_SUCCESS)
        return code;
    std::string all(real_size, '\0');
    if (const auto code = real(device, CL_DEVICE_EXTENSIONS, real_size, all.data(), nullptr);
        code != CL_SUCCESS)
        return code;
    all.resize(std::strlen(all.c_str()));
    all += " cl_intel_unified_shared_memory";
    if (size != nullptr) *size = all.size() + 1;
    if (to == nullptr) return CL_SUCCESS;
    if (room < all.size() + 1) return CL_INVALID_VALUE;
    std::memcpy(to, all.c_str(), all.size() + 1);
    return CL_SUCCESS;
}

} // namespace

namespace histo_cl::test {

Pretence::Pretence(const MadeUpDriver& made_up) {
    const std::scoped_lock lock(mutex);
    driver = made_up;
}
Pretence::~Pretence() {
    const std::scoped_lock lock(mutex);
    driver = {};
}

int builds_so_far() noexcept {
    return builds;
}

} // namespace histo_cl::test

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t room,
                                                void* value, size_t* size) {
    static auto* const real = opencl_function<decltype(clGetDeviceInfo)>("clGetDeviceInfo");
    const auto made_up = pretended();
    if (made_up.nvidia) {
        constexpr cl_device_info capability_major = 0x4000;
        constexpr cl_device_info capability_minor = 0x4001;
        constexpr cl_device_info warp_size = 0x4003;
        switch (what) {
        case CL_DEVICE_VENDOR: return answer("NVIDIA Corporation", room, value, size);
        case CL_DEVICE_TYPE: return answer(cl_device_type{CL_DEVICE_TYPE_GPU}, room, value, size);
        case CL_DEVICE_LOCAL_MEM_TYPE: return answer(cl_device_local_mem_type{CL_LOCAL}, room, value, size);
        case CL_DEVICE_LOCAL_MEM_SIZE: return answer(cl_ulong{48 * 1024}, room, value, size);
        case capability_major: return answer(cl_uint{9}, room, value, size);
        case capability_minor: return answer(cl_uint{0}, room, value, size);
        case warp_size: return answer(cl_uint{32}, room, value, size);
        default: break;
        }
    }
    if (made_up.no_svm && what == 0x1053) return answer(cl_bitfield{0}, room, value, size);
    if (made_up.usm) {
        switch (what) {
        case CL_DEVICE_EXTENSIONS: return answer_extensions(device, room, value, size);
        case 0x4190: return answer(cl_bitfield{made_up.usm->host}, room, value, size);
        case 0x4191: return answer(cl_bitfield{made_up.usm->device}, room, value, size);
        case 0x4192: return answer(cl_bitfield{made_up.usm->shared}, room, value, size);
        case 0x4193: return answer(cl_bitfield{made_up.usm->cross_device}, room, value, size);
        case 0x4194: return answer(cl_bitfield{made_up.usm->system}, room, value, size);
        default: break;
        }
    }
    return real(device, what, room, value, size);
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char* name) {
    static auto* const real = opencl_function<decltype(clGetExtensionFunctionAddressForPlatform)>(
        "clGetExtensionFunctionAddressForPlatform");
    auto* const made_up = pretended().usm ? histo_cl::test::made_up_usm_function(name) : nullptr;
    return made_up != nullptr ? made_up : real(platform, name);
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info what, size_t room,
                                                         void* value, size_t* size) {
    static auto* const real = opencl_function<decltype(clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo");
    const auto reported = pretended().reported_work_group_size;
    if (what == CL_KERNEL_WORK_GROUP_SIZE && reported != 0) return answer(reported, room, value, size);
    return real(kernel, device, what, room, value, size);
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint devices, const cl_device_id* list,
                                               const char* options,
                                               void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
    static auto* const real = opencl_function<decltype(clBuildProgram)>("clBuildProgram");
    ++builds;
    if (fails(&MadeUpDriver::builds)) return CL_BUILD_PROGRAM_FAILURE;
    return real(program, devices, list, options, notify, data);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                                    size_t offset, size_t bytes, void* to, cl_uint wait_count,
                                                    const cl_event* wait, cl_event* event) {
    static auto* const real = opencl_function<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer");
    if (blocking == CL_FALSE && fails(&MadeUpDriver::reads)) return CL_OUT_OF_RESOURCES;
    return real(queue, buffer, blocking, offset, bytes, to, wait_count, wait, event);
}

CL_API_ENTRY cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event* events) {
    static auto* const real = opencl_function<decltype(clWaitForEvents)>("clWaitForEvents");
    const auto code = real(count, events);
    return fails(&MadeUpDriver::waits) ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : code;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                       cl_uint dimensions, const size_t* offset,
                                                       const size_t* global, const size_t* local,
                                                       cl_uint wait_count, const cl_event* wait,
                                                       cl_event* event) {
    static auto* const real = opencl_function<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel");
    if (fails(&MadeUpDriver::launches)) return CL_OUT_OF_RESOURCES;
    return real(queue, kernel, dimensions, offset, global, local, wait_count, wait, event);
}
}

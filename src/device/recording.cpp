#include "device/recording.hpp"

#include "core/text.hpp"
#include "device/device.hpp"
#include "histo_cl/error.hpp"

#include <cstddef>
#include <cstdint>

namespace histo_cl::detail {
namespace {

// The function types of the headers are not used, because the driver may have another version of the
// extension.
using Properties = const cl_ulong*; // always null
using MutableCommand = void**;      // always null

using GetInfo = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_uint, size_t, void*, size_t*);
using Fill = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, cl_mem, const void*, size_t,
                                  size_t, size_t, cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                                  MutableCommand);
using FillWithProperties = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, Properties, cl_mem,
                                                const void*, size_t, size_t, size_t, cl_uint,
                                                const cl_sync_point_khr*, cl_sync_point_khr*, MutableCommand);
using Launch = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, Properties, cl_kernel, cl_uint,
                                    const size_t*, const size_t*, const size_t*, cl_uint,
                                    const cl_sync_point_khr*, cl_sync_point_khr*, MutableCommand);
using Barrier = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, cl_uint,
                                     const cl_sync_point_khr*, cl_sync_point_khr*, MutableCommand);
using BarrierWithProperties = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, Properties,
                                                   cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                                                   MutableCommand);

constexpr std::uint32_t properties_since = opencl_version(0, 9, 5);

// If a command buffer has only one queue, its commands accept null as their queue.
constexpr std::nullptr_t its_queue = nullptr;

template <class Function>
Function as(void* address) noexcept {
    return reinterpret_cast<Function>(address);
}

void* find(cl_platform_id platform, const char* name) {
    if (auto* const address = clGetExtensionFunctionAddressForPlatform(platform, name)) return address;
    throw Error(Status::unsupported, concat("the driver reports command buffers, but has no ", name));
}

cl_platform_id platform_with_command_buffers(cl_device_id device, const DeviceProfile& profile) {
    if (profile.command_buffer_version == 0)
        throw Error(Status::unsupported,
                    concat(profile.name, " has no command buffers: it reports no version of "
                                         "cl_khr_command_buffer"));
    return platform_of(device);
}

cl_uint count(SyncPoints wait) noexcept {
    return static_cast<cl_uint>(wait.size());
}

/// The list of sync points; null if empty, as drivers require.
const cl_sync_point_khr* list(SyncPoints wait) noexcept {
    return wait.empty() ? nullptr : wait.data();
}

} // namespace

CommandBufferCalls::CommandBufferCalls(cl_device_id device, const DeviceProfile& profile)
    : takes_properties_(profile.command_buffer_version >= properties_since) {
    auto* const platform = platform_with_command_buffers(device, profile);
    get_info_ = find(platform, "clGetCommandBufferInfoKHR");
    fill_ = find(platform, "clCommandFillBufferKHR");
    launch_ = find(platform, "clCommandNDRangeKernelKHR");
    barrier_ = find(platform, "clCommandBarrierWithWaitListKHR");
}

cl_int CommandBufferCalls::get_info(cl_command_buffer_khr buffer, cl_uint what, size_t room, void* value,
                                    size_t* size) const {
    return as<GetInfo>(get_info_)(buffer, what, room, value, size);
}

cl_int CommandBufferCalls::fill(cl_command_buffer_khr buffer, cl_mem memory, cl_uint pattern, size_t bytes,
                                SyncPoints wait, cl_sync_point_khr* done) const {
    if (takes_properties_)
        return as<FillWithProperties>(fill_)(buffer, its_queue, nullptr, memory, &pattern, sizeof pattern, 0,
                                             bytes, count(wait), list(wait), done, nullptr);
    return as<Fill>(fill_)(buffer, its_queue, memory, &pattern, sizeof pattern, 0, bytes, count(wait),
                           list(wait), done, nullptr);
}

cl_int CommandBufferCalls::launch(cl_command_buffer_khr buffer, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* global, const size_t* local, SyncPoints wait,
                                  cl_sync_point_khr* done) const {
    return as<Launch>(launch_)(buffer, its_queue, nullptr, kernel, dimensions, nullptr, global, local,
                               count(wait), list(wait), done, nullptr);
}

cl_int CommandBufferCalls::barrier(cl_command_buffer_khr buffer, SyncPoints wait,
                                   cl_sync_point_khr* done) const {
    if (takes_properties_)
        return as<BarrierWithProperties>(barrier_)(buffer, its_queue, nullptr, count(wait), list(wait), done,
                                                   nullptr);
    return as<Barrier>(barrier_)(buffer, its_queue, count(wait), list(wait), done, nullptr);
}

template <class Record>
void Recording::put(const char* call, const Record& record) {
    cl_sync_point_khr done = 0;
    check(record(last_ ? SyncPoints(&*last_, 1) : wait_, &done), call);
    last_ = done;
}

void Recording::fill_zero(const KernelMemory& memory, size_t bytes) {
    put("clCommandFillBufferKHR", [&](SyncPoints wait, cl_sync_point_khr* done) {
        return calls_.fill(buffer_, memory.memory.object(), 0, bytes, wait, done);
    });
}

cl_kernel Recording::to_launch(cl_kernel kernel) {
    kernels_.push_back(copy_(kernel));
    return kernels_.back().get();
}

void Recording::launch(cl_kernel kernel, cl_uint dimensions, const size_t* global, const size_t* local) {
    put("clCommandNDRangeKernelKHR", [&](SyncPoints wait, cl_sync_point_khr* done) {
        return calls_.launch(buffer_, kernel, dimensions, global, local, wait, done);
    });
}

void Recording::keep(const Buffer& memory) {
    if (memory) kept_.push_back(Buffer::retained(memory.get()));
}

void Recording::barrier() {
    put("clCommandBarrierWithWaitListKHR",
        [&](SyncPoints wait, cl_sync_point_khr* done) { return calls_.barrier(buffer_, wait, done); });
}

} // namespace histo_cl::detail

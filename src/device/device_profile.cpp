#include "histo_cl/device_profile.hpp"

#include "core/text.hpp"
#include "device/device.hpp"
#include "device/objects.hpp"
#include "histo_cl/device.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {
namespace {

using detail::concat;

// Constants of extensions and of later versions of OpenCL, which the installed headers may lack.
constexpr cl_device_info nvidia_capability_major = 0x4000;
constexpr cl_device_info nvidia_capability_minor = 0x4001;
constexpr cl_device_info nvidia_warp_size = 0x4003;
constexpr cl_device_info amd_wavefront_width = 0x4043;
constexpr cl_device_info extensions_with_version = 0x1060;       // OpenCL 3.0
constexpr cl_device_info preferred_work_group_multiple = 0x1067; // OpenCL 3.0
constexpr cl_device_info svm_capabilities = 0x1053;              // OpenCL 2.0
constexpr cl_device_info usm_host_capabilities = 0x4190;         // cl_intel_unified_shared_memory
constexpr cl_device_info usm_device_capabilities = 0x4191;
constexpr cl_device_info usm_shared_capabilities = 0x4192;
constexpr cl_device_info usm_cross_device_capabilities = 0x4193;
constexpr cl_device_info usm_system_capabilities = 0x4194;

template <class T>
T ask(cl_device_id device, cl_device_info what) {
    return detail::info<T>(clGetDeviceInfo, device, what, "clGetDeviceInfo");
}

std::string ask_text(cl_device_id device, cl_device_info what) {
    return detail::info_text(clGetDeviceInfo, device, what, "clGetDeviceInfo");
}

/// Queries a property. Returns the fallback if the device does not support the query.
template <class T>
T ask_or(cl_device_id device, cl_device_info what, T fallback) {
    T value{};
    const auto code = clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
    // Drivers return various codes for an unknown query. These two codes are real failures.
    if (code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES) detail::check(code, "clGetDeviceInfo");
    return code == CL_SUCCESS ? value : fallback;
}

/// Queries a bitfield with at most 32 defined bits; 0 if the device does not support the query.
std::uint32_t capabilities(cl_device_id device, cl_device_info what) {
    return static_cast<std::uint32_t>(ask_or<cl_bitfield>(device, what, 0));
}

/// An extension's version, packed into 32 bits; 0 if the device does not report one.
std::uint32_t extension_version(cl_device_id device, std::string_view extension) {
    struct NamedVersion {
        cl_uint version;
        std::array<char, 64> name;
    };
    size_t size = 0;
    const auto code = clGetDeviceInfo(device, extensions_with_version, 0, nullptr, &size);
    if (code == CL_OUT_OF_HOST_MEMORY || code == CL_OUT_OF_RESOURCES) detail::check(code, "clGetDeviceInfo");
    if (code != CL_SUCCESS) return 0;
    std::vector<NamedVersion> versions(size / sizeof(NamedVersion));
    detail::check(clGetDeviceInfo(device, extensions_with_version, size, versions.data(), nullptr),
                  "clGetDeviceInfo");
    const auto found = std::ranges::find_if(
        versions, [&](const NamedVersion& one) { return std::string_view(one.name.data()) == extension; });
    return found == versions.end() ? 0 : found->version;
}

bool has_word(const std::string& words, const std::string& word) {
    return (" " + words + " ").find(" " + word + " ") != std::string::npos;
}

Vendor vendor_of(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::pair<std::string_view, Vendor>, 8> marks{{{"advanced micro", Vendor::amd},
                                                                        {"amd", Vendor::amd},
                                                                        {"nvidia", Vendor::nvidia},
                                                                        {"intel", Vendor::intel},
                                                                        {"apple", Vendor::apple},
                                                                        {"qualcomm", Vendor::qualcomm},
                                                                        {"arm", Vendor::arm},
                                                                        {"mali", Vendor::arm}}};
    for (const auto& [mark, vendor] : marks)
        if (text.find(mark) != std::string::npos) return vendor;
    return Vendor::other;
}

/// A device can have several types, for example on simulators. Prefers GPU, then CPU.
DeviceType type_of(cl_device_type bits) {
    if ((bits & CL_DEVICE_TYPE_GPU) != 0) return DeviceType::gpu;
    if ((bits & CL_DEVICE_TYPE_CPU) != 0) return DeviceType::cpu;
    return DeviceType::accelerator;
}

/// The usual sub-group width according to the vendors' public documents, for devices that do not report a
/// width.
std::uint32_t usual_wave_width(Vendor vendor, DeviceType type) {
    if (type == DeviceType::cpu) return 1;
    if (vendor == Vendor::amd || vendor == Vendor::qualcomm) return 64;
    return vendor == Vendor::intel || vendor == Vendor::arm ? 16 : 32;
}

std::uint32_t wave_width_of(cl_device_id device, Vendor vendor, DeviceType type) {
    cl_uint width = 0;
    if (vendor == Vendor::nvidia) width = ask_or<cl_uint>(device, nvidia_warp_size, 0);
    if (vendor == Vendor::amd && type == DeviceType::gpu)
        width = ask_or<cl_uint>(device, amd_wavefront_width, 0);
    if (width == 0) width = static_cast<cl_uint>(ask_or<size_t>(device, preferred_work_group_multiple, 0));
    return width != 0 ? width : usual_wave_width(vendor, type);
}

/// The local memory that a kernel can use on an NVIDIA device: the maximum shared memory per thread block of
/// its compute capability, from CUDA's programming guide. NVIDIA's OpenCL reports 48 KiB for every device. 0
/// for a compute capability that is not listed here.
std::uint64_t nvidia_local_memory(cl_device_id device) {
    const auto major = ask_or<cl_uint>(device, nvidia_capability_major, 0);
    const auto minor = ask_or<cl_uint>(device, nvidia_capability_minor, 0);
    constexpr std::uint64_t kib = 1024;
    switch (major * 10 + minor) {
    case 70:
    case 72: return 96 * kib;
    case 75: return 64 * kib;
    case 80:
    case 87: return 163 * kib;
    case 86:
    case 89:
    case 120:
    case 121: return 99 * kib;
    case 90:
    case 100:
    case 101:
    case 103: return 227 * kib;
    default: return 0;
    }
}

/// Sets the members that describe peculiarities of drivers, which no query reports.
void note_faults(DeviceProfile& profile) {
    // Mesa's llvmpipe ends all loops of a shader after 65535 iterations (LP_MAX_TGSI_LOOP_ITERATIONS).
    if (profile.name.starts_with("llvmpipe")) profile.loop_limit = 65535;
    // PoCL 3.1 reads single-channel pixels of type half as integers. Other versions are not trusted either.
    profile.misreads_single_halves = detail::is_pocl(profile);
    // Oclgrind checks for races between work-items.
    if (profile.platform == "Oclgrind") profile.reports_races = true;
    // NVIDIA's driver reports a maximum work-group size of 256 for every kernel, but launches work-groups up
    // to the device's limit.
    if (profile.vendor == Vendor::nvidia) profile.understates_kernels = true;
}

} // namespace

std::string_view name(DeviceType value) noexcept {
    return detail::name_of(value);
}

std::string_view name(Vendor value) noexcept {
    return detail::name_of(value);
}

DeviceProfile device_profile(cl_device_id device) {
    if (device == nullptr) detail::invalid("the device is a null handle: a cl_device_id is needed");
    detail::begin_opencl();
    const auto platform = detail::platform_of(device);
    const auto extensions = ask_text(device, CL_DEVICE_EXTENSIONS);
    std::array<size_t, 16> work_item_sizes{};
    detail::check(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof work_item_sizes,
                                  work_item_sizes.data(), nullptr),
                  "clGetDeviceInfo");

    DeviceProfile profile;
    profile.name = ask_text(device, CL_DEVICE_NAME);
    profile.platform = detail::info_text(clGetPlatformInfo, platform, CL_PLATFORM_NAME, "clGetPlatformInfo");
    profile.version = ask_text(device, CL_DEVICE_VERSION);
    profile.driver = ask_text(device, CL_DRIVER_VERSION);
    profile.vendor = vendor_of(ask_text(device, CL_DEVICE_VENDOR));
    profile.type = type_of(ask<cl_device_type>(device, CL_DEVICE_TYPE));
    profile.compute_units = ask<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
    profile.max_work_group_size = static_cast<std::uint32_t>(
        std::min(ask<size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE), work_item_sizes[0]));
    profile.wave_width = wave_width_of(device, profile.vendor, profile.type);
    profile.local_memory_bytes = ask<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
    if (profile.vendor == Vendor::nvidia) profile.local_memory_reach_bytes = nvidia_local_memory(device);
    profile.local_memory_dedicated =
        ask<cl_device_local_mem_type>(device, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
    profile.global_memory_bytes = ask<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
    profile.max_allocation_bytes = ask<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    profile.base_address_align_bytes = ask<cl_uint>(device, CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
    profile.int64_atomics = has_word(extensions, "cl_khr_int64_base_atomics");
    profile.fp64 = has_word(extensions, "cl_khr_fp64");
    profile.little_endian = ask<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE) == CL_TRUE;
    profile.compiler_available = ask<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE;
    profile.images = ask<cl_bool>(device, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE;
    profile.depth_images = has_word(extensions, "cl_khr_depth_images");
    if (has_word(extensions, "cl_khr_command_buffer"))
        profile.command_buffer_version = extension_version(device, "cl_khr_command_buffer");
    profile.svm_capabilities = capabilities(device, svm_capabilities);
    if (has_word(extensions, "cl_intel_unified_shared_memory")) {
        profile.usm_device_capabilities = capabilities(device, usm_device_capabilities);
        profile.usm_host_capabilities = capabilities(device, usm_host_capabilities);
        profile.usm_shared_capabilities = capabilities(device, usm_shared_capabilities);
        profile.usm_cross_device_capabilities = capabilities(device, usm_cross_device_capabilities);
        profile.usm_system_capabilities = capabilities(device, usm_system_capabilities);
    }
    note_faults(profile);
    return profile;
}

std::string to_string(const DeviceProfile& profile) {
    return concat(profile.name, " (", profile.platform, "), ", profile.type, ", ", profile.compute_units,
                  " compute units, ", profile.local_memory_bytes / 1024, " KiB local memory");
}

} // namespace histo_cl::inline HISTO_CL_ABI

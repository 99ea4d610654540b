#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/export.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI {

/// The kind of a device. CL_DEVICE_TYPE_CUSTOM and other types count as accelerators.
enum class DeviceType : std::uint8_t { cpu, gpu, accelerator };

/// The hardware vendors that the library distinguishes.
enum class Vendor : std::uint8_t { amd, apple, arm, intel, nvidia, qualcomm, other };

/// @{
/// The name of a value, e.g. "gpu".
[[nodiscard]] HISTO_CL_API std::string_view name(DeviceType type) noexcept;
[[nodiscard]] HISTO_CL_API std::string_view name(Vendor vendor) noexcept;
/// @}

/// The properties of a device. Plain data, so that choose() can be tested for hardware that is not available.
struct DeviceProfile {
    std::string name;                  ///< CL_DEVICE_NAME
    std::string platform;              ///< CL_PLATFORM_NAME
    std::string version;               ///< CL_DEVICE_VERSION
    std::string driver;                ///< CL_DRIVER_VERSION
    Vendor vendor = Vendor::other;     ///< who made the device
    DeviceType type = DeviceType::gpu; ///< CPU, GPU or accelerator

    std::uint32_t compute_units = 1; ///< CL_DEVICE_MAX_COMPUTE_UNITS
    /// Maximum number of work-items of a work-group with one dimension.
    std::uint32_t max_work_group_size = 1;
    std::uint32_t wave_width = 1; ///< number of work-items in lockstep: warp, wave, SIMD or vector width
    std::uint64_t local_memory_bytes = 0; ///< CL_DEVICE_LOCAL_MEM_SIZE, per work-group
    /// Local memory that a work-group can use according to the vendor's documents, if that is more than the
    /// device reports; else 0. A plan uses the additional memory only after a trial launch has succeeded.
    std::uint64_t local_memory_reach_bytes = 0;
    bool local_memory_dedicated = false;          ///< CL_LOCAL: on the chip, not a part of global memory
    std::uint64_t global_memory_bytes = 0;        ///< CL_DEVICE_GLOBAL_MEM_SIZE
    std::uint64_t max_allocation_bytes = 0;       ///< maximum size of one buffer
    std::uint32_t base_address_align_bytes = 128; ///< alignment that the origin of a sub-buffer needs

    bool int64_atomics = false; ///< cl_khr_int64_base_atomics
    bool fp64 = false;          ///< kernels can use doubles
    bool little_endian = true;  ///< whether the device is little-endian; a plan needs the host's byte order
    bool compiler_available = true; ///< kernels can be built from source
    bool images = true;             ///< CL_DEVICE_IMAGE_SUPPORT
    bool depth_images = false;      ///< cl_khr_depth_images
    /// Version of cl_khr_command_buffer, as CL_MAKE_VERSION packs it; 0: the device has no command buffers.
    std::uint32_t command_buffer_version = 0;
    /// CL_DEVICE_SVM_CAPABILITIES; 0: kernels cannot take SVM pointers.
    std::uint32_t svm_capabilities = 0;
    // What kernels may do with each type of memory of cl_intel_unified_shared_memory: the bits
    // CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL (1), _ATOMIC_ACCESS_INTEL (2) and so on; 0: nothing.
    std::uint32_t usm_device_capabilities = 0;       ///< memory of this device
    std::uint32_t usm_host_capabilities = 0;         ///< host memory of clHostMemAllocINTEL()
    std::uint32_t usm_shared_capabilities = 0;       ///< shared memory of this device
    std::uint32_t usm_cross_device_capabilities = 0; ///< shared memory of another device, or of no device
    std::uint32_t usm_system_capabilities = 0;       ///< any host memory

    // Faults of the driver, which no OpenCL query reports.
    std::uint32_t loop_limit = 0; ///< iterations after which a loop silently ends; 0: no such limit
    /// The driver reports a smaller CL_KERNEL_WORK_GROUP_SIZE than it can launch, so a trial launch decides.
    bool understates_kernels = false;
    /// Kernels read wrong values from half_float images of one channel, so jobs with such an image are
    /// rejected.
    bool misreads_single_halves = false;
    bool reports_races = false; ///< the device reports a race if a plain read is concurrent with atomics
};

/// One line: name, platform, type, compute units and local memory, e.g. "gfx1030 (AMD Accelerated Parallel
/// Processing), gpu, 36 compute units, 64 KiB local memory".
[[nodiscard]] HISTO_CL_API std::string to_string(const DeviceProfile& profile);

} // namespace histo_cl::inline HISTO_CL_ABI

#pragma once

#include <histo_cl/device_profile.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Profiles of real devices, so that `choose` is tested for hardware that is not available.
///
/// Every value is from the listing that `source` names (clinfo's unless another is named). If a listing lacks
/// a value, a comment says which value the profile has, mostly the minimum that OpenCL requires. Sources of
/// the members: wave_width is CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE (or the width of a warp or
/// wavefront, where the listing has it). base_address_align_bytes is CL_DEVICE_MEM_BASE_ADDR_ALIGN / 8.
/// int64_atomics means that cl_khr_int64_base_atomics is among the extensions. fp64 means that
/// CL_DEVICE_DOUBLE_FP_CONFIG is not empty. A member that is left out has DeviceProfile's default. Members
/// for faults that no platform reports are set as in src/device/device_profile.cpp.
namespace histo_cl::test {

struct NamedProfile {
    std::string_view key;    ///< a short name that does not change, e.g. "amd_rx_6800_xt"
    std::string_view source; ///< the address of the listing, or the command that made it
    DeviceProfile profile;
};

/// The properties that AMD's own driver reports for every GPU.
inline DeviceProfile amd(DeviceProfile profile) {
    profile.vendor = Vendor::amd;
    profile.max_work_group_size = 256;
    profile.local_memory_dedicated = profile.int64_atomics = profile.fp64 = true;
    return profile;
}

/// The properties that NVIDIA's driver reports for every GPU.
inline DeviceProfile nvidia(DeviceProfile profile) {
    profile.vendor = Vendor::nvidia;
    profile.max_work_group_size = 1024;
    profile.wave_width = 32;
    profile.local_memory_bytes = 49152;
    profile.base_address_align_bytes = 512;
    profile.local_memory_dedicated = profile.int64_atomics = profile.fp64 = true;
    profile.understates_kernels = true;
    return profile;
}

inline const std::vector<NamedProfile>& real_profiles() {
    static const std::vector<NamedProfile> profiles{
        // AMD, GCN: wavefronts of 64.
        {.key = "amd_r7_spectre", // GCN 2, in an A10-7850K
         .source = "https://github.com/weichen8157/HSA_microbench/blob/a613204350/clinfo.txt",
         .profile = amd({.name = "Spectre",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 2.0 AMD-APP (1598.5)",
                         .driver = "1598.5 (VM)",
                         .compute_units = 8,
                         .wave_width = 64,
                         .local_memory_bytes = 32768,
                         .global_memory_bytes = 3063939072,
                         .max_allocation_bytes = 1347158016,
                         .base_address_align_bytes = 256})},
        {.key = "amd_firepro_s7150", // GCN 3
         .source = "https://github.com/quxiaofeng/caffe/blob/a4088c570d/clinfo.txt",
         .profile = amd({.name = "Tonga",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 1.2 AMD-APP (2261.3)",
                         .driver = "2261.3",
                         .compute_units = 14,
                         .wave_width = 64,
                         .local_memory_bytes = 32768,
                         .global_memory_bytes = 8558202880,
                         .max_allocation_bytes = 4244635648,
                         .base_address_align_bytes = 256})},
        {.key = "amd_radeon_pro_560x", // GCN 4, in a MacBook Pro
         .source = "https://github.com/xmrig/xmrig/issues/1394",
         .profile = {.name = "AMD Radeon Pro 560X Compute Engine",
                     .platform = "Apple",
                     .version = "OpenCL 1.2",
                     .driver = "1.2 (Aug  7 2020 15:44:49)",
                     .vendor = Vendor::amd,
                     .compute_units = 16,
                     .max_work_group_size = 256,
                     .wave_width = 64,
                     .local_memory_bytes = 32768,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 4294967296,
                     .max_allocation_bytes = 1073741824,
                     .base_address_align_bytes = 4096,
                     .fp64 = true}},
        {.key = "amd_rx_vega_64", // GCN 5
         .source = "https://github.com/ROCm/ROCm/issues/495",
         .profile = amd({.name = "gfx900",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 1.2",
                         .driver = "2574.0 (HSA1.1,LC)",
                         .compute_units = 64,
                         .wave_width = 64,
                         .local_memory_bytes = 65536,
                         .global_memory_bytes = 8573157376,
                         .max_allocation_bytes = 7287183769})},
        {.key = "amd_raven_ridge", // GCN 5 in a processor: 218 MiB is the largest buffer
         .source = "https://github.com/xmrig/xmrig/issues/1498",
         .profile = amd({.name = "gfx902",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 2.0 AMD-APP (2906.7)",
                         .driver = "2906.7 (PAL,HSAIL)",
                         .compute_units = 8,
                         .wave_width = 64,
                         .local_memory_bytes = 65536,
                         .global_memory_bytes = 912680548,
                         .max_allocation_bytes = 228170137,
                         .base_address_align_bytes = 256})},
        {.key = "amd_radeon_vii", // GCN 5
         .source = "https://kulvait.github.io/KCT_doc/categories/cvp-paper-2020.html",
         .profile = amd({.name = "gfx906",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 2.0 AMD-APP (2841.4)",
                         .driver = "2841.4 (PAL,HSAIL)",
                         .compute_units = 60,
                         .wave_width = 64,
                         .local_memory_bytes = 65536,
                         .global_memory_bytes = 16978542592,
                         .max_allocation_bytes = 4244635648,
                         .base_address_align_bytes = 256})},

        // AMD, CDNA. Two partial listings. They lack the platform, the version, the driver, the alignment,
        // the largest buffer (1 GiB) and the extensions, which are left out here or have OpenCL's minimum.
        // fp64 is set because the native vector width of double is not 0. The wavefront's width and the lack
        // of images follow from CDNA 3's instruction set.
        {.key = "amd_mi300x",
         .source = "https://github.com/hashcat/hashcat/issues/4281 (clinfo), "
                   "https://github.com/ROCm/legacy-rocm-build/issues/4414 (rocminfo: both memories)",
         .profile = {.name = "gfx942",
                     .platform = "",
                     .version = "OpenCL 1.2",
                     .driver = "",
                     .vendor = Vendor::amd,
                     .compute_units = 304,
                     .max_work_group_size = 256,
                     .wave_width = 64,
                     .local_memory_bytes = 65536,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 206141652992,
                     .max_allocation_bytes = 1073741824,
                     .fp64 = true,
                     .images = false}},

        // AMD, RDNA. AMD's driver reports wavefronts of 32, and work-group processors as compute units;
        // Rusticl reports wavefronts of 64, and compute units.
        {.key = "amd_rx_6800_xt", // RDNA 2
         .source = "https://github.com/ROCm/ROCm/issues/1779",
         .profile = amd({.name = "gfx1030",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 2.0",
                         .driver = "3452.0 (HSA1.1,LC)",
                         .compute_units = 36,
                         .wave_width = 32,
                         .local_memory_bytes = 65536,
                         .global_memory_bytes = 17163091968,
                         .max_allocation_bytes = 14588628168})},
        {.key = "amd_rx_6700_xt_rusticl", // RDNA 2 by Mesa
         .source = "https://github.com/xmrig/xmrig/issues/3768",
         .profile = {.name =
                         "AMD Radeon RX 6700 XT (radeonsi, navi22, LLVM 21.1.5, DRM 3.64, 6.17.9-2-cachyos)",
                     .platform = "rusticl",
                     .version = "OpenCL 3.0",
                     .driver = "25.2.7-cachyos1.2",
                     .vendor = Vendor::amd,
                     .compute_units = 40,
                     .max_work_group_size = 1024,
                     .wave_width = 64,
                     .local_memory_bytes = 65536,
                     .global_memory_bytes = 12884901888,
                     .max_allocation_bytes = 2147483647,
                     .base_address_align_bytes = 512}},
        {.key = "amd_rx_7900_xtx", // RDNA 3
         .source = "https://github.com/ROCm/ROCm/issues/5675",
         .profile = amd({.name = "gfx1100",
                         .platform = "AMD Accelerated Parallel Processing",
                         .version = "OpenCL 2.0",
                         .driver = "3649.0 (HSA1.1,LC)",
                         .compute_units = 48,
                         .wave_width = 32,
                         .local_memory_bytes = 65536,
                         .global_memory_bytes = 25753026560,
                         .max_allocation_bytes = 21890072576,
                         .base_address_align_bytes = 256})},

        // Intel.
        {.key = "intel_uhd_630", // Gen9, in a MacBook Pro
         .source = "https://github.com/xmrig/xmrig/issues/1394",
         .profile = {.name = "Intel(R) UHD Graphics 630",
                     .platform = "Apple",
                     .version = "OpenCL 1.2",
                     .driver = "1.2(Jul  6 2020 11:56:19)",
                     .vendor = Vendor::intel,
                     .compute_units = 24,
                     .max_work_group_size = 256,
                     .wave_width = 32,
                     .local_memory_bytes = 65536,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 1610612736,
                     .max_allocation_bytes = 402653184}},
        {.key = "intel_iris_xe", // Gen12
         .source = "https://github.com/mairooni/TornadoVM/blob/417c4b2235/clinfo.txt",
         .profile = {.name = "Intel(R) Iris(R) Xe Graphics",
                     .platform = "Intel(R) OpenCL Graphics",
                     .version = "OpenCL 3.0 NEO",
                     .driver = "25.31.34666.3",
                     .vendor = Vendor::intel,
                     .compute_units = 96,
                     .max_work_group_size = 512,
                     .wave_width = 64,
                     .local_memory_bytes = 65536,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 30773293056,
                     .max_allocation_bytes = 4294959104,
                     .int64_atomics = true}},
        // Several partial listings of one card. They lack the alignment and the largest buffer (1 GiB), which
        // are OpenCL's minimum here. The type of local memory is the one that the same driver reports for
        // Iris Xe.
        {.key = "intel_arc_a750",
         .source = "https://github.com/openvinotoolkit/openvino/issues/20012 (driver, wave, fp64), "
                   "https://github.com/intel/compute-runtime/issues/586 (work-group, both memories), "
                   "https://github.com/intel/intel-extension-for-tensorflow/issues/28 (units, extensions)",
         .profile = {.name = "Intel(R) Arc(TM) A750 Graphics",
                     .platform = "Intel(R) OpenCL Graphics",
                     .version = "OpenCL 3.0 NEO",
                     .driver = "31.0.101.4826",
                     .vendor = Vendor::intel,
                     .compute_units = 448,
                     .max_work_group_size = 1024,
                     .wave_width = 64,
                     .local_memory_bytes = 65536,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 6791413760,
                     .max_allocation_bytes = 1073741824,
                     .int64_atomics = true}},
        {.key = "intel_core_i9_13900h", // a processor through Intel's own CPU runtime
         .source = "https://github.com/mairooni/TornadoVM/blob/417c4b2235/clinfo.txt",
         .profile = {.name = "13th Gen Intel(R) Core(TM) i9-13900H",
                     .platform = "Intel(R) OpenCL",
                     .version = "OpenCL 3.0 (Build 0)",
                     .driver = "2025.20.10.0.23_160000",
                     .vendor = Vendor::intel,
                     .type = DeviceType::cpu,
                     .compute_units = 20,
                     .max_work_group_size = 8192,
                     .wave_width = 128,
                     .local_memory_bytes = 262144,
                     .global_memory_bytes = 33239527424,
                     .max_allocation_bytes = 16619763712,
                     .int64_atomics = true,
                     .fp64 = true}},
        {.key = "intel_xeon_amd_app", // a processor through AMD's old CPU runtime
         .source = "https://github.com/quxiaofeng/caffe/blob/a4088c570d/clinfo.txt",
         .profile = {.name = "Intel(R) Xeon(R) CPU E5-2682 v4 @ 2.50GHz",
                     .platform = "AMD Accelerated Parallel Processing",
                     .version = "OpenCL 1.2 AMD-APP (2261.3)",
                     .driver = "2261.3 (sse2,avx)",
                     .vendor = Vendor::intel,
                     .type = DeviceType::cpu,
                     .compute_units = 12,
                     .max_work_group_size = 1024,
                     .local_memory_bytes = 32768,
                     .global_memory_bytes = 25112367104,
                     .max_allocation_bytes = 6278091776,
                     .int64_atomics = true,
                     .fp64 = true}},
        {.key = "intel_fpga_emulation", // an accelerator, with work-groups of up to 2^26
         .source = "https://github.com/mkarpenkospb/clBool/blob/b5f337f89f/clinfo.out",
         .profile = {.name = "Intel(R) FPGA Emulation Device",
                     .platform = "Intel(R) FPGA Emulation Platform for OpenCL(TM)",
                     .version = "OpenCL 1.2",
                     .driver = "2020.10.12.0.16_234512.xmain",
                     .vendor = Vendor::intel,
                     .type = DeviceType::accelerator,
                     .compute_units = 32,
                     .max_work_group_size = 67108864,
                     .wave_width = 128,
                     .local_memory_bytes = 262144,
                     .global_memory_bytes = 135073419264,
                     .max_allocation_bytes = 33768354816}},

        // NVIDIA: warps of 32. local_memory_reach_bytes is the maximum shared memory of a thread block in the
        // table of compute capabilities of CUDA's programming guide. For 3.5 that is not more than
        // OpenCL reports.
        {.key = "nvidia_gtx_titan", // Kepler, compute capability 3.5
         .source = "https://github.com/ROCm/ROCm/issues/1495",
         .profile = nvidia({.name = "NVIDIA GeForce GTX TITAN",
                            .platform = "NVIDIA CUDA",
                            .version = "OpenCL 3.0 CUDA",
                            .driver = "470.74",
                            .compute_units = 14,
                            .global_memory_bytes = 6379208704,
                            .max_allocation_bytes = 1594802176})},
        {.key = "nvidia_gtx_1650", // Turing, 7.5
         .source = "https://github.com/bgs99/ParallelProcessing/blob/af476c4a94/clinfo.txt",
         .profile = nvidia({.name = "NVIDIA GeForce GTX 1650",
                            .platform = "NVIDIA CUDA",
                            .version = "OpenCL 3.0 CUDA",
                            .driver = "525.60.11",
                            .compute_units = 16,
                            .local_memory_reach_bytes = 65536,
                            .global_memory_bytes = 4093509632,
                            .max_allocation_bytes = 1023377408})},
        {.key = "nvidia_rtx_4070_laptop", // Ada, 8.9
         .source = "https://github.com/mairooni/TornadoVM/blob/417c4b2235/clinfo.txt",
         .profile = nvidia({.name = "NVIDIA GeForce RTX 4070 Laptop GPU",
                            .platform = "NVIDIA CUDA",
                            .version = "OpenCL 3.0 CUDA",
                            .driver = "580.105.08",
                            .compute_units = 36,
                            .local_memory_reach_bytes = 101376,
                            .global_memory_bytes = 8184725504,
                            .max_allocation_bytes = 2046181376})},
        // Hopper, 9.0. The memory is 143771 MiB, rounded. The largest buffer was not read. It is set to a
        // quarter of the memory, as this driver reports for every device above.
        {.key = "nvidia_h200",
         .source = "clinfo on the device",
         .profile = nvidia({.name = "NVIDIA H200",
                            .platform = "NVIDIA CUDA",
                            .version = "OpenCL 3.0 CUDA",
                            .driver = "580.159.04",
                            .compute_units = 132,
                            .local_memory_reach_bytes = 232448,
                            .global_memory_bytes = 150754820096,
                            .max_allocation_bytes = 37688705024})},

        // Apple, Arm, Qualcomm.
        {.key = "apple_m4_pro",
         .source = "https://github.com/alexDickhans/field-localization/blob/dd80f19ca2/clinfo.txt",
         .profile = {.name = "Apple M4 Pro",
                     .platform = "Apple",
                     .version = "OpenCL 1.2",
                     .driver = "1.2 1.0",
                     .vendor = Vendor::apple,
                     .compute_units = 20,
                     .max_work_group_size = 256,
                     .wave_width = 32,
                     .local_memory_bytes = 32768,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 17179885568,
                     .max_allocation_bytes = 3221225472,
                     .base_address_align_bytes = 4096}},
        {.key = "arm_mali_g610", // its local memory is a part of global memory
         .source = "https://github.com/bbaranoff/OrangePi5-OpenCL/blob/2b8aa39b33/clinfo.txt",
         .profile = {.name = "Mali-LODX r0p0",
                     .platform = "ARM Platform",
                     .version = "OpenCL 2.1 v1.g6p0-01eac0.efb75e2978d783a80fe78be1bfb0efc1",
                     .driver = "2.1",
                     .vendor = Vendor::arm,
                     .compute_units = 4,
                     .max_work_group_size = 1024,
                     .wave_width = 16,
                     .local_memory_bytes = 32768,
                     .global_memory_bytes = 8055664640,
                     .max_allocation_bytes = 8055664640,
                     .int64_atomics = true}},
        {.key = "qualcomm_adreno_650",
         .source = "https://github.com/xmrig/xmrig/issues/2383",
         .profile = {.name = "QUALCOMM Adreno(TM)",
                     .platform = "QUALCOMM Snapdragon(TM)",
                     .version = "OpenCL 2.0 Adreno(TM) 650",
                     .driver = "OpenCL 2.0 QUALCOMM build: commit #191610ae03 changeid #Ic907de5ed0",
                     .vendor = Vendor::qualcomm,
                     .compute_units = 3,
                     .max_work_group_size = 1024,
                     .wave_width = 128,
                     .local_memory_bytes = 32768,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 3992293376,
                     .max_allocation_bytes = 998073344}},

        // Software devices: those of Debian 12, and one from PyPI.
        {.key = "pocl_x86",
         .source = "clinfo --raw, package pocl-opencl-icd 3.1",
         .profile = {.name = "pthread-skylake-avx512-AMD EPYC",
                     .platform = "Portable Computing Language",
                     .version = "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-skylake-avx512",
                     .driver = "3.1+debian",
                     .vendor = Vendor::amd,
                     .type = DeviceType::cpu,
                     .compute_units = 2,
                     .max_work_group_size = 4096,
                     .wave_width = 8,
                     .local_memory_bytes = 1048576,
                     .global_memory_bytes = 4298800128,
                     .max_allocation_bytes = 2147483648,
                     .int64_atomics = true,
                     .fp64 = true}},
        {.key = "intel_cpu", // Intel's runtime for CPUs, from PyPI
         .source = "device_profile(), package intel-opencl-rt 2026.2.0",
         .profile = {.name = "AMD EPYC",
                     .platform = "Intel(R) OpenCL",
                     .version = "OpenCL 3.1 (Build 0)",
                     .driver = "2026.22.10.0.01_160000",
                     .vendor = Vendor::intel,
                     .type = DeviceType::cpu,
                     .compute_units = 2,
                     .max_work_group_size = 8192,
                     .wave_width = 128,
                     .local_memory_bytes = 262144,
                     .global_memory_bytes = 25276510208,
                     .max_allocation_bytes = 12638255104,
                     .int64_atomics = true,
                     .fp64 = true,
                     .depth_images = true,
                     .command_buffer_version = 4194304,
                     .svm_capabilities = 15,
                     .usm_device_capabilities = 15,
                     .usm_host_capabilities = 15,
                     .usm_shared_capabilities = 15,
                     .usm_cross_device_capabilities = 15,
                     .usm_system_capabilities = 15}},
        {.key = "rusticl_llvmpipe",
         .source = "RUSTICL_ENABLE=llvmpipe clinfo --raw, package mesa-opencl-icd 22.3.6",
         .profile = {.name = "llvmpipe (LLVM 15.0.6, 256 bits)",
                     .platform = "rusticl",
                     .version = "OpenCL 3.0",
                     .driver = "22.3.6",
                     .vendor = Vendor::other,
                     .type = DeviceType::cpu,
                     .compute_units = 8,
                     .max_work_group_size = 1024,
                     .wave_width = 32,
                     .local_memory_bytes = 32768,
                     .global_memory_bytes = 2147483648,
                     .max_allocation_bytes = 2147483648,
                     .base_address_align_bytes = 512,
                     .loop_limit = 65535}},
        {.key = "oclgrind", // reports every type of device at once, and 128 MiB of memory
         .source = "oclgrind clinfo --raw, package oclgrind 21.10",
         .profile = {.name = "Oclgrind Simulator",
                     .platform = "Oclgrind",
                     .version = "OpenCL 1.2 (Oclgrind 21.10)",
                     .driver = "Oclgrind 21.10",
                     .vendor = Vendor::other,
                     .max_work_group_size = 1024,
                     .local_memory_bytes = 32768,
                     .local_memory_dedicated = true,
                     .global_memory_bytes = 134217728,
                     .max_allocation_bytes = 134217728,
                     .int64_atomics = true,
                     .fp64 = true,
                     .reports_races = true}},
    };
    return profiles;
}

/// The profile with this key. Throws std::out_of_range for an unknown key.
inline const DeviceProfile& profile_named(std::string_view key) {
    const auto& profiles = real_profiles();
    const auto found = std::ranges::find(profiles, key, &NamedProfile::key);
    if (found == profiles.end()) throw std::out_of_range("no profile is named " + std::string(key));
    return found->profile;
}

} // namespace histo_cl::test

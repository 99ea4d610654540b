#pragma once

#include "device/objects.hpp"
#include "histo_cl/device_profile.hpp"
#include "histo_cl/kernel_source.hpp"
#include "program/program_cache.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace histo_cl::detail {

/// A built program, shared by the plans that need the same one.
struct SharedProgram {
    Program program;
    /// Local memory in bytes of a launch that succeeded, so that plans with at most that need no trial; −1:
    /// none has.
    std::atomic<std::int64_t> launched_with = -1;
};

struct BuiltProgram {
    std::shared_ptr<SharedProgram> program;
    bool compiled = false;       ///< now, from source
    bool loaded = false;         ///< now, from the cache on disk
    bool replaces_entry = false; ///< in the cache, which the driver refused
    std::string key = {};        ///< in the cache
};

/// A text that identifies the device, its driver and the version of the library.
[[nodiscard]] std::string device_key(const DeviceProfile& profile);

/// A failed build by the device's compiler.
struct BuildFailure {
    cl_int code = CL_SUCCESS;
    std::string log;
    std::string message;

    /// Error(build_failed).
    [[nodiscard]] Error error() const { return {Status::build_failed, message, code, log}; }
};

/// Whether a program may be compiled. `anew`: it must be compiled, even if another plan or the cache has it.
enum class Compile : std::uint8_t { no, yes, anew };

/// The result if a program would have to be compiled: no other plan has it, nor the cache on disk.
struct NotBuilt {
    std::size_t kind = 0; ///< a hash of everything that the program depends on
};

/// Returns the program for one device: that of another plan, else from the cache on disk, else from source.
[[nodiscard]] std::variant<BuiltProgram, BuildFailure, NotBuilt>
build_program(cl_context context, cl_device_id device, const DeviceProfile& profile,
              const KernelSource& source, const ProgramCache& cache, Compile compile);

/// Stores a compiled program, if the driver returns its complete binary. A valid entry is replaced only if
/// the driver has rejected it. Call this after the program's first launch, so that a program that crashes the
/// process is not stored.
void keep_program(const BuiltProgram& built, const ProgramCache& cache);

/// Like build_program(), with the cache of the options, and compiles and stores the program if necessary; for
/// kernels without a trial launch. Throws Error(build_failed).
[[nodiscard]] std::shared_ptr<SharedProgram> program_for(cl_context context, cl_device_id device,
                                                         const DeviceProfile& profile,
                                                         const KernelSource& source, const Options& options);

} // namespace histo_cl::detail

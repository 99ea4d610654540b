#pragma once

#include "device/check_objects.hpp"
#include "device/objects.hpp"
#include "histo_cl/error.hpp"
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
    /// Local memory in bytes with which a trial launch has succeeded; −1 if no launch has succeeded yet.
    /// Plans that need at most this much skip the trial.
    std::atomic<std::int64_t> launched_with = -1;
};

struct BuiltProgram {
    std::shared_ptr<SharedProgram> program;
    bool compiled = false; ///< compiled from source by this call, and not by an earlier process
    bool loaded = false;   ///< loaded by this call from the cache on disk or from the driver's cache
    /// Whether the cache has an entry that was not used, because the driver rejected it or the program had to
    /// be compiled anew.
    bool replaces_entry = false;
    std::string key = {}; ///< the key of the cache's entry
};

/// A text that identifies the device, its platform and driver, and the version of the library.
[[nodiscard]] std::string device_key(const DeviceProfile& profile);

/// Whether a program may be compiled. `anew`: it must be compiled, even if another plan or the cache has it.
enum class Compile : std::uint8_t { no, yes, anew };

/// The result if a program would have to be compiled, because neither another plan nor the cache on disk has
/// it.
struct NotBuilt {
    std::size_t kind = 0; ///< a hash of everything that the program depends on
};

/// Returns the program for one device: one that another plan shares, otherwise one from the cache on disk,
/// otherwise one compiled from source if `compile` allows that. Returns Error(build_failed) if the device's
/// compiler rejects the source. Throws Error(opencl_error) if the driver fails for other reasons.
[[nodiscard]] std::variant<BuiltProgram, Error, NotBuilt> build_program(const PlanDevice& device,
                                                                        const KernelSource& source,
                                                                        const ProgramFolder& cache,
                                                                        Compile compile);

/// Stores a program that build_program() has compiled, if its context has one device and the driver returns a
/// binary. Does nothing for other programs. A valid entry of the cache is replaced only if replaces_entry is
/// set. Call this after the program's first launch, so that a program that crashes the process is not stored.
/// PoCL has a cache of its own, and would compile all kernels once more to return a binary. So the entry of a
/// PoCL program is empty: a process that finds it compiles from source, which takes PoCL some 50 ms.
void keep_program(const BuiltProgram& built, const DeviceProfile& profile, const ProgramFolder& cache);

/// Like build_program() with the cache of the options, but stores a compiled program at once, because its
/// kernels have no trial launch. Throws Error(build_failed).
[[nodiscard]] std::variant<BuiltProgram, NotBuilt>
build_untried(const PlanDevice& device, const KernelSource& source, const Options& options, Compile compile);

} // namespace histo_cl::detail

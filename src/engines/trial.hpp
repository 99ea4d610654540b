#pragma once

#include "engines/single.hpp"
#include "program/program_cache.hpp"

#include <optional>
#include <string>

// What a built kernel and a first launch reveal about a device.

namespace histo_cl::detail {

/// The built kernel has less room than the device declares.
struct LessRoom {
    DeviceProfile limits; ///< to choose by from now on
    std::string note;
};

/// The driver refuses to launch what it has built.
struct LaunchRefusal {
    std::string reason;
};

/// Whether the built kernel can be launched as decided by these limits, which may be less already than the
/// device's profile.
[[nodiscard]] std::optional<LessRoom> missing_room(const Single& engine, const DeviceProfile& limits);

/// One launch with no samples on a queue of its own: some drivers refuse only then. A refusal is believed if
/// a second launch is refused, too, for a driver may be short of resources for a moment. Throws
/// Error(opencl_error) for failures that say nothing about the launch.
[[nodiscard]] std::optional<LaunchRefusal> try_launch(const Single& engine);

/// Whether a decision takes local memory beyond CL_DEVICE_LOCAL_MEM_SIZE, up to the profile's reach.
[[nodiscard]] inline bool takes_undeclared_memory(const Decision& decision,
                                                  const DeviceProfile& profile) noexcept {
    return decision.local_bytes > profile.local_memory_bytes;
}

/// Whether a launch with undeclared local memory has failed on a device: kept with its programs, so that it
/// is tried only once.
class UndeclaredMemoryTrial {
  public:
    UndeclaredMemoryTrial(const ProgramCache& cache, const DeviceProfile& profile);

    [[nodiscard]] bool has_failed() const;
    void remember_failure() const;

  private:
    const ProgramCache& cache_;
    std::string key_;
};

} // namespace histo_cl::detail

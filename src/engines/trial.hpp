#pragma once

#include "engines/single.hpp"
#include "program/program_cache.hpp"

#include <optional>
#include <string>

// Checks a built kernel, and launches it for the first time, to find limits that the device does not report.

namespace histo_cl::detail {

/// Lower limits, because the built kernel can use less local memory, or only smaller work-groups, than the
/// device reports.
struct LessRoom {
    DeviceProfile limits; ///< the profile for the next decision
    std::string note;
};

/// The driver rejected the launch of a kernel that it had built.
struct LaunchRefusal {
    std::string reason;
};

/// Checks whether the built kernel can be launched as decided. `limits`: the limits with which the decision
/// was made, which may already be below the device's profile. Returns lower limits for the next decision;
/// empty if the kernel can be launched.
[[nodiscard]] std::optional<LessRoom> missing_room(const Single& engine, const DeviceProfile& limits);

/// Launches the kernel once with no samples, on a new queue, because some drivers reject a kernel only when
/// it is launched. Returns a refusal only if a second launch is also rejected, because a driver may be short
/// of resources temporarily. Throws Error(opencl_error) for failures that are not rejections.
[[nodiscard]] std::optional<LaunchRefusal> try_launch(const Single& engine);

/// Whether a decision takes more local memory than the device reports (local_memory_bytes of the profile).
/// local_memory_reach_bytes may allow that.
[[nodiscard]] inline bool takes_undeclared_memory(const Decision& decision,
                                                  const DeviceProfile& profile) noexcept {
    return decision.local_bytes > profile.local_memory_bytes;
}

/// Remembers in the program cache whether a launch with undeclared local memory has failed on a device, so
/// that such launches are not tried again.
class UndeclaredMemoryTrial {
  public:
    UndeclaredMemoryTrial(const ProgramFolder& cache, const DeviceProfile& profile);

    [[nodiscard]] bool has_failed() const;
    void remember_failure() const;

  private:
    const ProgramFolder& cache_;
    std::string key_;
};

} // namespace histo_cl::detail

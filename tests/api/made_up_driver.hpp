#pragma once

#include "api/made_up_usm.hpp"

#include <optional>

namespace histo_cl::test {

/// `after` calls succeed, then `calls` calls fail.
struct FailingCalls {
    int after = 0;
    int calls = 0;
};

/// Simulated replies and failures that the installed drivers do not show. made_up_driver.cpp replaces some of
/// OpenCL's functions in this program, and forwards the calls that it does not change.
struct MadeUpDriver {
    /// Reports an NVIDIA GPU of compute capability 9.0, with 48 KiB of local memory.
    bool nvidia = false;
    /// Failures of clBuildProgram, clEnqueueNDRangeKernel, non-blocking clEnqueueReadBuffer and
    /// clWaitForEvents, in any thread.
    FailingCalls builds = {};
    FailingCalls launches = {};
    FailingCalls reads = {};
    FailingCalls waits = {};
    /// The work-group size that a built kernel reports. If 0, the kernel reports its true size.
    size_t reported_work_group_size = 0;
    /// Simulates cl_intel_unified_shared_memory.
    std::optional<MadeUpUsm> usm = {};
    /// Reports no shared virtual memory.
    bool no_svm = false;
};

/// While this object exists, the driver behaves as `driver` describes.
class Pretence {
  public:
    explicit Pretence(const MadeUpDriver& driver);
    Pretence(const Pretence&) = delete;
    Pretence& operator=(const Pretence&) = delete;
    ~Pretence();
};

/// Number of program builds of this process so far, from source or from a binary, failed ones included.
[[nodiscard]] int builds_so_far() noexcept;

} // namespace histo_cl::test

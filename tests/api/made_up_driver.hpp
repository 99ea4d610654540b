#pragma once

#include "api/made_up_usm.hpp"

#include <optional>

namespace histo_cl::test {

/// So many calls fail, after so many that do not.
struct FailingCalls {
    int after = 0;
    int calls = 0;
};

/// Replies and failures that the driver of the device under test is made to give, because no driver here
/// gives them. made_up_driver.cpp defines OpenCL's functions for this program and forwards calls that it does
/// not change.
struct MadeUpDriver {
    /// Tells of a GPU of NVIDIA's of compute capability 9.0, with 48 KiB of local memory.
    bool nvidia = false;
    /// So many of the next builds fail.
    int builds_to_fail = 0;
    /// So many of the next launches fail.
    int launches_to_fail = 0;
    /// Failures of non-blocking clEnqueueReadBuffer and of clWaitForEvents, from any thread.
    FailingCalls reads = {};
    FailingCalls waits = {};
    /// The work-group size that a built kernel reports; 0: the true one.
    size_t told_work_group_size = 0;
    /// Has cl_intel_unified_shared_memory.
    std::optional<MadeUpUsm> usm = {};
    /// Tells that it has no shared virtual memory.
    bool no_svm = false;
};

/// Makes the driver so for as long as it lives.
class Pretence {
  public:
    explicit Pretence(const MadeUpDriver& driver);
    Pretence(const Pretence&) = delete;
    Pretence& operator=(const Pretence&) = delete;
    ~Pretence();
};

/// How many programs this process has built so far, from source or from a binary.
[[nodiscard]] int builds_so_far() noexcept;

} // namespace histo_cl::test

#pragma once

#include "api/made_up_usm.hpp"

#include <optional>

namespace histo_cl::test {

/// So many calls fail, after so many that do not.
struct FailingCalls {
    int after = 0;
    int calls = 0;
};

/// What the driver of the device under test is made to say and to refuse, for what no driver here does by
/// itself. Its calls are those of this program: made_up_driver.cpp defines them and hands on what it leaves
/// alone.
struct MadeUpDriver {
    /// Tells of a GPU of NVIDIA's of compute capability 9.0, with 48 KiB of local memory.
    bool nvidia = false;
    /// So many of the next builds fail.
    int builds_to_fail = 0;
    /// So many of the next launches fail.
    int launches_to_fail = 0;
    /// Of clEnqueueReadBuffer, those that do not block, and of clWaitForEvents. From any thread.
    FailingCalls reads = {};
    FailingCalls waits = {};
    /// What a built kernel tells that it can be launched with; 0: the truth.
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

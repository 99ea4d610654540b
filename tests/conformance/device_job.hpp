#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <optional>
#include <string>

namespace histo_cl::test {

/// Counts the job into counters with arbitrary content or, except with Merge::host, adds to existing counts.
/// The counters are between guard words, the workspace is the plan's or the caller's. Compares with the
/// reference's counts of `equivalent`. Returns a description of the difference, or "". The samples are in a
/// buffer, or those of `elsewhere`: its samples, offset, arrays and shape.
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere = {});

} // namespace histo_cl::test

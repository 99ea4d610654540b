#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <optional>
#include <string>

namespace histo_cl::test {

/// Counts the job over rubbish, or added to existing counts (not with Merge::host), between guard words, with
/// its own workspace or the caller's, and compares with the reference's counts of `equivalent`. Returns a
/// description of the difference, or "". The samples are in a buffer, or where `elsewhere` says by its
/// samples, offset, arrays and shape.
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere = {});

} // namespace histo_cl::test

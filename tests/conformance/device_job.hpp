#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <optional>
#include <string>

namespace histo_cl::test {

/// Counts the job over rubbish, or added to counts that are there (not with Merge::host), and between guard
/// words, with a workspace of its own or the caller's, and compares with the reference's counts of
/// `equivalent`. Returns what is wrong in words, or "". The samples are in a buffer, or where `elsewhere`
/// says by its samples, offset, arrays and shape.
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere = {});

} // namespace histo_cl::test

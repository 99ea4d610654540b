#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <string>

namespace histo_cl::test {

/// Counts the job over rubbish, or added to counts that are there (not with Merge::host), and between guard
/// words, with a workspace of its own or the caller's, and compares with the reference's counts of
/// `equivalent`. Returns what is wrong in words, or "".
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace);

} // namespace histo_cl::test

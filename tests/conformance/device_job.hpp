#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <optional>
#include <string>

namespace histo_cl::test {

/// Counts the job into counters with arbitrary content or, with `accumulate` and except with Merge::host,
/// adds it to existing counts. The counters are between guard words. With `own_workspace`, and not under
/// Oclgrind, the workspace is the plan's, else the caller's. Samples, offset, arrays and shape are those of
/// `elsewhere` if it is given. Compares the counts with the reference's for `equivalent`, and the number of
/// skipped indices. Returns a description of the differences, or "".
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere = {});

} // namespace histo_cl::test

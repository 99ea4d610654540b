#pragma once

#include "random_job.hpp"
#include "support/device.hpp"

#include <functional>
#include <optional>
#include <string>

namespace histo_cl::test {

/// Counts the job into counters between guard words, and compares the counts with the reference's for
/// `equivalent`. Also compares the number of skipped indices. With `accumulate`, the job adds to existing
/// counts, unless the plan merges on the host; otherwise the counters have arbitrary content. With
/// `own_workspace` the plan provides the workspace, except under Oclgrind. `elsewhere`, if given, replaces
/// the job's samples, offset, arrays and shape. Returns a description of the differences, or "".
std::string wrong_counts(const Plan& plan, const Problem& equivalent, const HostJob& job, bool accumulate,
                         bool own_workspace, const std::optional<Job>& elsewhere = {});

/// Copies the samples of a job to memory other than one buffer, and returns a Job for that memory, which
/// stays valid until the next call. May change the HostJob's samples to those that are counted.
using Elsewhere = std::function<Job(HostJob&)>;

/// Compares the counts of random jobs with the reference, as wrong_counts() does. A third of the jobs add to
/// existing counts, unless elements are split. With more than 4 axes and no extremes, a third count only some
/// of the axes. Three of four jobs have at most 2000 elements. Returns a description of the first job with
/// wrong counts, or "".
std::string wrong_jobs(const Plan& plan, const Problem& equivalent, int jobs, JobLimits limits,
                       Random& random, const Elsewhere& elsewhere = {});

} // namespace histo_cl::test

#pragma once

#include "histo_cl/histogram.hpp"
#include "problem/checked_shape.hpp"

#include <cstdint>
#include <vector>

namespace histo_cl::detail {

/// histogram() for a problem with_wide_counters() and its data, both checked: the bits of the sums. A null
/// device is the default one.
[[nodiscard]] std::vector<std::uint64_t> histogram(const CheckedProblem& problem, const CheckedData& data,
                                                   const Options& options, const Device* device);

/// The same, but the words of a partial (plan/partial_sums.hpp), normalized; of a problem that
/// check_mergeable() takes.
[[nodiscard]] std::vector<std::uint64_t> words_of_histogram(const CheckedProblem& problem,
                                                            const CheckedData& data, const Options& options,
                                                            const Device* device);

/// histogram() for what is on a device; the shape is the job's.
[[nodiscard]] std::vector<std::uint64_t> histogram(cl_command_queue queue, const CheckedProblem& problem,
                                                   const Job& job, const CheckedShape& shape,
                                                   const Options& options);

} // namespace histo_cl::detail

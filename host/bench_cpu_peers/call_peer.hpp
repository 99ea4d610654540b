#pragma once

#include "host_contender.hpp"

namespace bench_cpu_peers {

/// The library in one call on host data, histogram(problem, data, options, device): including the
/// lookup of its kept plan, and on the calling thread where it chooses that.
[[nodiscard]] std::unique_ptr<bench::Trial> call_trial(const Task& task, const histo_cl::Options& options,
                                                       const histo_cl::Device& device);

} // namespace bench_cpu_peers

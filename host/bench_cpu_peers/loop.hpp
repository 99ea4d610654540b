#pragma once

#include "host_contender.hpp"
#include "thread_pool.hpp"

namespace bench_cpu_peers {

/// The obvious implementation: a loop over the samples with one table; each thread takes a part.
[[nodiscard]] std::unique_ptr<bench::Trial> loop_trial(const Task& task, ThreadPool& pool);

} // namespace bench_cpu_peers

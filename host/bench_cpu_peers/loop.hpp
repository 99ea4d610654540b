#pragma once

#include "host_contender.hpp"
#include "thread_pool.hpp"

namespace bench_cpu_peers {

/// What anybody writes first: a loop over the samples with one table, a part of them for each thread.
[[nodiscard]] std::unique_ptr<bench::Trial> loop_trial(const Task& task, ThreadPool& pool);

} // namespace bench_cpu_peers

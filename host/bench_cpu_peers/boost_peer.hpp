#pragma once

#include "host_contender.hpp"
#include "thread_pool.hpp"

namespace bench_cpu_peers {

/// Boost.Histogram's fill of whole spans, one histogram per thread: a regular axis for floats, an integer
/// axis for integers.
[[nodiscard]] std::unique_ptr<bench::Trial> boost_trial(const Task& task, ThreadPool& pool);

[[nodiscard]] std::map<std::string, std::string> boost_versions();

} // namespace bench_cpu_peers

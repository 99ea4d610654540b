#pragma once

#include "host_contender.hpp"
#include "instructions.hpp"
#include "thread_pool.hpp"

namespace bench_cpu_peers {

/// The fastest C++ we know how to write for a CPU, with threads, private tables and vector instructions: the
/// library's benchmark target. Bytes into 256 bins and floats into even ones. Floats are binned by one
/// rounded product, so samples next to an edge may be in the neighbouring bin.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_trial(const Task& task, ThreadPool& pool);

// The parts, for one sample type each, with instructions that the processor supports.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_u8_trial(const Task& task, ThreadPool& pool,
                                                            Instructions instructions);
[[nodiscard]] std::unique_ptr<bench::Trial> tables_f32_trial(const Task& task, ThreadPool& pool,
                                                             Instructions instructions);

} // namespace bench_cpu_peers

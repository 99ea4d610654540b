#pragma once

#include "host_contender.hpp"
#include "instructions.hpp"
#include "thread_pool.hpp"

namespace bench_cpu_peers {

/// The fastest C++ that we know to write for a CPU, by threads, private tables and vector instructions: the
/// bar that the library is held to. Bytes into 256 bins and floats into even ones. Floats are binned by one
/// product that rounds, so samples next to an edge may be counted beyond it.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_trial(const Task& task, ThreadPool& pool);

// Its parts, for samples of one type, with instructions that the processor has.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_u8_trial(const Task& task, ThreadPool& pool,
                                                            Instructions instructions);
[[nodiscard]] std::unique_ptr<bench::Trial> tables_f32_trial(const Task& task, ThreadPool& pool,
                                                             Instructions instructions);

} // namespace bench_cpu_peers

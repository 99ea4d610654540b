#pragma once

#include "bench/cpu/peer.hpp"
#include "bench/cpu/threads.hpp"

#include <span>
#include <string_view>

// Which vector instructions `tables` uses, detected at run time.

namespace bench_cpu {

enum class Instructions { avx512, avx2, plain };

[[nodiscard]] std::string_view name(Instructions instructions) noexcept;

/// The instructions that this processor supports, best first, plain C++ last.
[[nodiscard]] std::span<const Instructions> available_instructions();

/// The fastest C++ we know how to write for a CPU, with threads, private tables and vector instructions: the
/// library's benchmark target. Bytes into 256 bins and floats into even ones. Floats are binned by one
/// rounded product, so samples next to an edge may be in the neighbouring bin.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_trial(const Task& task, ThreadPool& pool);

// The parts, for one sample type each, with instructions that the processor supports.
[[nodiscard]] std::unique_ptr<bench::Trial> tables_u8_trial(const Task& task, ThreadPool& pool,
                                                            Instructions instructions);
[[nodiscard]] std::unique_ptr<bench::Trial> tables_f32_trial(const Task& task, ThreadPool& pool,
                                                             Instructions instructions);

} // namespace bench_cpu

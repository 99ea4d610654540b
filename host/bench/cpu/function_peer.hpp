#pragma once

#include "bench/cpu/peer.hpp"
#include "bench/cpu/peer_function.h"
#include "bench/cpu/threads.hpp"

namespace bench_cpu {

/// A function of a user's shared library, and its label.
struct NamedFunction {
    std::string name;
    std::string library; ///< as given
    std::string symbol;
    histo_cl_peer_function function = nullptr;
};

/// Loads NAME=LIBRARY:SYMBOL. Throws common::UsageError that says what was given and what is wrong with it.
[[nodiscard]] NamedFunction load_function(const std::string& text);

/// Calls the function on a part of the samples in each thread.
[[nodiscard]] std::unique_ptr<bench::Trial> function_trial(const Task& task, ThreadPool& pool,
                                                           histo_cl_peer_function function);

} // namespace bench_cpu

#pragma once

// The trials of the peers.

#include "bench/cpu/peer.hpp"
#include "bench/cpu/peer_function.h"
#include "bench/cpu/threads.hpp"
#include "bench/program.hpp"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace bench_cpu {

/// The obvious implementation: a loop over the samples with one table; each thread takes a part.
[[nodiscard]] std::unique_ptr<bench::Trial> loop_trial(const Task& task, ThreadPool& pool);

/// Boost.Histogram's fill of whole spans, one histogram per thread: a regular axis for floats, an integer
/// axis for integers.
[[nodiscard]] std::unique_ptr<bench::Trial> boost_trial(const Task& task, ThreadPool& pool);

[[nodiscard]] std::map<std::string, std::string> boost_versions();

/// cv::calcHist, in as many threads as cv::setNumThreads was given. It counts in float32, so a count above
/// 2^24 may be wrong.
[[nodiscard]] std::unique_ptr<bench::Trial> opencv_trial(const Task& task);

/// OpenCV's versions; sets its number of threads.
[[nodiscard]] std::map<std::string, std::string> start_opencv(unsigned threads);

/// Vector instructions that `tables` uses, detected at run time.
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

/// The samples in a file that child processes map.
class SharedSamples;

/// A Python package, in a separate process that also measures the time: "numpy" (bincount for bytes, else
/// histogram) or "fast_histogram". Both use one thread. All share one file of samples, made where it is null,
/// so that it is written once. Throws std::runtime_error if the interpreter lacks the package.
[[nodiscard]] bench::Peer python_peer(bench::OpenCl& opencl, std::shared_ptr<SharedSamples>& shared,
                                      const std::string& python, const std::string& package);

} // namespace bench_cpu

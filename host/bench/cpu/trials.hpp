#pragma once

#include "bench/cpu/peer.hpp"
#include "bench/cpu/threads.hpp"

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

} // namespace bench_cpu

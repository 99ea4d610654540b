#pragma once

#include "host_contender.hpp"

namespace bench_cpu_peers {

/// cv::calcHist, in as many threads as cv::setNumThreads was given. It counts in float32, so a count above
/// 2^24 may be wrong.
[[nodiscard]] std::unique_ptr<bench::Trial> opencv_trial(const Task& task);

/// OpenCV's versions; sets its number of threads.
[[nodiscard]] std::map<std::string, std::string> start_opencv(unsigned threads);

} // namespace bench_cpu_peers

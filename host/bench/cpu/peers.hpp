#pragma once

// The peers of histo_cl_bench cpu. Each is a function that gets a task. It returns a function that counts the
// task's samples, or refuses the task.

#include "bench/contender.hpp"
#include "bench/cpu/peer_function.h"
#include "bench/cpu/threads.hpp"
#include "common/timing.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench_cpu {

/// A peer's task: a state, and its samples, mapped to the host.
struct Task {
    const bench::State& state;
    const void* samples;

    [[nodiscard]] std::uint64_t counters() const {
        return std::uint64_t{state.bins} * bench::counted_channels(state.layout);
    }
    template <class Sample>
    [[nodiscard]] std::span<const Sample> samples_as() const {
        return {static_cast<const Sample*>(samples), bench::stored_samples(state)};
    }
};

/// Counts the samples of a task, and overwrites all counts, channel by channel.
using Count = std::function<void(std::span<std::uint32_t> counts)>;

/// A peer that counts in host memory; its time is the time of the call.
class HostTrial : public bench::Trial {
  public:
    HostTrial(std::uint64_t counters, Count count, bool rounds_edges)
        : counts_(counters), count_(std::move(count)), rounds_edges_(rounds_edges) {}

    [[nodiscard]] std::vector<std::uint32_t> checked_run() override {
        std::ranges::fill(counts_, 0xa5a5a5a5);
        count_(counts_);
        return counts_;
    }
    [[nodiscard]] double wall_seconds() override {
        return common::seconds_of([this] { count_(counts_); });
    }
    [[nodiscard]] bool rounds_edges() const override { return rounds_edges_; }

  private:
    std::vector<std::uint32_t> counts_;
    Count count_;
    bool rounds_edges_;
};

/// Reports that a peer does not support something: throws histo_cl::Error(unsupported).
[[noreturn]] inline void refuse(const std::string& what) {
    throw histo_cl::Error(histo_cl::Status::unsupported, "not supported by this peer: " + what);
}

/// Rejects anything but even bins in one of the given layouts.
inline void require_even_bins(const bench::State& state, std::initializer_list<bench::Layout> layouts) {
    if (state.binning != bench::Binning::even) refuse("bins given by edges");
    if (std::ranges::find(layouts, state.layout) == layouts.end())
        refuse("the layout " + std::string(name(state.layout)));
}

/// The obvious implementation: each thread loops over a part of the samples and counts into its own table.
[[nodiscard]] Count loop_peer(const Task& task, ThreadPool& pool);

/// Counts with Boost.Histogram: one histogram per thread, which is filled from a span of samples. Floats have
/// a regular axis, integers have an integer axis.
[[nodiscard]] Count boost_peer(const Task& task, ThreadPool& pool);

[[nodiscard]] std::string boost_version();

/// Counts with cv::calcHist, in the number of threads that cv::setNumThreads has set. calcHist counts in
/// float32, so a count above 2^24 may be wrong.
[[nodiscard]] Count opencv_peer(const Task& task);

/// Sets OpenCV's number of threads. Returns OpenCV's version and that number.
[[nodiscard]] std::map<std::string, std::string> start_opencv(unsigned threads);

/// Vector instructions that `tables` uses, detected at run time.
enum class Instructions { avx512, avx2, plain };

[[nodiscard]] std::string_view name(Instructions instructions) noexcept;

/// The instructions that this processor supports, best first, plain C++ last.
[[nodiscard]] std::span<const Instructions> available_instructions();

/// The fastest C++ that we know how to write for a CPU, with threads, private tables and vector instructions:
/// the library's benchmark target. Counts u8 into 256 bins and f32 into even bins. Floats are binned by one
/// rounded product, so samples next to an edge may be in the neighbouring bin.
[[nodiscard]] Count tables_peer(const Task& task, ThreadPool& pool,
                                Instructions instructions = available_instructions().front());

// The implementations of tables_peer() for one sample type each.
[[nodiscard]] Count count_u8(const Task& task, ThreadPool& pool, Instructions instructions);
[[nodiscard]] Count count_f32(const Task& task, ThreadPool& pool, Instructions instructions);

/// A function of a user's shared library, and its label.
struct NamedFunction {
    std::string name;
    std::string library; ///< path of the library, as given
    std::string symbol;
    histo_cl_peer_function function = nullptr;
};

/// Loads NAME=LIBRARY:SYMBOL. Throws common::UsageError that says what was given and what is wrong with it.
[[nodiscard]] NamedFunction load_function(const std::string& text);

/// Calls the function on a part of the samples in each thread.
[[nodiscard]] Count function_peer(const Task& task, ThreadPool& pool, histo_cl_peer_function function);

/// A temporary folder with the script and the samples for the Python peers.
class PythonFiles;

/// A Python package, in separate processes that also measure the time: "numpy" (bincount for u8, else
/// histogram) or "fast_histogram". Both use one thread. All Python peers share `files`, so that the samples
/// are written once; makes `files` if it is null. Throws std::runtime_error if the interpreter lacks the
/// package.
[[nodiscard]] bench::Contender python_peer(bench::OpenCl& opencl, std::shared_ptr<PythonFiles>& files,
                                           const std::string& python, const std::string& package);

} // namespace bench_cpu

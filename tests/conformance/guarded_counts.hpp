#pragma once

#include "support/device.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::test {

/// Whether the tests run under Oclgrind. The tests work around faults of its version 21.10.
bool under_oclgrind();

/// Keeps an object if the tests run under Oclgrind, where buffers must not be released. Oclgrind 21.10 reuses
/// the addresses of released buffers in another order than their shadow memory. A large buffer can then get
/// the shadow memory of a smaller one, which causes false findings and even crashes.
template <class Object>
void keep_until_exit(const Object& object) {
    static auto& kept = *new std::vector<Object>; // not released at exit either
    if (under_oclgrind()) kept.push_back(object);
}

/// The caller's workspace for a job of the plan, or null where Oclgrind 21.10 would report errors. It regards
/// memory written by clEnqueueFillBuffer, such as the sums of Merge::last_group, as uninitialized.
cl_mem given_workspace(const Plan& plan, const cl::Buffer& workspace);

/// The caller's counters between guard words, in a sub-buffer of a larger buffer.
class GuardedCounts {
  public:
    explicit GuardedCounts(const Plan& plan, std::uint64_t histograms = 1);

    /// Fills the counters with arbitrary values, for a job that overwrites them. Oclgrind 21.10 regards
    /// memory written by clEnqueueFillBuffer as uninitialized. Under Oclgrind, the host therefore sets the
    /// counters to zero, and the job adds to them. This does not apply to extremes, which need no fill.
    void prepare(Job& job) const;
    /// Sets the counters to these counts, for a job that adds to them.
    void prepare(Job& job, std::span<const std::uint64_t> before) const;

    /// The counts, or the bits of sums. Empty if a guard word was overwritten.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> read() const;

    /// Counts a job into counters with arbitrary content, and returns the counts. A plan that merges on the
    /// host returns the counts instead of writing them. For such a plan, the job's workspace, if there is
    /// one, is replaced by a workspace with guard words behind it.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> count(const Plan& plan, Job job) const;

  private:
    void write(std::span<const std::uint32_t> words) const;

    CounterType counter_;
    std::size_t counters_;
    bool adds_to_zeros_;
    std::size_t before_;
    std::size_t words_;
    cl::Buffer whole_;
    cl::Buffer counts_;
};

/// Describes the first count that differs, or returns "". `counters` is the number of counters per histogram.
std::string difference(const std::optional<std::vector<std::uint64_t>>& got,
                       std::span<const std::uint64_t> want, CounterType counter, std::uint64_t counters);

} // namespace histo_cl::test

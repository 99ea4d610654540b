#pragma once

#include "support/device.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace histo_cl::test {

/// Whether the tests run under Oclgrind. Its version 21.10 has quirks that they work around.
bool under_oclgrind();

/// Keeps objects that must not be released under a simulator. Oclgrind 21.10 gives the addresses of released
/// buffers to new ones in another order than it gives their shadow memory, so that a larger buffer can get a
/// smaller one's shadow: false findings, even crashes.
template <class Object>
void keep_until_exit(const Object& object) {
    static auto& kept = *new std::vector<Object>; // nor at the end
    if (under_oclgrind()) kept.push_back(object);
}

/// The caller's workspace for a job of the plan, or null where Oclgrind 21.10 would report errors: it regards
/// memory written by clEnqueueFillBuffer as uninitialised, and so the sums of Merge::last_group.
cl_mem given_workspace(const Plan& plan, const cl::Buffer& workspace);

/// The caller's counters between guard words, in a sub-buffer of a larger buffer.
class GuardedCounts {
  public:
    explicit GuardedCounts(const Plan& plan, std::uint64_t histograms = 1);

    /// Fills the counters with arbitrary values, for a job that overwrites them. Oclgrind 21.10 regards
    /// memory written by clEnqueueFillBuffer as uninitialised, so under Oclgrind the host sets the counters
    /// to zero, for a job that adds to them.
    void prepare(Job& job) const;
    /// Sets the counters to these counts, for a job that adds to them.
    void prepare(Job& job, std::span<const std::uint64_t> before) const;

    /// The counts, or the bits of sums; empty if a guard word was overwritten.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> read() const;

    /// The counts of a job, in counters with arbitrary content. A plan that merges on the host returns the
    /// counts; a given workspace has guard words behind it.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> count(const Plan& plan, Job job) const;

  private:
    void write(std::span<const std::uint32_t> words) const;

    CounterType counter_;
    std::size_t before_;
    std::size_t words_;
    cl::Buffer whole_;
    cl::Buffer counts_;
};

/// Describes the first count that differs; "" if there is none. `counters`: the number per histogram.
std::string difference(const std::optional<std::vector<std::uint64_t>>& got,
                       std::span<const std::uint64_t> want, CounterType counter, std::uint64_t counters);

} // namespace histo_cl::test

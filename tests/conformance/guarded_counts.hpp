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

/// The caller's workspace for a job of the plan, or null where Oclgrind 21.10 would report errors: it takes
/// memory written by clEnqueueFillBuffer for uninitialised, and so the sums of Merge::last_group.
cl_mem given_workspace(const Plan& plan, const cl::Buffer& workspace);

/// The caller's counters between guard words, in a sub-buffer of a larger buffer.
class GuardedCounts {
  public:
    explicit GuardedCounts(const Plan& plan, std::uint64_t histograms = 1);

    /// Rubbish, for a job that overwrites it. Oclgrind 21.10 takes memory written by clEnqueueFillBuffer for
    /// uninitialised, so there the counters are set to zero from the host, for a job that adds to them.
    void prepare(Job& job) const;
    /// These counts, for a job that adds to them.
    void prepare(Job& job, std::span<const std::uint64_t> before) const;

    /// The counts, and the bits of sums; nothing if a guard word was written.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> read() const;

    /// The counts of a job, written over rubbish. A plan that merges on the host returns them, with guard
    /// words behind the workspace, if one is given.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> count(const Plan& plan, Job job) const;

  private:
    void write(std::span<const std::uint32_t> words) const;

    CounterType counter_;
    std::size_t before_;
    std::size_t words_;
    cl::Buffer whole_;
    cl::Buffer counts_;
};

/// Describes the first count that differs; "" if none does. `counters`: those of a histogram.
std::string difference(const std::optional<std::vector<std::uint64_t>>& got,
                       std::span<const std::uint64_t> want, CounterType counter, std::uint64_t counters);

} // namespace histo_cl::test

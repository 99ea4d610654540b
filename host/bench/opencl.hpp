#pragma once

#include "data.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bench {

/// A device with what the benchmark needs: two in-order queues, one with profiling and one without, the
/// samples, and the kernels of host/bench/kernels/. All times are in seconds. Throws histo_cl::Error.
class OpenCl {
  public:
    explicit OpenCl(const histo_cl::Device& device);
    ~OpenCl();
    OpenCl(const OpenCl&) = delete;
    OpenCl& operator=(const OpenCl&) = delete;

    [[nodiscard]] cl_context context() const noexcept;
    [[nodiscard]] const histo_cl::Device& device() const noexcept;

    /// Fills `samples()` with the first ones of a data set, unless they are there already.
    void make(const DataSet& data, std::uint64_t samples);
    [[nodiscard]] cl_mem samples() const noexcept;
    /// The same memory mapped to the host, valid until the next make(); not a copy on a CPU.
    [[nodiscard]] const void* mapped_samples();
    /// The mask of Layout::mask for at least that many elements.
    [[nodiscard]] cl_mem mask(std::uint64_t elements);

    /// A buffer for counts or a workspace; null for 0 bytes.
    using Memory = std::shared_ptr<_cl_mem>;
    [[nodiscard]] Memory memory(std::uint64_t bytes);
    /// Fills it with a pattern that is not a plausible count.
    void poison(const Memory& memory, std::uint64_t bytes);

    /// Enqueues and waits.
    void count(const histo_cl::Plan& plan, const histo_cl::Job& job);
    /// Counts with Plan::count(): the counts as they would be in a buffer of the problem's counters.
    [[nodiscard]] std::vector<std::uint32_t> returned_count(const histo_cl::Plan& plan,
                                                            const histo_cl::Job& job);
    [[nodiscard]] std::vector<std::uint32_t> read(const Memory& memory, std::uint64_t bytes);

    /// Of an enqueue; empty with Merge::host, since such a plan cannot be enqueued.
    [[nodiscard]] std::optional<double> device_seconds(const histo_cl::Plan& plan, const histo_cl::Job& job);
    /// Of an enqueue, or of Plan::count() with Merge::host.
    [[nodiscard]] double wall_seconds(const histo_cl::Plan& plan, const histo_cl::Job& job);
    [[nodiscard]] double empty_launch_seconds();
    /// The time of the read-only kernel on that many bytes of samples, with that many work-groups per compute
    /// unit.
    [[nodiscard]] std::optional<double> read_seconds(std::uint64_t bytes, std::uint32_t groups_a_unit);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace bench

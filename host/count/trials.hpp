#pragma once

// Runs on samples in memory, once or repeatedly, with one variant or all.

#include "common/errors.hpp"
#include "common/opencl.hpp"
#include "count/result.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace count {

/// Host memory in chunks; each holds whole samples.
using Chunks = std::span<const std::span<const std::byte>>;

/// A device with a context, a queue and the chunks. A CPU device counts aligned chunks in place. All other
/// chunks share one buffer, which has room for the longest, and are copied to it for each count.
class Session {
  public:
    /// Throws cl::Error. The members throw histo_cl::Error.
    Session(const histo_cl::Device& device, Chunks chunks);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    /// Waits, because after an error a copy may still be reading the chunks.
    ~Session() { ::clFinish(queue_()); }

    /// A plan for chunks of up to the size of the longest one.
    [[nodiscard]] histo_cl::Plan plan(histo_cl::Problem problem, const histo_cl::Options& options) const;

    /// Counts all chunks into one histogram: once to warm up, then `repeats` times. If `repeats` is 0, counts
    /// for about half a second, at most 20 times. The plan must be from this session.
    [[nodiscard]] Measurement measure(const histo_cl::Plan& plan, std::uint32_t repeats) const;

  private:
    /// A chunk and its buffer, which either uses the chunk in place or gets a copy of it.
    struct Placed {
        std::span<const std::byte> bytes;
        cl::Buffer buffer = {};
        bool is_copied = true;
    };
    struct Target;

    void bring(const Placed& chunk, cl_bool blocking) const;
    void count(const Target& target, std::vector<std::uint64_t>& result) const;
    void count_on_host(const Target& target, std::vector<std::uint64_t>& result) const;
    [[nodiscard]] std::optional<double> device_time(const Target& target, std::uint32_t repeats) const;

    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_; ///< an in-order queue
    std::vector<Placed> chunks_;
    std::size_t longest_ = 0; ///< bytes of the longest chunk
};

/// Maximum number of bytes of a chunk: the size of the largest buffer on the device, but at most 1 GiB, in
/// whole pages.
[[nodiscard]] std::uint64_t chunk_limit(const histo_cl::DeviceProfile& profile);

/// Returns the counts of the serial reference for all chunks.
[[nodiscard]] std::vector<std::uint64_t> reference_counts(const histo_cl::Problem& problem, Chunks chunks);

/// Builds a plan and measures it. Throws histo_cl::Error.
[[nodiscard]] Result run(const Session& session, const histo_cl::Problem& problem,
                         const histo_cl::Options& options, std::uint32_t repeats);

/// Runs every variant with the same knobs, in the library's order, in three rounds that share the repeats,
/// and checks all counts against the reference. Calls `before` before each run. Throws
/// histo_cl::Error(invalid_argument) for a problem or knob that is wrong for all variants.
[[nodiscard]] std::vector<Trial> try_all(const Session& session, const histo_cl::Problem& problem,
                                         histo_cl::Options options, std::uint32_t repeats,
                                         std::span<const std::uint64_t> reference,
                                         const std::function<void(histo_cl::Variant)>& before);

/// The decision of a plan with these options, which must not set a variant; empty if no plan can be made.
[[nodiscard]] std::optional<histo_cl::Decision>
chosen_decision(const Session& session, const histo_cl::Problem& problem, const histo_cl::Options& options);

/// Returns the exit code for all trials: ExitCode::wrong_counts if any counts are wrong, otherwise
/// ExitCode::device if any variant failed. ExitCode::usage if all variants were rejected.
[[nodiscard]] common::ExitCode verdict(std::span<const Trial> trials);

} // namespace count

#pragma once

#include "common/opencl.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace count {

/// Host memory in chunks; each holds whole samples.
using Chunks = std::span<const std::span<const std::byte>>;

/// The counts, and how long they took.
struct Measurement {
    std::vector<std::uint64_t> counts;
    /// The kernels alone, with samples already on the device, the best of `repeats`; empty if the driver
    /// reports no times. Each is measured from the end of the previous one on the queue to its own end.
    std::optional<double> device_seconds;
    std::string untimed; ///< why it is empty, if it was asked for
    /// By the host's clock: copying samples to the device unless it shares the host's memory, counting,
    /// reading the counts; the best of `repeats`. If `from_files`, one pass from the files to the counts.
    double whole_seconds = 0;
    std::uint32_t repeats = 1;
    bool from_files = false;
};

/// A device with a context, a queue and the chunks: in place on a CPU, if suitably aligned, else in a buffer
/// as long as the longest, to which they are copied for each count.
class Session {
  public:
    /// Throws histo_cl::Error, like the members.
    Session(const histo_cl::Device& device, Chunks chunks);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The problem with max_samples set to that of the longest chunk.
    [[nodiscard]] histo_cl::Problem sized(histo_cl::Problem problem) const;
    [[nodiscard]] histo_cl::Plan plan(const histo_cl::Problem& problem,
                                      const histo_cl::Options& options) const;

    /// Counts all chunks into one histogram: once to warm up, then `repeats` times; for 0, as often as fits
    /// half a second, at most 20. The plan must be from this session.
    [[nodiscard]] Measurement measure(const histo_cl::Plan& plan, std::uint32_t repeats) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The maximum bytes of a chunk on a device: the size of its largest buffer, at most 1 GiB, in whole pages.
[[nodiscard]] std::uint64_t chunk_limit(const histo_cl::DeviceProfile& profile);

/// The serial reference over all chunks.
[[nodiscard]] std::vector<std::uint64_t> reference_counts(const histo_cl::Problem& problem, Chunks chunks);

/// A chunk for the device: in a buffer that uses the host's memory in place, or one that it is copied to.
struct Placed {
    std::span<const std::byte> bytes;
    cl::Buffer buffer = {};
    bool is_copied = true;
};

/// A buffer for each chunk, none of them empty. On a CPU, chunks at suitably aligned addresses are used in
/// place; chunks that are copied share one buffer as long as the longest of them. Throws cl::Error.
[[nodiscard]] std::vector<Placed> placed(const cl::Context& context, const histo_cl::DeviceProfile& profile,
                                         Chunks chunks);

} // namespace count

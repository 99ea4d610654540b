#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace demo {

/// Host memory in pieces; each holds whole samples.
using Pieces = std::span<const std::span<const std::byte>>;

/// The counts, and how long they took.
struct Measurement {
    std::vector<std::uint64_t> counts;
    /// The kernels alone, samples already on the device, the best of `repeats`; empty where the driver keeps
    /// no time. Each is from the end of the one before it on the queue to its own end.
    std::optional<double> device_seconds;
    /// By the host's clock: samples to the device where it has not the host's memory, counting, counts back;
    /// the best of `repeats`.
    double whole_seconds = 0;
    std::uint32_t repeats = 1;
};

/// A device with a context, a queue and the pieces: on a CPU in place, where they begin at an address that
/// suits it, else in a buffer for the longest, to which they are copied for each count.
class Session {
  public:
    /// Throws histo_cl::Error, like the members.
    Session(const histo_cl::Device& device, Pieces pieces);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// The problem with max_samples, which is that of the longest piece.
    [[nodiscard]] histo_cl::Problem sized(histo_cl::Problem problem) const;
    [[nodiscard]] histo_cl::Plan plan(const histo_cl::Problem& problem,
                                      const histo_cl::Options& options) const;

    /// Counts all pieces into one histogram: once to warm up, then `repeats` times, or for 0
    /// as often as half a second allows, at most 20. The plan is this session's.
    [[nodiscard]] Measurement measure(const histo_cl::Plan& plan, std::uint32_t repeats) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The most bytes of a piece on a device: what one of its buffers can hold, and 1 GiB; whole pages.
[[nodiscard]] std::uint64_t piece_limit(const histo_cl::DeviceProfile& profile);

/// Whether there is a reference: for custom bins there is none, only a device can evaluate the expression.
[[nodiscard]] bool reference_can_count(const histo_cl::Problem& problem);

/// The serial reference over all pieces.
[[nodiscard]] std::vector<std::uint64_t> reference_counts(const histo_cl::Problem& problem, Pieces pieces);

} // namespace demo

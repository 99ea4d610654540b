#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/histogram.hpp"
#include "histo_cl/options.hpp"
#include "histo_cl/partial.hpp"
#include "histo_cl/plan.hpp"
#include "histo_cl/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

// Counting data that does not fit memory, or takes one device too long: chunks of it go to whichever device
// is free, and their counts are added up on the host, in 64 bits. docs/scale.md has worked examples.

namespace histo_cl::inline HISTO_CL_ABI {

/// How far a stream has come.
struct Progress {
    std::uint64_t bytes = 0;     ///< of samples, masks and weights that have been counted
    double seconds = 0;          ///< since the first push
    double bytes_per_second = 0; ///< since the progress before, or the first push
};

struct StreamOptions {
    Options options = {}; ///< how each device counts
    /// Maximum host memory for chunks in flight, and as much again on the devices, in total; at least two
    /// chunks for each device.
    std::uint64_t memory = std::uint64_t{256} << 20U;
    /// Size of a chunk, rounded down to whole elements; 0: 4 MiB, or more where the counters take a large
    /// part of that, and less if `memory` does not hold two for each device.
    std::uint64_t chunk_bytes = 0;
    /// Maximum threads that copy or count one push; 0: chosen by the devices and the host's cores.
    std::uint32_t threads = 0;
    /// Called while and after chunks are counted, at most ten times a second and by one thread at a time,
    /// which is any that pushes or one of the stream's own. It must not call the stream. What it throws, of
    /// any type, ends the stream: push(), counts() and partial() throw it, from then on until reset().
    std::function<void(const Progress&)> progress = {};
    /// When a stop is requested, push() and counts() throw Error(cancelled). Calls that wait throw once the
    /// chunks in flight are counted.
    std::stop_token stop = {};
};

/// What one device has done for a stream.
struct DeviceShare {
    std::string device; ///< its name
    std::uint64_t bytes = 0;
    std::uint64_t calling_thread_bytes = 0; ///< of these, by the threads that push, in its place
    std::string error;                      ///< why it was given up; empty if it was not
    std::string note;                       ///< why it was left idle; empty if it was not
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
class StreamState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Samples that come a part at a time, counted together. Each device has several chunks on their way at once,
/// so that its uploads, kernels and read-backs overlap. A GPU gets chunks through page-locked staging memory,
/// to which several threads copy; a CPU counts them where they lie.
///
/// If a device fails, its chunks that were not counted are counted by the others, each exactly once. Counts
/// and sums have the bits of one call, whatever the pushes and their order.
///
/// A push starts threads, and so does each device with memory of its own. If the system has none left, fewer
/// or the calling one do their work.
///
/// All member functions are safe to call from several threads at once. A stream that has failed or was
/// cancelled throws the same error from then on, until reset().
class HISTO_CL_API Stream {
  public:
    /// For a problem that Partial takes; Problem::counter does not matter. No devices: the default one.
    /// Sub-devices are devices, too. Throws Error(unsupported) for batches, custom bins of `i`, float weights
    /// without Problem::weight_bound, and images; and like default_device(); devices that cannot count the
    /// problem are given up, see shares(), and if none is left their error is thrown.
    explicit Stream(const Problem& problem, std::span<const Device> devices = {},
                    const StreamOptions& options = {});
    Stream(Stream&& other) noexcept;
    Stream& operator=(Stream&& other) noexcept;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    /// Waits for the chunks in flight. Throws nothing: what has failed without being thrown by a member
    /// function is lost.
    ~Stream();

    /// Counts data, which may be changed or freed when this returns: by then they have been copied or
    /// counted. Throws Error(invalid_argument) like histogram(), and Error(unsupported) for data that has no
    /// chunks: rows, lists of indices, nibbles, and planes of several channels; before anything is counted.
    /// Throws Error(cancelled).
    void push(const HostData& data);
    void push(std::span<const std::byte> samples) { push(HostData{.samples = samples}); }

    /// Has `fill` write samples to staging memory of at most `bytes` and chunk_bytes(), and counts the bytes
    /// that it returns, whole elements: so a reader of files needs no memory of its own. For samples in one
    /// array, without mask and weights. `fill` runs on the calling thread; what it throws is thrown on, and
    /// nothing of it is counted. Returns the bytes written.
    std::uint64_t push(std::uint64_t bytes, const std::function<std::uint64_t(std::span<std::byte>)>& fill);

    /// Counts data that are on a device, by a Plan that is made at the first such push of their context and
    /// device. The job's `counts` must be null; its buffers must not change before counts() returns. Throws
    /// like Plan and Plan::enqueue, and counts nothing of the job then; its buffers may be in use until the
    /// queue has finished.
    void push(cl_command_queue queue, const Job& job);

    [[nodiscard]] const Problem& problem() const noexcept;
    /// The most bytes that one fill can write: whole elements.
    [[nodiscard]] std::uint64_t chunk_bytes() const noexcept;
    /// Elements of all pushes that have returned.
    [[nodiscard]] std::uint64_t elements() const;

    /// Waits for all that was pushed, by other threads too, and returns its counts as histogram<T>() does;
    /// the stream goes on counting from there. Throws Error(cancelled), and the error of a device if no
    /// device is left.
    template <Sum T = std::uint64_t>
    [[nodiscard]] std::vector<T> counts() {
        return detail::sums_from<T>(counts(counter_type_of<T>()));
    }

    /// The counts as a partial, with which others of the problem can be merged.
    [[nodiscard]] Partial partial();

    /// Waits for all that was pushed and forgets it, with errors and shares. Devices that failed stay given
    /// up.
    void reset();

    /// What each device has done, in the order of the devices.
    [[nodiscard]] std::vector<DeviceShare> shares() const;

  private:
    [[nodiscard]] std::vector<std::uint64_t> counts(CounterType sum);

    std::unique_ptr<detail::StreamState> state_;
};

namespace untyped {
/// The bits of histogram<T>() on several devices for sums of that type.
[[nodiscard]] HISTO_CL_API std::vector<std::uint64_t> histogram(CounterType sum, const Problem& problem,
                                                                const HostData& data, const Options& options,
                                                                std::span<const Device> devices);
} // namespace untyped

/// histogram() on host data by several devices: a problem that a Stream takes is counted in chunks, each by
/// whichever is free, and anything else is counted whole by the first. If a device fails, the others count
/// what it had not.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(const Problem& problem, const HostData& data, const Options& options,
                                       std::span<const Device> devices) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), problem, data, options, devices));
}

} // namespace histo_cl::inline HISTO_CL_ABI

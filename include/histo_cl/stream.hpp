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

// Counting data that does not fit in memory, or that several devices count together: each chunk goes to a
// device that is free, and the counts are added up on the host, in 64 bits. docs/scale.md has worked
// examples.

namespace histo_cl::inline HISTO_CL_ABI {

/// The progress of a stream.
struct Progress {
    std::uint64_t bytes = 0;     ///< of counted samples, masks and weights
    double seconds = 0;          ///< since the first push
    double bytes_per_second = 0; ///< since the progress before, or the first push
};

struct StreamOptions {
    Options options = {}; ///< how each device counts
    /// Maximum bytes of host memory for chunks in flight, and as much again on all devices together; at least
    /// two chunks for each device.
    std::uint64_t memory = std::uint64_t{256} << 20U;
    /// Size of a chunk, rounded down to whole elements; 0: 4 MiB, more if the counters of a chunk are large,
    /// and less if `memory` does not hold two chunks for each device.
    std::uint64_t chunk_bytes = 0;
    /// Maximum threads that copy or count one push; 0: chosen by the devices and the host's cores.
    std::uint32_t threads = 0;
    /// Called as chunks are counted, at most ten times a second and by one thread at a time, either a thread
    /// that pushes or one of the stream's. It must not call the stream. If it throws, the stream fails:
    /// push(), counts() and partial() throw the same exception until reset().
    std::function<void(const Progress&)> progress = {};
    /// When a stop is requested, push() and counts() throw Error(cancelled). Calls that wait throw once the
    /// chunks in flight are counted.
    std::stop_token stop = {};
};

/// The share of one device in a stream.
struct DeviceShare {
    std::string device; ///< its name
    std::uint64_t bytes = 0;
    std::uint64_t calling_thread_bytes = 0; ///< of these, counted by pushing threads instead
    std::string error;                      ///< why it was given up; empty if it was not
    std::string note;                       ///< why it was left idle; empty if it was not
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
class StreamState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Counts samples that arrive in parts. Each device has several chunks in flight, so that uploads, kernels
/// and downloads overlap. For a GPU, several threads copy chunks to page-locked staging memory; a CPU counts
/// them in place.
///
/// If a device fails, the others count its remaining chunks; each chunk is counted exactly once. Counts and
/// sums have the bits of one call, regardless of how the data is split into pushes and of their order.
///
/// A push may start threads, as may each device with its own memory. If the system cannot start them, fewer
/// threads or the calling one do the work.
///
/// All member functions are safe to call from several threads at once. A stream that has failed or was
/// cancelled throws the same error from then on, until reset().
class HISTO_CL_API Stream {
  public:
    /// For a problem that Partial accepts; Problem::counter does not matter. Without devices it uses the
    /// default device. Sub-devices are allowed. Throws Error(unsupported) for batches, custom bins of `i`,
    /// float weights without Problem::weight_bound, and images; throws like default_device(). Devices that
    /// cannot count the problem are dropped, see shares(); if none is left, their error is thrown.
    explicit Stream(const Problem& problem, std::span<const Device> devices = {},
                    const StreamOptions& options = {});
    Stream(Stream&& other) noexcept;
    Stream& operator=(Stream&& other) noexcept;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    /// Waits for the chunks in flight. Throws nothing: errors that no member function has thrown are lost.
    ~Stream();

    /// Counts data, which may be changed or freed when this returns: by then they have been copied or
    /// counted. Throws Error(invalid_argument) like histogram(), and Error(unsupported) for data that has no
    /// chunks: rows, lists of indices, nibbles, and planes of several channels; before anything is counted.
    /// Throws Error(cancelled).
    void push(const HostData& data);
    void push(std::span<const std::byte> samples) { push(HostData{.samples = samples}); }

    /// Calls `fill` with staging memory of at most `bytes` and chunk_bytes(). `fill` writes samples to it and
    /// returns their number of bytes, whole elements, which are then counted: a reader of files needs no
    /// buffer. For samples in one array, without mask and weights. `fill` runs on the calling thread; if it
    /// throws, nothing is counted and the exception is passed on. Returns the bytes written.
    std::uint64_t push(std::uint64_t bytes, const std::function<std::uint64_t(std::span<std::byte>)>& fill);

    /// Counts data on a device, by a Plan that the first such push for this context and device makes. The
    /// job's `counts` must be null; its buffers must not change before counts() returns. Throws like Plan and
    /// Plan::enqueue; nothing of the job is counted then, but its buffers may be in use until the queue has
    /// finished.
    void push(cl_command_queue queue, const Job& job);

    [[nodiscard]] const Problem& problem() const noexcept;
    /// Maximum number of bytes that one call of `fill` can write; whole elements.
    [[nodiscard]] std::uint64_t chunk_bytes() const noexcept;
    /// Number of elements of all pushes that have returned.
    [[nodiscard]] std::uint64_t elements() const;

    /// Waits for everything pushed so far, also by other threads, and returns the counts like histogram<T>().
    /// Later pushes add to these counts. Throws Error(cancelled), and the error of a device if no device is
    /// left.
    template <Sum T = std::uint64_t>
    [[nodiscard]] std::vector<T> counts() {
        return detail::sums_from<T>(counts(counter_type_of<T>()));
    }

    /// Like counts(), but returns a Partial, which can be merged with others.
    [[nodiscard]] Partial partial();

    /// Waits for everything pushed so far, then clears counts, errors and shares. Devices that failed remain
    /// dropped.
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

/// histogram() on host data with several devices: a problem that a Stream accepts is counted in chunks, each
/// by a device that is free; any other is counted by the first device. If a device fails, the others count
/// its remaining chunks.
template <Sum T = std::uint64_t>
[[nodiscard]] std::vector<T> histogram(const Problem& problem, const HostData& data, const Options& options,
                                       std::span<const Device> devices) {
    return detail::sums_from<T>(untyped::histogram(counter_type_of<T>(), problem, data, options, devices));
}

} // namespace histo_cl::inline HISTO_CL_ABI

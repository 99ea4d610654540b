#pragma once

#include "histo_cl/abi.hpp"
#include "histo_cl/device.hpp"
#include "histo_cl/export.h"
#include "histo_cl/histogram.hpp"
#include "histo_cl/host_data.hpp"
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

// Counts data that does not fit in memory, or that several devices count together. Each chunk goes to a
// device that is free, and the host adds up the counts in 64 bits. docs/scale.md has worked examples.

namespace histo_cl::inline HISTO_CL_ABI {

/// The progress of a stream.
struct Progress {
    std::uint64_t bytes = 0; ///< bytes of samples, masks and weights counted from host memory
    double seconds = 0;      ///< seconds since the first push
    /// Average since the previous report; in the first report, since the first push.
    double bytes_per_second = 0;
};

/// How a stream counts, and how much memory it uses.
struct StreamOptions {
    Options options = {}; ///< how each device counts
    /// The devices, which the stream copies; sub-devices are allowed. Empty: the default device. If there is
    /// no device, or if Options::calling_thread is true, the threads that call push() count.
    std::span<const Device> devices = {};
    /// Maximum bytes of host memory for chunks in flight, and the same maximum for the memory of all devices
    /// together. There are always at least two chunks for each device, of at least one element each, even if
    /// these take more memory.
    std::uint64_t memory = std::uint64_t{256} << 20U;
    /// Maximum size of a chunk in bytes; 0: 4 MiB, or more if the problem has many counters. Chunks have
    /// whole elements. The size is reduced if `memory` does not hold two chunks for each device. If the only
    /// device is a CPU, or if there is no device, push(data) counts up to 64 MiB at once in place, regardless
    /// of chunk_bytes.
    std::uint64_t chunk_bytes = 0;
    /// Maximum number of threads that copy or count one push; 0: depends on the devices and the host's cores.
    std::uint32_t threads = 0;
    /// Called when chunks have been counted, at most ten times a second, and at the end of histogram() and
    /// partial(). Only one thread calls it at a time: either a thread that calls the stream, or a thread of
    /// the stream. It must not call the stream. If it throws, the stream fails: push(), histogram() and
    /// partial() throw the same exception until reset().
    std::function<void(const Progress&)> progress = {};
    /// After a stop is requested, push(), histogram() and partial() throw Error(cancelled). Calls that are
    /// waiting at that time throw at the latest when the chunks in flight have been counted.
    std::stop_token stop = {};
};

/// What one device of a stream has counted. A stream without a device has a single share, for the threads
/// that call push().
struct DeviceShare {
    std::string device;                     ///< the device's name; empty without a device
    std::uint64_t bytes = 0;                ///< bytes of host memory counted for this device
    std::uint64_t calling_thread_bytes = 0; ///< the part of `bytes` that pushing threads counted themselves
    std::string error;                      ///< why the device was dropped; empty if it was not dropped
    std::string note;                       ///< why the device was left idle; empty if it was not idle
};

} // namespace histo_cl::inline HISTO_CL_ABI

namespace histo_cl::detail {
class StreamState;
} // namespace histo_cl::detail

namespace histo_cl::inline HISTO_CL_ABI {

/// Counts samples that arrive in parts. Each device has several chunks in flight, so that uploads, kernels
/// and downloads overlap. For a GPU or an accelerator, several threads copy chunks to page-locked staging
/// memory. A CPU counts chunks in place.
///
/// If a device fails, the others count its remaining chunks; each chunk is counted exactly once. Counts and
/// sums have the bits of one call with all data, regardless of how the data is split into pushes and of the
/// order of the pushes.
///
/// A stream starts a thread for each GPU or accelerator, and a push may start more threads. If the system
/// cannot start them, fewer threads or the calling thread do the work.
///
/// All member functions are safe to call from several threads at once. A stream that has failed throws the
/// same error from then on, until reset(). A cancelled stream stays cancelled, because a stop request cannot
/// be taken back.
class HISTO_CL_API Stream {
  public:
    /// Makes a stream for a problem that Partial accepts and whose samples are not in an image. As for
    /// histogram(), u8 and u16 counters saturate, and with f32 counters sums are rounded to floats; otherwise
    /// Problem::counter does not matter.
    ///
    /// Throws like Partial's constructor, and like default_device() if only a device can count the problem,
    /// or if a driver fails. Throws Error(invalid_argument) for images, and Error(unsupported) for
    /// Merge::host. A device that cannot count the problem is dropped, here or at its first chunk, see
    /// shares(). If no device is left, an Error with the reasons is thrown.
    explicit Stream(const Problem& problem, const StreamOptions& options = {});
    /// After this, the other stream may only be assigned to or destroyed.
    Stream(Stream&& other) noexcept;
    /// Waits for the chunks in flight of this stream first.
    Stream& operator=(Stream&& other) noexcept;
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    /// Waits for the chunks in flight. Does not throw: errors that no member function has thrown are lost.
    ~Stream();

    /// Counts data. The data may be changed or freed when this function returns, because it has been copied
    /// or counted.
    ///
    /// Before anything is counted, throws Error(invalid_argument) like histogram(), and Error(unsupported)
    /// for data that cannot be split into chunks: layouts in rows, lists of indices, nibbles, and planes of
    /// several channels. Also throws Error(cancelled), and the error of a device if no device is left.
    void push(const HostData& data);
    /// Counts samples without masks and weights.
    void push(const HostArray& samples) { push(HostData{.samples = samples}); }

    /// Calls `fill` with staging memory, whose size in bytes is the smaller of `bytes` and chunk_bytes().
    /// `fill` writes samples to it, and returns the number of bytes written, which must be whole elements.
    /// These samples are then counted. A reader of files therefore needs no buffer of its own. `fill` runs on
    /// the calling thread. If it throws, nothing is counted and the exception is passed on. Returns what
    /// `fill` returned.
    ///
    /// Throws like push(data), and Error(invalid_argument) unless the samples are interleaved, without mask
    /// and weights.
    std::uint64_t push(std::uint64_t bytes, const std::function<std::uint64_t(std::span<std::byte>)>& fill);

    /// Counts samples that are already on a device, after the events of `wait`. The first such push for a
    /// context and device makes a Plan. If 16 jobs are in flight, waits for the oldest: no event of `wait`
    /// may depend on what this thread does later. The job's `counts` must be null and `accumulate` false. The
    /// buffers of the job must not change before histogram() or partial() returns. Throws like Plan and
    /// Plan::enqueue. After an error nothing of the job is counted, but its buffers may be in use until the
    /// queue has finished.
    void push(cl_command_queue queue, const Job& job, std::span<const cl_event> wait = {});

    /// What the stream counts.
    [[nodiscard]] const Problem& problem() const noexcept;
    /// Maximum number of bytes that one call of `fill` can write; a whole number of elements.
    [[nodiscard]] std::uint64_t chunk_bytes() const noexcept;
    /// Number of elements of all pushes that have returned since the last reset().
    [[nodiscard]] std::uint64_t elements() const;

    /// Waits for all data pushed so far, also by other threads, and returns the result of one call of
    /// histogram() with all data. Later pushes add to it. Data that another thread pushes meanwhile may
    /// be included in part. Throws Error(cancelled), and the error that made the stream fail, such as an
    /// error of a job or of the last device.
    [[nodiscard]] Histogram histogram();

    /// Like histogram(), but returns a Partial, which can be merged with others.
    [[nodiscard]] Partial partial();

    /// Waits for all data pushed so far, then clears counts, errors, and the bytes in shares(). Devices that
    /// failed remain dropped: if all devices failed, the stream throws their error again.
    void reset();

    /// What each device has counted, in the order of the devices.
    [[nodiscard]] std::vector<DeviceShare> shares() const;

  private:
    std::unique_ptr<detail::StreamState> state_;
};

} // namespace histo_cl::inline HISTO_CL_ABI

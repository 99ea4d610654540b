#pragma once

#include "bench/data.hpp"
#include "common/opencl.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

/// Times commands by the device's clock, on a separate queue.
class DeviceClock {
  public:
    /// `occupy`: a kernel that keeps a device busy. Its second argument is the number of steps, at most
    /// `max_steps`.
    DeviceClock(const cl::Context& context, const cl::Device& device, cl::Kernel occupy, cl_uint max_steps);
    ~DeviceClock();
    DeviceClock(const DeviceClock&) = delete;
    DeviceClock& operator=(const DeviceClock&) = delete;

    /// Returns the seconds of the commands that `work` enqueues, up to the end of the event that it returns.
    /// The commands run behind a kernel that lasts longer than the enqueueing, unless the enqueueing takes
    /// more than a few ms. Empty if the driver reports no times.
    using Work = std::function<cl::Event(const cl::CommandQueue&)>;
    [[nodiscard]] std::optional<double> seconds(const Work& work);

  private:
    cl::Event occupy();

    cl::CommandQueue queue_;
    cl::Kernel occupy_;
    cl_uint steps_ = 4096;
    cl_uint max_steps_;
    double occupied_seconds_ = 0;
};

/// Enqueues a kernel whose arguments are set.
cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::size_t items,
                 std::size_t group);

/// A device with the objects that the benchmark needs: an in-order queue, a clock, the samples, and the
/// kernels of host/bench/kernels/. All times are in seconds. Throws histo_cl::Error and cl::Error.
class OpenCl {
  public:
    explicit OpenCl(const histo_cl::Device& device);
    ~OpenCl();
    OpenCl(const OpenCl&) = delete;
    OpenCl& operator=(const OpenCl&) = delete;

    [[nodiscard]] cl_context context() const noexcept { return context_(); }
    [[nodiscard]] const histo_cl::Device& device() const noexcept { return device_; }

    /// Fills `samples()` with the first `count` samples of a data set, unless they are there already.
    void make(const DataSet& data, std::uint64_t count);
    [[nodiscard]] cl_mem samples() const noexcept { return samples_(); }
    /// Returns the samples in memory mapped to the host, valid until the next make(). On a CPU, this copies
    /// nothing.
    [[nodiscard]] const void* mapped_samples();
    /// Returns a new buffer with the mask of Layout::mask.
    [[nodiscard]] cl::Buffer mask(std::uint64_t elements) const;

    [[nodiscard]] const cl::CommandQueue& queue() const noexcept { return queue_; }
    [[nodiscard]] DeviceClock& clock() noexcept { return clock_; }

    /// A kernel of kernels/FILE.cl. Throws Error(build_failed).
    [[nodiscard]] cl::Kernel kernel(std::string_view file, const char* name,
                                    const std::string& options = {}) const;

    /// A buffer for counts or a workspace; null for 0 bytes.
    [[nodiscard]] cl::Buffer memory(std::uint64_t bytes) const;
    /// Fills memory, unless it is null, with a pattern that is not a plausible count.
    void poison(const cl::Buffer& memory) const;

    [[nodiscard]] double empty_launch_seconds() const;
    /// Returns the time of the read-only kernel on `bytes` bytes of samples, with `groups_per_unit`
    /// work-groups per compute unit.
    [[nodiscard]] std::optional<double> read_seconds(std::uint64_t bytes, std::uint32_t groups_per_unit);

  private:
    cl::Kernel& generator(std::size_t bytes);
    void reserve(std::uint64_t bytes);
    void generate(const DataSet& data, std::uint64_t count, std::size_t bytes);
    void unmap();

    histo_cl::Device device_;
    cl::Device id_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer scratch_; ///< buffer of kernels that count nothing
    DeviceClock clock_;
    cl::Kernel empty_;
    cl::Kernel read_all_;
    std::map<std::size_t, cl::Kernel> generators_; ///< kernels by the size of a sample in bytes
    cl::Buffer samples_;
    std::uint64_t capacity_ = 0;                       ///< bytes of `samples`
    std::pair<DataSet, std::uint64_t> made_ = {{}, 0}; ///< the contents of `samples`
    void* mapped_ = nullptr;                           ///< the host's view of `samples`
};

} // namespace bench

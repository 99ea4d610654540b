#pragma once

#include "common/clhpp.hpp"

#include <functional>
#include <optional>

namespace bench {

/// Times commands by the device's clock, on a queue of its own.
class DeviceClock {
  public:
    /// `occupy` keeps a device busy for as many steps as its second argument says, at most `most_steps`.
    DeviceClock(const cl::Context& context, const cl::Device& device, cl::Kernel occupy, cl_uint most_steps);
    ~DeviceClock();
    DeviceClock(const DeviceClock&) = delete;
    DeviceClock& operator=(const DeviceClock&) = delete;

    /// The seconds of what `work` enqueues, up to the end of the event that it returns. The commands run
    /// behind a kernel that lasts as long as the enqueueing. Empty if the driver reports no times.
    using Work = std::function<cl::Event(const cl::CommandQueue&)>;
    [[nodiscard]] std::optional<double> seconds(const Work& work);

  private:
    cl::Event occupy();

    cl::CommandQueue queue_;
    cl::Kernel occupy_;
    cl_uint steps_ = 4096;
    cl_uint most_steps_;
    double occupied_seconds_ = 0;
};

/// Enqueues a kernel whose arguments are set.
cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::size_t items,
                 std::size_t group);

} // namespace bench

#include "device_clock.hpp"

#include "common/events.hpp"
#include "common/stopwatch.hpp"

#include <utility>

namespace bench {

using common::Stopwatch;

DeviceClock::DeviceClock(const cl::Context& context, const cl::Device& device, cl::Kernel occupy,
                         cl_uint most_steps)
    : queue_(context, device, CL_QUEUE_PROFILING_ENABLE), occupy_(std::move(occupy)),
      most_steps_(most_steps) {
    constexpr double warm_up = 0.03; // for the clock rate to rise
    for (const Stopwatch since; since.seconds() < warm_up;) {
        this->occupy();
        queue_.finish();
    }
    for (;; steps_ *= 2) { // up to 0.1 to 0.2 ms, by the host's clock
        const Stopwatch stopwatch;
        this->occupy();
        queue_.finish();
        occupied_seconds_ = stopwatch.seconds();
        if (occupied_seconds_ > 100e-6 || steps_ > most_steps_ / 2) return;
    }
}

DeviceClock::~DeviceClock() {
    ::clFinish(queue_());
}

cl::Event DeviceClock::occupy() {
    occupy_.setArg(1, steps_);
    return launch(queue_, occupy_, 1, 1);
}

std::optional<double> DeviceClock::seconds(const Work& work) {
    for (;;) {
        const Stopwatch stopwatch;
        const auto before = occupy();
        const auto last = work(queue_);
        queue_.flush();
        const bool hidden = stopwatch.seconds() < 0.7 * occupied_seconds_;
        queue_.finish();
        if (hidden || occupied_seconds_ > 2e-3 || steps_ > most_steps_ / 2)
            return common::seconds_between(before, last);
        steps_ *= 2;
        occupied_seconds_ *= 2;
    }
}

cl::Event launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, std::size_t items,
                 std::size_t group) {
    cl::Event event;
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items), cl::NDRange(group), nullptr,
                               &event);
    return event;
}

} // namespace bench

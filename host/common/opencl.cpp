#include "common/opencl.hpp"

namespace common {

namespace {

/// In nanoseconds; 0 if unknown.
cl_ulong end_of(const cl::Event& event) {
    cl_ulong end = 0;
    const auto code = ::clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
    return code == CL_SUCCESS ? end : 0;
}

} // namespace

cl::Event enqueue(const cl::CommandQueue& queue, const histo_cl::Plan& plan, const histo_cl::Job& job) {
    cl_event event = nullptr;
    plan.enqueue(queue(), job, {}, &event);
    return cl::Event(event);
}

std::optional<double> seconds_between(const cl::Event& before, const cl::Event& after) {
    const auto begin = end_of(before);
    const auto end = end_of(after);
    if (begin == 0 || end <= begin) return std::nullopt;
    return static_cast<double>(end - begin) * 1e-9;
}

} // namespace common

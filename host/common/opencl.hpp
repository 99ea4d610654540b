#pragma once

// CLHPP as the programs use it: OpenCL 1.2, with exceptions.

#include <histo_cl/error.hpp>
#include <histo_cl/opencl.h>
#include <histo_cl/plan.hpp>

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS

#include <CL/opencl.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace common {

/// Runs `work` and translates CLHPP's exception into the library's.
template <class Work>
auto checked(Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const cl::Error& error) {
        throw histo_cl::Error(histo_cl::Status::opencl_error, std::string(error.what()) + " failed",
                              error.err());
    }
}

/// Whether a plan merges on the host. Such a plan returns its counts and cannot be enqueued, so the device's
/// clock does not time it.
[[nodiscard]] inline bool merges_on_host(const histo_cl::Plan& plan) {
    return plan.decision().merge == histo_cl::Merge::host;
}

/// Returns the number of work-groups of the longest launch for `elements` elements, added up over all
/// windows.
[[nodiscard]] inline std::uint64_t launched_work_groups(const histo_cl::Plan& plan, std::uint64_t elements) {
    const auto& decision = plan.decision();
    return std::uint64_t{launched_groups(decision, std::min(elements, decision.samples_per_launch))} *
           decision.windows;
}

/// A buffer with a copy of the data; null if the data is empty.
template <class Data>
[[nodiscard]] cl::Buffer uploaded(const cl::CommandQueue& queue, const Data& data) {
    const auto bytes = std::as_bytes(std::span(data));
    if (bytes.empty()) return {};
    cl::Buffer buffer(queue.getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_WRITE, bytes.size());
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    return buffer;
}

inline cl::Event enqueue(const cl::CommandQueue& queue, const histo_cl::Plan& plan,
                         const histo_cl::Job& job) {
    cl_event event = nullptr;
    plan.enqueue(queue(), job, {}, &event);
    return cl::Event(event);
}

/// The seconds from the end of one command to the end of a later one, by the device's clock. Empty if the
/// driver reports no times, or times that do not increase.
[[nodiscard]] inline std::optional<double> seconds_between(const cl::Event& before, const cl::Event& after) {
    const auto end_of = [](const cl::Event& event) { // in nanoseconds; 0 if unknown
        cl_ulong end = 0;
        const auto code =
            ::clGetEventProfilingInfo(event(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
        return code == CL_SUCCESS ? end : 0;
    };
    const auto begin = end_of(before);
    const auto end = end_of(after);
    if (begin == 0 || end <= begin) return std::nullopt;
    return static_cast<double>(end - begin) * 1e-9;
}

} // namespace common

#pragma once

// Thin overloads for programs that use CLHPP. Include CL/opencl.hpp before this header, and before that
// define the macros of CLHPP that the program needs. The functions are inline and not part of the compiled
// library, because the code of CLHPP depends on these macros.

#include "histo_cl/abi.hpp"
#include "histo_cl/plan.hpp"

#include <cstdint>
#include <vector>

namespace histo_cl::inline HISTO_CL_ABI {

/// A plan for a CLHPP context and device. Throws like Plan.
[[nodiscard]] inline Plan make_plan(const cl::Context& context, const cl::Device& device,
                                    const Problem& problem, const Options& options = {}) {
    return {context(), device(), problem, options};
}

/// Enqueues the counting of the first `count` elements of `samples` into `counts`, after the events of
/// `wait`. Returns an event that completes when the counts are written. For offsets, accumulation or a
/// workspace, pass a Job with the handles to Plan::enqueue(). Throws like Plan::enqueue().
inline cl::Event enqueue(const Plan& plan, const cl::CommandQueue& queue, const cl::Buffer& samples,
                         std::uint64_t count, const cl::Buffer& counts,
                         const std::vector<cl::Event>& wait = {}) {
    std::vector<cl_event> handles;
    handles.reserve(wait.size());
    for (const auto& event : wait)
        handles.push_back(event());
    cl_event done = nullptr;
    plan.enqueue(queue(), {.samples = samples(), .shape = {.count = count}, .counts = counts()}, handles,
                 &done);
    return cl::Event(done);
}

} // namespace histo_cl::inline HISTO_CL_ABI

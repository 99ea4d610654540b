#pragma once

#include "mapping/map_plan_state.hpp"

#include <span>

namespace histo_cl::detail {

/// A job as the kernels read it: what its zeros stand for is written out, and rows are in samples.
struct CheckedMapJob {
    std::uint64_t source_row = 0;
    std::uint64_t destination_row = 0;
    std::uint32_t tiles_across = 1;
    std::uint32_t tiles_down = 1;
};

/// Throws Error(invalid_argument) for images that MapPlan::enqueue() refuses.
void check_map_images(const MapPlanState& plan, const MapJob& job);

/// Throws Error(invalid_argument) for a job that MapPlan::enqueue() refuses.
[[nodiscard]] CheckedMapJob check_map_job(const MapPlanState& plan, const MapJob& job,
                                          std::span<const cl_event> wait);

} // namespace histo_cl::detail

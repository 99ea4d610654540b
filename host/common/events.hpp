#pragma once

#include "common/clhpp.hpp"

#include <histo_cl/plan.hpp>

#include <optional>

namespace common {

/// The event of an enqueued job.
cl::Event enqueue(const cl::CommandQueue& queue, const histo_cl::Plan& plan, const histo_cl::Job& job);

/// From the end of one command to the end of a later one, by the device's clock; empty if the driver reports
/// no times.
[[nodiscard]] std::optional<double> seconds_between(const cl::Event& before, const cl::Event& after);

} // namespace common

#pragma once

#include "demo/count/result.hpp"

#include <histo_cl/histo_cl.hpp>

#include <span>

namespace demo {

/// How a device counts the result's problem: with the plan that the library makes of it and these options.
/// Sets what a plan says, and how long it took to make one. Throws histo_cl::Error.
void describe_plan(Result& result, const histo_cl::Device& device, const histo_cl::Options& options);

/// The same of the first device which can count; the others are in the shares.
void describe_first_plan(Result& result, std::span<const histo_cl::Device> devices,
                         const histo_cl::Options& options);

} // namespace demo

#pragma once

#include "plan/plan_state.hpp"
#include "problem/checked_problem.hpp"
#include "program/program.hpp"

#include <variant>

namespace histo_cl::detail {

/// What the library may do with plans that its users cannot.
struct PlanAccess {
    [[nodiscard]] static const PlanState& state(const Plan& plan) noexcept { return *plan.state_; }

    /// A plan as its constructor makes it; without leave to compile, only if its program is built.
    [[nodiscard]] static std::variant<Plan, NotBuilt> make(cl_context context, cl_device_id device,
                                                           const CheckedProblem& problem,
                                                           const Options& options, Compile compile);
};

} // namespace histo_cl::detail

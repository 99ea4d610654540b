#pragma once

#include "histo_cl/device.hpp"
#include "histo_cl/plan.hpp"
#include "opencl/handle.hpp"
#include "problem/checked_problem.hpp"
#include "program/program.hpp"
#include "serial/count.hpp"
#include "staging/upload.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

// What histogram() on host data keeps from one call to the next. Never destroyed when the process ends: by
// then a driver may be gone, and would be called all the same.

namespace histo_cl::inline HISTO_CL_ABI::detail {

inline constexpr std::size_t most_kept_plans = 16;
/// Of device and host memory that plans hold: thresholds, sums between launches, edges.
inline constexpr std::uint64_t most_kept_plan_bytes = std::uint64_t{64} << 20U;
inline constexpr std::size_t most_kept_finders = 16;
/// Of thresholds and edges.
inline constexpr std::uint64_t most_kept_finder_bytes = std::uint64_t{16} << 20U;

/// A plan with what it runs on. The queue is in order, and calls from several threads share it.
struct KeptPlan {
    Context context;
    std::shared_ptr<StagingPool> staging; ///< of all plans of the context
    Queue queue;
    Plan plan;
};

/// Made at the first call; without leave to compile, only if its program is built. The problem's counters and
/// max_samples are those given here, see max_samples_of_kept_plan(). Throws like Plan.
[[nodiscard]] std::variant<std::shared_ptr<const KeptPlan>, NotBuilt>
kept_plan(const Device& device, const CheckedProblem& problem, std::uint64_t max_samples,
          const Options& options, Compile compile);

/// Lets go of the plans of a context in which a command failed: it may be of no more use.
void forget_kept_plans(cl_context context);

/// The finders of a problem that the calling thread can count.
[[nodiscard]] std::shared_ptr<const Finders> kept_finders(const Problem& problem);

/// default_device(), looked for once in a process: the platforms are loaded once, too.
[[nodiscard]] const Device& kept_default_device();
/// Whether it has been found.
[[nodiscard]] bool has_default_device();

/// How many plans and finders are kept.
[[nodiscard]] std::size_t kept_plan_count();
[[nodiscard]] std::size_t kept_finders_count();

} // namespace histo_cl::inline HISTO_CL_ABI::detail

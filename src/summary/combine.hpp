#pragma once

#include "summary/summary_plan_state.hpp"

#include <span>

namespace histo_cl::detail {

/// The summary of all work-groups' partial results, [pass][group].
[[nodiscard]] SampleSummary combine(SampleType sample, std::span<const PassNumbers> partials);

} // namespace histo_cl::detail

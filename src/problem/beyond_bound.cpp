#include "problem/beyond_bound.hpp"

#include "core/invalid.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {

void refuse_weight_beyond_bound(const Problem& problem, std::uint64_t counter) {
    invalid("counter ", counter, ": a weight has a greater exponent than weight_bound.greatest, ",
            Number(problem.weight_bound->greatest).to_string());
}

void check_within_bound(const Problem& problem, std::span<const std::uint64_t> sums) {
    if (!problem.weight_bound) return;
    const auto found = std::ranges::find(sums, beyond_weight_bound);
    if (found != sums.end())
        refuse_weight_beyond_bound(problem, static_cast<std::uint64_t>(found - sums.begin()));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

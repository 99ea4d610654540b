#include "problem/weights.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace histo_cl::detail {
namespace {

std::string_view cpp_name(CounterType sum) {
    constexpr std::array<std::string_view, 4> names{"std::uint32_t", "std::uint64_t", "std::int64_t",
                                                    "double"};
    return names.at(static_cast<std::size_t>(sum));
}

} // namespace

void check_sum_type(const Problem& problem, CounterType asked, const std::string& call) {
    const auto wide = wide_counter(problem.weights);
    if (!wide || *wide == asked) return; // bad weights are validation's to refuse
    const auto what = problem.weights ? concat("sums of ", *problem.weights, " weights") : "counts";
    invalid(call, "<", cpp_name(asked), ">: the ", what, " are ", cpp_name(*wide), ", ask for ", call, "<",
            cpp_name(*wide), ">");
}

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

} // namespace histo_cl::detail

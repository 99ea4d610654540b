#include "problem/wide_counter.hpp"

#include "core/invalid.hpp"

#include <array>
#include <string_view>

namespace histo_cl::inline HISTO_CL_ABI::detail {
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail

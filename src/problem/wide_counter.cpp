#include "problem/wide_counter.hpp"

#include "core/invalid.hpp"

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

std::string cpp_name(CounterType sum) {
    switch (sum) {
    case CounterType::u32: break;
    case CounterType::u64: return "std::uint64_t";
    case CounterType::i64: return "std::int64_t";
    case CounterType::f64: return "double";
    }
    return "std::uint32_t";
}

} // namespace

void check_sum_type(const Problem& problem, CounterType asked, const std::string& call) {
    const auto wide = wide_counter(problem.weights);
    if (!wide || *wide == asked) return; // bad weights are validation's to refuse
    const auto what =
        problem.weights ? "sums of " + std::string(name(*problem.weights)) + " weights" : "counts";
    invalid(call, "<", cpp_name(asked), ">: the ", what, " are ", cpp_name(*wide), ", ask for ", call, "<",
            cpp_name(*wide), ">");
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

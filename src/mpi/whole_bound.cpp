#include "mpi/whole_bound.hpp"

#include "histo_cl/weight_bound.hpp"
#include "mpi/call.hpp"

#include <algorithm>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

bool lacks_bound(const Problem& problem) {
    return problem.weights && is_float(*problem.weights) && !problem.weight_bound;
}

/// weight_bound() counts at least one element, also where there is none.
std::uint64_t elements_of(const Problem& problem, const HostData& data, const WeightBound& bound) {
    if (problem.layout.rows || data.shape.count) return elements(problem, data.shape);
    const auto has_none = [](std::span<const std::byte> bytes) { return bytes.empty(); };
    return has_none(data.samples) && std::ranges::all_of(data.arrays, has_none) ? 0 : bound.elements;
}

/// This rank's; of no elements, if it has none.
WeightBound local_bound(const Problem& problem, const HostData& local) {
    auto bound = weight_bound(problem, local);
    bound.elements = elements_of(problem, local, bound);
    return bound;
}

WeightBound whole_bound(const Ranks& ranks, WeightBound bound) {
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &bound.greatest, 1, MPI_DOUBLE, MPI_MAX, ranks.comm),
              "MPI_Allreduce");
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, &bound.elements, 1, MPI_UINT64_T, MPI_SUM, ranks.comm),
              "MPI_Allreduce");
    bound.elements = std::max<std::uint64_t>(bound.elements, 1);
    return bound;
}

} // namespace

Problem with_whole_bound(const Ranks& ranks, const Problem& problem, const HostData& local,
                         const std::function<Given(const Problem&)>& given) {
    auto bounded = problem;
    const bool lacks = lacks_bound(problem);
    const auto bound = agreed(
        ranks,
        [&] {
            if (lacks) bounded.weight_bound = {.greatest = 1, .elements = 1}; // a partial takes one
            auto asked = given(bounded);
            if (lacks) asked.exact += ", no bound";
            return asked;
        },
        [&] { return lacks ? local_bound(problem, local) : WeightBound(); });
    if (lacks) bounded.weight_bound = whole_bound(ranks, bound);
    return bounded;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

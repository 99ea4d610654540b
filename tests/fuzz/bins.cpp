// Bins of one axis: their edges rise, and the rule that kernels and the calling thread share puts samples
// into the reference's bins.

#include "engines/thread/count.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/problems.hpp"
#include "histo_cl/reference.hpp"
#include "problem/checked.hpp"
#include "problem/rule/cells.hpp"
#include "pure/random_problems.hpp"

#include <bit>

namespace histo_cl::fuzz {
namespace {

void check_edges(const Problem& problem) {
    const auto kind = kind_of(problem.axes[0]);
    if (kind == BinningKind::custom) return;
    const auto edges = problem.edges();
    require(edges.size() == bin_count(problem.axes[0]) + 1, "one edge more than bins");
    for (std::size_t i = 0; i < edges.size(); ++i) {
        require(!std::isnan(edges[i]), "an edge is a number");
        if (i == 0 || (kind == BinningKind::circular && i + 1 == edges.size())) continue;
        require(edges[i - 1] <= edges[i], "edges rise");
        if (kind == BinningKind::log) require(edges[i - 1] < edges[i], "logarithmic edges rise strictly");
    }
}

/// Samples: bits of the input and, if there are edges, the type's extremes and the samples next to edges. If
/// there are many edges, random ones are used.
template <class T>
std::vector<T> samples_of(Input& input, const Problem& problem) {
    RandomProblems near(input.take<std::uint64_t>());
    std::vector<T> samples;
    if (!has_custom_bins(problem)) samples = near.samples<T>(problem, 40, 10);
    while (!input.empty())
        samples.push_back(
            std::bit_cast<T>(input.take<typename detail::Samples<sample_type_of<T>()>::Bits>()));
    return samples;
}

template <class T>
void check_counts(Input& input, const Problem& problem) {
    const auto samples = samples_of<T>(input, problem);
    const auto checked = detail::CheckedProblem::with_wide_counters(problem);
    const auto data = detail::check_data(checked, {.samples = std::as_bytes(std::span(samples))});
    const auto counts = detail::count_on_calling_thread(problem, data, detail::Finders(problem));
    require(counts == reference_histogram(problem, {.samples = data.samples}).counts,
            "the rule is the reference's");
}

} // namespace

void fuzz(std::span<const std::byte> bytes) {
    Input input(bytes);
    Problem problem{.sample = input.one_of(all_sample_types), .axes = {some_binning(input, 600)}};
    if (input.flag()) problem.last_edge = LastEdge::inclusive;
    problem.out_of_range = static_cast<OutOfRange>(input.below(3));
    if (!gives_or_refuses([&] { problem.validate(); })) return;
    require(!to_string(problem.axes[0]).empty(), "bins have words");
    check_edges(problem);
    if (!detail::only_on_device(problem).empty()) return;
    with_sample_type(problem.sample,
                     [&]<class T>(std::type_identity<T> /*sample*/) { check_counts<T>(input, problem); });
}

} // namespace histo_cl::fuzz

#include "problem/passes.hpp"

#include "problem/gathered.hpp"
#include "problem/pitches.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

/// Axes that are counted in one pass: [first, end).
struct Group {
    std::size_t first;
    std::size_t end;
};

/// As many axes as a pass takes, of channels side by side unless they are gathered, with no more counters
/// than a histogram has.
std::vector<Group> groups(const Problem& problem) {
    const auto axes = problem.axes.size();
    if (axes <= most_axes_of_a_pass) return {{0, axes}};
    const auto is_beside = [&](std::size_t axis) {
        return is_gathered(problem) || problem.channel(axis) == problem.channel(axis - 1) + 1;
    };
    std::vector<Group> groups;
    for (std::size_t first = 0; first < axes;) {
        auto end = first + 1;
        auto counters = 2 * problem.extent(first); // with those of squares
        while (end < axes && end - first < most_axes_of_a_pass && is_beside(end) &&
               counters + 2 * problem.extent(end) <= max_bins)
            counters += 2 * problem.extent(end++);
        groups.push_back({first, end});
        first = end;
    }
    return groups;
}

/// Of a pass that counts elements.
Problem problem_of(const Problem& whole, const Group& group) {
    auto problem = whole;
    problem.weights = {};
    problem.weight_vectors = 1;
    problem.squared_weights = problem.counts_too = problem.narrow_weights = false;
    problem.weight_bound = {};
    problem.counter = whole.weights ? CounterType::u64 : whole.counter;
    const auto at = [&](std::size_t axis) { return whole.axes.begin() + static_cast<std::ptrdiff_t>(axis); };
    problem.axes.assign(at(group.first), at(group.end));
    if (is_gathered(whole)) // the mask is that of indices which name an element
        return problem_of_gathered(std::move(problem), whole.indices || whole.layout.mask);
    if (group.end - group.first == whole.axes.size()) return problem;
    problem.layout.active = {};
    problem.layout.channels = static_cast<std::uint32_t>(problem.axes.size());
    problem.layout.stride = sample_stride(whole) * bytes(whole.sample);
    return problem;
}

Problem with_weights(Problem problem, const Problem& whole) {
    problem.weights = whole.weights;
    problem.squared_weights = whole.squared_weights;
    problem.narrow_weights = whole.narrow_weights;
    problem.weight_bound = whole.weight_bound;
    problem.counter = whole.counter;
    return problem;
}

/// Where it is among the last of those found so far: columns that are binned alike follow one another.
std::size_t index_of(std::vector<Problem>& problems, Problem problem) {
    constexpr std::size_t most_compared = 8;
    const auto end = problems.size();
    for (auto i = end; i-- > end - std::min(end, most_compared);)
        if (problems[i] == problem) return i;
    problems.push_back(std::move(problem));
    return end;
}

} // namespace

bool takes_passes(const Problem& problem) noexcept {
    return problem.axes.size() > most_axes_of_a_pass || problem.weight_vectors > 1 || problem.counts_too ||
           is_gathered(problem);
}

Passes passes(const Problem& problem) {
    Passes all;
    const auto cells = problem.cells();
    const bool counts = problem.counts_too || !problem.weights;
    const auto squares = cells * (problem.weight_vectors + (counts ? 1 : 0));
    std::uint64_t first_cell = 0;
    for (const auto& group : groups(problem)) {
        const auto counting = problem_of(problem, group);
        const bool all_channels = is_gathered(problem) || problem.axes.size() <= most_axes_of_a_pass;
        const auto channel = all_channels ? 0 : problem.channel(group.first);
        std::array<std::uint32_t, most_axes_of_a_pass> channels = {};
        for (auto axis = group.first; axis < group.end; ++axis)
            channels.at(axis - group.first) = problem.channel(axis);
        auto first = first_cell;
        if (counts) {
            all.passes.push_back({index_of(all.problems, counting), channel, {}, first, 0, channels});
            first += cells;
        }
        if (problem.weights) {
            const auto summing = index_of(all.problems, with_weights(counting, problem));
            for (std::uint32_t vector = 0; vector < problem.weight_vectors; ++vector, first += cells)
                all.passes.push_back(
                    {summing, channel, vector, first, squares + vector * cells + first_cell, channels});
        }
        first_cell += counting.cells();
    }
    return all;
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

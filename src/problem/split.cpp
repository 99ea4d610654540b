#include "problem/split.hpp"

#include "problem/pitches.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::detail {
namespace {

/// A group of axes that are counted in one pass: axes [first, end).
struct Group {
    std::size_t first;
    std::size_t end;
};

/// Returns the axes of each pass. A pass counts as many axes as possible. If there are several passes, a pass
/// counts several axes only if their channels are adjacent or gathered, and if twice their number of cells is
/// at most max_bins.
std::vector<Group> groups(const Problem& problem) {
    const auto axes = problem.axes.size();
    if (axes <= max_axes_per_pass) return {{0, axes}};
    const auto is_beside = [&](std::size_t axis) {
        return is_gathered(problem) || problem.channel(axis) == problem.channel(axis - 1) + 1;
    };
    std::vector<Group> groups;
    for (std::size_t first = 0; first < axes;) {
        auto end = first + 1;
        auto counters = 2 * problem.extent(first); // leaves room for sums of squares
        while (end < axes && end - first < max_axes_per_pass && is_beside(end) &&
               counters + 2 * problem.extent(end) <= max_bins)
            counters += 2 * problem.extent(end++);
        groups.push_back({first, end});
        first = end;
    }
    return groups;
}

/// The problem of a pass.
Problem problem_of(const Problem& whole, const Group& group) {
    auto problem = whole;
    const auto at = [&](std::size_t axis) { return whole.axes.begin() + static_cast<std::ptrdiff_t>(axis); };
    problem.axes.assign(at(group.first), at(group.end));
    if (is_gathered(whole)) // with indices, a mask excludes those beyond the elements
        return gathered_problem(std::move(problem), whole.layout.indices || whole.layout.mask);
    if (group.end - group.first == whole.axes.size()) return problem;
    problem.layout.active = {};
    problem.layout.channels = static_cast<std::uint32_t>(problem.axes.size());
    problem.layout.stride = sample_stride(whole) * bytes(whole.sample);
    return problem;
}

/// The index of a problem in the list. Compares the problem only with the last ones of the list, because axes
/// with the same bins are usually adjacent. Adds the problem if it is not found.
std::size_t index_of(std::vector<Problem>& problems, Problem problem) {
    constexpr std::size_t max_compared = 8;
    const auto end = problems.size();
    for (auto i = end; i-- > end - std::min(end, max_compared);)
        if (problems[i] == problem) return i;
    problems.push_back(std::move(problem));
    return end;
}

} // namespace

bool takes_passes(const Problem& problem) noexcept {
    return problem.axes.size() > max_axes_per_pass || is_gathered(problem);
}

Passes passes(const Problem& problem) {
    Passes all;
    const bool all_channels = is_gathered(problem) || problem.axes.size() <= max_axes_per_pass;
    std::uint64_t first_cell = 0;
    for (const auto& group : groups(problem)) {
        auto of_pass = problem_of(problem, group);
        const auto cells = of_pass.cells();
        std::array<std::uint32_t, max_axes_per_pass> channels = {};
        for (auto axis = group.first; axis < group.end; ++axis)
            channels.at(axis - group.first) = problem.channel(axis);
        all.passes.push_back({index_of(all.problems, std::move(of_pass)),
                              all_channels ? 0 : problem.channel(group.first), first_cell, channels,
                              group.first});
        first_cell += cells;
    }
    return all;
}

namespace {

void copy_sample(const Problem& problem, const CheckedData& data, std::uint64_t place, std::byte* to) {
    const auto size = bytes(problem.sample);
    if (!has_nibbles(problem)) {
        std::copy_n(data.samples.data() + place * size, size, to);
        return;
    }
    const bool low = (place % 2 == 0) == (problem.layout.nibbles == Nibbles::low_first);
    const auto both = data.samples[place / 2];
    *to = low ? both & std::byte{15} : both >> 4U;
}

} // namespace

bool is_gathered(const Problem& problem) noexcept {
    return problem.layout.indices || !has_plain_samples(problem);
}

Problem gathered_problem(Problem problem, bool masked) {
    if (problem.layout.indices && !problem.weights.listed)
        problem.weights.stride = 0; // gathered weights are packed
    problem.weights.listed = false;
    problem.layout = {.mask = masked};
    return problem;
}

Gathered gathered(const Problem& problem, const CheckedData& data) {
    const auto axes = problem.axes.size();
    const auto size = bytes(problem.sample);
    const auto weight_size = problem.weights.type ? bytes(*problem.weights.type) : 0;
    const auto count = data.shape.elements;

    Gathered all{.problem = gathered_problem(problem, problem.layout.mask),
                 .samples = std::vector<std::byte>(count * axes * size),
                 .mask = std::vector<std::byte>(problem.layout.mask ? count : 0),
                 .weights = {}};
    const bool by_element = problem.weights.type && problem.layout.indices && !problem.weights.listed;
    for (std::uint32_t vector = 0; by_element && vector < problem.weights.vectors; ++vector)
        all.weights.at(vector).resize(count * weight_size);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto element = problem.layout.indices ? index_at(*problem.layout.indices, data.indices, i) : i;
        for (std::size_t axis = 0; axis < axes; ++axis)
            copy_sample(problem, data, data.shape.pitches.steps.place(element, problem.channel(axis)),
                        all.samples.data() + (i * axes + axis) * size);
        if (problem.layout.mask) all.mask[i] = data.mask[element];
        for (std::uint32_t vector = 0; by_element && vector < problem.weights.vectors; ++vector)
            std::copy_n(data.weights.at(vector).data() + element * data.shape.pitches.weight_stride,
                        weight_size, all.weights.at(vector).data() + i * weight_size);
    }
    return all;
}

CheckedData Gathered::data(const CheckedData& given) const {
    auto shape = given.shape;
    shape.source_count = shape.plane_pitch = 0;
    CheckedData data{.shape = check_shape(CheckedProblem::copy(problem), shape),
                     .samples = samples,
                     .mask = mask,
                     .weights = given.weights,
                     .arrays = {},
                     .indices = {},
                     .pinned = false};
    for (std::size_t vector = 0; vector < weights.size(); ++vector)
        if (!weights.at(vector).empty()) data.weights.at(vector) = weights.at(vector);
    return data;
}

} // namespace histo_cl::detail

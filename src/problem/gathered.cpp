#include "problem/gathered.hpp"

#include <algorithm>
#include <utility>

namespace histo_cl::inline HISTO_CL_ABI::detail {

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
    return problem.indices || !has_plain_samples(problem);
}

Problem problem_of_gathered(Problem problem, bool masked) {
    problem.indices = {};
    problem.listed_weights = false;
    problem.layout = {.mask = masked};
    return problem;
}

Gathered gathered(const Problem& problem, const CheckedData& data) {
    const auto axes = problem.axes.size();
    const auto size = bytes(problem.sample);
    const auto weight_size = problem.weights ? bytes(*problem.weights) : 0;
    const auto count = data.shape.elements;

    Gathered all{.problem = problem_of_gathered(problem, problem.layout.mask),
                 .samples = std::vector<std::byte>(count * axes * size),
                 .mask = std::vector<std::byte>(problem.layout.mask ? count : 0),
                 .weights = {}};
    const bool by_element = problem.weights && problem.indices && !problem.listed_weights;
    for (std::uint32_t vector = 0; by_element && vector < problem.weight_vectors; ++vector)
        all.weights.at(vector).resize(count * weight_size);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto element = problem.indices ? index_at(*problem.indices, data.indices, i) : i;
        for (std::size_t axis = 0; axis < axes; ++axis)
            copy_sample(problem, data, data.shape.pitches.steps.place(element, problem.channel(axis)),
                        all.samples.data() + (i * axes + axis) * size);
        if (problem.layout.mask) all.mask[i] = data.mask[element];
        for (std::uint32_t vector = 0; by_element && vector < problem.weight_vectors; ++vector)
            std::copy_n(data.weights.at(vector).data() + element * weight_size, weight_size,
                        all.weights.at(vector).data() + i * weight_size);
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

} // namespace histo_cl::inline HISTO_CL_ABI::detail

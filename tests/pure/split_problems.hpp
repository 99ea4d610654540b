#pragma once

#include "support/counters.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

// Problems whose elements are split over several bins, and their sums by the reference.
// docs/notes/splitting.md has the definition.

namespace histo_cl::test {

using Sums = std::vector<double>;

/// Fractions are multiples of this number, except in joint histograms of three axes.
inline constexpr double share = 0x1p-24;

/// A problem of f64 samples, without weights.
inline Problem linear(std::vector<Binning> axes, OutOfRange out_of_range = OutOfRange::dropped) {
    return {.sample = SampleType::f64,
            .axes = std::move(axes),
            .out_of_range = out_of_range,
            .splitting = Splitting::linear,
            .counter = CounterType::f64};
}

/// Like linear(), for interval splitting. Each axis gets another axis for its half widths.
inline Problem interval(std::vector<Binning> axes, OutOfRange out_of_range = OutOfRange::dropped) {
    axes.resize(2 * axes.size(), HalfWidths{});
    auto problem = linear(std::move(axes), out_of_range);
    problem.splitting = Splitting::interval;
    return problem;
}

inline Problem joint(Problem problem) {
    problem.joint = true;
    return problem;
}

/// The sums of fractions of the elements, whose samples are interleaved.
template <class T>
Sums fractions(Problem problem, const std::vector<T>& samples) {
    problem.sample = sample_type_of<T>();
    return counters_in<double>(reference_histogram(problem, {.samples = std::as_bytes(std::span(samples))}));
}
inline Sums fractions(const Problem& problem, std::initializer_list<double> samples) {
    return fractions(problem, std::vector(samples));
}

/// The numbers multiplied by the factor.
inline Sums scaled(double factor, Sums numbers) {
    for (auto& number : numbers)
        number *= factor;
    return numbers;
}

} // namespace histo_cl::test

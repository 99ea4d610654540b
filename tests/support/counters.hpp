#pragma once

#include <histo_cl/partial.hpp>
#include <histo_cl/reference.hpp>

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace histo_cl::test {

/// The counters that sums and extremes of these weights need.
constexpr CounterType counter_of(SampleType weights) {
    if (is_float(weights)) return CounterType::f64;
    return is_signed(weights) ? CounterType::i64 : CounterType::u64;
}

/// The counters of a histogram in the order in which Plan::enqueue() writes them, as 64-bit integers or the
/// bits of sums.
inline std::vector<std::uint64_t> bits_of(const Histogram& histogram) {
    const auto& problem = histogram.problem;
    const bool is_float = problem.weights.type ? histo_cl::is_float(*problem.weights.type)
                                               : problem.splitting != Splitting::none;
    const auto bits = [&](double value) {
        return problem.counter == CounterType::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                                   : std::bit_cast<std::uint64_t>(value);
    };
    std::vector<std::uint64_t> counts;
    for (const auto count : histogram.counts)
        counts.push_back(is_float ? bits(static_cast<double>(count)) : count);
    const auto bits_of_sums = [&](const std::vector<double>& sums,
                                  const std::vector<std::int64_t>& integers) {
        std::vector<std::uint64_t> all(integers.begin(), integers.end());
        if (is_float)
            for (const auto sum : sums)
                all.push_back(bits(sum));
        return all;
    };
    const auto sums = bits_of_sums(histogram.sums, histogram.integer_sums);
    const auto squares = bits_of_sums(histogram.squares, histogram.integer_squares);

    std::vector<std::uint64_t> all;
    const auto cells = problem.cells();
    const auto per_cell = problem.counters_per_cell();
    const auto histograms = (counts.size() + sums.size() + squares.size()) / (cells * per_cell);
    const auto counter = [&](std::uint64_t n, std::uint64_t sum, std::uint64_t cell) {
        for (const std::vector<std::uint64_t>* const part : {&std::as_const(counts), &sums, &squares}) {
            const auto own = part->size() / (histograms * cells);
            if (sum < own) return (*part)[(n * own + sum) * cells + cell];
            sum -= own;
        }
        return std::uint64_t{0};
    };
    for (std::uint64_t n = 0; n < histograms; ++n)
        for (std::uint64_t i = 0; i < cells * per_cell; ++i)
            all.push_back(problem.weights.order == CounterOrder::by_cell
                              ? counter(n, i % per_cell, i / per_cell)
                              : counter(n, i / cells, i % cells));
    return all;
}

/// The counters of a histogram in the order in which Plan::enqueue() writes them, converted to T.
template <class T>
std::vector<T> counters_in(const Histogram& histogram) {
    const auto& problem = histogram.problem;
    const bool is_float = problem.weights.type ? histo_cl::is_float(*problem.weights.type)
                                               : problem.splitting != Splitting::none;
    std::vector<T> all;
    for (const auto bits : bits_of(histogram))
        if (!is_float)
            all.push_back(static_cast<T>(bits));
        else if (problem.counter == CounterType::f32)
            all.push_back(static_cast<T>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
        else
            all.push_back(static_cast<T>(std::bit_cast<double>(bits)));
    return all;
}

/// The reference's counts as 64-bit integers, or the bits of its sums.
inline std::vector<std::uint64_t> reference_bits(const Problem& problem, const HostData& data) {
    return bits_of(reference_histogram(problem, data));
}

} // namespace histo_cl::test

namespace histo_cl {

/// Whether the counters have these values, in the order in which Plan::enqueue() writes them.
template <class T>
bool operator==(const Histogram& histogram, const std::vector<T>& values) {
    return test::counters_in<T>(histogram) == values;
}

} // namespace histo_cl

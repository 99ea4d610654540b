#pragma once

#include "histo_cl/problem.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

// The kinds of bins. Each kind has a file of the same name in binnings/, which defines
//
//   text(bins)                 a description, see to_string()
//   check(bins, problem)       throws Error(invalid_argument) unless samples of the problem can be put into
//                              such bins
//   edges_of(bins, problem)    the edges of checked bins, each rounded to the nearest double; throws
//                              Error(invalid_argument) if the bins have no edges
//   edge_numbers_of(bins, problem)   see Problem::edge_numbers(); may be left out if doubles are exact
//   ends_of(bins)              see Ends; may be left out
//   rule_of(bins, problem, doubles)  the rule of an axis with such bins, for a machine with or without
//                              doubles. Depends only on the members `sample`, `last_edge` and `joint` of
//                              the problem
//   iterations_of(bins, type)  the maximum number of loop iterations to find a bin, see max_iterations()

namespace histo_cl::detail {

struct BinRule;

/// The first and the last edge, without rounding. Needed to count integer samples by value.
struct Ends {
    Number first;
    Number last;
};

/// The default for kinds of bins that have no edges, or whose ends are not needed.
template <class Bins>
[[nodiscard]] std::optional<Ends> ends_of(const Bins& /*bins*/) {
    return std::nullopt;
}

[[nodiscard]] inline std::vector<Number> numbers(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

[[nodiscard]] std::string text(const EvenBins& bins);
void check(const EvenBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const EvenBins& bins, const Problem& problem);
[[nodiscard]] std::vector<Number> edge_numbers_of(const EvenBins& bins, const Problem& problem);
[[nodiscard]] std::optional<Ends> ends_of(const EvenBins& bins);
[[nodiscard]] BinRule rule_of(const EvenBins& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const EvenBins& bins, SampleType sample) noexcept;

[[nodiscard]] std::string text(const EdgeBins& bins);
void check(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::vector<Number> edge_numbers_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::optional<Ends> ends_of(const EdgeBins& bins);
[[nodiscard]] BinRule rule_of(const EdgeBins& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const EdgeBins& bins, SampleType sample) noexcept;

[[nodiscard]] std::string text(const LogBins& bins);
void check(const LogBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const LogBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const LogBins& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const LogBins& bins, SampleType sample) noexcept;

[[nodiscard]] std::string text(const CircularBins& bins);
void check(const CircularBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const CircularBins& bins, const Problem& problem);
[[nodiscard]] std::vector<Number> edge_numbers_of(const CircularBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const CircularBins& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const CircularBins& bins, SampleType sample) noexcept;

[[nodiscard]] std::string text(const CustomBins& bins);
void check(const CustomBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const CustomBins& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const CustomBins& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const CustomBins& bins, SampleType sample) noexcept;

[[nodiscard]] std::string text(const HalfWidths& bins);
void check(const HalfWidths& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const HalfWidths& bins, const Problem& problem);
[[nodiscard]] BinRule rule_of(const HalfWidths& bins, const Problem& problem, bool doubles);
[[nodiscard]] std::uint64_t iterations_of(const HalfWidths& bins, SampleType sample) noexcept;

/// The default for kinds of bins whose edges are exact as doubles.
template <class Bins>
[[nodiscard]] std::vector<Number> edge_numbers_of(const Bins& bins, const Problem& problem) {
    return numbers(edges_of(bins, problem));
}

// What a valid problem requires of a device.

/// Whether a sample's bin depends on the index of its element.
[[nodiscard]] bool needs_index(const Problem& problem);

/// Whether the samples are in a depth image.
[[nodiscard]] bool reads_depth_images(const Problem& problem) noexcept;

/// The part of the problem that needs doubles to find a sample's bin, and why, e.g. "the custom bins of axis
/// 0 (…)". Empty if no part needs doubles.
[[nodiscard]] std::string what_needs_doubles(const Problem& problem);

/// Stands for the cell of a sample that an axis does not count. Its name in the kernels is NO_BIN.
inline constexpr std::uint32_t no_cell = std::numeric_limits<std::uint32_t>::max();

/// The cells of an axis for samples that are in no bin. Their names in kernels/bin/bin_outside.cl are
/// UNDERFLOW_CELL, OVERFLOW_CELL and NAN_CELL.
struct OutsideCells {
    std::uint32_t below = no_cell;
    std::uint32_t above = no_cell;
    std::uint32_t nan = no_cell;
};

[[nodiscard]] constexpr OutsideCells outside_cells(OutOfRange policy, std::uint32_t bins) noexcept {
    switch (policy) {
    case OutOfRange::dropped: break;
    case OutOfRange::clamped: return {.below = 0, .above = bins - 1};
    case OutOfRange::counted: return {.below = bins, .above = bins + 1, .nan = bins + 2};
    }
    return {};
}

/// The part of a valid problem that only a device can count, e.g. "elements by their indices". Empty if the
/// calling thread can count the problem.
[[nodiscard]] std::string only_on_device(const Problem& problem);

} // namespace histo_cl::detail

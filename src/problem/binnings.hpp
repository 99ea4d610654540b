#pragma once

#include "histo_cl/problem.hpp"

#include <optional>
#include <string>
#include <vector>

// The list of binnings, on the problem's side; binning/rules.hpp has the other. Each binning has a file of
// its name in binnings/, which defines
//
//   text(bins)                 in words, see to_string()
//   check(bins, problem)       throws Error(invalid_argument) unless samples of the problem can be put into
//                              such bins
//   edges_of(bins, problem)    the edges in use of checked bins, each rounded to the nearest double; throws
//                              Error(invalid_argument) if there are none
//   edge_numbers_of(bins, problem)   see Problem::edge_numbers(); may be left out where doubles are exact
//   ends_of(bins)              see Ends; may be left out

namespace histo_cl::inline HISTO_CL_ABI::detail {

/// The first and the last edge of integer samples, exactly.
struct Ends {
    Number first;
    Number last;
};

/// Bins without ends, or whose ends are not used.
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

[[nodiscard]] std::string text(const EdgeBins& bins);
void check(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::vector<Number> edge_numbers_of(const EdgeBins& bins, const Problem& problem);
[[nodiscard]] std::optional<Ends> ends_of(const EdgeBins& bins);

[[nodiscard]] std::string text(const LogBins& bins);
void check(const LogBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const LogBins& bins, const Problem& problem);

[[nodiscard]] std::string text(const CircularBins& bins);
void check(const CircularBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const CircularBins& bins, const Problem& problem);
[[nodiscard]] std::vector<Number> edge_numbers_of(const CircularBins& bins, const Problem& problem);

[[nodiscard]] std::string text(const CustomBins& bins);
void check(const CustomBins& bins, const Problem& problem);
[[nodiscard]] std::vector<double> edges_of(const CustomBins& bins, const Problem& problem);

/// Where doubles are exact.
template <class Bins>
[[nodiscard]] std::vector<Number> edge_numbers_of(const Bins& bins, const Problem& problem) {
    return numbers(edges_of(bins, problem));
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

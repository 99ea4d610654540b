#pragma once

#include "count/result.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace count {

/// The edges of an axis as numbers: exact if the caller gave them, and without decimals if they are whole.
/// Custom bins have none.
[[nodiscard]] std::vector<histo_cl::Number> edge_numbers(const histo_cl::Problem& problem,
                                                         std::size_t axis = 0);

/// Whether a sample equal to the last edge is in the last bin.
[[nodiscard]] bool is_closed(const histo_cl::Problem& problem, std::size_t axis = 0);

/// How the picture names its bins.
enum class Labels {
    ranges,  ///< [lower, upper), the last one closed if the last edge is inclusive
    numbers, ///< bin numbers, for bins without edges
    bytes,   ///< hexadecimal, with the characters they stand for
    letters, ///< a-d
};

/// Numbers for custom bins, bytes for u8 samples in bins of one value, ranges for all else.
[[nodiscard]] Labels suitable_labels(const histo_cl::Problem& problem, std::size_t axis = 0);

/// One line of the picture: a bin, or neighbouring bins together.
struct Row {
    std::string label;
    histo_cl::Number count; ///< or the sum of weights
    double width = 1;       ///< from edge to edge; 1 for each bin without edges
    std::string start = {}; ///< of a range, its lower edge alone, for where the label has no room
};

/// A count with its digits in groups, or the sum of weights in six significant digits if it is a float.
[[nodiscard]] std::string text_of(const histo_cl::Number& value);

/// How many neighbouring bins share a row: 1 if `bins` is at most `max_rows`, else the least number that
/// fits, or a number up to twice that if it divides the bins evenly. So 256 bins in 32 rows are 8 per row.
[[nodiscard]] std::uint32_t bins_per_row(std::uint32_t bins, std::uint32_t max_rows);

/// The rows of a histogram of one axis of the problem.
[[nodiscard]] std::vector<Row> rows(const histo_cl::Problem& problem, const Histogram& histogram,
                                    Labels labels, std::uint32_t max_rows);

} // namespace count

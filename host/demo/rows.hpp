#pragma once

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace demo {

/// The bins' edges as numbers, exact where the caller gave them and whole where they are whole. Custom bins
/// have none.
[[nodiscard]] std::vector<histo_cl::Number> edge_numbers(const histo_cl::Problem& problem);

/// How the picture names its bins.
enum class Labels {
    ranges,  ///< [lower, upper), the last one closed if the last edge is inclusive
    numbers, ///< of the bins, which have no edges
    bytes,   ///< hexadecimal, with the characters they stand for
    letters, ///< a-d
};

/// Numbers for custom bins, bytes for u8 samples in bins of one value, ranges for all else.
[[nodiscard]] Labels suitable_labels(const histo_cl::Problem& problem);

/// One line of the picture: a bin, or neighbouring bins together.
struct Row {
    std::string label;
    std::uint64_t count;
};

/// Neighbouring bins that share a row: 1 if `bins` are at most `most_rows`, else the least number, of those
/// that divide the bins evenly if one is within twice the least. So 256 bins in 32 rows are 8 a row.
[[nodiscard]] std::uint32_t bins_per_row(std::uint32_t bins, std::uint32_t most_rows);

/// `counts` are those of the bins, without what is out of range.
[[nodiscard]] std::vector<Row> rows(const histo_cl::Problem& problem, std::span<const std::uint64_t> counts,
                                    Labels labels, std::uint32_t most_rows);

} // namespace demo

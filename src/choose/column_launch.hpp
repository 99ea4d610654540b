#pragma once

#include "problem/split.hpp"
#include "variants/counters.hpp"
#include "variants/variant.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// Many channels of bytes, counted in one launch by kernels/columns/columns.cl or
// kernels/columns/item_columns.cl.

namespace histo_cl::detail {

/// The decision to count a problem as columns, or why that is not possible.
[[nodiscard]] Proposal propose_columns(const Request& request);

/// Tables with the cell of every byte value, one for each axis. The cell is no_cell for values that the axis
/// does not count. Adjacent axes with the same bins share a table.
struct CellsOfColumns {
    std::vector<std::array<std::uint32_t, 256>> kinds; ///< the tables
    std::vector<std::uint32_t> kind_of_axis;           ///< for each axis, the index of its table

    [[nodiscard]] const std::array<std::uint32_t, 256>& of(std::size_t axis) const {
        return kinds[kind_of_axis[axis]];
    }
};

[[nodiscard]] CellsOfColumns cells_of_columns(const Problem& problem);

/// Whether propose_columns() is tried before the variants. This is so for problems with passes, with several
/// weight vectors, or with counts in addition to sums.
[[nodiscard]] inline bool may_be_columns(const Problem& problem) noexcept {
    return takes_passes(problem) || problem.weights.vectors > 1 || problem.weights.counts;
}

/// Whether cell i holds exactly the value i on all axes.
[[nodiscard]] bool counts_identities(const Problem& problem);

/// Whether the axes count consecutive channels, in their order. For nibbles, and for planes of several
/// channels, the first of these channels must be channel 0.
[[nodiscard]] bool counts_side_by_side(const Problem& problem) noexcept;

/// Number of 64-bit words for a sum of weights in the workspace, and in a CPU's table.
[[nodiscard]] constexpr std::uint32_t words_per_sum(const Problem& problem) noexcept {
    return has_wide_sums(problem) && !problem.weights.narrow ? 2 : 1;
}

/// Whether a sum of weights in a GPU's table has several 32-bit words, so that additions carry.
[[nodiscard]] constexpr bool carries(const Problem& problem) noexcept {
    return words_per_sum(problem) == 2 ||
           (problem.weights.type && !finishes_words(problem) && bytes(*problem.weights.type) > 2);
}

/// Number of 32-bit words for a sum of weights, or an extreme, in a GPU's table.
[[nodiscard]] constexpr std::uint32_t limbs_per_weight(const Problem& problem) noexcept {
    if (is_extreme(problem)) return rank_words(problem);
    return words_per_sum(problem) == 2 ? 3 : has_wide_sums(problem) || carries(problem) ? 2 : 1;
}

/// Number of rows of a table for `values` values: one for each value, and one for all other values unless
/// `values` is 256.
[[nodiscard]] constexpr std::uint32_t table_rows(std::uint32_t values) noexcept {
    return values == 256 ? values : values + 1;
}

/// Distance between columns in a CPU's table, in rows. With this distance, adjacent columns are in different
/// sets of a cache.
[[nodiscard]] constexpr std::uint32_t padded_rows(std::uint32_t values) noexcept {
    return values + 4;
}

/// The position of the job's state in the workspace, in 32-bit words. The state begins with the greatest
/// exponents of the weight vectors (RANGE of kernels/columns/columns_of_rows.cl).
[[nodiscard]] std::uint64_t first_word_of_range(const Problem& problem, const Decision& decision) noexcept;

/// Number of work-groups per tile for `rows` rows, in a launch of `windows` tiles of columns. It is at most
/// decision.work_groups if the launch has all decision.windows tiles. Launches of fewer tiles may have more
/// work-groups per tile.
[[nodiscard]] std::uint32_t column_parts(const Decision& decision, std::uint64_t rows,
                                         std::uint32_t windows) noexcept;

} // namespace histo_cl::detail

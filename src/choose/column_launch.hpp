#pragma once

#include "variants/counters.hpp"
#include "variants/variant.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// Many channels of bytes, counted in one launch by kernels/columns.cl or kernels/item_columns.cl.

namespace histo_cl::detail {

/// How a problem that takes passes would be counted as columns, or why it cannot be.
[[nodiscard]] Proposal propose_columns(const Request& request);

/// The cells of all bytes, no_cell for those in none, of each axis. Many axes have the same.
struct CellsOfColumns {
    std::vector<std::array<std::uint32_t, 256>> kinds;
    std::vector<std::uint32_t> kind_of_axis;

    [[nodiscard]] const std::array<std::uint32_t, 256>& of(std::size_t axis) const {
        return kinds[kind_of_axis[axis]];
    }
};

[[nodiscard]] CellsOfColumns cells_of_columns(const Problem& problem);

/// Whether on all axes bin i holds exactly the value i.
[[nodiscard]] bool counts_identities(const Problem& problem);

/// Whether the axes count channels side by side.
[[nodiscard]] bool counts_side_by_side(const Problem& problem) noexcept;

/// The vectors of weights that are summed.
[[nodiscard]] inline std::uint32_t summed_vectors(const Problem& problem) noexcept {
    return problem.weights ? problem.weight_vectors : 0;
}

/// The words of 32 bits that a weight's sum has in a GPU's table.
[[nodiscard]] constexpr std::uint32_t limbs_of_weight(const Problem& problem) noexcept {
    return has_wide_sums(problem) ? 2 : 1;
}

/// The rows of a table of so many values: one more for those in no bin, unless it has all.
[[nodiscard]] constexpr std::uint32_t table_rows(std::uint32_t values) noexcept {
    return values == 256 ? values : values + 1;
}

/// The rows of a column of a CPU's table, so that neighbours do not share sets of a cache.
[[nodiscard]] constexpr std::uint32_t padded_rows(std::uint32_t values) noexcept {
    return values + 4;
}

/// Returns where in the workspace, in words of 32 bits, the greatest exponent of each weight vector lies.
[[nodiscard]] std::uint64_t first_word_of_range(const Problem& problem, const Decision& decision) noexcept;

/// The work-groups of one tile of columns that count so many rows: at most as many as the decision has.
[[nodiscard]] std::uint32_t column_parts(const Decision& decision, std::uint64_t rows) noexcept;

} // namespace histo_cl::detail

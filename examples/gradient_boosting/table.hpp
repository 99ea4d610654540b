#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// A table of small integers, with a class, 0 or 1, for each row.
struct Table {
    std::size_t columns = 0;
    std::vector<std::uint8_t> values;  ///< [row][column]
    std::vector<std::uint8_t> classes; ///< [row]
    std::vector<double> probabilities; ///< [row]: the true one of class 1, which no trainer sees

    [[nodiscard]] std::size_t rows() const noexcept { return classes.size(); }
    [[nodiscard]] const std::uint8_t* row(std::size_t number) const noexcept {
        return values.data() + number * columns;
    }
};

/// Values are uniform below `levels`. The log-odds of class 1 are a known function of the first five columns;
/// the others are noise. The same arguments make the same table on every machine.
[[nodiscard]] Table make_table(std::size_t rows, std::size_t columns, std::uint32_t levels,
                               std::uint64_t seed);

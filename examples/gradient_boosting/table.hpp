#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// A table of small integers, with a class, 0 or 1, for each row.
struct Table {
    std::size_t columns = 0;
    std::vector<std::uint8_t> values;  ///< [row][column]
    std::vector<std::uint8_t> classes; ///< [row]
    std::vector<double> probabilities; ///< [row]: the true probability of class 1, not used for training

    [[nodiscard]] std::size_t rows() const noexcept { return classes.size(); }
    [[nodiscard]] const std::uint8_t* row(std::size_t number) const noexcept {
        return values.data() + number * columns;
    }
};

/// Makes a table of random values, which are uniformly distributed from 0 to levels − 1. The log-odds of
/// class 1 are a known function of the first five columns; the other columns are noise. The same arguments
/// give the same Table::values with every standard library.
[[nodiscard]] Table make_table(std::size_t rows, std::size_t columns, std::uint32_t levels,
                               std::uint64_t seed);

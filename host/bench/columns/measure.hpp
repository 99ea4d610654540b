#pragma once

#include <histo_cl/device.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace bench_columns {

/// One state of the benchmark: a table of bytes, and how much of it is counted.
struct State {
    std::uint64_t rows;
    std::uint32_t columns;
    std::uint32_t bins;
    /// The percentage of rows that an increasing list of indices selects. 100: all rows, without a list.
    std::uint32_t percent;
    bool skewed;    ///< each value is the minimum of four draws
    bool quantized; ///< weights are integers of 8 bits
    bool words;     ///< the library's table has LightGBM's layout
    bool by_cell;   ///< the library's counters of a cell are side by side
    bool f32;       ///< the library's sums of float weights are f32, not f64
};

/// Rows of bytes, the list of rows to count, and a gradient and a hessian for each listed row, in the order
/// of the list, as in gradient boosting libraries.
struct Table {
    std::vector<std::uint8_t> values;
    std::vector<float> gradients;
    std::vector<float> hessians;
    std::vector<std::uint32_t> list; ///< empty: all rows are counted
};

/// The table of a state; the same in every call.
[[nodiscard]] Table make_table(const State& state);

/// Number of columns per 32-bit word of LightGBM's GPU tables: 8 of 4 bits, or 4 of 8 bits.
[[nodiscard]] constexpr std::uint32_t columns_per_word(const State& state) {
    return state.bins == 16 ? 8 : 4;
}

/// The table as words of LightGBM's tables, [word][row], with the first column in the lowest bits.
[[nodiscard]] std::vector<std::uint32_t> words_of(const State& state, const Table& table);

/// The sums of gradients and hessians for each value of each column, computed on the CPU:
/// [column][value][gradient, hessian].
[[nodiscard]] std::vector<double> sums_by_loop(const State& state, const Table& table, unsigned threads);

/// Median seconds of a call.
struct Seconds {
    double wall = 0;   ///< time from the call until its counts are complete
    double device = 0; ///< time from the start of its first command to the end of its last
};

struct Measured {
    State state;
    Seconds free = {};                   ///< times without a bound on the weights
    Seconds bound = {};                  ///< times with a bound on float weights
    double loop = 0;                     ///< seconds of the loop on the host
    std::optional<double> lightgbm = {}; ///< seconds of LightGBM's kernel on the device
    bool right = false;                  ///< whether all sums equal the loop's, apart from rounding
};

/// Measures the library on a device, the loop, and LightGBM's kernel from the folder `lightgbm` if that is
/// not empty: the medians of `runs` calls after one call to warm up. Throws histo_cl::Error, cl::Error and
/// UsageError.
[[nodiscard]] Measured measure(const State& state, const histo_cl::Device& device, std::uint64_t runs,
                               const std::filesystem::path& lightgbm);

} // namespace bench_columns

#include "table.hpp"

#include <cmath>
#include <numbers>

namespace {

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Unlike the
/// distributions of <random>, it gives the same numbers with every standard library.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    /// The next number, uniformly distributed in [0, 1).
    double unit() {
        state_ += 0x9E3779B97F4A7C15;
        auto mixed = (state_ ^ state_ >> 30U) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EB;
        return static_cast<double>((mixed ^ mixed >> 31U) >> 11U) * 0x1p-53;
    }

  private:
    std::uint64_t state_;
};

/// The log-odds of class 1: Friedman's first function (Multivariate adaptive regression splines, 1991),
/// shifted by its mean and halved.
double log_odds(const std::uint8_t* row, std::uint32_t levels) {
    const auto x = [&](std::size_t column) { return (row[column] + 0.5) / levels; };
    const double friedman = 10 * std::sin(std::numbers::pi * x(0) * x(1)) + 20 * (x(2) - 0.5) * (x(2) - 0.5) +
                            10 * x(3) + 5 * x(4);
    return (friedman - 14.4) / 2;
}

} // namespace

Table make_table(std::size_t rows, std::size_t columns, std::uint32_t levels, std::uint64_t seed) {
    Random random(seed);
    Table table;
    table.columns = columns;
    table.values.resize(rows * columns);
    for (auto& value : table.values)
        value = static_cast<std::uint8_t>(random.unit() * levels);
    for (std::size_t row = 0; row < rows; ++row) {
        const double probability = 1 / (1 + std::exp(-log_odds(table.row(row), levels)));
        table.probabilities.push_back(probability);
        table.classes.push_back(random.unit() < probability ? 1 : 0);
    }
    return table;
}

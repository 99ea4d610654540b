#include "bench/columns/measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <thread>

namespace bench_columns {
namespace {

/// Adds rows [begin, end) of the list, or of the table, to the sums of one thread.
void add_rows(const State& state, const Table& table, std::uint64_t begin, std::uint64_t end, double* sums) {
    for (auto i = begin; i < end; ++i) {
        const std::uint64_t row = table.list.empty() ? i : table.list[i];
        const std::uint8_t* const values = table.values.data() + row * state.columns;
        const double gradient = table.gradients[i];
        const double hessian = table.hessians[i];
        for (std::uint32_t column = 0; column < state.columns; ++column) {
            double* const sum = sums + 2 * (std::size_t{column} * state.bins + values[column]);
            sum[0] += gradient;
            sum[1] += hessian;
        }
    }
}

} // namespace

Table make_table(const State& state) {
    std::mt19937_64 random(state.rows + state.columns);
    std::uniform_real_distribution<float> unit(0, 1);
    Table table;
    table.values.resize(state.rows * state.columns);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
        if (i % 2 == 0) bits = random();
        auto value = static_cast<std::uint32_t>(bits & 0xFFU);
        if (state.skewed)
            value = std::min({value, static_cast<std::uint32_t>(bits >> 8U & 0xFFU),
                              static_cast<std::uint32_t>(bits >> 16U & 0xFFU),
                              static_cast<std::uint32_t>(bits >> 24U & 0xFFU)});
        bits >>= 32U;
        table.values[i] = static_cast<std::uint8_t>(value * state.bins / 256);
    }
    for (std::uint64_t row = 0; state.percent != 100 && row < state.rows; ++row)
        if (random() % 100 < state.percent) table.list.push_back(static_cast<std::uint32_t>(row));
    if (state.percent != 100 && table.list.empty()) table.list.push_back(0); // an empty list means all rows
    const auto counted = table.list.empty() ? state.rows : table.list.size();
    for (std::uint64_t i = 0; i < counted; ++i) {
        const float gradient = unit(random) - 0.5F;
        const float hessian = 0.25F * unit(random);
        constexpr float levels = 127;
        table.gradients.push_back(state.quantized ? std::round(gradient * 2 * levels) : gradient);
        table.hessians.push_back(state.quantized ? std::round(hessian * 4 * levels) : hessian);
    }
    return table;
}

std::vector<std::uint32_t> words_of(const State& state, const Table& table) {
    const auto per_word = columns_per_word(state);
    const auto bits = 32 / per_word;
    std::vector<std::uint32_t> words((state.columns + per_word - 1) / per_word * state.rows);
    for (std::uint64_t row = 0; row < state.rows; ++row)
        for (std::uint32_t column = 0; column < state.columns; ++column)
            words[column / per_word * state.rows + row] |=
                std::uint32_t{table.values[row * state.columns + column]} << (column % per_word * bits);
    return words;
}

std::vector<double> sums_by_loop(const State& state, const Table& table, unsigned threads) {
    const std::size_t size = std::size_t{2} * state.columns * state.bins;
    const auto rows = table.list.empty() ? state.rows : table.list.size();
    std::vector<std::vector<double>> sums(threads, std::vector<double>(size));
    {
        std::vector<std::jthread> workers;
        for (unsigned t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                add_rows(state, table, rows * t / threads, rows * (t + 1) / threads, sums[t].data());
            });
    }
    for (unsigned t = 1; t < threads; ++t)
        for (std::size_t i = 0; i < size; ++i)
            sums[0][i] += sums[t][i];
    return sums[0];
}

} // namespace bench_columns

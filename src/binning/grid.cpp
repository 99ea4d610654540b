#include "binning/grid.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

// The grid of a search. A cell lists the bins that its samples can be in, by its number: those of edges that
// lie before the whole cell are passed over, those of edges that lie behind all of it are out of the
// question. The search is among the others.

namespace histo_cl::inline HISTO_CL_ABI::detail {
namespace {

using Grid = BinRule::Grid;

/// Where an edge is.
struct Place {
    std::uint64_t first; ///< the first cell that can have samples on or above it
    std::uint64_t all;   ///< the first cell that has only such samples
};

struct Candidate {
    Grid grid;
    std::uint32_t shift_or_bits;
    std::uint64_t cells;
    double lower = 0;
    double scale = 0;
};

std::uint64_t most_cells(const BinRule& rule) {
    return std::clamp<std::uint64_t>(4 * (std::uint64_t{rule.last_bin} + 1), 1 << 10, 1 << 16);
}

Candidate offsets_grid(const BinRule& rule) {
    std::uint32_t shift = 0;
    while ((rule.last_offset >> shift) >= most_cells(rule))
        ++shift;
    return {Grid::offsets, shift, (rule.last_offset >> shift) + 1};
}

Candidate octaves_grid(const BinRule& rule) {
    const auto octaves = static_cast<std::uint64_t>(std::bit_width(rule.last_offset | 1));
    std::uint32_t bits = 0;
    while (octaves << (bits + 1) <= most_cells(rule))
        ++bits;
    return {Grid::octaves, bits, octaves << bits};
}

/// Even cells from the first inner edge to the last. Beyond the limits a device could overflow, or miss a
/// denormal.
std::optional<Candidate> line_grid(const BinRule& rule, const FloatFormat& format) {
    const double lower = format.value(rule.first_key + rule.thresholds[1]);
    const double width = format.value(rule.first_key + rule.thresholds[rule.last_bin]) - lower;
    const auto cells = most_cells(rule);
    const double scale = format.rounded(static_cast<double>(cells) / width);
    const double largest = format.type == SampleType::f32 ? 0x1p100 : 0x1p1000;
    if (!(std::fabs(lower) <= largest && width <= largest && scale <= largest)) return std::nullopt;
    return Candidate{Grid::line, 0, cells, std::fabs(lower) < format.least ? 0 : lower, scale};
}

std::uint64_t cell_of(const Candidate& grid, std::uint64_t offset) {
    if (grid.grid == Grid::offsets) return offset >> grid.shift_or_bits;
    const auto from_1 = offset | 1;
    const auto octave = static_cast<std::uint32_t>(std::bit_width(from_1)) - 1;
    const auto parts = (UInt128{from_1} << grid.shift_or_bits) >> octave; // with the leading 1
    return (std::uint64_t{octave} << grid.shift_or_bits) + static_cast<std::uint64_t>(parts) -
           (std::uint64_t{1} << grid.shift_or_bits);
}

Place place_by_offset(const Candidate& grid, std::uint64_t threshold) {
    const auto cell = cell_of(grid, threshold);
    return {cell, threshold > 0 && cell_of(grid, threshold - 1) == cell ? cell + 1 : cell};
}

/// The device's position is off by less than a relative 2^-22 (f64: 2^-50) and what denormals weigh.
Place place_on_line(const Candidate& grid, double edge, const FloatFormat& format) {
    const auto cells = static_cast<double>(grid.cells);
    const double error = cells * std::ldexp(4.0, -format.digits) + 0x1p-16 + 4 * format.least * grid.scale;
    const double at = (edge - grid.lower) * grid.scale;
    const auto cell = [&](double position, double least) {
        return static_cast<std::uint64_t>(std::clamp(std::ceil(position), least, cells));
    };
    return {std::min(cell(at - 1 - error, 0), grid.cells - 1), cell(at + error, 1)};
}

/// The cells as the device reads them.
std::vector<std::uint64_t> table(const BinRule& rule, const Candidate& grid, const FloatFormat& format) {
    const auto place = [&](std::uint32_t bin) {
        const auto threshold = rule.thresholds[bin];
        if (threshold == 0) return Place{0, 0};
        return grid.grid == Grid::line ? place_on_line(grid, format.value(rule.first_key + threshold), format)
                                       : place_by_offset(grid, threshold);
    };
    std::vector<std::uint64_t> cells(grid.cells);
    std::uint32_t least = 0; // the least bin of this cell's samples, and the greatest
    std::uint32_t greatest = 0;
    for (std::uint64_t cell = 0; cell < grid.cells; ++cell) {
        while (least < rule.last_bin && place(least + 1).all <= cell)
            ++least;
        while (greatest < rule.last_bin && place(greatest + 1).first <= cell)
            ++greatest;
        cells[cell] = least | (static_cast<std::uint64_t>(std::bit_width(greatest - least)) << 24U);
    }
    return cells;
}

/// Steps left, for each bin as many samples.
double steps(const std::vector<std::uint64_t>& table, std::uint32_t last_bin) {
    double sum = 0;
    for (std::size_t cell = 0; cell < table.size(); ++cell) {
        const auto next = cell + 1 < table.size() ? table[cell + 1] & 0xFFFFFF : last_bin + std::uint64_t{1};
        const auto bins = static_cast<double>(next - (table[cell] & 0xFFFFFF));
        sum += bins * static_cast<double>(table[cell] >> 24U);
    }
    return sum / (last_bin + 1.0);
}

} // namespace

void set_grid(BinRule& rule, SampleType sample) {
    if (rule.last_bin < 4) return; // two steps and less
    const FloatFormat format(sample);
    std::vector<Candidate> candidates{offsets_grid(rule)};
    if (!is_float(sample)) candidates.push_back(octaves_grid(rule));
    if (rule.period == 0 && (sample == SampleType::f32 || sample == SampleType::f64))
        if (const auto line = line_grid(rule, format)) candidates.push_back(*line);

    double fewest = std::bit_width(rule.last_bin) - 1; // looking at the grid is like a step
    std::vector<std::uint64_t> best;
    for (const auto& grid : candidates) {
        auto cells = table(rule, grid, format);
        const double left = steps(cells, rule.last_bin);
        if (left >= fewest) continue;
        fewest = left;
        best = std::move(cells);
        rule.grid = grid.grid;
        rule.grid_shift = grid.grid == Grid::offsets ? grid.shift_or_bits : 0;
        rule.grid_bits = grid.grid == Grid::octaves ? grid.shift_or_bits : 0;
        rule.cells = static_cast<std::uint32_t>(grid.cells);
        rule.lower = grid.lower;
        rule.scale = grid.scale;
    }
    rule.thresholds.insert(rule.thresholds.end(), best.begin(), best.end());
}

} // namespace histo_cl::inline HISTO_CL_ABI::detail

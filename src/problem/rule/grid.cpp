#include "problem/rule/bin_rule.hpp"
#include "problem/rule/thresholds.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

// The grid of a search. Each cell says in which bins its samples can be, so that only edges within the cell
// are searched.

namespace histo_cl::detail {
namespace {

using Grid = BinRule::Grid;

struct Candidate {
    Grid grid;
    std::uint32_t shift_or_bits;
    std::uint64_t cells;
    double lower = 0;
    double scale = 0;
    FixedPoint fixed = {};
    std::uint32_t fixed_scale = 0;
};

Candidate offsets_grid(const BinRule& rule) {
    std::uint32_t shift = 0;
    while ((rule.last_offset >> shift) >= max_cells(rule.last_bin + std::uint64_t{1}))
        ++shift;
    return {Grid::offsets, shift, (rule.last_offset >> shift) + 1};
}

Candidate octaves_grid(const BinRule& rule) {
    const auto octaves = static_cast<std::uint64_t>(std::bit_width(rule.last_offset | 1));
    std::uint32_t bits = 0;
    while (octaves << (bits + 1) <= max_cells(rule.last_bin + std::uint64_t{1}))
        ++bits;
    return {Grid::octaves, bits, octaves << bits};
}

/// A grid of even cells from the first inner edge to the last. Empty if the values are so large or small that
/// a device could overflow or flush denormals.
std::optional<Candidate> line_grid(const BinRule& rule, const FloatFormat& format) {
    const double lower = format.value(rule.first_key + rule.thresholds[1]);
    const double width = format.value(rule.first_key + rule.thresholds[rule.last_bin]) - lower;
    const auto cells = max_cells(rule.last_bin + std::uint64_t{1});
    const double scale = format.rounded(static_cast<double>(cells) / width);
    const double largest = format.type == SampleType::f32 ? 0x1p100 : 0x1p1000;
    if (!(std::fabs(lower) <= largest && width <= largest && scale <= largest)) return std::nullopt;
    return Candidate{Grid::line, 0, cells, std::fabs(lower) < format.min_normal ? 0 : lower, scale};
}

/// Like line_grid(), but in fixed point, for machines without doubles. Empty if the first and the last inner
/// edge have no fixed point, or if their distance in fixed point is less than the number of cells.
std::optional<Candidate> fixed_grid(const BinRule& rule) {
    const auto key = [&](std::uint32_t bin) { return rule.first_key + rule.thresholds[bin]; };
    const auto fixed = fixed_point(key(1), key(rule.last_bin), 32);
    if (!fixed) return std::nullopt;
    const auto width = fixed->distance(FixedPoint::sample(key(rule.last_bin)));
    const auto cells = max_cells(rule.last_bin + std::uint64_t{1});
    if (width < cells) return std::nullopt;
    return Candidate{.grid = Grid::fixed,
                     .shift_or_bits = 0,
                     .cells = cells,
                     .fixed = *fixed,
                     .fixed_scale = static_cast<std::uint32_t>((cells << 32U) / (width + 1))};
}

/// The greatest i with thresholds[i] <= offset. `from` must satisfy this condition too. The search is faster
/// if `from` is closer to the result.
std::uint32_t last_threshold(std::span<const std::uint64_t> thresholds, std::uint32_t from,
                             std::uint64_t offset) {
    const auto is_one = [&](std::size_t i) { return i < thresholds.size() && thresholds[i] <= offset; };
    std::uint32_t step = 1;
    for (; is_one(std::size_t{from} + step); step *= 2)
        from += step;
    while ((step /= 2) > 0)
        if (is_one(std::size_t{from} + step)) from += step;
    return from;
}

/// The cells of a candidate grid.
class Cells {
  public:
    Cells(const BinRule& rule, const Candidate& grid, const FloatFormat& format)
        : grid_(grid), format_(format), first_key_(rule.first_key), last_offset_(rule.last_offset),
          thresholds_(rule.thresholds.data(), std::size_t{rule.last_bin} + 1),
          error_(static_cast<double>(grid.cells) * std::ldexp(4.0, -format.digits) + 0x1p-16 +
                 4 * format.min_normal * grid.scale) {}

    /// The table entry of a cell. Calls must be in the order of the cells; cells may be repeated or skipped.
    [[nodiscard]] std::uint64_t operator()(std::uint64_t cell) {
        const auto first = cell == 0 ? 0 : start(cell, -error_);
        const auto last = cell + 1 == grid_.cells ? last_offset_ : start(cell + 1, error_) - 1;
        // The cells of a line overlap: the first sample may be in a bin below max_bin_.
        const auto from = thresholds_[max_bin_] <= first ? max_bin_ : min_bin_;
        min_bin_ = last_threshold(thresholds_, from, first);
        max_bin_ = last_threshold(thresholds_, min_bin_, last);
        return min_bin_ | (static_cast<std::uint64_t>(std::bit_width(max_bin_ - min_bin_)) << 24U);
    }

    [[nodiscard]] std::uint64_t cell_of(std::uint64_t offset) const {
        const auto shift_or_bits = grid_.shift_or_bits;
        if (grid_.grid == Grid::offsets) return offset >> shift_or_bits;
        if (grid_.grid == Grid::line) {
            const double at = (format_.value(first_key_ + offset) - grid_.lower) * grid_.scale;
            return static_cast<std::uint64_t>(std::clamp(at, 0.0, static_cast<double>(grid_.cells - 1)));
        }
        if (grid_.grid == Grid::fixed)
            return fixed_cell(grid_.fixed, FixedPoint::sample(first_key_ + offset), grid_.fixed_scale,
                              static_cast<std::uint32_t>(grid_.cells - 1));
        const auto from_1 = offset | 1;
        const auto octave = static_cast<std::uint32_t>(std::bit_width(from_1)) - 1;
        const auto parts = (UInt128{from_1} << shift_or_bits) >> octave; // with the leading 1
        return (std::uint64_t{octave} << shift_or_bits) + static_cast<std::uint64_t>(parts) -
               (std::uint64_t{1} << shift_or_bits);
    }

  private:
    /// The offset of the first sample in or after a cell. On a line, the position that a device computes has
    /// a relative error below 2^-22 (f64: 2^-51), and flushed denormals add to this error. `off` moves the
    /// start of the cell by this error, in cells.
    [[nodiscard]] std::uint64_t start(std::uint64_t cell, double off) const {
        if (grid_.grid == Grid::offsets) return cell << grid_.shift_or_bits;
        if (grid_.grid == Grid::line) {
            const double from_lower = (static_cast<double>(cell) + off) / grid_.scale;
            const auto key =
                static_cast<std::uint64_t>(first_float(real_sum(grid_.lower, from_lower), format_));
            return std::max(key, first_key_) - first_key_;
        }
        if (grid_.grid == Grid::fixed) {
            const auto distance = ((cell << 32U) - 1) / grid_.fixed_scale + 1;
            return grid_.fixed.first_key(grid_.fixed.first + static_cast<std::int64_t>(distance)) -
                   first_key_;
        }
        const auto bits = grid_.shift_or_bits;
        const auto octave = static_cast<std::uint32_t>(cell >> bits);
        const auto whole = std::uint64_t{1} << bits;
        const auto parts = whole | (cell & (whole - 1)); // with the leading 1
        const auto from_1 = octave >= bits ? parts << (octave - bits) : ((parts - 1) >> (bits - octave)) + 1;
        return from_1 & ~std::uint64_t{1}; // an even offset is in the same cell as the next offset
    }

    const Candidate& grid_;
    const FloatFormat& format_;
    std::uint64_t first_key_;
    std::uint64_t last_offset_;
    std::span<const std::uint64_t> thresholds_;
    double error_;
    std::uint32_t min_bin_ = 0; ///< the lowest bin of the samples in the cell of the last call
    std::uint32_t max_bin_ = 0; ///< the highest bin of these samples
};

/// The mean number of remaining search steps for the first and the last sample of each bin. If there are many
/// bins, only every n-th is examined; n is odd, so that it does not coincide with patterns in the edges.
double steps(const BinRule& rule, Cells cells) {
    constexpr std::uint32_t enough = 512;
    const auto stride = rule.last_bin / enough | 1;
    std::uint64_t sum = 0;
    std::uint32_t bins = 0;
    for (std::uint64_t bin = 0; bin <= rule.last_bin; bin += stride) {
        while (bin < rule.last_bin && rule.thresholds[bin] == rule.thresholds[bin + 1])
            ++bin; // skips a bin without samples
        const auto last = bin < rule.last_bin ? rule.thresholds[bin + 1] - 1 : rule.last_offset;
        for (const auto offset : {rule.thresholds[bin], last})
            sum += cells(cells.cell_of(offset)) >> 24U;
        bins += 2;
    }
    return static_cast<double>(sum) / bins;
}

} // namespace

void set_grid(BinRule& rule, SampleType sample, bool doubles) {
    if (rule.last_bin < 4) return; // a search takes at most two steps
    // A cell has 24 bits for the number of a threshold. Circular bins of floats have two thresholds each.
    if (rule.last_bin >> 24U != 0) return;
    const FloatFormat format(sample);
    std::vector<Candidate> candidates{offsets_grid(rule)};
    if (!is_float(sample)) candidates.push_back(octaves_grid(rule));
    if (rule.period == 0 && (sample == SampleType::f32 || sample == SampleType::f64))
        if (const auto line =
                sample == SampleType::f64 && !doubles ? fixed_grid(rule) : line_grid(rule, format))
            candidates.push_back(*line);

    double fewest = std::bit_width(rule.last_bin) - 1; // reading the grid costs about a step
    const Candidate* best = nullptr;
    for (const auto& grid : candidates)
        if (const double left = steps(rule, {rule, grid, format}); left < fewest) {
            fewest = left;
            best = &grid;
        }
    if (best == nullptr) return;
    rule.grid = best->grid;
    rule.grid_shift = best->grid == Grid::offsets ? best->shift_or_bits : 0;
    rule.grid_bits = best->grid == Grid::octaves ? best->shift_or_bits : 0;
    rule.cells = static_cast<std::uint32_t>(best->cells);
    rule.lower = best->lower;
    rule.scale = best->scale;
    rule.fixed = best->fixed;
    rule.fixed_scale = best->fixed_scale;
    // `cells` below has a span of the thresholds, so they must not be reallocated
    rule.thresholds.reserve(rule.thresholds.size() + best->cells);
    Cells cells(rule, *best, format);
    for (std::uint64_t cell = 0; cell < best->cells; ++cell)
        rule.thresholds.push_back(cells(cell));
}

} // namespace histo_cl::detail

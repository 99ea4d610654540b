// Counts of batches, and sums, minima and maxima of weights, on the calling thread.

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "engines/thread/block_cells.hpp"
#include "engines/thread/count.hpp"
#include "engines/thread/split_elements.hpp"
#include "problem/accumulator.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <type_traits>

namespace histo_cl::detail {
namespace {

/// Divides a block among the histograms that count its elements: calls visit(histogram, begin, end) for each
/// range [begin, end) of elements of the block that one histogram counts.
template <class Visit>
void for_each_part(const Problem& problem, const CheckedShape& shape, const Run& block, const Visit& visit) {
    const auto in_parts = [&](std::uint64_t x, std::uint64_t length, std::uint64_t first_histogram) {
        for (std::uint64_t done = 0; done < block.width;) {
            const auto part = (x + done) / length;
            const auto end = std::min(block.width, (part + 1) * length - x);
            visit(first_histogram + part, done, end);
            done = end;
        }
    };
    switch (problem.batch) {
    case Batch::one: return visit(std::uint64_t{0}, std::uint64_t{0}, block.width);
    case Batch::segments: return in_parts(block.x, shape.segment, 0);
    case Batch::tiles: {
        const auto across = (shape.region.width - 1) / shape.tile_width + 1;
        const auto down = (block.y - shape.region.y) / shape.tile_height;
        return in_parts(block.x - shape.region.x, shape.tile_width, down * across);
    }
    case Batch::ragged: break;
    }
    const auto& offsets = shape.offsets;
    auto next = std::ranges::upper_bound(offsets, block.x);
    for (std::uint64_t done = 0; done < block.width; ++next) {
        const auto end = std::min(block.width, *next - block.x);
        if (end > done) visit(static_cast<std::uint64_t>(next - offsets.begin()) - 1, done, end);
        done = end;
    }
}

/// Calls visit(histogram, cells, first, y, x) for each range of elements that one histogram counts, and for
/// each axis. `cells` are the cells of the elements from (x, y) on, and `first` is the number of the axis's
/// cell 0.
template <class Visit>
void for_each_range(const Problem& problem, const CheckedData& data, const Finders& finders,
                    const Visit& visit) {
    BlockCells blocks(problem, data, finders);
    for_each_block(problem, data, [&](const Run& block) {
        blocks.find(block, [&](std::span<const std::uint32_t> cells, std::uint64_t first) {
            for_each_part(problem, data.shape, block,
                          [&](std::uint64_t histogram, std::uint64_t begin, std::uint64_t end) {
                              visit(histogram, cells.subspan(begin, end - begin), first, block.y,
                                    block.x + begin);
                          });
        });
    });
}

/// Calls add(histogram, cell, y, x) for each cell in which the element at (x, y) is counted, for all
/// elements. `cell`: numbered through all axes.
template <class Add>
void for_each_cell(const Problem& problem, const CheckedData& data, const Finders& finders, const Add& add) {
    for_each_range(problem, data, finders,
                   [&](std::uint64_t histogram, std::span<const std::uint32_t> cells, std::uint64_t first,
                       std::uint64_t y, std::uint64_t x) {
                       for (std::size_t i = 0; i < cells.size(); ++i)
                           if (cells[i] != no_cell) add(histogram, first + cells[i], y, x + i);
                   });
}

/// Calls add(histogram, cell, share, y, x) for each cell that gets a share of the element at (x, y), for all
/// elements.
template <class Add>
void for_each_share(const Problem& problem, const CheckedData& data, const Add& add) {
    const SplitElements elements(problem, data);
    for_each_block(problem, data, [&](const Run& block) {
        for_each_part(problem, data.shape, block,
                      [&](std::uint64_t histogram, std::uint64_t begin, std::uint64_t end) {
                          for (auto i = begin; i < end; ++i) {
                              if (block.mask != nullptr && block.mask[i] == std::byte{0}) continue;
                              elements.for_each_share(block.x + i, block.y,
                                                      [&](std::uint64_t cell, std::uint64_t share) {
                                                          add(histogram, cell, share, block.y, block.x + i);
                                                      });
                          }
                      });
    });
}

/// A weight's value modulo 2^64.
template <class Weight>
std::uint64_t wide(Weight weight) noexcept {
    using Wide = std::conditional_t<std::is_signed_v<Weight>, std::int64_t, std::uint64_t>;
    return static_cast<std::uint64_t>(static_cast<Wide>(weight));
}

template <class Weight>
Weight weight_at(const CheckedData& data, std::size_t vector, std::uint64_t y, std::uint64_t x) noexcept {
    Weight weight{};
    const auto& pitch = data.shape.pitches;
    std::memcpy(&weight, data.weights.at(vector).data() + y * pitch.weight + x * pitch.weight_stride,
                sizeof weight);
    return weight;
}

/// A sum as in kernels/accumulate/amount_float.cl: a fixed-point number of 96 bits, and flags.
struct WideSum {
    UInt128 units = 0; ///< only the value modulo 2^96 is used
    std::uint32_t flags = 0;
};

/// Adds a float weight and its square to wide sums, as multiples of the units of these sums.
class WeightInUnits {
  public:
    explicit WeightInUnits(const Problem& problem)
        : format_(type_of_weights(problem)), units_(wide_units(problem)),
          max_exponent_(static_cast<int>(exponent_field(format_.type, known_bound(problem)->maximum)) -
                        format_.bias - format_.stored),
          share_bits_(splits(problem) ? share_bits_of_element(problem) : 0) {}

    /// Adds a share of a weight to `sum`, and its square to `square` unless that is null. `share`: in units
    /// of 2^-share_bits_; 1, the whole weight, without splitting.
    void add(std::uint64_t bits, std::uint64_t share, WideSum& sum, WideSum* square) const noexcept {
        const auto weight = exact_float(format_, bits);
        if (weight.nan || weight.infinite) {
            sum.flags |= weight.nan        ? wide_flag::nan
                         : weight.negative ? wide_flag::minus_infinity
                                           : wide_flag::plus_infinity;
            if (square != nullptr) square->flags |= weight.nan ? wide_flag::nan : wide_flag::plus_infinity;
            return;
        }
        const auto whole = weight.whole;
        const int exponent = weight.exponent;
        if (exponent > max_exponent_) {
            sum.flags |= wide_flag::beyond_bound;
            if (square != nullptr) square->flags |= wide_flag::beyond_bound;
            return;
        }
        const auto units = shifted(UInt128{whole} * share, exponent - share_bits_ - units_.sum);
        sum.units = weight.negative ? sum.units - units : sum.units + units;
        if (square != nullptr)
            add_square(UInt128{whole} * share, 2 * (exponent - share_bits_) - units_.square, *square);
    }

    /// Adds a share to a sum of shares.
    void count(std::uint64_t share, WideSum& sum) const noexcept {
        sum.units += shifted(share, -unit_of_fractions - share_bits_);
    }

  private:
    /// Adds n² · 2^shift, for n below 2^116, rounded once.
    static void add_square(UInt128 n, int shift, WideSum& sum) noexcept {
        // n is shifted up to 127 bits, unless its square fits in 126 bits.
        int up = 0;
        if (bit_width(n) > 63) up = 127 - bit_width(n);
        n <<= static_cast<unsigned>(up);
        const auto high = n >> 64U, low = n & largest_u64;
        // 2 * middle * 2^64 is the mixed term of the square.
        const auto middle = high * low;
        const auto below = low * low + (middle << 65U);
        if (up == 0) {
            sum.units += shifted(below, shift);
            return;
        }
        // The last bit of the upper half is sticky: it is set if any bit of the lower half is set.
        const auto upper = high * high + (middle >> 63U) + (below < low * low ? 1U : 0U);
        sum.units += shifted(upper | (below != 0 ? 1U : 0U), shift - 2 * up + 128);
    }

    FloatFormat format_;
    WideUnits units_;
    int max_exponent_;
    int share_bits_;
};

/// The bits of a weight of `size` bytes.
std::uint64_t weight_bits(const CheckedData& data, std::size_t size, std::size_t vector, std::uint64_t y,
                          std::uint64_t x) noexcept {
    switch (size) {
    case 1: return weight_at<std::uint8_t>(data, vector, y, x);
    case 2: return weight_at<std::uint16_t>(data, vector, y, x);
    case 4: return weight_at<std::uint32_t>(data, vector, y, x);
    default: return weight_at<std::uint64_t>(data, vector, y, x);
    }
}

std::vector<std::uint64_t> extremes(const Problem& problem, const CheckedData& data, const Finders& finders) {
    const std::uint64_t cells = problem.cells(), counters = problem.counters();
    std::vector<std::uint64_t> ranks(data.shape.histograms * counters);
    const auto type = extreme_type(problem);
    const auto weights = *problem.weights.type;
    const auto size = bytes(weights);
    const auto counts = counts_beside_sums(problem);
    for_each_cell(problem, data, finders,
                  [&](std::uint64_t histogram, std::uint64_t cell, std::uint64_t y, std::uint64_t x) {
                      auto* const own = ranks.data() + histogram * counters + cell;
                      if (counts != 0) ++own[0];
                      for (std::uint32_t v = 0; v < problem.weights.vectors; ++v) {
                          const auto bits = extreme_of_weight(weights, weight_bits(data, size, v, y, x));
                          auto& rank = own[counts + v * cells];
                          rank = std::max(rank, rank_of(type, bits));
                      }
                  });
    for (std::uint64_t first = 0; first < ranks.size(); first += counters)
        set_counters_of_words(problem, std::span(ranks).subspan(first, counters));
    return ranks;
}

} // namespace

std::vector<std::uint64_t> sums_on_calling_thread(const Problem& problem, const CheckedData& data,
                                                  const Finders& finders) {
    if (is_extreme(problem)) return extremes(problem, data, finders);
    const std::uint64_t cells = problem.cells(), counters = problem.counters();
    std::vector<std::uint64_t> sums(data.shape.histograms * counters);
    if (!problem.weights.type) {
        // The counters of a range are found once, not for each element. This is twice as fast for segments of
        // 24 elements.
        for_each_range(problem, data, finders,
                       [&](std::uint64_t histogram, std::span<const std::uint32_t> found, std::uint64_t first,
                           std::uint64_t, std::uint64_t) {
                           auto* const own = sums.data() + histogram * counters + first;
                           for (const auto cell : found)
                               if (cell != no_cell) ++own[cell];
                       });
        return sums;
    }
    const auto first_sum = counts_beside_sums(problem);
    with_sample_type(*problem.weights.type, [&]<class Weight>(std::type_identity<Weight>) {
        if constexpr (std::is_integral_v<Weight>)
            for_each_cell(problem, data, finders,
                          [&](std::uint64_t histogram, std::uint64_t cell, std::uint64_t y, std::uint64_t x) {
                              auto* const own = sums.data() + histogram * counters + cell;
                              if (problem.weights.counts) ++own[0];
                              for (std::uint32_t v = 0; v < problem.weights.vectors; ++v) {
                                  const auto weight = wide(weight_at<Weight>(data, v, y, x));
                                  own[first_sum + v * cells] += weight;
                                  if (problem.weights.squares)
                                      own[first_sum + (problem.weights.vectors + v) * cells] +=
                                          weight * weight;
                              }
                          });
    });
    return sums;
}

std::vector<std::byte> wide_sums_on_calling_thread(const Problem& problem, const CheckedData& data,
                                                   const Finders& finders) {
    const std::uint64_t cells = problem.cells();
    const auto counts_each = counts_beside_sums(problem);
    const auto sums_each = problem.counters() - counts_each;
    const bool counts_shares = problem.weights.counts && counts_each == 0;
    std::vector<std::uint64_t> counts(data.shape.histograms * counts_each);
    std::vector<WideSum> sums(data.shape.histograms * sums_each);
    const WeightInUnits in_units(problem);
    const auto size = bytes(type_of_weights(problem));
    const auto add = [&](std::uint64_t histogram, std::uint64_t cell, std::uint64_t share, std::uint64_t y,
                         std::uint64_t x) {
        if (counts_each != 0) ++counts[histogram * counts_each + cell];
        auto* own = sums.data() + histogram * sums_each + cell;
        if (counts_shares) {
            in_units.count(share, *own);
            own += cells;
        }
        for (std::uint32_t v = 0; v < problem.weights.vectors; ++v) {
            const auto bits =
                problem.weights.type ? weight_bits(data, size, v, y, x) : std::bit_cast<std::uint32_t>(1.0F);
            in_units.add(bits, share, own[v * cells],
                         problem.weights.squares ? &own[(problem.weights.vectors + v) * cells] : nullptr);
        }
    };
    if (splits(problem))
        for_each_share(problem, data, add);
    else
        for_each_cell(problem, data, finders,
                      [&](std::uint64_t histogram, std::uint64_t cell, std::uint64_t y, std::uint64_t x) {
                          add(histogram, cell, 1, y, x);
                      });
    // The layout of Engine::enqueue_partial(): see partial_offset().
    const auto bytes_each = partial_offset(problem, problem.counters());
    std::vector<std::byte> left(data.shape.histograms * bytes_each);
    for (std::uint64_t h = 0; h < data.shape.histograms; ++h) {
        auto* to = left.data() + h * bytes_each;
        const auto put = [&to](const void* from, std::size_t count) {
            if (count != 0) std::memcpy(to, from, count);
            to += count;
        };
        put(counts.data() + h * counts_each, counts_each * sizeof(std::uint64_t));
        for (std::uint64_t i = 0; i < sums_each; ++i) {
            const auto& [units, flags] = sums[h * sums_each + i];
            const std::array<std::uint32_t, 4> words{
                static_cast<std::uint32_t>(static_cast<std::uint64_t>(units)),
                static_cast<std::uint32_t>(static_cast<std::uint64_t>(units >> 32U)),
                static_cast<std::uint32_t>(static_cast<std::uint64_t>(units >> 64U)), flags};
            put(words.data(), sizeof words);
        }
    }
    return left;
}

} // namespace histo_cl::detail

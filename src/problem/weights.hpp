#pragma once

#include "core/float_format.hpp"
#include "core/text.hpp"
#include "histo_cl/problem.hpp"
#include "histo_cl/sample.hpp"
#include "problem/accumulator.hpp"
#include "problem/splitting.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace histo_cl::detail {

/// A type that weights can have.
struct WeightType {
    SampleType type;
    CounterType sums;      ///< the 64-bit type of their sums
    std::string_view word; ///< the OpenCL C type in which kernels read the bits of weights
};

inline constexpr std::array weight_types{
    WeightType{SampleType::u8, CounterType::u64, "uchar"},
    WeightType{SampleType::i8, CounterType::i64, "char"},
    WeightType{SampleType::u16, CounterType::u64, "ushort"},
    WeightType{SampleType::i16, CounterType::i64, "short"},
    WeightType{SampleType::u32, CounterType::u64, "uint"},
    WeightType{SampleType::i32, CounterType::i64, "int"},
    WeightType{SampleType::f16, CounterType::f64, "ushort"},
    WeightType{SampleType::bf16, CounterType::f64, "ushort"},
    WeightType{SampleType::f32, CounterType::f64, "uint"},
    WeightType{SampleType::f64, CounterType::f64, "ulong"},
};

/// The row of a type in weight_types; empty if weights cannot have the type. Returned by value, because GCC's
/// sanitizers do not compare pointers in constant expressions.
[[nodiscard]] constexpr std::optional<WeightType> weight_type(SampleType type) noexcept {
    for (const auto& row : weight_types)
        if (row.type == type) return row;
    return std::nullopt;
}

/// The type of the weights. Split elements without weights have weights of 1, of type f32.
[[nodiscard]] constexpr SampleType type_of_weights(const Problem& problem) noexcept {
    return problem.weights.type.value_or(SampleType::f32);
}

/// The bound on the weights, if it is known. Split elements without weights get a bound with which the unit
/// of the sums is the unit of fractions. So the sums of parts of the data have the same unit and can be
/// added.
[[nodiscard]] inline std::optional<WeightBound> known_bound(const Problem& problem) noexcept {
    if (splits(problem) && !problem.weights.type) return WeightBound{1, max_elements_of_fractions};
    return problem.weights.bound;
}

/// The type in which counts or sums are returned. It is f32 if the problem asks for f32 and sums floats.
/// Otherwise it is the 64-bit type of the sums, or of counts if the problem has no sums. Empty if weights
/// cannot have the problem's weight type.
[[nodiscard]] inline std::optional<CounterType> wide_counter(const Problem& problem) noexcept {
    if (!problem.weights.type && !splits(problem)) return CounterType::u64;
    const auto found = weight_type(type_of_weights(problem));
    if (!found) return std::nullopt;
    const bool narrow = problem.counter == CounterType::f32 && found->sums == CounterType::f64;
    return narrow ? CounterType::f32 : found->sums;
}

/// The format of the sums of a problem with float weights.
[[nodiscard]] constexpr FloatFormat format_of_sums(const Problem& problem) noexcept {
    return FloatFormat(problem.counter == CounterType::f32 ? SampleType::f32 : SampleType::f64);
}

/// Number of weight vectors; 0 if there are no weights.
[[nodiscard]] inline std::uint32_t summed_vectors(const Problem& problem) noexcept {
    return problem.weights.type ? problem.weights.vectors : 0;
}

/// Returns the counts as counters of this type store them: if the type saturates, counts above its maximum
/// become the maximum.
[[nodiscard]] inline std::vector<std::uint64_t> saturated(CounterType counter,
                                                          std::vector<std::uint64_t> counts) {
    if (saturates(counter))
        for (auto& count : counts)
            count = std::min(count, max_count(counter));
    return counts;
}

// The exponents that determine the fixed-point unit of float sums; see kernels/accumulate/amount_float.cl.

/// The exponent field of a finite weight in its own type. For 0 and denormals it is 1, the exponent field of
/// the smallest normal number. `magnitude` must be within the type's range.
[[nodiscard]] inline std::uint32_t exponent_field(SampleType weights, double magnitude) noexcept {
    const FloatFormat format(weights);
    return magnitude < format.min_normal ? 1
                                         : static_cast<std::uint32_t>(std::ilogb(magnitude) + format.bias);
}

// The unit of fixed-point sums of float weights is 2^E, with E = e + 1 + room − 94. Here e is the greatest
// exponent of a weight, and room is sum_headroom(). For narrow weights, E is at least min_narrow_exponent.
// The unit of squares has 2 (e + 1) instead of e + 1.

inline constexpr int wide_sum_bits = 94;
inline constexpr int narrow_weight_bits = 29;
/// The minimum exponent of the unit of narrow weights. With this minimum, devices can scale weights exactly
/// in 32-bit floats, even if they flush denormals.
inline constexpr int min_narrow_exponent = -120;

/// Number of bits of a sum above the bits of the greatest weight, as in kernels/accumulate/amount_float.cl.
/// They hold the carries of adding all weights.
[[nodiscard]] constexpr std::uint32_t sum_headroom(const Problem& problem, std::uint64_t elements) noexcept {
    return problem.weights.narrow ? wide_sum_bits - narrow_weight_bits
                                  : static_cast<std::uint32_t>(std::bit_width(elements));
}

/// The bits of a sum to which a weight beyond Weights::bound was added: a NaN that no other sum has.
[[nodiscard]] constexpr std::uint64_t beyond_weight_bound(CounterType counter) noexcept {
    return counter == CounterType::f32 ? 0x7FE2'6579U : 0x7FF8'6265'796F'6E64U;
}

/// Throws Error(invalid_argument) with the message that a weight beyond the bound was added to a counter.
/// `counter`: the number of the counter in the problem's order.
[[noreturn]] inline void refuse_weight_beyond_bound(const Problem& problem, std::uint64_t counter) {
    invalid("counter ", counter, ": a weight has a greater exponent than weights.bound.maximum, ",
            Number(problem.weights.bound->maximum).to_string());
}

/// Throws like refuse_weight_beyond_bound() if a weight beyond the bound was added to one of the sums.
inline void check_within_bound(const Problem& problem, std::span<const std::uint64_t> sums) {
    if (!problem.weights.bound) return;
    const auto found = std::ranges::find(sums, beyond_weight_bound(problem.counter));
    if (found != sums.end())
        refuse_weight_beyond_bound(problem, static_cast<std::uint64_t>(found - sums.begin()));
}

/// The flags in the last word of a wide sum: FLAG_NAN and so on in kernels/accumulate/amount_float.cl.
namespace wide_flag {
inline constexpr std::uint32_t nan = 1;
inline constexpr std::uint32_t plus_infinity = 2;
inline constexpr std::uint32_t minus_infinity = 4;
inline constexpr std::uint32_t beyond_bound = 8;
} // namespace wide_flag

/// The exponents of the units of sums and of squares.
struct WideUnits {
    int sum;
    int square;
};

/// The units of a problem with a known_bound(); see kernels/accumulate/amount_float.cl.
[[nodiscard]] inline WideUnits wide_units(const Problem& problem) noexcept {
    const auto [maximum, elements] = *known_bound(problem);
    const auto type = type_of_weights(problem);
    const int bias = FloatFormat(type).bias;
    const int above = static_cast<int>(exponent_field(type, maximum)) - bias + 1;
    const int headroom = static_cast<int>(sum_headroom(problem, elements)) - wide_sum_bits;
    const int sum = above + headroom;
    return {problem.weights.narrow ? std::max(sum, min_narrow_exponent) : sum, 2 * above + headroom};
}

// In partials and on the calling thread, the counters of a histogram are in the order [sum][cell]. Callers
// get them in the order Weights::order.

/// Whether the problem's order differs from [sum][cell].
[[nodiscard]] inline bool is_reordered(const Problem& problem) noexcept {
    return problem.weights.order == CounterOrder::by_cell && problem.counters_per_cell() > 1;
}

/// Converts a counter's number in the order [histogram][sum][cell] to its number in the problem's order.
[[nodiscard]] inline std::uint64_t number_in_order(const Problem& problem, std::uint64_t n) noexcept {
    if (!is_reordered(problem)) return n;
    const auto cells = problem.cells();
    const std::uint64_t counters = problem.counters();
    const auto own = n % counters;
    return n - own + own % cells * problem.counters_per_cell() + own / cells;
}

/// Transposes each of several consecutive tables, which have `rows` rows and `columns` columns.
[[nodiscard]] inline std::vector<std::uint64_t> transposed(const std::vector<std::uint64_t>& tables,
                                                           std::uint64_t rows, std::uint64_t columns) {
    std::vector<std::uint64_t> result(tables.size());
    for (std::uint64_t first = 0; first < tables.size(); first += rows * columns)
        for (std::uint64_t row = 0; row < rows; ++row)
            for (std::uint64_t column = 0; column < columns; ++column)
                result[first + column * rows + row] = tables[first + row * columns + column];
    return result;
}

/// Converts counters from the order [histogram][sum][cell] to the problem's order.
[[nodiscard]] inline std::vector<std::uint64_t> in_order(const Problem& problem,
                                                         std::vector<std::uint64_t> by_sum) {
    if (!is_reordered(problem)) return by_sum;
    return transposed(by_sum, problem.counters_per_cell(), problem.cells());
}

/// Converts counters from the problem's order to the order [histogram][sum][cell].
[[nodiscard]] inline std::vector<std::uint64_t> by_sum(const Problem& problem,
                                                       std::vector<std::uint64_t> ordered) {
    if (!is_reordered(problem)) return ordered;
    return transposed(ordered, problem.cells(), problem.counters_per_cell());
}

} // namespace histo_cl::detail

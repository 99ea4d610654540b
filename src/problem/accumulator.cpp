#include "problem/accumulator.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

namespace histo_cl::detail {
namespace {

constexpr FloatFormat double_format(SampleType::f64);
constexpr std::uint64_t top_bit = std::uint64_t{1} << 63U;
constexpr std::uint64_t extreme_nan = 0x7FF8'0000'0000'0000U;
constexpr auto nan_key = std::numeric_limits<std::uint64_t>::max();

bool is_nan_counter(const ExtremeType& type, std::uint64_t bits) noexcept {
    return type.counter == CounterType::f64 && (bits & (top_bit - 1)) > double_format.infinity;
}

/// Maps a counter to an unsigned integer. More extreme counters get larger integers.
std::uint64_t key_of(const ExtremeType& type, std::uint64_t bits) noexcept {
    if (is_nan_counter(type, bits)) return nan_key;
    const auto ordered = type.counter == CounterType::f64   ? double_format.key(bits)
                         : type.counter == CounterType::i64 ? bits ^ top_bit
                                                            : bits;
    return type.accumulator == Accumulator::minimum ? ~ordered : ordered;
}

std::uint64_t counts_before_ranks(const Problem& problem) noexcept {
    return problem.weights.counts ? problem.cells() : 0;
}

} // namespace

ExtremeType extreme_type(const Problem& problem) noexcept {
    return {problem.weights.accumulator, wide_counter(problem).value_or(CounterType::u64)};
}

std::uint64_t identity_of(const ExtremeType& type) noexcept {
    const bool is_minimum = type.accumulator == Accumulator::minimum;
    switch (type.counter) {
    case CounterType::f64: return is_minimum ? double_format.infinity : double_format.infinity | top_bit;
    case CounterType::i64: return is_minimum ? top_bit - 1 : top_bit;
    default: return is_minimum ? std::numeric_limits<std::uint64_t>::max() : 0;
    }
}

std::uint64_t rank_of(const ExtremeType& type, std::uint64_t bits) noexcept {
    return key_of(type, bits) - key_of(type, identity_of(type));
}

std::uint64_t bits_of_rank(const ExtremeType& type, std::uint64_t rank) noexcept {
    const auto min_key = key_of(type, identity_of(type));
    const auto max_key = key_of(
        type,
        identity_of({type.accumulator == Accumulator::minimum ? Accumulator::maximum : Accumulator::minimum,
                     type.counter}));
    if (rank > max_key - min_key) return extreme_nan;
    const auto key = rank + min_key;
    const auto ordered = type.accumulator == Accumulator::minimum ? ~key : key;
    switch (type.counter) {
    case CounterType::f64: return (ordered & top_bit) != 0 ? ordered ^ top_bit : ~ordered;
    case CounterType::i64: return ordered ^ top_bit;
    default: return ordered;
    }
}

void set_counters_of_words(const Problem& problem, std::span<std::uint64_t> words) noexcept {
    const auto type = extreme_type(problem);
    const auto counts = words.first(counts_before_ranks(problem)), ranks = words.subspan(counts.size());
    std::ranges::transform(ranks, ranks.begin(), [&](auto rank) { return bits_of_rank(type, rank); });
    if (type.counter != CounterType::f64) return;
    for (auto& count : counts)
        count = std::bit_cast<std::uint64_t>(static_cast<double>(count));
}

void set_words_of_counters(const Problem& problem, std::span<std::uint64_t> counters) noexcept {
    const auto type = extreme_type(problem);
    const auto counts = counters.first(counts_before_ranks(problem)), ranks = counters.subspan(counts.size());
    std::ranges::transform(ranks, ranks.begin(), [&](auto bits) { return rank_of(type, bits); });
    if (type.counter != CounterType::f64) return;
    for (auto& count : counts)
        count = static_cast<std::uint64_t>(std::bit_cast<double>(count));
}

std::uint64_t extreme_of_weight(SampleType weights, std::uint64_t bits) noexcept {
    if (is_float(weights)) return std::bit_cast<std::uint64_t>(FloatFormat(weights).value_of(bits));
    const auto above = 64 - 8 * bytes(weights);
    if (!is_signed(weights)) return bits;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << above) >> above);
}

bool is_weight(SampleType weights, std::uint64_t bits) noexcept {
    if (is_float(weights)) {
        const auto value = std::bit_cast<double>(bits);
        return std::isnan(value) ||
               FloatFormat(weights).value_of(FloatFormat(weights).nearest(value)) == value;
    }
    const auto value = is_signed(weights) ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
    return value >= lowest(weights) && value <= highest(weights);
}

void check_accumulator(const Problem& problem) {
    if (problem.weights.accumulator > Accumulator::maximum)
        invalid("accumulator ", static_cast<int>(problem.weights.accumulator), " is not an Accumulator");
    if (!is_extreme(problem)) return;
    if (!problem.weights.type)
        invalid("a ", problem.weights.accumulator, " without weights: say of which type they are");
    const std::string_view sums_alone = problem.weights.squares               ? "weights.squares"
                                        : problem.weights.narrow              ? "weights.narrow"
                                        : problem.weights.bound               ? "weights.bound"
                                        : problem.counter == CounterType::f32 ? "f32 counters"
                                                                              : "";
    if (!sums_alone.empty())
        invalid(sums_alone, " with a ", problem.weights.accumulator, " of weights: only sums have it");
}

} // namespace histo_cl::detail

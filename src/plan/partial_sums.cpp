#include "plan/partial_sums.hpp"

#include "core/exact.hpp"
#include "core/float_format.hpp"
#include "core/text.hpp"
#include "problem/accumulator.hpp"
#include "problem/binnings.hpp"
#include "problem/weights.hpp"
#include "variants/counters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <utility>

namespace histo_cl::detail {
namespace {

/// Number of 64-bit words per wide sum.
constexpr std::size_t wide_words = 3;
constexpr unsigned flag_width = 21;
constexpr std::uint64_t flag_mask = (std::uint64_t{1} << flag_width) - 1;
enum Flag : unsigned { nan, plus_infinity, minus_infinity };
constexpr std::array flags{nan, plus_infinity, minus_infinity};

/// The number of parts with a flag, shifted to the flag's field of the word.
constexpr std::uint64_t flag(Flag which, std::uint64_t parts) noexcept {
    return parts << (which * flag_width);
}
constexpr bool has(std::uint64_t word, Flag which) noexcept {
    return (word >> (which * flag_width) & flag_mask) != 0;
}

/// Number of 32-bit words per wide sum in the output of Engine::enqueue_partial().
constexpr std::size_t device_words = 4;

template <class Word>
std::vector<Word> read_words(std::span<const std::byte> from) {
    std::vector<Word> words(from.size() / sizeof(Word));
    if (!words.empty()) std::memcpy(words.data(), from.data(), words.size() * sizeof(Word));
    return words;
}

/// The words of the wide sums: all but the counts, which come first.
template <class Word>
std::span<Word> wide_part(const Problem& problem, std::span<Word> words) noexcept {
    return words.subspan(counts_beside_sums(problem));
}

std::vector<std::uint64_t> words_of_wide_sums(const Problem& problem, std::span<const std::byte> left,
                                              std::uint64_t histogram) {
    const auto counts = counts_beside_sums(problem);
    const auto bytes_of_counts = partial_offset(problem, counts);
    auto words = read_words<std::uint64_t>(left.first(bytes_of_counts));
    const auto from = read_words<std::uint32_t>(left.subspan(bytes_of_counts));
    words.reserve(counts + from.size() / device_words * wide_words);
    auto beyond = largest_u64;
    for (std::size_t at = 0; at + device_words <= from.size(); at += device_words) {
        const auto device_flags = from[at + 3];
        if ((device_flags & wide_flag::beyond_bound) != 0)
            beyond = std::min(beyond, number_in_order(problem, counts + at / device_words));
        words.push_back(from[at]);
        words.push_back(std::uint64_t{from[at + 2]} << 32U | from[at + 1]);
        std::uint64_t word = 0;
        for (const auto which : flags)
            word |= flag(which, device_flags >> which & 1U);
        words.push_back(word);
    }
    if (beyond != largest_u64) refuse_weight_beyond_bound(problem, histogram * problem.counters() + beyond);
    normalize_words(problem, words);
    return words;
}

ExactSum exact_sum(std::span<const std::uint64_t, wide_words> words) noexcept {
    const auto [low, high, flag_word] = std::array{words[0], words[1], words[2]};
    if (has(flag_word, nan)) return {.not_finite = double_nan};
    if (has(flag_word, plus_infinity)) return {.not_finite = double_infinity};
    if (has(flag_word, minus_infinity)) return {.not_finite = double_sign | double_infinity};
    return {.units = static_cast<Int128>(static_cast<std::int64_t>(high)) * (Int128{1} << 32U) + low};
}

/// Throws Error(invalid_argument) unless the magnitudes of all sums are at most about 2^94 units, which holds
/// for all weights within Weights::bound, and the words of flags have no other bits.
void check_wide_words(const Problem& problem, std::span<const std::uint64_t> words) {
    constexpr std::uint64_t max_high = std::uint64_t{1} << 62U;
    for (std::size_t at = 0; at < words.size(); at += wide_words) {
        const auto high = words[at + 1] + (words[at] >> 32U);
        if (high + max_high > 2 * max_high || words[at + 2] >> (flags.size() * flag_width) != 0)
            invalid("the words of counter ",
                    number_in_order(problem, counts_beside_sums(problem) + at / wide_words),
                    " are no sum that the weights' bound allows");
    }
}

/// Throws Error(invalid_argument) for a rank that no weight has, or for any rank if there are no elements.
void check_ranks(const Problem& problem, std::span<const std::uint64_t> words, std::uint64_t elements) {
    const auto type = extreme_type(problem);
    for (std::size_t at = counts_beside_sums(problem); at < words.size(); ++at)
        if (words[at] != 0 && (elements == 0 || rank_of(type, bits_of_rank(type, words[at])) != words[at] ||
                               !is_weight(*problem.weights.type, bits_of_rank(type, words[at]))))
            invalid("the word of counter ", number_in_order(problem, at), " is ", words[at], ", which is no ",
                    problem.weights.accumulator, " of ", elements, " elements");
}

} // namespace

std::string why_not_merged(const Problem& problem) {
    if (problem.batch != Batch::one) return "a batch";
    if (has_wide_sums(problem) && !known_bound(problem))
        return concat(*problem.weights.type,
                      " weights without weights.bound, whose sums have a unit of their own,");
    if (needs_index(problem)) return "custom bins, whose expression asks for the element's index,";
    return {};
}

void check_mergeable(const Problem& problem) {
    if (const auto why = why_not_merged(problem); !why.empty())
        invalid(why, " cannot be counted in parts that are merged");
}

std::uint64_t partial_words(const Problem& problem) noexcept {
    const std::uint64_t counters = problem.counters();
    if (!has_wide_sums(problem)) return counters;
    return wide_words * counters - (wide_words - 1) * counts_beside_sums(problem);
}

std::vector<std::uint64_t> words_of(const Problem& problem, CounterType counter,
                                    std::span<const std::byte> left, std::uint64_t histogram) {
    if (has_wide_sums(problem)) return words_of_wide_sums(problem, left, histogram);
    if (counter != CounterType::u32)
        return words_of_counters(problem, by_sum(problem, read_words<std::uint64_t>(left)));
    const auto narrow = read_words<std::uint32_t>(left);
    return {narrow.begin(), narrow.end()};
}

std::vector<std::uint64_t> words_of_counters(const Problem& problem, std::vector<std::uint64_t> counters) {
    if (is_extreme(problem)) set_words_of_counters(problem, counters);
    return counters;
}

void normalize_words(const Problem& problem, std::span<std::uint64_t> words) noexcept {
    if (!has_wide_sums(problem)) return;
    const auto sums = wide_part(problem, words);
    for (std::size_t at = 0; at < sums.size(); at += wide_words) {
        sums[at + 1] += sums[at] >> 32U;
        sums[at] &= 0xFFFF'FFFFU;
        if (sums[at + 2] == 0) continue;
        const bool plus = has(sums[at + 2], plus_infinity);
        const bool minus = has(sums[at + 2], minus_infinity);
        const bool no_number = has(sums[at + 2], nan) || (plus && minus);
        sums[at] = sums[at + 1] = 0;
        sums[at + 2] = flag(no_number ? nan : plus ? plus_infinity : minus_infinity, 1);
    }
}

void merge_words(const Problem& problem, std::span<std::uint64_t> into,
                 std::span<const std::uint64_t> from) noexcept {
    const auto added = is_extreme(problem) ? counts_beside_sums(problem) : into.size();
    std::ranges::transform(into.first(added), from, into.begin(), std::plus{});
    std::ranges::transform(into.subspan(added), from.subspan(added), into.subspan(added).begin(),
                           std::ranges::max);
    normalize_words(problem, into);
}

void check_words(const Problem& problem, std::span<const std::uint64_t> words, std::uint64_t elements) {
    const auto needed = partial_words(problem);
    if (words.size() != needed) invalid(words.size(), " words: a partial of this problem has ", needed);
    if (is_extreme(problem)) check_ranks(problem, words, elements);
    if (has_wide_sums(problem)) check_wide_words(problem, wide_part(problem, words));
    const auto counts =
        problem.weights.type || splits(problem) ? words.first(counts_beside_sums(problem)) : words;
    const auto over = std::ranges::find_if(counts, [&](std::uint64_t count) { return count > elements; });
    if (over != counts.end())
        invalid("counter ", number_in_order(problem, static_cast<std::uint64_t>(over - counts.begin())),
                " has a count of ", *over, ", of ", elements, " elements");
    if (counts.empty() || splits(problem)) return; // a split element is counted in several cells
    std::size_t first = 0;
    for (std::size_t axis = 0; axis < (problem.joint ? 1 : problem.axes.size()); ++axis) {
        const auto cells = problem.joint ? problem.cells() : problem.extent(axis);
        std::uint64_t left = elements;
        for (const auto count : counts.subspan(first, cells)) {
            if (count > left)
                invalid("the counts of axis ", axis, " are more than the ", elements, " elements");
            left -= count;
        }
        first += cells;
    }
}

ExactSums exact_sums(const Problem& problem, std::span<const std::uint64_t> words, std::uint64_t first) {
    ExactSums sums;
    const auto cells = problem.cells();
    sums.cells.reserve(cells);
    const auto first_sum = problem.weights.counts ? cells : 0;
    const auto first_square = first_sum + cells * problem.weights.vectors;
    if (!has_wide_sums(problem)) {
        const bool has_sign = first < first_square && is_signed(*problem.weights.type);
        for (const auto word : words.subspan(first, cells))
            sums.cells.push_back(
                {.units = has_sign ? Int128{static_cast<std::int64_t>(word)} : Int128{word}});
        return sums;
    }
    const auto units = wide_units(problem);
    sums.exponent = first < first_sum ? unit_of_fractions : first < first_square ? units.sum : units.square;
    const auto wide = wide_part(problem, words).subspan((first - counts_beside_sums(problem)) * wide_words);
    for (std::uint64_t cell = 0; cell < cells; ++cell)
        sums.cells.push_back(exact_sum(wide.subspan(cell * wide_words).first<wide_words>()));
    return sums;
}

std::vector<std::uint64_t> sums_of_words(const Problem& problem, std::span<const std::uint64_t> words) {
    if (is_extreme(problem)) {
        std::vector<std::uint64_t> counters(words.begin(), words.end());
        set_counters_of_words(problem, counters);
        return in_order(problem, std::move(counters));
    }
    if (!has_wide_sums(problem)) return in_order(problem, {words.begin(), words.end()});
    const auto format = format_of_sums(problem);
    const auto counts = words.first(counts_beside_sums(problem));
    const std::size_t counters = problem.counters();
    std::vector<std::uint64_t> sums;
    sums.reserve(counters);
    for (const auto count : counts)
        sums.push_back(nearest_float(static_cast<Int128>(UInt128{count}), 0, format));
    while (sums.size() < counters) {
        const auto [exponent, cells] = exact_sums(problem, words, sums.size());
        for (const auto& [units, not_finite] : cells)
            sums.push_back(not_finite != 0 ? format.nearest(std::bit_cast<double>(not_finite))
                                           : nearest_float(units, exponent, format));
    }
    return in_order(problem, std::move(sums));
}

} // namespace histo_cl::detail

#pragma once

#include "bench/state.hpp"
#include "common/errors.hpp"
#include "common/names.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// The values of each axis; the states are all their combinations.
struct Matrix {
    std::vector<histo_cl::SampleType> samples = {};
    std::vector<std::uint64_t> elements = {};
    std::vector<std::uint32_t> bins = {};
    std::vector<Entropy> entropies = {};
    std::vector<Layout> layouts = {};
    std::vector<Binning> binnings = {};
};

inline constexpr std::uint64_t max_elements = 0xffffffff; ///< data are drawn from a range of 32 bits

inline constexpr std::array benchmark_samples{
    histo_cl::SampleType::i8,  histo_cl::SampleType::u8,  histo_cl::SampleType::i16,
    histo_cl::SampleType::u16, histo_cl::SampleType::i32, histo_cl::SampleType::u32,
    histo_cl::SampleType::i64, histo_cl::SampleType::f32, histo_cl::SampleType::f64};

/// Returns the matrices of a preset. "cub": the states of CUB's own benchmark. "full": the states of "cub",
/// and states of 2^28 elements: one channel with more bins and entropies, u8 into 256 bins, and several
/// channels with more entropies. "cpu": 256 MiB of each type; for u8 and f32 also other kinds of data, all
/// layouts, and sizes of 4 KiB to 1 MiB. "shapes": i32 and f32 of every shape into 33 to 2,000,003 bins.
/// "partitions": 2^22 to 2^28 f32 into 2^18 to 2^21 bins. Throws UsageError for another name.
[[nodiscard]] std::vector<Matrix> preset_named(std::string_view name);
inline constexpr std::array preset_names{"cub", "full", "cpu", "shapes", "partitions"};

/// The parts of a text between its commas.
[[nodiscard]] std::vector<std::string_view> list_parts(std::string_view text);

// These functions parse the comma-separated list of an axis. They throw UsageError, which says what was given
// and what is allowed.

[[nodiscard]] std::vector<histo_cl::SampleType> parse_samples(std::string_view text);

/// The values that an option's list names. Each must be one of `allowed`.
template <class Values>
[[nodiscard]] auto parse_names(std::string_view option, std::string_view text, const Values& allowed) {
    std::vector<typename Values::value_type> values;
    for (const auto part : list_parts(text)) {
        const auto found = std::ranges::find(allowed, part, [](const auto& value) { return name(value); });
        if (found == allowed.end())
            throw common::UsageError(std::string(option) + ": " +
                                     common::not_one_of(part, common::names_of(allowed)));
        values.push_back(*found);
    }
    return values;
}

/// Parses a comma-separated list of ranges and of integers in [1, max], in any form that whole_number_typed()
/// reads. In a range A..B each integer is twice the previous one; in A..B:S it is 2^S times the previous one.
[[nodiscard]] std::vector<std::uint64_t> parse_sizes(std::string_view option, std::string_view text,
                                                     std::uint64_t max);

/// All states of the matrices, each once, grouped by data, and with the most bins first.
[[nodiscard]] std::vector<State> states_of(const std::vector<Matrix>& matrices);

/// Keeps the states that match every list of `filter`; an empty list matches all.
[[nodiscard]] std::vector<State> filtered(std::vector<State> states, const Matrix& filter);

} // namespace bench

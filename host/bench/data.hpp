#pragma once

#include "state.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace bench {

/// An endless row of samples, each a function of its index: a state's data are its first ones in memory. So
/// states of different layouts, and integer states of different lengths, share them.
struct DataSet {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t span = 1; ///< samples are in [0, span); of text: 0
    Entropy entropy = {};

    friend auto operator<=>(const DataSet&, const DataSet&) = default;
};

/// Integers are drawn from 0 to the upper bound, which is out of range, or to the type's greatest value where
/// that is less; floats, and all other kinds of data, are from 0 up to the upper bound.
[[nodiscard]] DataSet data_set_of(const State& state) noexcept;

/// The bits of an explicit mantissa; 0 for integers.
[[nodiscard]] std::uint32_t mantissa_bits(histo_cl::SampleType type) noexcept;

/// The bits of a sample.
[[nodiscard]] std::uint64_t sample_bits(const DataSet& data, std::uint64_t index) noexcept;

/// Writes the samples from index `first` on, as they lie in memory, in so many threads.
void fill(const DataSet& data, std::uint64_t first, std::span<std::byte> bytes, unsigned threads);

/// What bits of a sample stand for; integers are below 2^32 and not negative.
[[nodiscard]] double value_of(histo_cl::SampleType type, std::uint64_t bits) noexcept;

} // namespace bench

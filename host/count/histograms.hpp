#pragma once

#include "count/result.hpp"

#include <histo_cl/histo_cl.hpp>
#include <histo_cl/sample.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace count {

/// The samples of one channel of elements that lie side by side.
[[nodiscard]] std::vector<std::byte> channel_of(std::span<const std::byte> elements, std::size_t sample_bytes,
                                                std::uint32_t channels, std::uint32_t channel);

/// Replaces elements by their brightness, one sample each, and returns the bytes of these: 0.299 of the first
/// channel, 0.587 of the second and 0.114 of the third (Rec. 601, the weights of Pillow's "L" and OpenCV's
/// grey), of integers rounded to the nearest. Throws UsageError for integers of 64 bits and floats of 16.
[[nodiscard]] std::size_t to_luma(histo_cl::SampleType type, std::uint32_t channels,
                                  std::span<std::byte> elements);

/// Samples out of range.
struct OutOfRangeCounts {
    histo_cl::Number underflow;
    histo_cl::Number overflow;
    histo_cl::Number nan;
};

/// One histogram of a result: the counts of its bins alone, or the sums of their weights.
struct Histogram {
    std::string name; ///< of the channel or the tile; empty if it is the only one
    std::vector<std::size_t>
        axes; ///< of the problem; two or three of a joint histogram, the last the fastest
    std::vector<std::uint64_t> bits; ///< of the sums, in 64 bits each; see value()
    histo_cl::CounterType sum;
    std::optional<OutOfRangeCounts> apart; ///< if they are counted separately, and there is one axis
};

/// All histograms of a result: of each tile, or else of each axis, or the joint one.
[[nodiscard]] std::vector<Histogram> histograms(const Source& source, const Result& result);

[[nodiscard]] histo_cl::Number value(const Histogram& histogram, std::size_t bin);

/// Calls `use` with the values in their type, as a vector.
template <class Use>
decltype(auto) with_values(const Histogram& histogram, const Use& use) {
    const auto as = [&]<class T>(std::type_identity<T> /*type*/) {
        std::vector<T> values;
        for (const auto bits : histogram.bits)
            values.push_back(std::bit_cast<T>(bits));
        return use(values);
    };
    if (histogram.sum == histo_cl::CounterType::i64) return as(std::type_identity<std::int64_t>());
    if (histogram.sum == histo_cl::CounterType::f64) return as(std::type_identity<double>());
    return use(histogram.bits);
}

/// The sum over `bins` bins from bin `first` on, or over all.
[[nodiscard]] histo_cl::Number counted(const Histogram& histogram, std::size_t first, std::size_t bins);
[[nodiscard]] histo_cl::Number counted(const Histogram& histogram);

/// Their sum, of values of one kind.
[[nodiscard]] histo_cl::Number plus(const histo_cl::Number& a, const histo_cl::Number& b);

/// The bins of each axis.
[[nodiscard]] histo_cl::Extents extents(const Histogram& histogram, const histo_cl::Problem& problem);

} // namespace count

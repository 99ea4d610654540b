#pragma once

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// How predictable the bits of the samples are, named by their entropy: the AND of so many uniform draws, or
/// of none, which is a constant.
struct Entropy {
    std::uint32_t draws = 1;

    friend auto operator<=>(const Entropy&, const Entropy&) = default;
};

inline constexpr std::array all_entropies{Entropy{1}, Entropy{2}, Entropy{3},
                                          Entropy{4}, Entropy{5}, Entropy{0}};

/// One channel, or four interleaved ones of which the first three are counted.
enum class Channels : std::uint8_t { single, multi };
inline constexpr std::array all_channels{Channels::single, Channels::multi};

/// Bins by their number and range, or by their edges, which are evenly spaced too.
enum class Binning : std::uint8_t { even, range };
inline constexpr std::array all_binnings{Binning::even, Binning::range};

/// "1.000" … "0.000": the entropy of a bit that is the AND of the draws.
[[nodiscard]] std::string_view name(Entropy entropy) noexcept;
[[nodiscard]] std::string_view name(Channels channels) noexcept;
[[nodiscard]] std::string_view name(Binning binning) noexcept;

/// What is measured: a point of the benchmark's axes.
struct State {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t elements = 0;
    std::uint32_t bins = 0;
    Entropy entropy = {};
    Channels channels = Channels::single;
    Binning binning = Binning::even;

    friend auto operator<=>(const State&, const State&) = default;
};

/// E.g. "f32 2^28 bins 2048 entropy 0.201 single even".
[[nodiscard]] std::string to_string(const State& state);

/// "2^28" where it is a power of two from 2^10 on, else in digits.
[[nodiscard]] std::string short_number(std::uint64_t value);

/// The samples of an element and those of them that are counted.
[[nodiscard]] std::uint32_t stored_channels(Channels channels) noexcept;
[[nodiscard]] std::uint32_t counted_channels(Channels channels) noexcept;

/// Samples in memory, and their bytes.
[[nodiscard]] std::uint64_t stored_samples(const State& state) noexcept;
[[nodiscard]] std::uint64_t stored_bytes(const State& state) noexcept;

/// The end of the range, which begins at 0: as many integers as there are bins; for floats the number of
/// elements.
[[nodiscard]] std::uint64_t upper_bound(const State& state) noexcept;

/// The greatest value of an integer type, and the largest double's for floats.
[[nodiscard]] double greatest(histo_cl::SampleType type) noexcept;

/// Why there is no such state: an integer type with fewer values from 0 on than bins.
[[nodiscard]] std::optional<std::string> why_skipped(const State& state);

/// The edges of Binning::range: 0, step, 2·step …, worked out in the sample's type, as is step = upper /
/// bins.
[[nodiscard]] std::vector<double> levels(const State& state);

/// What the library is asked to count. It does not depend on integer states' number of elements.
[[nodiscard]] histo_cl::Problem problem_of(const State& state);

} // namespace bench

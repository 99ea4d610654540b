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

enum class Kind : std::uint8_t {
    drawn, ///< the AND of so many uniform draws, or of none, which is a constant
    walk,  ///< a random walk: neighbours differ by about 1/256 of the range, of floats by 1/4096
    two,   ///< the least or the greatest value of the range, as a coin falls; of floats 511/512 of it
    text,  ///< English words in ASCII; of bytes alone
};

/// What the samples are like: how predictable the bits of drawn ones are, named by their entropy, or another
/// kind.
struct Entropy {
    std::uint32_t draws = 1; ///< of Kind::drawn
    Kind kind = Kind::drawn;

    friend auto operator<=>(const Entropy&, const Entropy&) = default;
};

inline constexpr Entropy walk{1, Kind::walk};
inline constexpr Entropy two_values{1, Kind::two};
inline constexpr Entropy english_text{1, Kind::text};

inline constexpr std::array drawn_entropies{Entropy{1}, Entropy{2}, Entropy{3},
                                            Entropy{4}, Entropy{5}, Entropy{0}};
inline constexpr std::array all_entropies{Entropy{1}, Entropy{2}, Entropy{3}, Entropy{4},  Entropy{5},
                                          Entropy{0}, walk,       two_values, english_text};

enum class Layout : std::uint8_t {
    single, ///< one channel
    multi,  ///< four interleaved channels, of which the first three are counted
    region, ///< one channel, a part of each row of an image
    mask,   ///< one channel, and a mask that leaves out about half of the elements
};
inline constexpr std::array all_layouts{Layout::single, Layout::multi, Layout::region, Layout::mask};

/// Bins by their number and range, or by their edges, which are evenly spaced too.
enum class Binning : std::uint8_t { even, range };
inline constexpr std::array all_binnings{Binning::even, Binning::range};

/// "1.000" … "0.000", the entropy of a bit that is the AND of the draws, or "walk", "two", "text".
[[nodiscard]] std::string_view name(Entropy entropy) noexcept;
[[nodiscard]] std::string_view name(Layout layout) noexcept;
[[nodiscard]] std::string_view name(Binning binning) noexcept;

/// What is measured: a point of the benchmark's axes.
struct State {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t elements = 0;
    std::uint32_t bins = 0;
    Entropy entropy = {};
    Layout layout = Layout::single;
    Binning binning = Binning::even;

    friend auto operator<=>(const State&, const State&) = default;
};

/// E.g. "f32 2^28 bins 2048 entropy 0.201 single even".
[[nodiscard]] std::string to_string(const State& state);

/// The data's name among others: "entropy 0.201", "text".
[[nodiscard]] std::string data_words(std::string_view name);

/// "2^28" where it is a power of two from 2^10 on, else in digits.
[[nodiscard]] std::string short_number(std::uint64_t value);

/// The samples of an element and those of them that are counted.
[[nodiscard]] std::uint32_t stored_channels(Layout layout) noexcept;
[[nodiscard]] std::uint32_t counted_channels(Layout layout) noexcept;

/// The image of Layout::region, in elements: `height` rows of `width` counted ones, from column `x` on, each
/// `pitch` after the one before.
struct Picture {
    std::uint64_t width;
    std::uint64_t height;
    std::uint64_t x;
    std::uint64_t pitch;
};
[[nodiscard]] Picture picture_of(std::uint64_t elements) noexcept;

/// Where in memory an element lies, in elements.
[[nodiscard]] std::uint64_t place_of(std::uint64_t element, Layout layout, const Picture& picture) noexcept;

/// The mask's byte of an element: 0 or 1, as a coin falls.
[[nodiscard]] std::uint8_t mask_of(std::uint64_t element) noexcept;

/// Samples in memory, and their bytes.
[[nodiscard]] std::uint64_t stored_samples(const State& state) noexcept;
[[nodiscard]] std::uint64_t stored_bytes(const State& state) noexcept;

/// The end of the range, which begins at 0: as many integers as there are bins; for floats the number of
/// elements.
[[nodiscard]] std::uint64_t upper_bound(const State& state) noexcept;

/// The greatest value of an integer type, and the largest double's for floats.
[[nodiscard]] double greatest(histo_cl::SampleType type) noexcept;

/// Why there is no such state: an integer type with fewer values from 0 on than bins, or text that is not of
/// bytes.
[[nodiscard]] std::optional<std::string> why_skipped(const State& state);

/// The edges of Binning::range: 0, step, 2·step …, worked out in the sample's type, as is step = upper /
/// bins.
[[nodiscard]] std::vector<double> levels(const State& state);

/// The elements that it is asked for.
[[nodiscard]] histo_cl::Shape shape_of(const State& state);

/// What the library is asked to count. It does not depend on integer states' number of elements.
[[nodiscard]] histo_cl::Problem problem_of(const State& state);

} // namespace bench

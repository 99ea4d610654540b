#pragma once

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

enum class Kind : std::uint8_t {
    drawn, ///< the AND of `draws` uniform draws; a constant if `draws` is 0
    walk,  ///< a random walk: neighbours differ by about 1/256 of the range, floats by 1/4096
    two,   ///< the range's minimum or maximum at random; for floats 0 or 511/512 of the range
    text,  ///< English words in ASCII; bytes only
    // The shapes: a sample's index gives its bin, and its value is the middle of that bin.
    concentrated, ///< a few bins are much fuller than others: random weights with half the maximum entropy
    power_law,    ///< a bin's weight is r^-s for its random rank r; s is chosen for half the maximum entropy
    zipf,         ///< bin r has the weight 1/r, so the fullest bins are next to each other
    zipf_scattered, ///< as zipf, but with random ranks
    phases,         ///< 16 phases, each in one bin
    stride,         ///< every 32nd bin in turn
    sawtooth,       ///< every bin in turn
    sorted,         ///< ascending
};

/// The kind of data: drawn samples, named by the entropy of their bits, or another kind.
struct Entropy {
    std::uint32_t draws = 1; ///< for Kind::drawn: a sample is the AND of this many draws
    Kind kind = Kind::drawn;

    friend auto operator<=>(const Entropy&, const Entropy&) = default;
};

inline constexpr Entropy walk{1, Kind::walk};
inline constexpr Entropy two_values{1, Kind::two};
inline constexpr Entropy english_text{1, Kind::text};

inline constexpr std::array all_entropies{Entropy{1},
                                          Entropy{2},
                                          Entropy{3},
                                          Entropy{4},
                                          Entropy{5},
                                          Entropy{0},
                                          walk,
                                          two_values,
                                          english_text,
                                          Entropy{1, Kind::concentrated},
                                          Entropy{1, Kind::power_law},
                                          Entropy{1, Kind::zipf},
                                          Entropy{1, Kind::zipf_scattered},
                                          Entropy{1, Kind::phases},
                                          Entropy{1, Kind::stride},
                                          Entropy{1, Kind::sawtooth},
                                          Entropy{1, Kind::sorted}};
inline constexpr auto drawn_entropies = std::span(all_entropies).first<6>();
inline constexpr auto all_shapes = std::span(all_entropies).last<8>();
[[nodiscard]] constexpr bool is_shape(Entropy entropy) noexcept {
    return entropy.kind >= Kind::concentrated;
}

enum class Layout : std::uint8_t {
    single, ///< one channel
    multi,  ///< four interleaved channels, of which the first three are counted
    region, ///< one channel, a part of each row of an image
    mask,   ///< one channel, and a mask that excludes about half of the elements
};
inline constexpr std::array all_layouts{Layout::single, Layout::multi, Layout::region, Layout::mask};

/// Bins given by number and range, or by their edges, which are also evenly spaced.
enum class Binning : std::uint8_t { even, range };
inline constexpr std::array all_binnings{Binning::even, Binning::range};

/// Returns the name of a kind of data: "walk", "power-law" and so on; for drawn samples "1.000" … "0.000",
/// the entropy of a bit that is the AND of the draws.
[[nodiscard]] std::string_view name(Entropy entropy) noexcept;
[[nodiscard]] std::string_view name(Layout layout) noexcept;
[[nodiscard]] std::string_view name(Binning binning) noexcept;

/// A state to measure: a point on the benchmark's axes.
struct State {
    histo_cl::SampleType sample = histo_cl::SampleType::f32;
    std::uint64_t elements = 0;
    std::uint32_t bins = 0;
    Entropy entropy = {};
    Layout layout = Layout::single;
    Binning binning = Binning::even;

    friend auto operator<=>(const State&, const State&) = default;
};

/// Returns a text such as "f32 2^28 bins 2048 entropy 0.201 single even".
[[nodiscard]] std::string to_string(const State& state);

/// Returns the same text as to_string(), from the names of the state's values.
[[nodiscard]] std::string state_text(const std::string& sample, std::uint64_t elements, std::uint32_t bins,
                                     const std::string& data, const std::string& layout,
                                     const std::string& binning);

/// The samples per element, and how many of them are counted.
[[nodiscard]] std::uint32_t stored_channels(Layout layout) noexcept;
[[nodiscard]] std::uint32_t counted_channels(Layout layout) noexcept;

/// The image of Layout::region, in elements: `height` rows of `width` counted elements from column `x` on;
/// rows are `pitch` apart.
struct Picture {
    std::uint64_t width;
    std::uint64_t height;
    std::uint64_t x;
    std::uint64_t pitch;
};
[[nodiscard]] Picture picture_of(std::uint64_t elements) noexcept;

/// The position of an element in memory, in elements.
[[nodiscard]] std::uint64_t place_of(std::uint64_t element, Layout layout, const Picture& picture) noexcept;

/// The mask byte of an element: 0 or 1 at random.
[[nodiscard]] std::uint8_t mask_of(std::uint64_t element) noexcept;

/// The number of samples in memory, and the number of their bytes.
[[nodiscard]] std::uint64_t stored_samples(const State& state) noexcept;
[[nodiscard]] std::uint64_t stored_bytes(const State& state) noexcept;

/// The end of the range, which begins at 0: the number of bins for integers, the number of elements for
/// floats.
[[nodiscard]] std::uint64_t upper_bound(const State& state) noexcept;

/// The maximum of an integer type, or the largest double for floats.
[[nodiscard]] double max_sample(histo_cl::SampleType type) noexcept;

/// Why a state is impossible: its integer type has fewer nonnegative values than the state has bins, or it is
/// text, but its samples are not bytes.
[[nodiscard]] std::optional<std::string> why_skipped(const State& state);

/// The edges of Binning::range: 0, step, 2·step … with step = upper / bins, computed in the type of float
/// samples, or in double for integers.
[[nodiscard]] std::vector<double> levels(const State& state);

/// The shape to count.
[[nodiscard]] histo_cl::Shape shape_of(const State& state);

/// Calls visit(Sample{}) with the C++ type of a sample. Throws histo_cl::Error for types that the benchmark
/// does not support.
template <class Visit>
auto with_type(histo_cl::SampleType type, const Visit& visit) {
    using histo_cl::SampleType;
    switch (type) {
    case SampleType::i8: return visit(std::int8_t{});
    case SampleType::u8: return visit(std::uint8_t{});
    case SampleType::i16: return visit(std::int16_t{});
    case SampleType::u16: return visit(std::uint16_t{});
    case SampleType::i32: return visit(std::int32_t{});
    case SampleType::u32: return visit(std::uint32_t{});
    case SampleType::i64: return visit(std::int64_t{});
    case SampleType::f32: return visit(float{});
    case SampleType::f64: return visit(double{});
    default: throw histo_cl::Error(histo_cl::Status::unsupported, "samples of " + std::string(name(type)));
    }
}

/// The library's problem. For integers, it does not depend on the number of elements.
[[nodiscard]] histo_cl::Problem problem_of(const State& state);

} // namespace bench

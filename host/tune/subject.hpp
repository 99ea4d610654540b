#pragma once

#include <histo_cl/histo_cl.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tune {

/// The binnings that can be tuned: those whose counts the reference can check.
inline constexpr std::array<std::string_view, 4> binning_names{"even", "edges", "log", "circular"};

/// The layouts: one channel; four interleaved channels, three of which are counted; three planes.
inline constexpr std::array<std::string_view, 3> layout_names{"single", "multi", "planar"};

/// The counters that are tuned by default: those of histo_cl::Problem, and those of the program histo_cl.
inline constexpr std::array usual_counters{histo_cl::CounterType::u32, histo_cl::CounterType::u64};

/// A problem to tune, as the command line describes it.
struct Subject {
    histo_cl::SampleType sample = histo_cl::SampleType::u8;
    std::uint32_t bins = 256;
    std::string_view layout = layout_names[0];
    std::string_view binning = binning_names[0];
    histo_cl::CounterType counter = histo_cl::CounterType::u32;
};

/// Returns a text such as "f32, 2048 bins", followed by everything that is not at its default.
[[nodiscard]] std::string to_string(const Subject& subject);

/// Returns the subject's problem for `elements` elements. The bins cover all values of integers of up to 16
/// bits, [0, 2^31) of wider integers, and [0, 1) of floats. Logarithmic bins begin at 1, and end at 1024 for
/// floats. Throws histo_cl::Error for an invalid problem.
[[nodiscard]] histo_cl::Problem problem_of(const Subject& subject, std::uint64_t elements);

/// Enough elements to keep a device busy: 256 MiB of samples on a GPU, 16 MiB on a CPU, and at least 2^22
/// elements. Plans of an unknown number of elements do not use entries for fewer. Less if memory is short.
[[nodiscard]] std::uint64_t suitable_elements(const histo_cl::Problem& problem,
                                              const histo_cl::DeviceProfile& profile);

/// The problems that are tuned by default.
[[nodiscard]] std::vector<Subject> usual_subjects();

/// The distribution of samples: all bins equally likely, or nearly all samples in few bins (the AND of six
/// uniform draws of bits, an entropy of 0.116 per bit).
enum class Spread : std::uint8_t { uniform, skewed };

inline constexpr std::array spreads{Spread::uniform, Spread::skewed};

/// `count` samples, of one plane or of all interleaved channels. The same arguments give the same samples.
/// The problem must have edges.
[[nodiscard]] std::vector<std::byte> random_samples(const histo_cl::Problem& problem, Spread spread,
                                                    std::uint64_t count, std::uint64_t seed);

} // namespace tune

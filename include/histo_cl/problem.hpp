#pragma once

#include "histo_cl/binning.hpp"
#include "histo_cl/export.hpp"
#include "histo_cl/sample.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace histo_cl {

/// What to count. Plain data: it knows of no device, and nothing in it changes how fast the counting is.
///
/// A sample x is in bin i exactly when edge[i] <= x < edge[i + 1]; a sample in no bin, and NaN, is not
/// counted.
struct Problem {
    SampleType sample = SampleType::u8;
    Binning binning = EvenBins{256, 0, 256};
    CounterType counter = CounterType::u32;
    /// The most samples that one enqueue will bring, 0 if unknown. It sizes the launch, and a u32 counter
    /// that it could overflow is refused at once.
    std::uint64_t max_samples = 0;

    /// The number of bins, which is the number of counters.
    [[nodiscard]] HISTO_CL_API std::uint32_t bins() const noexcept;

    /// The bins() + 1 edges in use, each rounded to the nearest double. For float samples they are exact, and
    /// those of numpy.linspace; for integer samples an edge is a rational, so the double can be off by its
    /// rounding (the counts never are). Throws like validate().
    [[nodiscard]] HISTO_CL_API std::vector<double> edges() const;

    /// Throws Error(invalid_argument) that says what was given and what is allowed: no bins or more than
    /// max_bins, bounds or edges that are NaN or do not rise, bounds that are not finite, an even range too
    /// fine or too wide for its type, a u32 counter that max_samples could overflow.
    HISTO_CL_API void validate() const;
};

/// In words, e.g. "u8 samples into 256 even bins over [0, 256), u32 counters".
[[nodiscard]] HISTO_CL_API std::string to_string(const Problem& problem);

} // namespace histo_cl

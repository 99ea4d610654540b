#pragma once

#include "demo/count/session.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace demo {

/// The input, for display: which files, how much.
struct Source {
    std::vector<std::string> names;
    std::uint64_t bytes = 0;
    std::uint64_t samples = 0;
    std::vector<std::string> added_names = {}; ///< saved counts that were added
    std::uint64_t added_samples = 0;
    std::vector<std::string> formats = {}; ///< what each file was recognized as; empty: as bytes
};

/// The first name, and how many others there are.
[[nodiscard]] std::string names_text(std::span<const std::string> names);

/// What one device has counted.
struct Share {
    histo_cl::Device device;
    std::uint64_t bytes = 0;
    std::string error = {}; ///< why it was given up, if it was
    std::string note = {};  ///< why it was left idle, if it was
};

/// One variant's run. Plain data, for all output formats.
struct Result {
    histo_cl::Problem problem;
    std::vector<Share>
        shares; ///< of each device; none if saved counts were added up alone, and then no decision
    histo_cl::Decision decision;
    std::uint64_t launched_work_groups =
        0; ///< for the longest chunk, over all windows, on the first device that counts
    std::string build_options;
    double build_seconds = 0;
    bool built_from_cache = false;
    Measurement measured;
    std::optional<bool> verified; ///< empty: not checked
};

/// A row of --all-variants: the run, or why there was none.
struct Trial {
    histo_cl::Variant variant;
    std::optional<Result> result;
    std::string reason;
    bool rejected = false; ///< rather than failed
};

/// The counts of the bins alone.
[[nodiscard]] std::span<const std::uint64_t> bin_counts(const Result& result);
/// Their sum.
[[nodiscard]] std::uint64_t counted(const Result& result);

/// Samples out of range.
struct OutOfRangeCounts {
    std::uint64_t underflow;
    std::uint64_t overflow;
    std::uint64_t nan;
};

/// Set if they are counted separately.
[[nodiscard]] std::optional<OutOfRangeCounts> out_of_range_counts(const Result& result);

/// Samples out of all bins.
[[nodiscard]] std::uint64_t not_counted(const Source& source, const Result& result);

/// Samples per second.
[[nodiscard]] double sample_rate(const Source& source, double seconds);
/// Bytes of samples per second.
[[nodiscard]] double byte_rate(const Source& source, double seconds);

} // namespace demo

#pragma once

#include "count/session.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace count {

/// The input, for display: which files, how much.
struct Source {
    std::vector<std::string> names;
    std::uint64_t bytes = 0;
    std::uint64_t elements = 0; ///< that are counted, or missing: samples, or pixels of several
    std::uint64_t missing = 0;  ///< of these, those that are marked so
    bool leaves_out_alpha = false;
    std::vector<std::string> added_names = {}; ///< saved counts that were added
    std::uint64_t added_elements = 0;
    std::vector<std::string> formats = {}; ///< what each file was recognized as; empty: as bytes
    bool is_array = false;                 ///< of numbers, as the format says, rather than bytes
    std::vector<std::string> axes = {""};  ///< the names of the channels that are counted
    std::uint64_t tile_columns = 0;        ///< 0: there are no tiles
};

/// The first name, and how many others there are.
[[nodiscard]] std::string names_text(std::span<const std::string> names);

/// The elements that a histogram has in no bin, of what is not missing.
[[nodiscard]] inline std::uint64_t out_of_range(const Source& source, std::uint64_t counted) {
    return source.elements - source.missing + source.added_elements - counted;
}

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

/// The bytes of an element of the problem.
[[nodiscard]] std::uint64_t element_bytes(const histo_cl::Problem& problem);

/// The type of its counts, or of the sums of its weights, in 64 bits.
[[nodiscard]] histo_cl::CounterType sum_of(const histo_cl::Problem& problem);

/// The partial's sums, of that type: their bits.
[[nodiscard]] std::vector<std::uint64_t> bits_of(const histo_cl::Partial& partial);

/// Elements per second.
[[nodiscard]] double element_rate(const Source& source, double seconds);
/// Bytes of elements per second.
[[nodiscard]] double byte_rate(const Source& source, const histo_cl::Problem& problem, double seconds);

/// How a device counts the result's problem: with the plan that the library makes of it and these options.
/// Sets what a plan says, and how long it took to make one. Throws histo_cl::Error.
void describe_plan(Result& result, const histo_cl::Device& device, const histo_cl::Options& options);

/// The same of the first device which can count; the others are in the shares.
void describe_first_plan(Result& result, std::span<const histo_cl::Device> devices,
                         const histo_cl::Options& options);

} // namespace count

#pragma once

#include "bench/columns/table.hpp"

#include <histo_cl/device.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace bench_columns {

/// What all states of a run share.
struct Run {
    std::uint64_t runs = 5;         ///< timed calls of each, after one that is not
    bool words = false;             ///< the library's table is as LightGBM has it
    std::filesystem::path lightgbm; ///< its kernels; empty: they are not measured
};

/// Median seconds of a call.
struct Seconds {
    double wall = 0;   ///< from the call until its counts are complete
    double device = 0; ///< from the start of its first command to the end of its last
};

/// One state, measured.
struct Measured {
    State state;
    Seconds free = {};                   ///< without a bound on the weights
    Seconds bound = {};                  ///< with one
    double loop = 0;                     ///< seconds of the loop on the host
    std::optional<double> lightgbm = {}; ///< seconds of its kernel on the device
    bool right = false;                  ///< all sums are the loop's, as far as their types let them
};

/// Measures a state on a device, beside the loop and LightGBM's kernels. Throws Error.
[[nodiscard]] Measured measure(const State& state, const histo_cl::Device& device, const Run& run);

} // namespace bench_columns

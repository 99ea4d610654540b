#pragma once

#include "common/cli_names.hpp"

#include <histo_cl/options.hpp>

namespace common {

/// The knobs' group in the help.
inline constexpr const char* knob_group = "Kernel (default: chosen for the device)";

/// Adds an option for each of the library's knobs; parsing writes them to `options`, which must live until
/// then.
void add_knobs(CLI::App& app, histo_cl::Options& options);

} // namespace common

#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"
#include "count/histograms.hpp"

#include <histo_cl/histo_cl.hpp>

#include <span>
#include <string>
#include <vector>

namespace count {

/// Prints the devices.
common::ExitCode list_devices(const Command& command);

/// Prints the counts, as the command wants them, and writes its pictures. `others` are the histograms that
/// they are compared with, one for each, or none.
common::ExitCode show(const Command& command, const Source& source, const Result& result,
                      std::span<const Histogram> others = {});

/// Saved counts of the problem.
[[nodiscard]] std::vector<histo_cl::Partial> load_all(const histo_cl::Problem& problem,
                                                      std::span<const std::string> names);

/// Adds saved counts to those of this run, saves the sum if the command says where, and prints it.
common::ExitCode add_and_show(const Command& command, Source source, Result result, histo_cl::Partial counted,
                              std::span<const histo_cl::Partial> saved,
                              std::span<const Histogram> others = {});

} // namespace count

#pragma once

#include "common/errors.hpp"
#include "count/command.hpp"
#include "count/result.hpp"

#include <histo_cl/histo_cl.hpp>

#include <optional>
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

/// "1,000 u8 samples", "640 elements of 3 u8 channels".
[[nodiscard]] std::string elements_text(std::uint64_t elements, const histo_cl::Problem& problem);

/// What its values count: "samples", or "weight".
[[nodiscard]] std::string unit_of(const histo_cl::Problem& problem);

/// How many elements have no bin in the histogram: "12 out of range", and ", 3 missing" if any are. Of tiles,
/// and where weights are summed, it is not known: nothing.
[[nodiscard]] std::string out_of_range_text(const Source& source, const Result& result,
                                            const Histogram& histogram);

/// The decision in words, and how its kernels are built; nothing if there is none.
[[nodiscard]] std::string explanation(const Result& result);

/// Why the variant of a trial was chosen or passed over where `chosen` was decided, and how it ran.
[[nodiscard]] std::string explanation(const Trial& trial, const std::optional<histo_cl::Decision>& chosen);

} // namespace count

#pragma once

#include "common/terminal.hpp"
#include "count/result.hpp"
#include "count/show/statistics.hpp"
#include "plot/figure.hpp"

#include <histo_cl/histo_cl.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace count {

/// The pictures of the histograms, and the lines around them. `max_rows` 0: one row per bin for up to 64
/// bins, else at most 32 rows.
[[nodiscard]] std::string report(const Source& source, const Result& result,
                                 std::span<const Histogram> histograms, const Statistics& statistics,
                                 bool letters, std::uint32_t max_rows, const plot::Look& look,
                                 const common::Terminal& terminal);

/// The program that is handed to clBuildProgram, after a comment line with its build options.
[[nodiscard]] std::string program_text(const histo_cl::KernelSource& program);

/// The table of --all-variants, with a star at `chosen`, and if requested an explanation of each.
[[nodiscard]] std::string table(const Source& source, const histo_cl::Device& device,
                                const histo_cl::Problem& problem, bool letters, std::span<const Trial> trials,
                                const std::optional<histo_cl::Decision>& chosen, bool explain,
                                const common::Terminal& terminal);

} // namespace count

#pragma once

#include "measure.hpp"

#include <span>
#include <string>
#include <vector>

namespace bench_columns {

/// The JSON of a run, a line for each state; the fields are those of docs/notes/columns.md.
[[nodiscard]] std::string json_of(const std::vector<std::string>& command_line,
                                  const histo_cl::Device& device, const Run& run,
                                  std::span<const Measured> results);

} // namespace bench_columns

#pragma once

#include "bench/outcome.hpp"

#include <cstddef>
#include <string>

namespace bench {

/// The header of the table of results, and the lines of one state: one per contender. Where they are too
/// long, the state has a line of its own, and less important columns are left out.
[[nodiscard]] std::string table_head(std::size_t width);
[[nodiscard]] std::string table_lines(const Result& result, std::size_t width);

} // namespace bench

#pragma once

#include "outcome.hpp"

#include <string>

namespace bench {

/// The header of the table of results, and the lines of one state: one per contender.
[[nodiscard]] std::string table_head();
[[nodiscard]] std::string table_lines(const Result& result);

} // namespace bench

#pragma once

#include "outcome.hpp"

#include <string>

namespace bench {

/// The head of the table of results, and the lines of one state: one for each contender.
[[nodiscard]] std::string table_head();
[[nodiscard]] std::string table_lines(const Result& result);

} // namespace bench

#pragma once

#include "outcome.hpp"
#include "run_info.hpp"

#include <span>
#include <string>

namespace bench {

/// The fields are those of docs/bench/README.md.
[[nodiscard]] std::string json_of(const RunInfo& info, std::span<const Result> results);

/// One line per state and contender.
[[nodiscard]] std::string csv_of(std::span<const Result> results);

} // namespace bench
